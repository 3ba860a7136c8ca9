//! Moving files: which links change, what is refused, and the way back.

use lectern::{Answer, ChangeOutcome, Config, Decision, ErrorCode, Made, MovedBack, Reply, Session, Undo, VaultPath};
use proptest::prelude::*;
use serde_json::json;

use crate::support::changed_vault::accepted;
use crate::support::{Vault, text};

fn session_of(config: Config) -> Session {
    Session::new(&Config { changes: true, ..config }).expect("a valid config")
}

fn move_in(session: &mut Session, vault: &mut Vault, from: &str, to: &str) -> Reply {
    vault.call_tool(session, "move_file", &json!({ "from": from, "to": to }).to_string())
}

fn move_file(vault: &mut Vault, from: &str, to: &str) -> Reply {
    move_in(&mut session_of(Config::default()), vault, from, to)
}

fn content<'v>(vault: &'v Vault, path: &str) -> Option<&'v str> {
    vault.content(path).map(|bytes| str::from_utf8(bytes).expect("text"))
}

fn message(reply: &Reply) -> String {
    reply.structured_content.error.as_ref().map_or_else(|| panic!("not refused: {}", text(reply)), ToString::to_string)
}

/// What takes back the last move.
fn undo_of(vault: &Vault) -> Undo {
    let made = vault.moves.last().expect("a move");
    let still = Made { version: Some(made.version.clone()), new_version: Some(made.version.clone()), replaced: vec![] };
    let undo = |path: &VaultPath, change, moved| Undo {
        path: path.to_string(),
        change,
        hunks: None,
        later: vec![],
        moved,
        trashed: vec![],
    };
    let linked = made.links.iter().map(|link| {
        let (version, new_version) = (link.version.clone(), link.new_version.clone());
        undo(link.path.path(), Made { version, new_version, replaced: link.replaced.clone() }, None)
    });
    let moved = MovedBack { to: made.path.path().to_string(), linked: Some(linked.collect()) };
    undo(made.to.path(), still, Some(moved))
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
    assert_eq!(content(&vault, "Notes/a.md"), None);
    assert_eq!(content(&vault, "Archive/2026/new a.md"), Some("\u{feff}See [b](../../b.md).\r\n"));
    assert_eq!(content(&vault, "b.md"), Some("[[new a]] and [text](Archive/2026/new%20a.md#H), not `[[a]]`\n"));
    assert_eq!(
        content(&vault, "c.md"),
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
    assert!(!changed.call_tool(&mut session_of(Config::default()), "edit_file", &args.to_string()).is_error);
    for (vault, wanted) in [(vault, "See"), (changed, "see")] {
        let mut vault = vault;
        let mut session = session_of(Config::default());
        let step = session.undo(undo_of(&vault));
        assert!(!vault.run(&mut session, step).is_error);
        assert_eq!(content(&vault, "Notes/a.md").unwrap(), files[0].1.replace("See", wanted));
        for (path, before) in &files[1..] {
            assert_eq!(content(&vault, path), Some(*before));
        }
        assert_eq!(content(&vault, "Archive/2026/new a.md"), None);
    }
}

#[test]
fn a_move_that_the_host_takes_back_is_checked_as_the_move_was() {
    let mut vault = Vault::of(&[("Notes/a.md", "See [b](../b.md).\n"), ("b.md", "[[a]]\n"), ("x.md", "[[Notes/a]]\n")]);
    move_file(&mut vault, "a", "c");
    let undo = undo_of(&vault);
    let back = |linked| Undo { moved: Some(MovedBack { to: "Notes/a.md".to_owned(), linked }), ..undo.clone() };
    // The links are updated as in a new move, and read again.
    let mut session = session_of(Config::default());
    let step = session.undo(back(None));
    let reply = vault.clone().run(&mut session, step);
    assert!(
        text(&reply).contains("links are updated in 3 notes: \"b.md\", \"Notes/a.md\", \"x.md\""),
        "{}",
        text(&reply)
    );
    assert!(!text(&reply).contains("warning"), "{}", text(&reply));
    // Without what the move changed, none is.
    let step = session.undo(back(Some(Vec::new())));
    let reply = vault.run(&mut session, step);
    assert!(text(&reply).contains("warning: these links are not updated and will break"), "{}", text(&reply));
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
        assert_eq!(
            reply.structured_content.change.as_ref().map(|change| change.path.as_str()),
            Some(wanted),
            "{}",
            text(&reply)
        );
        assert!(vault.content(wanted).is_some());
    }
}

