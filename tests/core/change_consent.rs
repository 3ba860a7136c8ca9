//! Changes are written only as far as the user accepts them and the rules allow them then.

use lectern::{ChangeMade, ChangeOutcome, Config, Decision, EditedHunk, ErrorCode, Reply};
use serde_json::json;

use crate::support::changed_vault::{accepted, edit_args, rejected};
use crate::support::{Vault, assert_ends, assert_says, changing, closing, code, opened, text};

fn write(vault: &mut Vault, args: &serde_json::Value) -> Reply {
    vault.change("write_file", args)
}

fn change(reply: &Reply) -> &ChangeMade {
    reply.structured_content.change.as_deref().unwrap_or_else(|| panic!("a change was expected, not {reply:?}"))
}

#[test]
fn only_accepted_hunks_are_written_and_the_model_learns_of_the_others() {
    let lines: Vec<String> = (1..=20).map(|line| line.to_string()).collect();
    let mut vault = Vault::of(&[("a.md", lines.join("\n").as_str())]);
    vault.decisions = vec![Decision { comment: Some("keep\nthe end".to_owned()), ..accepted(Some(vec![0])) }];
    let args =
        json!({ "path": "a.md", "edits": [{ "old": "2\n3", "new": "two\n3" }, { "old": "19", "new": "nineteen" }] });
    let reply = vault.change("edit_file", &args);
    assert_eq!(vault.content("a.md").unwrap(), lines.join("\n").replace("\n2\n", "\ntwo\n").as_bytes());
    assert_ends(&reply, "\n2: two\nthe user rejected the change of lines 19-19\nthe user says: keep\nthe end");
    assert_eq!((change(&reply).outcome, &change(&reply).rejected[..]), (ChangeOutcome::Accepted, &[1][..]));
    assert!(!change(&reply).diff.contains("nineteen"));
}

#[test]
fn what_the_host_warned_of_is_in_the_reply() {
    for edited in [None, Some(vec![EditedHunk { hunk: 0, text: "2\n".to_owned() }])] {
        let mut vault = Vault::of(&[("a.md", "1\n")]);
        vault.decisions =
            vec![Decision { warnings: Some(vec!["it has two names".to_owned()]), edited, ..accepted(None) }];
        let args = edit_args("a.md", "1", "one");
        let reply = vault.change("edit_file", &args);
        assert_says(&reply, "\nwarning: it has two names");
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
        let reply = vault.edit("a.md", "one", "two");
        assert!(!reply.is_error && text(&reply).contains("is unchanged"), "{}", text(&reply));
        assert_eq!(change(&reply).outcome, outcome);
    }
    assert_eq!((vault.content("a.md").unwrap(), vault.writes.len()), (&b"one"[..], 0));
}

#[test]
fn a_note_that_changes_meanwhile_is_proposed_anew() {
    let mut vault = Vault::of(&[("a.md", "one\n")]);
    vault.meanwhile = Some(("a.md".to_owned(), b"zero\none\n".to_vec()));
    let reply = vault.edit("a.md", "one", "two");
    assert_ends(&reply, "\n2: two");
    assert_eq!((vault.proposals.len(), vault.content("a.md").unwrap()), (2, &b"zero\ntwo\n"[..]));
    // A file that is made meanwhile is not replaced.
    vault.meanwhile = Some(("b.md".to_owned(), b"mine".to_vec()));
    assert_eq!(code(&write(&mut vault, &json!({ "path": "b.md", "content": "x" }))), ErrorCode::Outdated);
    assert_eq!(vault.text_at("b.md"), Some("mine"));
    // One that closes itself meanwhile is as excluded as ever.
    let closed = b"---\nlectern: false\n---\none\n".to_vec();
    vault.meanwhile = Some(("a.md".to_owned(), closed.clone()));
    assert_eq!(code(&vault.edit("a.md", "two", "three")), ErrorCode::NotFound);
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
    let config = Config { changes: true, read_only: vec!["archive/".to_owned()], ..closing(&["Private"], &[]) };
    let mut session = opened(&config);
    let mut call = |vault: &mut Vault, tool: &str, path: &str| {
        let args =
            if tool == "edit_file" { edit_args(path, "one", "two") } else { json!({ "path": path, "content": "x" }) };
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
    let mut session = changing();
    let args = edit_args("a.md", "one", "two").to_string();
    let mut step = session.start("edit_file", &args);
    let reply = loop {
        match step {
            lectern::Step::Done(reply) => break reply,
            lectern::Step::Ask { call, requests } => {
                if let [lectern::Request::Approve(_)] = requests[..] {
                    let closing = Config { changes: true, closed_tags: vec!["secret".to_owned()], ..Config::default() };
                    session.reconfigure(&closing).unwrap();
                }
                step = session.resume(call, vault.answers(&requests));
            }
        }
    };
    assert_eq!(code(&reply), ErrorCode::Denied);
    assert!(vault.writes.is_empty());
}
