//! Changes to notes: what is proposed, what is written, and what is refused before anything is.

use lectern::{ChangeMade, ChangeOutcome, Config, Decision, EditedHunk, ErrorCode, Reply, Session};
use serde_json::json;

use crate::support::changed_vault::{accepted, rejected};
use crate::support::{Vault, text};

/// A session in which notes may be changed.
fn session_of(config: Config) -> Session {
    Session::new(&Config { changes: true, ..config }).expect("a valid config")
}

fn session() -> Session {
    session_of(Config::default())
}

fn edit(vault: &mut Vault, path: &str, old: &str, new: &str) -> Reply {
    let args = json!({ "path": path, "edits": [{ "old": old, "new": new }] });
    vault.call_tool(&mut session(), "edit_file", &args.to_string())
}

fn write(vault: &mut Vault, args: &serde_json::Value) -> Reply {
    vault.call_tool(&mut session(), "write_file", &args.to_string())
}

fn code(reply: &Reply) -> ErrorCode {
    reply.structured_content.error.as_ref().expect("an error was expected").code
}

fn change(reply: &Reply) -> &ChangeMade {
    let change = reply.structured_content.change.as_deref();
    change.unwrap_or_else(|| panic!("a change was expected, not {reply:?}"))
}

#[test]
fn an_edit_changes_its_lines_and_tells_their_new_numbers() {
    let mut vault = Vault::of(&[("a.md", "one\r\ntwo\nthree")]);
    let reply = edit(&mut vault, "a", "two", "2\n2b");
    assert_eq!(vault.content("a.md").unwrap(), b"one\r\n2\n2b\nthree");
    let version = change(&reply).version.as_deref().unwrap();
    assert_eq!(text(&reply), format!("changed \"a.md\": 1 change, version {version}\n2: 2\n3: 2b"));
    assert_eq!(
        vault.proposals[0].diff,
        "diff --git a/a.md b/a.md\n--- a/a.md\n+++ b/a.md\n@@ -1,3 +1,4 @@\n one\r\n-two\n+2\n+2b\n three\n\\ No newline at end of file\n"
    );
    assert_eq!(vault.proposals[0].new_version.as_deref(), Some(version));
    // It can go on with the version that it was told.
    let args = json!({ "path": "a.md", "expect": version, "edits": [{ "old": "2b", "new": "" }] });
    assert!(!vault.call_tool(&mut session(), "edit_file", &args.to_string()).is_error);
}

