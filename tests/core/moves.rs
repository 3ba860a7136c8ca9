//! Moving files: which links change, what is refused, and the way back.

use lectern::{Answer, ChangeOutcome, Config, Decision, ErrorCode, MovedBack, Reply, Undo};
use serde_json::json;

use crate::support::changed_vault::{accepted, undo_of_move};
use crate::support::{Vault, assert_ends, assert_says, changing, closing, code, opened, text};

/// A config under which notes outside `Private/` may be changed, those in `Fixed/` excepted.
fn guarded() -> Config {
    Config { changes: true, read_only: vec!["Fixed/".to_owned()], ..closing(&["Private/", "Gone/"], &[]) }
}

fn move_under(config: &Config, vault: &mut Vault, from: &str, to: &str) -> Reply {
    vault.call_tool(&mut opened(config), "move_file", &json!({ "from": from, "to": to }).to_string())
}

fn move_file(vault: &mut Vault, from: &str, to: &str) -> Reply {
    vault.change("move_file", &json!({ "from": from, "to": to }))
}

fn message(reply: &Reply) -> String {
    reply.structured_content.error.as_ref().map_or_else(|| panic!("not refused: {}", text(reply)), ToString::to_string)
}

/// Where the moved file is then.
fn moved_to(reply: &Reply) -> Option<&str> {
    reply.structured_content.change.as_ref().map(|change| change.path.as_str())
}

#[test]
fn links_to_it_and_in_it_are_updated_and_the_way_back_is_exact() {
    let files = [
        ("Notes/a.md", "\u{feff}See [b](../b.md).\r\n"),
        ("b.md", "[[a]] and [text](Notes/a.md#H), not `[[a]]`\n"),
        ("c.md", "---\nup: \"[[Notes/a]]\"\n---\n![[a#^x]] no newline at the end"),
        ("d.md", "[[b]]"),
    ];
    let mut vault = Vault::of(&files);
    let reply = move_file(&mut vault, "a", "Archive/2026/new a.md");
    let version = reply.structured_content.change.as_ref().and_then(|change| change.version.clone()).unwrap();
    assert_eq!(
        text(&reply),
        format!(
            "moved \"Notes/a.md\" to \"Archive/2026/new a.md\", version {version}\n\
             links are updated in 3 notes: \"Archive/2026/new a.md\", \"b.md\", \"c.md\"\n\
             warning: these links to it name a heading or block that it does not have: \"b.md\" (line 1), \"c.md\" (line 4)"
        )
    );
    assert_eq!(vault.text_at("Notes/a.md"), None);
    assert_eq!(vault.text_at("Archive/2026/new a.md"), Some("\u{feff}See [b](../../b.md).\r\n"));
    assert_eq!(vault.text_at("b.md"), Some("[[new a]] and [text](Archive/2026/new%20a.md#H), not `[[a]]`\n"));
    assert_eq!(
        vault.text_at("c.md"),
        Some("---\nup: \"[[Archive/2026/new a]]\"\n---\n![[new a#^x]] no newline at the end")
    );
    let proposal = &vault.proposals[0];
    assert_eq!(proposal.moved_to.as_deref(), Some("Archive/2026/new a.md"));
    assert!(proposal.diff.starts_with(
        "diff --git a/Notes/a.md b/Archive/2026/new a.md\nrename from Notes/a.md\nrename to Archive/2026/new a.md\n--- a/Notes/a.md\n"
    ));
    // The version is that of what is there now.
    let args = json!({ "path": "new a", "expect": version, "edits": [{ "old": "See", "new": "see" }] });
    let mut changed = vault.clone();
    assert!(!changed.call_tool(&mut changing(), "edit_file", &args.to_string()).is_error);
    for (vault, wanted) in [(vault, "See"), (changed, "see")] {
        let mut vault = vault;
        let back = undo_of_move(&vault);
        assert!(!vault.undo(back).is_error);
        assert_eq!(vault.text_at("Notes/a.md").unwrap(), files[0].1.replace("See", wanted));
        for (path, before) in &files[1..] {
            assert_eq!(vault.text_at(path), Some(*before));
        }
        assert_eq!(vault.text_at("Archive/2026/new a.md"), None);
    }
}

#[test]
fn a_move_that_the_host_takes_back_is_checked_as_the_move_was() {
    let mut vault = Vault::of(&[("Notes/a.md", "See [b](../b.md).\n"), ("b.md", "[[a]]\n"), ("x.md", "[[Notes/a]]\n")]);
    move_file(&mut vault, "a", "c");
    let undo = undo_of_move(&vault);
    let back = |linked| Undo { moved: Some(MovedBack { to: "Notes/a.md".to_owned(), linked }), ..undo.clone() };
    // The links are updated as in a new move, and read again.
    let reply = vault.clone().undo(back(None));
    assert_says(&reply, "links are updated in 3 notes: \"b.md\", \"Notes/a.md\", \"x.md\"");
    assert!(!text(&reply).contains("warning"), "{}", text(&reply));
    // Without what the move changed, none is.
    let reply = vault.undo(back(Some(Vec::new())));
    assert_says(&reply, "warning: these links are not updated and will break");
}

