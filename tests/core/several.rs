//! `read_file` for several files: one reply, divided fairly, whatever happens to each file.

use lectern::ErrorCode::{Denied, InvalidArguments, NotFound};
use lectern::{Config, Content, Context, Layout, LineRun, Reply, Session};
use serde_json::{Value, json};

use crate::support::{Vault, assert_ends, assert_says, code, error, opened, outcome, session, session_with, text};

fn read(vault: &mut Vault, session: &mut Session, files: &Value) -> Reply {
    vault.call(session, &json!({ "files": files }).to_string())
}

fn with_lines(max_lines: f64) -> Session {
    opened(&Config { max_lines: Some(max_lines), ..Config::default() })
}

/// `count` lines of `width` bytes, their line break included.
fn lines(count: usize, width: usize) -> String {
    format!("{}\n", "x".repeat(width - 1)).repeat(count)
}

#[test]
fn each_file_stands_below_its_path_in_the_order_asked() {
    let mut vault = Vault::of(&[("b.md", "beta\n"), ("Notes/a.md", "alpha\nalso\n")]);
    let reply = read(&mut vault, &mut session(), &json!([{ "path": "Notes/a.md" }, { "path": "b" }]));
    assert_eq!(text(&reply), "== Notes/a.md ==\n1: alpha\n2: also\n== b.md ==\n1: beta");
    assert_eq!(reply.structured_content.display, "Read 2 notes, 3 lines");
    assert!(!reply.is_error);
}

#[test]
fn a_file_asked_for_twice_is_read_once_and_both_ranges_are_shown() {
    let mut vault = Vault::of(&[("a.md", "one\ntwo\nthree\n")]);
    let files = json!([{ "path": "a.md", "end_line": 1 }, { "path": "a", "start_line": -1 }]);
    let reply = read(&mut vault, &mut session(), &files);
    let expected = "== a.md ==\n1: one\n[lines 1-1 of 3]\n== a.md ==\n3: three\n[lines 3-3 of 3]";
    assert_eq!(text(&reply), expected);
    assert_eq!(vault.asked.iter().filter(|asked| asked.starts_with("read")).count(), 1);
}

#[test]
fn a_list_of_one_is_a_list() {
    let mut vault = Vault::of(&[("a.md", "one\n")]);
    let reply = read(&mut vault, &mut session(), &json!([{ "path": "a.md" }]));
    assert_eq!(text(&reply), "== a.md ==\n1: one");
}

#[test]
fn names_alone_and_a_list_as_text_are_understood() {
    for files in [json!(["a.md"]), json!("[{\"path\": \"a.md\"}]"), json!({ "path": "a.md" })] {
        let mut vault = Vault::of(&[("a.md", "one\n")]);
        let reply = read(&mut vault, &mut session(), &files);
        assert_eq!(outcome(&reply), Ok("== a.md ==\n1: one"), "{files}");
    }
}

#[test]
fn an_error_of_one_file_does_not_spoil_the_others() {
    let mut vault = Vault::of(&[("a.md", "one\n"), ("Plan.md", "p\n")]);
    let files = json!([{ "path": ".git/config" }, { "path": "a.md" }, { "path": "Plans.md" }, { "path": "" }]);
    let reply = read(&mut vault, &mut session(), &files);
    let expected = "== .git/config ==\nerror[denied]: \".git/config\" is excluded\nhelp: do not try other spellings; tell the user if the task needs it\n\
        == a.md ==\n1: one\n\
        == Plans.md ==\nerror[not_found]: no note at \"Plans.md\"\nhelp: nearest is \"Plan.md\"\n\
        ==  ==\nerror[invalid_arguments]: path is empty\nhelp: give the path from the vault root, such as \"Notes/a.md\"";
    assert_eq!(text(&reply), expected);
    assert!(!reply.is_error);
    assert_eq!(reply.structured_content.error, None);
    let codes: Vec<_> =
        reply.structured_content.files.iter().map(|file| file.error.as_ref().map(|error| error.code)).collect();
    assert_eq!(codes, [Some(Denied), None, Some(NotFound), Some(InvalidArguments)]);
    let display = "Read 1 note, 1 line; 1 is excluded, 1 was not found, 1 could not be read";
    assert_eq!(reply.structured_content.display, display);
}