#[test]
fn the_version_is_the_last_line_of_what_is_read_if_changes_are_allowed() {
    let mut vault = Vault::of(&[("a.md", "one\ntwo\n")]);
    let reply = vault.call_tool(&mut session(), "read_file", r#"{"path": "a.md", "end_line": 1}"#);
    let version = reply.structured_content.files[0].version.clone().unwrap();
    assert_eq!(text(&reply), format!("1: one\n[lines 1-1 of 2]\n[version {version}]"));
    let reply = vault.call(&mut crate::support::session(), r#"{"path": "a.md"}"#);
    assert_eq!((text(&reply), &reply.structured_content.files[0].version), ("1: one\n2: two", &None));
}

#[test]
fn without_leave_there_are_no_such_tools() {
    let mut vault = Vault::of(&[("a.md", "one")]);
    for tool in ["edit_file", "write_file"] {
        let reply = vault.call_tool(&mut crate::support::session(), tool, r#"{"path": "a.md", "content": ""}"#);
        assert!(text(&reply).contains("there is no tool"), "{}", text(&reply));
    }
    assert!(vault.asked.is_empty());
}

#[test]
fn encodings_and_byte_order_marks_stay() {
    let utf16: Vec<u8> =
        [0xfe, 0xff].into_iter().chain("Ärger\r\nzwei\r\n".encode_utf16().flat_map(u16::to_be_bytes)).collect();
    let mut vault = Vault::default().with("a.md", utf16).with("b.md", "\u{feff}one\n");
    assert!(!edit(&mut vault, "a.md", "zwei\n", "drei\nvier\n").is_error);
    let expected = "Ärger\r\ndrei\r\nvier\r\n".encode_utf16().flat_map(u16::to_be_bytes);
    assert_eq!(vault.content("a.md").unwrap(), [0xfe, 0xff].into_iter().chain(expected).collect::<Vec<u8>>());
    assert!(!edit(&mut vault, "b.md", "one", "two").is_error);
    assert_eq!(vault.content("b.md").unwrap(), "\u{feff}two\n".as_bytes());
    let mut broken = Vault::default().with("a.md", b"one\n\xff\n".to_vec());
    assert_eq!(code(&edit(&mut broken, "a.md", "one", "two")), ErrorCode::Unsupported);
    let mut late = Vault::default().with("a.md", [vec![b'a'; 9000], vec![0xff]].concat());
    // It is read in an older encoding, and found there.
    assert_eq!(code(&edit(&mut late, "a.md", "aaa", "b")), ErrorCode::NoMatch);
    assert!(broken.writes.is_empty() && late.writes.is_empty());
}

/// `text` in windows-1252, of which this knows a few characters.
fn windows_1252(text: &str) -> Vec<u8> {
    let byte = |char: char| match char {
        '€' => 0x80,
        '–' => 0x96,
        '“' => 0x93,
        '”' => 0x94,
        char => u8::try_from(char).expect("a character of windows-1252"),
    };
    text.chars().map(byte).collect()
}

#[test]
fn an_older_encoding_keeps_every_byte_outside_the_edit() {
    let before = "# Café Glöckner\r\n\r\nDie Glocke hängt im Turm – sie läutet täglich.\nGrün, schön und süß: 5 €.\r\n";
    let mut vault = Vault::default().with("a.md", windows_1252(before));
    let read = vault.call_tool(&mut session(), "read_file", r#"{"path": "a.md"}"#);
    assert!(text(&read).contains("[version ") && text(&read).contains("windows-1252"), "{}", text(&read));
    let reply = edit(&mut vault, "a.md", "im Turm – sie läutet täglich.", "“dort” – für 7 €\nund läutet.");
    let after = before.replace("im Turm – sie läutet täglich.", "“dort” – für 7 €\nund läutet.");
    assert_eq!(vault.content("a.md").unwrap(), windows_1252(&after), "{}", text(&reply));
    // The reply has the version that reading it shows.
    let version = change(&reply).version.clone().unwrap();
    let read = vault.call_tool(&mut session(), "read_file", r#"{"path": "a.md"}"#);
    assert!(text(&read).ends_with(&format!("[version {version}]")), "{}", text(&read));
    // A character that the encoding lacks is named.
    let reply = edit(&mut vault, "a.md", "hängt", "hängt → dort");
    assert_eq!(
        text(&reply),
        "error[unsupported]: U+2192 \"→\" isn't in windows-1252, the encoding of \"a.md\"\n\
         help: write it with other characters, or ask the user to convert the file to UTF-8"
    );
    // So is a change after which it would be read as something else.
    let mut short = Vault::default().with("b.md", windows_1252(&before.replace(|c: char| c > '~' && c != 'é', "e")));
    let reply = edit(&mut short, "b.md", "Café", "CafÃ©");
    assert_eq!((code(&reply), short.writes.len()), (ErrorCode::Unsupported, 0), "{}", text(&reply));
    // Other tools, and text that is added.
    let reply = vault.call_tool(&mut session(), "edit_file", r#"{"path": "a.md", "append": "Schluß"}"#);
    assert!(vault.content("a.md").unwrap().ends_with(b".\r\nSchlu\xdf\r\n"), "{}", text(&reply));
    vault.call_tool(&mut session(), "edit_properties", r#"{"path": "a.md", "set": {"ort": "Köln"}}"#);
    assert!(vault.content("a.md").unwrap().starts_with(b"---\r\nort: K\xf6ln\r\n---\r\n# Caf\xe9"));
    // Encodings with several bytes a character are read, but not written.
    let japanese = encoding_rs::SHIFT_JIS.encode(&"鐘は塔にかかっている。毎日鳴る。\n".repeat(9)).0.into_owned();
    let mut vault = Vault::default().with("a.md", japanese);
    let reply = edit(&mut vault, "a.md", "毎日", "毎週");
    assert!(text(&reply).contains("is read as Shift_JIS") && vault.writes.is_empty(), "{}", text(&reply));
}

#[test]
fn a_new_note_takes_the_spelling_of_its_folders_from_notes_that_are_not_excluded() {
    const CLOSED: &str = "---\nlectern: false\n---\n";
    let made_in = |files: &[(&str, &str)], path: &str| {
        let mut vault = Vault::of(files);
        let reply = write(&mut vault, &json!({ "path": path, "content": "x\n" }));
        change(&reply).path.clone()
    };
    let files = [("Work/Deep/a.md", CLOSED), ("WORK/deep/b.md", CLOSED), ("work/c.md", "c"), ("Other/d.md", "d")];
    assert_eq!(made_in(&files, "work/DEEP/n"), "work/DEEP/n.md");
    assert_eq!(made_in(&files, "WoRK/DEEP/n"), "work/DEEP/n.md");
    assert_eq!(made_in(&[("Work/Deep/a.md", "a"), files[1], files[2]], "work/DEEP/n"), "Work/Deep/n.md");
    assert_eq!(made_in(&files[..2], "work/n"), "work/n.md");
    // Of two spellings, the one that was given.
    assert_eq!(made_in(&[("WORK/a.md", "a"), ("work/b.md", "b")], "work/n"), "work/n.md");
    // More excluded notes than are read at once.
    let many: Vec<_> = (0..40).map(|number| format!("Work/{number}.md")).collect();
    let mut files: Vec<_> = many.iter().map(|path| (path.as_str(), CLOSED)).collect();
    assert_eq!(made_in(&files, "work/n"), "work/n.md");
    files.push(("Work/z.md", "z"));
    assert_eq!(made_in(&files, "work/n"), "Work/n.md");
}

#[test]
fn a_tag_in_an_older_encoding_closes_a_note_to_changes() {
    let rules = || Config { closed_tags: vec!["geschützt".to_owned()], ..Config::default() };
    let note = "# Café Glöckner\n\nDie Glocke hängt im Turm und läutet täglich für süße Grüße.\n#geschützt\n";
    let utf16: Vec<u8> = [0xff, 0xfe].into_iter().chain(note.encode_utf16().flat_map(u16::to_le_bytes)).collect();
    for bytes in [windows_1252(note), utf16] {
        let mut vault = Vault::default().with("a.md", bytes);
        let args = json!({ "path": "a.md", "edits": [{ "old": "Turm", "new": "Dorf" }] }).to_string();
        let reply = vault.call_tool(&mut session_of(rules()), "edit_file", &args);
        assert!(reply.is_error && vault.proposals.is_empty(), "{}", text(&reply));
    }
}

#[test]
fn a_byte_order_mark_is_no_text_of_a_model() {
    let mut vault = Vault::of(&[("a.md", "one\n"), ("b.md", "\u{feff}one\n")]);
    for path in ["a.md", "b.md"] {
        let read = vault.call_tool(&mut session(), "read_file", &json!({ "path": path }).to_string());
        let version = read.structured_content.files[0].version.clone().unwrap();
        write(&mut vault, &json!({ "path": path, "content": "\u{feff}two\n", "expect": version }));
    }
    write(&mut vault, &json!({ "path": "c.md", "content": "\u{feff}three\n" }));
    edit(&mut vault, "c.md", "three", "\u{feff}3");
    assert_eq!(vault.content("a.md").unwrap(), b"two\n");
    assert_eq!(vault.content("b.md").unwrap(), "\u{feff}two\n".as_bytes());
    assert_eq!(vault.content("c.md").unwrap(), b"3\n");
}

#[test]
fn what_cannot_be_edited_is_refused() {
    let canvas = r#"{"nodes":[{"id":"1","type":"text","text":"one","x":0,"y":0,"width":9,"height":9}],"edges":[]}"#;
    let mut vault = Vault::of(&[("a.canvas", canvas)]).with("a.pdf", b"%PDF-1.7\n".to_vec());
    for path in ["a.canvas", "a.pdf"] {
        assert_eq!(code(&edit(&mut vault, path, "one", "two")), ErrorCode::Unsupported, "{path}");
    }
    for path in ["b.pdf", "b.png", "b.canvas", "b.docx", "b.mp3"] {
        let reply = write(&mut vault, &json!({ "path": path, "content": "x" }));
        assert_eq!(code(&reply), ErrorCode::Unsupported, "{path}");
    }
    for path in ["a:b.md", "con.md", "COM1.md", "a?.md", "a .md/b.md", "Notes./a.md", "a#b.md", "../a.md", "C:/a.md"] {
        assert!(write(&mut vault, &json!({ "path": path, "content": "x" })).is_error || path == "a .md/b.md", "{path}");
    }
    assert!(vault.proposals.is_empty() || vault.writes.len() == 1);
}

#[test]
fn a_new_file_keeps_to_the_folders_there_are() {
    let mut vault = Vault::of(&[("Notes/Sub/a.md", "one")]);
    let reply = write(&mut vault, &json!({ "path": "notes/SUB/Plan", "content": "# Plan\n" }));
    assert_eq!(change(&reply).path, "Notes/Sub/Plan.md");
    assert_eq!(vault.content("Notes/Sub/Plan.md").unwrap(), b"# Plan\n");
    assert_eq!(
        text(&reply),
        format!("created \"Notes/Sub/Plan.md\": 1 line, version {}", change(&reply).version.as_deref().unwrap())
    );
    assert!(
        vault.proposals[0]
            .diff
            .contains("new file mode 100644\n--- /dev/null\n+++ b/Notes/Sub/Plan.md\n@@ -0,0 +1 @@\n+# Plan\n")
    );
    // Another note of that name elsewhere is not meant.
    let reply = write(&mut vault, &json!({ "path": "Plan.md", "content": "x" }));
    assert_eq!(change(&reply).path, "Plan.md");
    // Another spelling of a file that exists means that file.
    let reply = write(&mut vault, &json!({ "path": "notes/sub/PLAN.md", "content": "x" }));
    assert_eq!(code(&reply), ErrorCode::Outdated);
}

#[test]
fn replacing_a_file_needs_its_version() {
    let mut vault = Vault::of(&[("a.md", "one\r\ntwo\r\n")]);
    let reply = write(&mut vault, &json!({ "path": "a.md", "content": "1\n" }));
    assert_eq!(code(&reply), ErrorCode::Outdated);
    let read = vault.call_tool(&mut session(), "read_file", r#"{"path": "a.md"}"#);
    let version = read.structured_content.files[0].version.clone().unwrap();
    assert!(text(&reply).contains(&format!(r#""expect": "{version}""#)), "{}", text(&reply));
    assert!(write(&mut vault, &json!({ "path": "a.md", "content": "1\n", "expect": "00000000" })).is_error);
    assert!(write(&mut vault, &json!({ "path": "new.md", "content": "1\n", "expect": version })).is_error);
    assert!(vault.writes.is_empty());
    let reply = write(&mut vault, &json!({ "path": "a.md", "content": "1\ntwo\n3\n", "expect": version }));
    assert!(!reply.is_error);
    assert_eq!(vault.content("a.md").unwrap(), b"1\r\ntwo\r\n3\r\n");
}

/// Adds text to `a.md`, which is `note`, and returns what it becomes, or the error.
#[expect(clippy::needless_pass_by_value, reason = "the calls are shorter")]
fn added(note: &str, args: serde_json::Value) -> Result<String, String> {
    let mut vault = Vault::of(&[("a.md", note)]);
    let mut all = json!({ "path": "a.md" });
    all.as_object_mut().unwrap().extend(args.as_object().unwrap().clone());
    let reply = vault.call_tool(&mut session(), "edit_file", &all.to_string());
    if reply.is_error {
        Err(text(&reply).to_owned())
    } else {
        Ok(String::from_utf8(vault.content("a.md").unwrap().to_vec()).unwrap())
    }
}

#[test]
fn text_is_added_in_one_call() {
    let note = "---\r\ntags: x\r\n---\r\n# Plan\r\n## Tasks\r\n- a\r\n\r\n## Done\r\n";
    let at = |position: &str| Ok(note.replacen(position, &format!("{position}- b\r\n"), 1));
    assert_eq!(added(note, json!({ "append": "- b" })), at("## Done\r\n"));
    assert_eq!(added(note, json!({ "prepend": "- b\n" })), at("x\r\n---\r\n"));
    for under in ["Tasks", "## tasks", "#Tasks", "Plan#Tasks", "# Plan ## Tasks"] {
        assert_eq!(added(note, json!({ "append": "- b", "under": under })), at("- a\r\n"), "{under}");
        assert_eq!(added(note, json!({ "prepend": "- b", "under": under, "append": null })), at("## Tasks\r\n"));
    }
    // The section of a heading holds those below it.
    assert_eq!(added(note, json!({ "append": "- b", "under": "Plan", "edits": [] })), at("## Done\r\n"));
    assert_eq!(added("", json!({ "append": "one\ntwo" })), Ok("one\ntwo\n".to_owned()));
    assert_eq!(added("", json!({ "prepend": "one" })), Ok("one\n".to_owned()));
    // Edits come first.
    let both =
        json!({ "edits": [{ "old": "Tasks", "new": "To do" }], "append": "x", "prepend": "y", "under": "To do" });
    let expected = note.replace("Tasks\r\n- a", "To do\r\ny\r\n- a\r\nx");
    assert_eq!(added(note, both), Ok(expected));
    let missing = added(note, json!({ "append": "x", "under": "Taks" })).unwrap_err();
    assert_eq!(
        missing,
        "error[no_match]: \"a.md\" has no heading \"Taks\"\nhelp: give one of its headings: \"Plan\", \"Tasks\", \"Done\""
    );
    let twice = "# A\n## Log\n# B\n## Log\n";
    let several = added(twice, json!({ "append": "x", "under": "Log" })).unwrap_err();
    assert!(several.contains("several headings \"Log\", on lines 2, 4\n") && several.contains("A#Log"), "{several}");
    assert_eq!(added(twice, json!({ "append": "x", "under": "B#Log" })), Ok(format!("{twice}x\n")));
    for args in [json!({ "under": "A" }), json!({}), json!({ "append": "" }), json!({ "append": "1: x" })] {
        assert!(added(twice, args.clone()).unwrap_err().starts_with("error[invalid_arguments]"), "{args}");
    }
    assert!(added("a\n", json!({ "append": "x", "under": "A" })).unwrap_err().contains("has no headings"));
    // The help for an empty `old` can be followed in an empty note.
    let help = added("", json!({ "edits": [{ "old": "", "new": "x" }] })).unwrap_err();
    assert!(help.contains("\"append\": \"new text\""), "{help}");
}

#[test]
fn a_loss_is_counted_by_text() {
    let lost = |before: &str, after: &str| {
        let mut vault = Vault::of(&[("a.md", before)]);
        edit(&mut vault, "a.md", before, after);
        let proposal = vault.proposals.pop().expect("a proposal");
        (proposal.loss.removed, proposal.loss.all, proposal.always_ask)
    };
    let line = "It hangs in the tower and rings at noon. ".repeat(500);
    assert_eq!(lost(&line, "x"), (15_500, 15_500, true));
    assert_eq!(lost("one two\nthree\n", "three\r\n**one** two\n"), (0, 11, false));
    assert_eq!(lost(&line, &(line.clone() + "x")), (0, 15_500, false));
}

#[test]
fn placeholders_and_numbered_lines_are_refused() {
    let mut vault = Vault::of(&[("a.md", "one\ntwo\nthree\n")]);
    let read = vault.call_tool(&mut session(), "read_file", r#"{"path": "a.md"}"#);
    let version = read.structured_content.files[0].version.clone().unwrap();
    for content in ["one\n… rest unchanged …\n", "one\n...\n", "1: one\n2: two\n", "one\n<!-- rest of the note -->\n"]
    {
        let reply = write(&mut vault, &json!({ "path": "a.md", "content": content, "expect": version }));
        assert_eq!(code(&reply), ErrorCode::InvalidArguments, "{content}");
    }
    let reply = edit(&mut vault, "a.md", "1: one\n2: two", "1: one\n2: 2");
    assert_eq!(code(&reply), ErrorCode::NoMatch);
    assert!(
        text(&reply).contains(r#"{"edits":[{"new":"one\n2","old":"one\ntwo"}],"path":"a.md"}"#),
        "{}",
        text(&reply)
    );
    assert!(vault.proposals.is_empty());
}

#[test]
fn only_accepted_hunks_are_written_and_the_model_learns_of_the_others() {
    let lines: Vec<String> = (1..=20).map(|line| line.to_string()).collect();
    let mut vault = Vault::of(&[("a.md", lines.join("\n").as_str())]);
    vault.decisions = vec![Decision { comment: Some("keep\nthe end".to_owned()), ..accepted(Some(vec![0])) }];
    let args =
        json!({ "path": "a.md", "edits": [{ "old": "2\n3", "new": "two\n3" }, { "old": "19", "new": "nineteen" }] });
    let reply = vault.call_tool(&mut session(), "edit_file", &args.to_string());
    assert_eq!(vault.content("a.md").unwrap(), lines.join("\n").replace("\n2\n", "\ntwo\n").as_bytes());
    assert!(
        text(&reply).ends_with("\n2: two\nthe user rejected the change of lines 19-19\nthe user says: keep\nthe end"),
        "{}",
        text(&reply)
    );
    assert_eq!((change(&reply).outcome, &change(&reply).rejected[..]), (ChangeOutcome::Accepted, &[1][..]));
    assert!(!change(&reply).diff.contains("nineteen"));
}

#[test]
fn what_the_host_warned_of_is_in_the_reply() {
    for edited in [None, Some(vec![EditedHunk { hunk: 0, text: "2\n".to_owned() }])] {
        let mut vault = Vault::of(&[("a.md", "1\n")]);
        vault.decisions =
            vec![Decision { warnings: Some(vec!["it has two names".to_owned()]), edited, ..accepted(None) }];
        let args = json!({ "path": "a.md", "edits": [{ "old": "1", "new": "one" }] });
        let reply = vault.call_tool(&mut session(), "edit_file", &args.to_string());
        assert!(text(&reply).contains("\nwarning: it has two names"), "{}", text(&reply));
    }
}

#[test]
fn nothing_is_written_without_consent() {
    let mut vault = Vault::of(&[("a.md", "one")]);
    let decide = |outcome, hunks| vec![Decision { outcome, hunks, comment: None, edited: None, warnings: None }];
    for (decisions, outcome) in [
        (decide(ChangeOutcome::Rejected, None), ChangeOutcome::Rejected),
        (decide(ChangeOutcome::Planned, None), ChangeOutcome::Planned),
        (decide(ChangeOutcome::Declined, None), ChangeOutcome::Declined),
        (decide(ChangeOutcome::Accepted, Some(Vec::new())), ChangeOutcome::Rejected),
        (decide(ChangeOutcome::Accepted, Some(vec![7])), ChangeOutcome::Rejected),
    ] {
        vault.decisions = decisions;
        let reply = edit(&mut vault, "a.md", "one", "two");
        assert!(!reply.is_error && text(&reply).contains("is unchanged"), "{}", text(&reply));
        assert_eq!(change(&reply).outcome, outcome);
    }
    assert_eq!((vault.content("a.md").unwrap(), vault.writes.len()), (&b"one"[..], 0));
}

#[test]
fn a_note_that_changes_meanwhile_is_proposed_anew() {
    let mut vault = Vault::of(&[("a.md", "one\n")]);
    vault.meanwhile = Some(("a.md".to_owned(), b"zero\none\n".to_vec()));
    let reply = edit(&mut vault, "a.md", "one", "two");
    assert!(text(&reply).ends_with("\n2: two"), "{}", text(&reply));
    assert_eq!((vault.proposals.len(), vault.content("a.md").unwrap()), (2, &b"zero\ntwo\n"[..]));
    // A file that is made meanwhile is not replaced.
    vault.meanwhile = Some(("b.md".to_owned(), b"mine".to_vec()));
    assert_eq!(code(&write(&mut vault, &json!({ "path": "b.md", "content": "x" }))), ErrorCode::Outdated);
    assert_eq!(vault.content("b.md").unwrap(), b"mine");
    // One that closes itself meanwhile is as excluded as ever.
    let closed = b"---\nlectern: false\n---\none\n".to_vec();
    vault.meanwhile = Some(("a.md".to_owned(), closed.clone()));
    assert_eq!(code(&edit(&mut vault, "a.md", "two", "three")), ErrorCode::NotFound);
    assert_eq!(vault.content("a.md").unwrap(), closed);
}

#[test]
fn what_is_excluded_or_read_only_is_not_written() {
    let mut vault = Vault::of(&[
        ("closed.md", "---\nlectern: false\n---\none"),
        ("kept.md", "---\nlectern: read\n---\none"),
        ("odd.md", "---\nlectern: \"re\\\n  ad\"\n---\none"),
        ("Archive/a.md", "one"),
        ("Private/a.md", "one"),
        (".obsidian/a.md", "one"),
        (".lecternignore", "Private/"),
    ]);
    let config =
        Config { protected: vec!["Private".to_owned()], read_only: vec!["archive/".to_owned()], ..Config::default() };
    let mut session = session_of(config);
    let mut call = |vault: &mut Vault, tool: &str, path: &str| {
        let args = if tool == "edit_file" {
            json!({ "path": path, "edits": [{ "old": "one", "new": "two" }] })
        } else {
            json!({ "path": path, "content": "x" })
        };
        code(&vault.call_tool(&mut session, tool, &args.to_string()))
    };
    for path in ["kept.md", "odd.md", "Archive/a.md"] {
        assert_eq!(call(&mut vault, "edit_file", path), ErrorCode::ReadOnly, "{path}");
        assert_eq!(call(&mut vault, "write_file", path), ErrorCode::ReadOnly, "{path}");
    }
    assert_eq!(call(&mut vault, "write_file", "archive/new.md"), ErrorCode::ReadOnly);
    for path in
        ["Private/a.md", "private/A.md", "Private/new.md", ".obsidian/a.md", ".lecternignore", "x/../Private/b.md"]
    {
        assert_eq!(call(&mut vault, "edit_file", path), ErrorCode::Denied, "{path}");
        assert_eq!(call(&mut vault, "write_file", path), ErrorCode::Denied, "{path}");
    }
    assert_eq!(call(&mut vault, "edit_file", "closed.md"), ErrorCode::NotFound);
    assert!(vault.proposals.is_empty());
    // Its content excludes it, so a model sees no file here; but there is one, which is not replaced.
    assert_eq!(call(&mut vault, "write_file", "closed.md"), ErrorCode::Denied);
    assert!(vault.writes.is_empty());
    // The user is asked first, once, and told why; so a model alone does not learn of it.
    assert_eq!(vault.proposals.len(), 1);
    assert!(vault.proposals[0].always_ask);
    assert!(vault.proposals[0].warnings[0].contains("an excluded note is there already"));
    vault.decisions = vec![rejected()];
    let told = vault.call_tool(&mut session, "write_file", r#"{"path": "closed.md", "content": "x"}"#);
    assert_eq!(told, {
        let mut without = Vault::of(&[("odd.md", "")]);
        without.decisions = vec![rejected()];
        without.call_tool(&mut session, "write_file", r#"{"path": "closed.md", "content": "x"}"#)
    });
}

#[test]
fn a_rule_that_is_set_while_the_user_looks_counts() {
    let mut vault = Vault::of(&[("a.md", "one #secret\n")]);
    let mut session = session();
    let args = json!({ "path": "a.md", "edits": [{ "old": "one", "new": "two" }] }).to_string();
    let mut step = session.start("edit_file", &args);
    let reply = loop {
        match step {
            lectern::Step::Done(reply) => break reply,
            lectern::Step::Ask { call, requests } => {
                if let [lectern::Request::Approve(_)] = requests[..] {
                    let closing = Config { changes: true, closed_tags: vec!["secret".to_owned()], ..Config::default() };
                    session.reconfigure(&closing).unwrap();
                }
                let answers = requests.iter().map(|request| vault.answer(request)).collect();
                step = session.resume(call, answers);
            }
        }
    };
    assert_eq!(code(&reply), ErrorCode::Denied);
    assert!(vault.writes.is_empty());
}