#[test]
fn nothing_is_replaced_and_the_kind_of_file_stays() {
    let mut vault = Vault::of(&[("a.md", "a"), ("b.md", "b"), ("Folder/x.md", "x"), ("p.png", "\u{89}PNG")]);
    for (from, to, wanted) in [
        ("a.md", "b.md", "there is a \"b.md\" already"),
        ("a.md", "B", "there is a \"b.md\" already"),
        ("a.md", "folder/X.md", "there is a \"Folder/x.md\" already"),
        ("a.md", "a", "\"a.md\" is there already"),
        ("p.png", "p.md", "\"p.md\" would have another extension than \"p.png\""),
        ("a.md", "c?.md", "\"c?.md\" contains ?, which some file systems refuse"),
        ("a.md", "../c.md", "\"../c.md\" leaves the vault"),
        ("q.md", "c.md", "no note at \"q.md\""),
    ] {
        assert_eq!(message(&move_file(&mut vault, from, to)), wanted, "{from} to {to}");
    }
    assert!(vault.proposals.is_empty());
    for (from, to, wanted) in [
        ("a.md", "A", "A.md"),
        ("A.md", "folder/", "Folder/A.md"),
        ("b", "Version 1.2", "Version 1.2.md"),
        ("p.png", "Pictures/q", "Pictures/q.png"),
    ] {
        let reply = move_file(&mut vault, from, to);
        assert_eq!(moved_to(&reply), Some(wanted), "{}", text(&reply));
        assert!(vault.content(wanted).is_some());
    }
}

#[test]
fn what_is_excluded_or_read_only_is_not_touched() {
    let mut vault = Vault::of(&[
        ("a.md", "a"),
        ("Private/p.md", "[[a]]"),
        ("Fixed/f.md", "[[a]]"),
        ("closed.md", "---\nlectern: false\n---\n[[a]]"),
    ]);
    let mut moved = |from: &str, to: &str| move_under(&guarded(), &mut vault, from, to);
    for (from, to, expected) in [
        ("a.md", "Private/a.md", ErrorCode::Denied),
        ("a.md", "Private/p.md", ErrorCode::Denied),
        ("Private/p.md", "b.md", ErrorCode::Denied),
        ("a.md", "Fixed/a.md", ErrorCode::ReadOnly),
        ("Fixed/f.md", "f.md", ErrorCode::ReadOnly),
        ("closed.md", "f.md", ErrorCode::NotFound),
    ] {
        assert_eq!(code(&moved(from, to)), expected, "{from} to {to}");
    }
    let reply = moved("a.md", "b.md");
    assert_eq!(
        text(&reply).lines().skip(1).collect::<Vec<_>>(),
        ["warning: links in 1 read-only note are not updated: \"Fixed/f.md\""]
    );
    // Something that is not listed is at the new path.
    assert_eq!(code(&moved("b.md", "closed.md")), ErrorCode::Denied);
    for path in ["Private/p.md", "Fixed/f.md"] {
        assert_eq!(vault.text_at(path), Some("[[a]]"));
    }
    assert!(!vault.asked.iter().any(|asked| asked.contains("read Private")));
}

#[test]
fn a_rejected_move_changes_nothing_and_one_that_is_outdated_is_asked_again() {
    let mut vault = Vault::of(&[("a.md", "a"), ("n.md", "[[a]]")]);
    vault.decisions.push(Decision {
        outcome: ChangeOutcome::Rejected,
        comment: Some("Not now.".to_owned()),
        ..accepted(None)
    });
    let reply = move_file(&mut vault, "a", "b");
    assert_ends(&reply, "the user says: Not now.");
    assert!(vault.moves.is_empty());
    vault.meanwhile = Some(("a.md".to_owned(), b"new".to_vec()));
    assert!(!move_file(&mut vault, "a", "b").is_error);
    assert_eq!((vault.proposals.len(), vault.text_at("b.md"), vault.text_at("n.md")), (3, Some("new"), Some("[[b]]")));
    // A note that changed meanwhile keeps its links, and the reply says so.
    vault.meanwhile = Some(("n.md".to_owned(), b"mine: [[b]]".to_vec()));
    let reply = move_file(&mut vault, "b", "c");
    assert_says(&reply, "warning: 1 link in \"n.md\" do not open the same file");
    assert_eq!(vault.text_at("n.md"), Some("mine: [[b]]"));
}

