//! Changes to notes: what is proposed, what is written, and what is refused before anything is.

use lectern::{ChangeMade, ErrorCode, Reply};
use serde_json::json;

use crate::support::{Vault, assert_says, code, session, text};

fn write(vault: &mut Vault, args: &serde_json::Value) -> Reply {
    vault.change("write_file", args)
}

fn change(reply: &Reply) -> &ChangeMade {
    reply.structured_content.change.as_deref().unwrap_or_else(|| panic!("a change was expected, not {reply:?}"))
}

#[test]
fn an_edit_changes_its_lines_and_tells_their_new_numbers() {
    let mut vault = Vault::of(&[("a.md", "one\r\ntwo\nthree")]);
    let reply = vault.edit("a", "two", "2\n2b");
    assert_eq!(vault.text_at("a.md"), Some("one\r\n2\n2b\nthree"));
    let version = change(&reply).version.as_deref().unwrap();
    assert_eq!(text(&reply), format!("changed \"a.md\": 1 change, version {version}\n2: 2\n3: 2b"));
    assert_eq!(
        vault.proposals[0].diff,
        "diff --git a/a.md b/a.md\n--- a/a.md\n+++ b/a.md\n@@ -1,3 +1,4 @@\n one\r\n-two\n+2\n+2b\n three\n\\ No newline at end of file\n"
    );
    assert_eq!(vault.proposals[0].new_version.as_deref(), Some(version));
    // It can go on with the version that it was told.
    let args = json!({ "path": "a.md", "expect": version, "edits": [{ "old": "2b", "new": "" }] });
    assert!(!vault.change("edit_file", &args).is_error);
}

#[test]
fn the_version_is_the_last_line_of_what_is_read_if_changes_are_allowed() {
    let mut vault = Vault::of(&[("a.md", "one\ntwo\n")]);
    let reply = vault.change("read_file", &json!({ "path": "a.md", "end_line": 1 }));
    let version = reply.structured_content.files[0].version.clone().unwrap();
    assert_eq!(text(&reply), format!("1: one\n[lines 1-1 of 2]\n[version {version}]"));
    let reply = vault.call(&mut session(), r#"{"path": "a.md"}"#);
    assert_eq!((text(&reply), &reply.structured_content.files[0].version), ("1: one\n2: two", &None));
}

#[test]
fn tools_that_change_notes_need_the_setting() {
    let mut vault = Vault::of(&[("a.md", "one")]);
    for tool in ["edit_file", "write_file"] {
        let reply = vault.call_tool(&mut session(), tool, r#"{"path": "a.md", "content": ""}"#);
        assert_says(&reply, "there is no tool");
    }
    assert!(vault.asked.is_empty());
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
fn what_cannot_be_edited_is_refused() {
    let canvas = r#"{"nodes":[{"id":"1","type":"text","text":"one","x":0,"y":0,"width":9,"height":9}],"edges":[]}"#;
    let mut vault = Vault::of(&[("a.canvas", canvas)]).with("a.pdf", b"%PDF-1.7\n".to_vec());
    for path in ["a.canvas", "a.pdf"] {
        assert_eq!(code(&vault.edit(path, "one", "two")), ErrorCode::Unsupported, "{path}");
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
    assert_eq!(vault.text_at("Notes/Sub/Plan.md"), Some("# Plan\n"));
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
    let read = vault.change("read_file", &json!({ "path": "a.md" }));
    let version = read.structured_content.files[0].version.clone().unwrap();
    assert_says(&reply, &format!(r#""expect": "{version}""#));
    assert!(write(&mut vault, &json!({ "path": "a.md", "content": "1\n", "expect": "00000000" })).is_error);
    assert!(write(&mut vault, &json!({ "path": "new.md", "content": "1\n", "expect": version })).is_error);
    assert!(vault.writes.is_empty());
    let reply = write(&mut vault, &json!({ "path": "a.md", "content": "1\ntwo\n3\n", "expect": version }));
    assert!(!reply.is_error);
    assert_eq!(vault.text_at("a.md"), Some("1\r\ntwo\r\n3\r\n"));
}

/// Adds text to `a.md`, which is `note`, and returns what it becomes, or the error.
#[expect(clippy::needless_pass_by_value, reason = "the calls are shorter")]
fn added(note: &str, args: serde_json::Value) -> Result<String, String> {
    let mut vault = Vault::of(&[("a.md", note)]);
    let mut all = json!({ "path": "a.md" });
    all.as_object_mut().unwrap().extend(args.as_object().unwrap().clone());
    let reply = vault.change("edit_file", &all);
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
        vault.edit("a.md", before, after);
        let proposal = vault.proposal();
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
    let version = vault.version_of("a.md");
    for content in ["one\n… rest unchanged …\n", "one\n...\n", "1: one\n2: two\n", "one\n<!-- rest of the note -->\n"]
    {
        let reply = write(&mut vault, &json!({ "path": "a.md", "content": content, "expect": version }));
        assert_eq!(code(&reply), ErrorCode::InvalidArguments, "{content}");
    }
    let reply = vault.edit("a.md", "1: one\n2: two", "1: one\n2: 2");
    assert_eq!(code(&reply), ErrorCode::NoMatch);
    assert_says(&reply, r#"{"edits":[{"new":"one\n2","old":"one\ntwo"}],"path":"a.md"}"#);
    assert!(vault.proposals.is_empty());
}