#[test]
fn a_call_fails_only_if_every_file_does() {
    let mut vault = Vault::of(&[("a.md", "one\n")]);
    let reply = read(&mut vault, &mut session(), &json!(["nope.md", ".git/x"]));
    assert!(reply.is_error);
    assert_eq!(code(&reply), NotFound);
    assert_eq!(reply.structured_content.files.len(), 2);
    assert_eq!(reply.structured_content.display, "Read nothing; 1 is excluded, 1 was not found");
}

#[test]
fn path_and_files_are_one_or_the_other() {
    let range =
        "give it with the file it belongs to, such as {\"files\": [{\"path\": \"Notes/a.md\", \"start_line\": 40}]}";
    for (args, message, help) in [
        (
            r#"{"path": "a.md", "files": ["a.md"]}"#,
            "path and files are both given",
            "give path for one file, or files for several",
        ),
        (r#"{"files": ["a.md"], "end_line": 3}"#, "end_line is given beside files", range),
        (
            r#"{"files": [{"path": "a.md", "start_line": 0}]}"#,
            "files[0].start_line is 0, but counting starts at 1",
            "give a whole number: 12 is the 12th line, -20 begins the last 20 lines; leave it out to start at line 1",
        ),
        (
            r#"{"files": [{"start_line": 1}]}"#,
            "files[0].path is missing",
            r#"give a path from the vault root, such as {"path": "Notes/a.md"}"#,
        ),
    ] {
        let reply = Vault::of(&[("a.md", "one\n")]).call(&mut session(), args);
        assert_eq!(outcome(&reply), Err(error(InvalidArguments, message, help)), "{args}");
    }
}

#[test]
fn an_empty_list_is_no_list_and_more_than_a_hundred_are_refused() {
    let reply = Vault::of(&[("a.md", "one\n")]).call(&mut session(), r#"{"path": "a.md", "files": []}"#);
    assert_eq!(outcome(&reply), Ok("1: one"));
    let many = json!({ "files": vec!["a.md"; 101] }).to_string();
    let reply = Vault::of(&[("a.md", "one\n")]).call(&mut session(), &many);
    let message = "files has 101 entries, but takes 1 to 100";
    assert_eq!(outcome(&reply).map_err(|error| error.message), Err(message.to_owned()));
}

#[test]
fn no_more_files_are_read_at_once_than_the_person_has_set() {
    let paths: Vec<_> = (0..7).map(|number| format!("{number}.md")).collect();
    let mut session = opened(&Config { files_at_once: 3.0, ..Config::default() });
    let mut vault = paths.iter().fold(Vault::default(), |vault, path| vault.with(path, path.as_str()));
    let args = json!({ "files": paths }).to_string();
    let mut step = session.start("read_file", &args);
    let mut reads = Vec::new();
    while let lectern::Step::Ask { call, requests } = step {
        reads.push(requests.iter().filter(|request| matches!(request, lectern::Request::Read(_))).count());
        step = session.resume(call, vault.answers(&requests));
    }
    assert_eq!(reads, [0, 3, 3, 1]);
}

#[test]
fn small_files_are_whole_and_large_ones_share_the_rest() {
    let mut vault = Vault::of(&[("big.md", &lines(900, 10)), ("small.md", "s\n"), ("huge.md", &lines(9000, 10))]);
    let reply = read(&mut vault, &mut session_with(&[], Some(8000)), &json!(["big.md", "small.md", "huge.md"]));
    let [big, small, huge] = &*reply.structured_content.files else { panic!("three files are shown") };
    assert!(!small.truncated);
    assert!(big.truncated && huge.truncated);
    assert!(big.end_line.abs_diff(huge.end_line) <= 1, "{} and {}", big.end_line, huge.end_line);
    assert!(text(&reply).len() <= 8000 && text(&reply).len() > 7400, "{}", text(&reply).len());
    let next = big.next.as_ref().expect("there is more");
    let notice = format!(
        "[... truncated, because the files of a reply share 8000 bytes, showing lines 1-{} of 900; continue with path=\"big.md\", start_line={}]",
        big.end_line, next.start_line
    );
    assert_says(&reply, &notice);
}

#[test]
fn files_for_which_there_is_no_room_are_named() {
    let mut vault = (0..9).fold(Vault::default(), |vault, n| vault.with(&format!("{n}.md"), lines(100, 10)));
    let files: Vec<_> = (0..9).map(|number| format!("{number}.md")).collect();
    let reply = read(&mut vault, &mut session_with(&[], Some(2500)), &json!(files));
    let text = text(&reply);
    assert!(text.len() <= 2500, "{}", text.len());
    let named =
        "== 8.md ==\n[... not shown: no space left in this reply; call read_file with path=\"8.md\", start_line=1]";
    assert!(text.contains("== 0.md ==\n1: xxx") && text.contains(named), "{text}");
    let last = &reply.structured_content.files[8];
    assert_eq!((last.start_line, last.total_lines, last.truncated), (0, 100, true));
    assert!(last.next.is_some());
}

#[test]
fn files_without_room_for_their_names_are_counted() {
    let mut vault = (0..50).fold(Vault::default(), |vault, n| vault.with(&format!("{n}.md"), lines(100, 10)));
    let files: Vec<_> = (0..50).map(|number| format!("{number}.md")).collect();
    let reply = read(&mut vault, &mut session_with(&[], Some(1000)), &json!(files));
    assert!(text(&reply).len() <= 1000, "{}", text(&reply).len());
    assert_ends(&reply, " more files are not shown: no space left in this reply; ask for fewer files at a time]");
    assert_eq!(reply.structured_content.files.len(), 50);
    assert!(reply.structured_content.files.iter().all(|file| file.next.is_some()));
}

#[test]
fn lines_are_limited_like_bytes() {
    let mut vault = Vault::of(&[("a.md", &lines(40, 5)), ("b.md", "b\n")]);
    let reply = vault.call(&mut with_lines(10.0), r#"{"path": "a.md"}"#);
    let end = "10: xxxx\n[... truncated at 10 lines, showing lines 1-10 of 40; continue with start_line=11]";
    assert_ends(&reply, end);

    let reply = read(&mut vault, &mut with_lines(10.0), &json!(["a.md", "b.md"]));
    let [a, b] = &*reply.structured_content.files else { panic!("two files are shown") };
    assert_eq!((a.end_line, b.end_line), (9, 1));
    assert_says(&reply, "[... truncated, because the files of a reply share 10 lines, showing lines 1-9 of 40;");
}

/// A call whose reply says where its lines are.
fn laid_out(vault: &mut Vault, tool: &str, args: &Value) -> Reply {
    let mut session = session_with(&[], Some(1000));
    vault.call_within(&mut session, &Context { layout: true, ..Context::default() }, tool, args)
}

/// The path and the numbered row of each line, as `layout` finds them in the text of the reply.
fn rows<'r>(reply: &'r Reply, path: &'r str, layout: Option<&Layout>) -> Vec<(&'r str, u32, &'r str)> {
    let Some(Layout { part, header, lines }) = layout else { return Vec::new() };
    let Some(Content::Text { text }) = reply.content.get(*part as usize) else { return Vec::new() };
    let all: Vec<_> = text.split('\n').collect();
    assert!(header.is_none_or(|row| all[row as usize] == format!("== {path} ==")));
    let row = |run: &LineRun, index: u32| (path, run.line + index, all[(run.row + index) as usize]);
    lines.iter().flat_map(|run| (0..run.count).map(|index| row(run, index)).collect::<Vec<_>>()).collect()
}

#[test]
fn a_layout_finds_the_lines_of_each_file_whatever_stands_between() {
    let long = "Long name ".repeat(40);
    let mut vault = Vault::of(&[("a.md", "one\n== b.md ==\n\n7: two\n"), ("b.md", "three\nfour\n"), ("long.md", "")]);
    vault = vault.with(&long, lines(1000, 10)).with("wide.md", "x".repeat(3000)).with("pixel.png", b"no".to_vec());
    let files = json!([
        { "path": "none\n5: made up" },
        { "path": "a.md", "start_line": 2 },
        { "path": "long.md" },
        { "path": long },
        { "path": "b.md", "start_column": 3, "start_line": 1 },
    ]);
    let reply = laid_out(&mut vault, "read_file", &files_of(&files));
    let shown = &reply.structured_content.files;
    let found: Vec<_> = shown.iter().flat_map(|file| rows(&reply, &file.path, file.layout.as_ref())).collect();
    let expected = [
        ("a.md", 2, "2: == b.md =="),
        ("a.md", 3, "3: "),
        ("a.md", 4, "4: 7: two"),
        ("b.md", 1, "1+: ree"),
        ("b.md", 2, "2: four"),
    ];
    assert_eq!(found, expected, "{}", text(&reply));
    // The long name has no room: its header is missing, and the next file's lines are still its own.
    assert!(!text(&reply).contains(&long));
}

fn files_of(files: &Value) -> Value {
    json!({ "files": files })
}

#[test]
fn a_layout_is_given_only_where_it_is_asked_for() {
    let mut vault = Vault::of(&[("a.md", "one apple\n")]);
    for (tool, args) in [("read_file", r#"{"path": "a.md"}"#), ("search_notes", r#"{"query": "apple"}"#)] {
        let reply = vault.call_tool(&mut session(), tool, args);
        assert!(!serde_json::to_string(&reply).expect("a reply is JSON").contains("layout"));
    }
    let reply = laid_out(&mut vault, "read_file", &json!({ "path": "a.md" }));
    let expected = LineRun { row: 0, line: 1, count: 1, starts_inside: false, is_cut: false };
    let layout = Layout { part: 0, header: None, lines: vec![expected] };
    assert_eq!(reply.structured_content.files[0].layout, Some(layout));
}

#[test]
fn a_layout_tells_lines_that_are_shown_in_part() {
    let wide = format!("{} apple {}\n\napple\n", "left ".repeat(200), "right ".repeat(200));
    let mut vault = Vault::of(&[("a.md", "no\napple\n== b.md ==\n"), ("wide.md", &wide)]);
    let args = json!({ "query": "apple", "context": 1 });
    let reply = laid_out(&mut vault, "search_notes", &args);
    let notes = reply.structured_content.notes.as_deref().unwrap_or_default();
    for note in notes {
        for (_, line, row) in rows(&reply, &note.path, note.layout.as_ref()) {
            assert!(row.starts_with(&format!("{line}: ")) || row.starts_with(&format!("{line}+: ")), "{row}");
        }
    }
    let parts = |path: &str| {
        let note = notes.iter().find(|note| note.path == path).and_then(|note| note.layout.clone()).unwrap_or_default();
        note.lines.iter().map(|run| (run.line, run.count, run.starts_inside, run.is_cut)).collect::<Vec<_>>()
    };
    assert_eq!(parts("a.md"), [(1, 3, false, false)], "{}", text(&reply));
    assert_eq!(parts("wide.md"), [(1, 1, true, true), (2, 2, false, false)], "{}", text(&reply));
    let read = laid_out(&mut vault, "read_file", &json!({ "path": "wide.md" }));
    let layout = read.structured_content.files[0].layout.clone().unwrap_or_default();
    let cut = LineRun { row: 0, line: 1, count: 1, starts_inside: false, is_cut: true };
    assert_eq!(layout.lines, [cut], "{}", text(&read));
}