#[test]
fn what_is_excluded_or_read_only_is_not_touched() {
    let config =
        || Config { protected: vec!["Private/".to_owned()], read_only: vec!["Fixed/".to_owned()], ..Config::default() };
    let mut vault = Vault::of(&[
        ("a.md", "a"),
        ("Private/p.md", "[[a]]"),
        ("Fixed/f.md", "[[a]]"),
        ("closed.md", "---\nlectern: false\n---\n[[a]]"),
    ]);
    let mut moved = |from: &str, to: &str| move_in(&mut session_of(config()), &mut vault, from, to);
    for (from, to, code) in [
        ("a.md", "Private/a.md", ErrorCode::Denied),
        ("a.md", "Private/p.md", ErrorCode::Denied),
        ("Private/p.md", "b.md", ErrorCode::Denied),
        ("a.md", "Fixed/a.md", ErrorCode::ReadOnly),
        ("Fixed/f.md", "f.md", ErrorCode::ReadOnly),
        ("closed.md", "f.md", ErrorCode::NotFound),
    ] {
        assert_eq!(moved(from, to).structured_content.error.unwrap().code, code, "{from} to {to}");
    }
    let reply = moved("a.md", "b.md");
    assert_eq!(
        text(&reply).lines().skip(1).collect::<Vec<_>>(),
        ["warning: links in 1 read-only note are not updated: \"Fixed/f.md\""]
    );
    // Something that is not listed is at the new path.
    assert_eq!(moved("b.md", "closed.md").structured_content.error.unwrap().code, ErrorCode::Denied);
    for path in ["Private/p.md", "Fixed/f.md"] {
        assert_eq!(content(&vault, path), Some("[[a]]"));
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
    assert!(text(&reply).ends_with("the user says: Not now."), "{}", text(&reply));
    assert!(vault.moves.is_empty());
    vault.meanwhile = Some(("a.md".to_owned(), b"new".to_vec()));
    assert!(!move_file(&mut vault, "a", "b").is_error);
    assert_eq!(
        (vault.proposals.len(), content(&vault, "b.md"), content(&vault, "n.md")),
        (3, Some("new"), Some("[[b]]"))
    );
    // A note that changed meanwhile keeps its links, and the reply says so.
    vault.meanwhile = Some(("n.md".to_owned(), b"mine: [[b]]".to_vec()));
    let reply = move_file(&mut vault, "b", "c");
    assert!(text(&reply).contains("warning: 1 link in \"n.md\" do not open the same file"), "{}", text(&reply));
    assert_eq!(content(&vault, "n.md"), Some("mine: [[b]]"));
}

#[test]
fn a_file_that_moves_onto_a_folder_moves_into_it() {
    let config = || Config { protected: vec!["Private/".to_owned(), "Gone/".to_owned()], ..Config::default() };
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
        let reply = move_in(&mut session_of(config()), &mut vault, from, to);
        let path = reply.structured_content.change.as_ref().map(|change| change.path.clone());
        assert_eq!(path.as_deref(), Some(wanted), "{from} to {to}: {}", text(&reply));
    }
    let refused = |from: &str, to: &str| {
        let reply = move_in(&mut session_of(config()), &mut empty.clone(), from, to);
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
    let config =
        || Config { read_only: vec!["Fixed/".to_owned()], protected: vec!["Private".to_owned()], ..Config::default() };
    let mut vault = Vault::of(&files);
    let reply = move_in(&mut session_of(config()), &mut vault, "x/a.md", "y/b.md");
    assert_eq!(
        text(&reply).lines().skip(1).collect::<Vec<_>>(),
        [
            "links are updated in 1 file: \"Boards/B.canvas\"",
            "warning: links in 1 read-only file are not updated: \"Fixed/F.canvas\"",
            "warning: these links to it name a heading or block that it does not have: \"Fixed/F.canvas\" (line 1)",
        ]
    );
    let wanted = board.replace("x\\/a.md", "y/b.md").replace("[[a|a]]", "[[b|b]]");
    assert_eq!(content(&vault, "Boards/B.canvas"), Some(wanted.as_str()));
    assert!(vault.proposals[0].diff.contains("Boards/B.canvas"));
    for (path, before) in &files[2..] {
        assert_eq!(content(&vault, path), Some(*before), "{path}");
    }
    let mut session = session_of(config());
    let step = session.undo(undo_of(&vault));
    let reply = vault.run(&mut session, step);
    assert!(!reply.is_error, "{}", text(&reply));
    for (path, before) in &files {
        assert_eq!(content(&vault, path), Some(*before), "{path}");
    }
    // A canvas that moves itself keeps its cards, and a link from its folder.
    let mut vault = Vault::of(&[("x/a.md", ""), ("w/a.md", ""), ("x/B.canvas", board)]);
    move_in(&mut session_of(config()), &mut vault, "x/B.canvas", "z/C.canvas");
    assert_eq!(content(&vault, "z/C.canvas"), Some(board.replace("[[a|a]]", "[[x/a|a]]").as_str()));
    // The trash takes what canvases show.
    let mut vault = Vault::of(&files);
    let reply = vault.call_tool(&mut session_of(config()), "delete_file", r#"{"path": "x/a.md"}"#);
    assert!(text(&reply).contains("warning: 2 files link to this file"), "{}", text(&reply));
}

/// Paths that links can be mistaken for each other by.
fn any_path() -> impl Strategy<Value = String> {
    let folder = prop::sample::select(vec!["", "x/", "y/", "x/y/", "x y/"]);
    let name = prop::sample::select(vec!["a", "b", "A b", "b (1)", "50%", "ä", "a.b"]);
    (folder, name).prop_map(|(folder, name)| format!("{folder}{name}.md"))
}

/// A link as someone may write it to `path` in `note`.
fn any_link() -> impl Strategy<Value = String> {
    let target = any_path().prop_flat_map(|path| {
        let stem = path.trim_end_matches(".md").to_owned();
        let name = stem.rsplit('/').next().unwrap_or_default().to_owned();
        let ways =
            vec![path.clone(), stem, name.clone(), format!("../{path}"), format!("./{name}"), format!("/{path}")];
        prop::sample::select(ways)
    });
    (target, 0..6_usize).prop_map(|(target, style)| {
        let escaped = target.replace('%', "%25").replace(' ', "%20").replace('(', "%28").replace(')', "\\)");
        match style {
            0 => format!("[[{target}]]"),
            1 => format!("![[{target}#H|text]]"),
            2 => format!("[text]({escaped})"),
            3 => format!("[text](<{}>)", target.replace('%', "%25")),
            4 => format!("| a |\n|---|\n| [[{target}\\|b]] |\n"),
            _ => format!("`[[{target}]]`\n```\n[[{target}]]\n```\n"),
        }
    })
}

proptest! {
    /// Every link that opened a file still does, nothing else changes, and the move can be taken back.
    #[test]
    fn no_move_breaks_a_link(
        files in prop::collection::btree_map(any_path(), prop::collection::vec(any_link(), 0..4), 2..6),
        to in any_path(),
    ) {
        let files: Vec<_> = files.into_iter().map(|(path, links)| (path, links.join("\r\n"))).collect();
        let mut vault = files.iter().fold(Vault::default(), |vault, (path, text)| vault.with(path, text.as_str()));
        let (from, _) = &files[0];
        let reply = move_file(&mut vault, from, &to);
        if reply.is_error {
            prop_assert!(vault.moves.is_empty());
            return Ok(());
        }
        prop_assert!(!text(&reply).contains("warning: these links are not updated"), "{}", text(&reply));
        prop_assert!(!text(&reply).contains("do not open"), "{}", text(&reply));
        let mut session = session_of(Config::default());
        let step = session.undo(undo_of(&vault));
        let reply = vault.run(&mut session, step);
        prop_assert!(!reply.is_error, "{}", text(&reply));
        for (path, before) in &files {
            prop_assert_eq!(content(&vault, path), Some(before.as_str()));
        }
    }
}