#[test]
fn a_file_that_moves_onto_a_folder_moves_into_it() {
    let vault = Vault::of(&[
        ("a.md", "[[b]]"),
        ("b.md", "[[a]]"),
        ("Sub/x.md", "x"),
        ("Sub/b.md", "other"),
        ("v1.2/x.md", "x"),
        ("Private/p.md", "p"),
        ("Diary/d.md", "---\nlectern: false\n---\n"),
        ("p.png", "\u{89}PNG"),
        ("Notes", "no folder"),
        ("Sub/Inner/i.md", "i"),
    ]);
    let empty = vault.clone().with_stat("Empty", Answer::Folder);
    for (from, to, wanted) in [
        ("a.md", "Sub", "Sub/a.md"),
        ("a.md", "sub", "Sub/a.md"),
        ("a.md", "Sub/Inner", "Sub/Inner/a.md"),
        ("a", "v1.2", "v1.2/a.md"),
        ("p.png", "Sub", "Sub/p.png"),
        ("a.md", "Empty", "Empty/a.md"),
        ("Sub/x.md", "/", "x.md"),
        ("Sub/x.md", ".", "x.md"),
        ("Sub/Inner/i.md", "Sub", "Sub/i.md"),
        // No folders.
        ("a.md", "Notes", "Notes.md"),
        ("a.md", "New", "New.md"),
        ("a.md", "Sub.md", "Sub.md"),
        // As if there were none: what is in it is excluded by its content.
        ("a.md", "Diary", "Diary.md"),
    ] {
        let mut vault = empty.clone();
        let reply = move_under(&guarded(), &mut vault, from, to);
        assert_eq!(moved_to(&reply), Some(wanted), "{from} to {to}: {}", text(&reply));
    }
    let refused = |from: &str, to: &str| {
        let reply = move_under(&guarded(), &mut empty.clone(), from, to);
        reply.structured_content.error.map(|error| (error.code, error.message))
    };
    let taken = (ErrorCode::InvalidArguments, "there is a \"Sub/b.md\" already".to_owned());
    assert_eq!(refused("b.md", "Sub"), Some(taken.clone()));
    assert_eq!(refused("b.md", "Sub/"), Some(taken));
    let there = (ErrorCode::InvalidArguments, "\"Sub/x.md\" is there already".to_owned());
    assert_eq!(refused("Sub/x.md", "Sub"), Some(there));
    // An excluded folder, whether or not it is there.
    for folder in ["Private", "Gone", "private"] {
        assert_eq!(refused("a.md", folder), Some((ErrorCode::Denied, format!("\"{folder}\" is excluded"))));
    }
}

#[test]
fn canvases_that_show_the_file_are_updated_and_the_way_back_is_exact() {
    let board = "{\r\n  \"nodes\": [ {\"id\":\"1\", \"type\":\"file\",\"file\":\"x\\/a.md\",\"subpath\":\"#H\"},\r\n{\"type\":\"text\",\"text\":\"see [[a|a]]\"} ] }";
    let files = [
        ("x/a.md", "# H\n"),
        ("Boards/B.canvas", board),
        ("Other.canvas", "{\"nodes\":[{\"type\":\"file\",\"file\":\"x/other.md\"}]}"),
        ("Broken.canvas", "{\"nodes\":[{\"file\":\"x/a.md\""),
        ("Fixed/F.canvas", "{\"nodes\":[{\"type\":\"file\",\"file\":\"x/a.md\",\"subpath\":\"#Gone\"}]}"),
        ("Private/P.canvas", "{\"nodes\":[{\"type\":\"file\",\"file\":\"x/a.md\"}]}"),
    ];
    let mut vault = Vault::of(&files);
    let reply = move_under(&guarded(), &mut vault, "x/a.md", "y/b.md");
    assert_eq!(
        text(&reply).lines().skip(1).collect::<Vec<_>>(),
        [
            "links are updated in 1 file: \"Boards/B.canvas\"",
            "warning: links in 1 read-only file are not updated: \"Fixed/F.canvas\"",
            "warning: these links to it name a heading or block that it does not have: \"Fixed/F.canvas\" (line 1)",
        ]
    );
    let wanted = board.replace("x\\/a.md", "y/b.md").replace("[[a|a]]", "[[b|b]]");
    assert_eq!(vault.text_at("Boards/B.canvas"), Some(wanted.as_str()));
    assert!(vault.proposals[0].diff.contains("Boards/B.canvas"));
    for (path, before) in &files[2..] {
        assert_eq!(vault.text_at(path), Some(*before), "{path}");
    }
    let mut session = opened(&guarded());
    let step = session.undo(undo_of_move(&vault));
    let reply = vault.run(&mut session, step);
    assert!(!reply.is_error, "{}", text(&reply));
    for (path, before) in &files {
        assert_eq!(vault.text_at(path), Some(*before), "{path}");
    }
    // A canvas that moves itself keeps its cards, and a link from its folder.
    let mut vault = Vault::of(&[("x/a.md", ""), ("w/a.md", ""), ("x/B.canvas", board)]);
    move_under(&guarded(), &mut vault, "x/B.canvas", "z/C.canvas");
    assert_eq!(vault.text_at("z/C.canvas"), Some(board.replace("[[a|a]]", "[[x/a|a]]").as_str()));
    // The trash takes what canvases show.
    let mut vault = Vault::of(&files);
    let reply = vault.call_tool(&mut opened(&guarded()), "delete_file", r#"{"path": "x/a.md"}"#);
    assert_says(&reply, "warning: 2 files link to this file");
}
