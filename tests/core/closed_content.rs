//! Notes excluded by their content: no reply differs from that of the same vault without them.

use encoding_rs::WINDOWS_1252;
use lectern::{Answer, Config, FileStat, Reply, Step};
use proptest::prelude::*;

use crate::support::{CLOSED, Vault, assert_says, opened, path_args, session, session_with};

fn with_and_without(files: &[(&str, &str)]) -> (Vault, Vault) {
    let open: Vec<_> = files.iter().copied().filter(|(_, text)| *text != CLOSED).collect();
    (Vault::of(files), Vault::of(&open))
}

/// Fails unless the reply is the same in both vaults. Returns it.
#[track_caller]
fn same_reply(vaults: [&mut Vault; 2], config: &Config, tool: &str, args: &str) -> Reply {
    let [given, without] = vaults.map(|vault| vault.call_tool(&mut opened(config), tool, args));
    assert_eq!(given, without, "{tool} {args}");
    given
}

#[test]
fn a_closed_note_changes_no_reply() {
    let (mut with, mut without) = with_and_without(&[
        ("Diary.md", CLOSED),
        ("Diaries.md", "open\n"),
        ("Work/Plan.md", CLOSED),
        ("Home/Garden/Plan.md", "open\n"),
        ("Work/Budget.md", CLOSED),
        ("work/budget.md", "open\n"),
        ("Box/Only.md", CLOSED),
        ("Re: Plan.md", CLOSED),
        ("B:a.md", CLOSED),
        ("Dots.md.", CLOSED),
        ("Stream.md:b", CLOSED),
        ("file: a.md", "open\n"),
    ]);
    for path in [
        "Diary.md",
        "Diary",
        "[[Diary]]",
        "diary.MD",
        "Plan",
        "Work/Budget.md",
        "WORK/BUDGET",
        "Box",
        "Box/Only",
        "Work",
        "Re: Plan",
        "B:a.md",
        "Dots.md.",
        "Dots",
        "Stream.md:b",
        "a",
    ] {
        let why = serde_json::json!({ "query": "open secret", "path": path }).to_string();
        for (tool, args) in [("read_file", path_args(path)), ("links", path_args(path)), ("why", why)] {
            same_reply([&mut with, &mut without], &Config::default(), tool, &args);
        }
    }
    for (tool, args) in [("list_files", "{}"), ("search_notes", r#"{"query": "secret"}"#)] {
        same_reply([&mut with, &mut without], &Config::default(), tool, args);
    }
}

#[test]
fn a_closed_note_in_any_encoding_changes_no_reply() {
    let wide = |text: &str| text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>();
    let tagged = "---\ntags: [secret]\n---\ntext\n";
    for content in [wide(&format!("\u{feff}{CLOSED}")), wide(&format!("\u{feff}{tagged}")), wide(tagged)] {
        let config = Config { closed_tags: vec!["secret".to_owned()], ..Config::default() };
        let mut without = Vault::of(&[("Diaries.md", "open\n"), ("a/Plan.md", "open\n")]);
        let mut with = without.clone().with("Diary.md", content.clone()).with("b/Plan.md", content);
        for path in ["Diary.md", "Diery.md", "Plan", "[[Diary]]", "b"] {
            same_reply([&mut with, &mut without], &config, "read_file", &path_args(path));
        }
    }
}

#[test]
fn a_note_too_large_to_judge_changes_no_reply() {
    let mut without = Vault::of(&[("Diaries.md", "open\n")]).watching();
    let size = f64::from(lectern::MAX_FILE_BYTES) + 1.0;
    let answer = Answer::File(FileStat { size, mtime: 0.0 });
    let mut with = without.clone().with("Diary.md", "open\n").with_stat("Diary.md", answer);
    for path in ["Diary.md", "Diary", "[[Diary]]", "diary.MD"] {
        same_reply([&mut with, &mut without], &Config::default(), "read_file", &path_args(path));
    }
    for (tool, args) in [("list_files", r#"{"path": ""}"#), ("search_notes", r#"{"query": "open"}"#)] {
        same_reply([&mut with, &mut without], &Config::default(), tool, args);
    }
    assert_eq!(with.asked.iter().filter(|asked| *asked == "read Diary.md").count(), 0);
}

#[test]
fn every_tool_judges_a_note_in_an_older_encoding_by_its_text() {
    let bytes = |text: &str| WINDOWS_1252.encode(text).0.into_owned();
    // Behind the head, which alone is looked at to tell what a file is.
    let far = format!("{}\nVoix ambigu\u{eb} d'un c\u{153}ur", "plain words\n".repeat(800));
    for words in ["Voix ambigu\u{eb} d'un c\u{153}ur", &far] {
        let open = format!("# Po\u{e8}me\n{words} qui, au z\u{e9}phyr, pr\u{e9}f\u{e8}re les jattes de kiwis\n");
        let closed = format!("{open}\n#caf\u{e9}\n");
        let mut without =
            Vault::of(&[("Diaries.md", "open\n")]).with("Poem.md", bytes(&open)).with("a/Plan.md", bytes(&open));
        let mut with = without.clone().with("Diary.md", bytes(&closed)).with("b/Plan.md", bytes(&closed));
        for tags in [&["caf\u{e9}"][..], &["other", "caf\u{e9}"]] {
            let config = Config { closed_tags: tags.iter().map(|&tag| tag.to_owned()).collect(), ..Config::default() };
            for (tool, args, is_shown) in [
                ("list_files", "{}", "Poem.md"),
                ("search_notes", r#"{"query": "zéphyr"}"#, "Poem.md"),
                ("search_notes", r#"{"query": "jat+es", "mode": "regex"}"#, "Poem.md"),
                ("read_file", r#"{"path": "Poem.md"}"#, "ambigu\u{eb}"),
                ("read_file", r#"{"path": "Plan"}"#, "ambigu\u{eb}"),
                ("read_file", r#"{"path": "Diary.md"}"#, "no note"),
                ("read_file", r#"{"path": "Diary"}"#, "no note"),
            ] {
                let given = same_reply([&mut with, &mut without], &config, tool, args);
                assert_says(&given, is_shown);
            }
        }
    }
}

#[test]
fn a_closed_note_among_several_files_changes_no_reply() {
    let (mut with, mut without) = with_and_without(&[("a.md", CLOSED), ("b.md", "open\n"), ("aa.md", "open\n")]);
    let args = r#"{"files": ["a.md", "b", "a", "b.md"]}"#;
    same_reply([&mut with, &mut without], &Config::default(), "read_file", args);
}

proptest! {
    #[test]
    fn no_reply_differs_from_that_of_the_vault_without_them(
        files in proptest::collection::btree_map("([abA]{1,2}/){0,2}[abAB]{1,2}(:b|: a)?(\\.md|\\.txt)", any::<bool>(), 1..9),
        path in "(\\[\\[)?([abA]{1,2}/){0,2}[abAB]{1,2}(:b|: a)?(\\.md)?",
    ) {
        let is_closed = |path: &String, closed: &bool| *closed && !path.ends_with("txt");
        let files: Vec<_> = files.iter()
            .map(|(path, closed)| (path.as_str(), if is_closed(path, closed) { CLOSED } else { "open\n" }))
            .collect();
        let path = if path.starts_with("[[") { format!("{path}]]") } else { path };
        let (mut with, mut without) = with_and_without(&files);
        let given = with.call(&mut session(), &path_args(&path));
        prop_assert_eq!(given, without.call(&mut session(), &path_args(&path)), "{:?} in {:?}", path, files);
    }
}

#[test]
fn a_host_learns_which_paths_are_open_now() {
    let mut vault = Vault::of(&[
        ("Open.md", "open\n"),
        ("Diary.md", CLOSED),
        ("Private/Key.md", "open\n"),
        ("Caf\u{e9}.md", "open\n"),
        ("Moved.md", "open\n"),
        ("Broken.md", "open\n"),
        ("Table.pdf", "no text\n"),
        ("Pipe", ""),
    ])
    .with_stat("Moved.md", Answer::Moved("Private/Key.md".to_owned()))
    .with_stat("Pipe", Answer::Special)
    .with_read("Broken.md", Answer::Failed("broken".to_owned()));
    let mut session = session_with(&["Private"], None);
    let paths = [
        "Open.md",
        "Diary.md",
        "Private/Key.md",
        "Cafe\u{301}.md",
        "Moved.md",
        "Broken.md",
        "Table.pdf",
        "Pipe",
        "Gone.md",
        "Open",
        "../Open.md",
        "",
        "Private",
        ".hidden.md",
    ];
    let step = session.which_open(paths.map(str::to_owned).to_vec());
    let reply = vault.run(&mut session, step);
    let open = ["Open.md", "Cafe\u{301}.md", "Table.pdf"].map(str::to_owned).to_vec();
    assert_eq!(reply.structured_content.open, Some(open.into()));
    assert!(!vault.asked.iter().any(|asked| asked.contains("Private")), "{:?}", vault.asked);
    // A host that answers nothing says nothing for a path.
    let Step::Ask { call, .. } = session.which_open(vec!["Open.md".to_owned()]) else { panic!("it has to ask") };
    let Step::Done(reply) = session.resume(call, Vec::new()) else { panic!("nothing is left to ask") };
    assert_eq!(reply.structured_content.open, Some(Box::default()));
}
