//! `list_files` by properties: conditions, what is shown, and the order.

use serde_json::{Value, json};

use crate::support::listing::{list, paths};
use crate::support::{Vault, session, session_with, text};

fn tasks() -> Vault {
    Vault::of(&[
        ("Tasks/a.md", "---\nstatus: open\ndue: 2026-10-09\ntags: [home, roof]\n---\n"),
        ("Tasks/b.md", "---\nstatus: done\ndue: 2026-09-01\n---\n"),
        ("Tasks/Old/c.md", "---\nStatus: Open\nnote: \"two,  words\"\ncost: 12.5\nurgent: true\n---\n#roof\n"),
        ("d.md", "no properties\n"),
        ("Odd.md", "---\nstatus: {open: 1}\n---\n"),
        ("Picture.png", "status: open"),
    ])
}

fn shown(args: &Value) -> String {
    text(&list(&mut tasks(), &mut session(), args)).to_owned()
}

#[test]
fn conditions_leave_out_other_notes() {
    let reply = shown(&json!({ "where": "status = open" }));
    let expected = "Tasks/Old/c.md  71 B  1970-01-01\nTasks/a.md  56 B  1970-01-01\n[2 files]
[1 note may match too: the properties are not understood]";
    assert_eq!(reply, expected);
    let reply = list(&mut tasks(), &mut session(), &json!({ "where": "tags has roof", "path": "tasks" }));
    assert_eq!(paths(&reply), ["Tasks/Old/c.md", "Tasks/a.md"]);
}

#[test]
fn properties_are_shown_instead_of_size_and_date() {
    let reply = shown(&json!({ "properties": ["status", "due", "note", "cost", "urgent", "tags"] }));
    let expected = "Tasks/Old/c.md  status: Open  note: \"two,  words\"  cost: 12.5  urgent: true
Tasks/a.md  status: open  due: 2026-10-09  tags: [home, roof]
Tasks/b.md  status: done  due: 2026-09-01
d.md
Odd.md  status: ?
[5 files]";
    assert_eq!(reply, expected);
    let reply = list(&mut tasks(), &mut session(), &json!({ "properties": "tags", "pattern": "a.md" }));
    let json = serde_json::to_value(&reply.structured_content.entries).expect("entries are JSON");
    assert_eq!(json[0]["properties"], json!([{ "name": "tags", "value": ["home", "roof"] }]));
}

#[test]
fn the_order_is_by_a_property_and_pages_keep_it() {
    let all = |sort: &str| paths(&list(&mut tasks(), &mut session(), &json!({ "sort": sort })));
    assert_eq!(all("due")[..2], ["Tasks/b.md", "Tasks/a.md"]);
    assert_eq!(all("-due")[..2], ["Tasks/a.md", "Tasks/b.md"]);
    assert_eq!(all("due").len(), 5);
    let args = json!({ "sort": "-due", "where": "due is not empty", "properties": ["due"], "limit": 1 });
    let reply = list(&mut tasks(), &mut session(), &args);
    let expected = "Tasks/a.md  due: 2026-10-09
[entries 1-1 of 2; for more, call list_files with sort=\"-due\", where=\"due is not empty\", properties=[\"due\"], limit=1, cursor=1]";
    assert_eq!(text(&reply), expected);
    let next = serde_json::to_value(&reply.structured_content.next).expect("arguments are JSON");
    assert_eq!(paths(&list(&mut tasks(), &mut session(), &next)), ["Tasks/b.md"]);
}

#[test]
fn what_matches_nothing_and_what_is_wrong_is_told() {
    let reply = shown(&json!({ "where": "status = lost", "path": "Tasks" }));
    assert_eq!(reply, "[no file in \"Tasks\" matches; leave out where to see others]");
    for args in [json!({ "where": "status = " }), json!({ "sort": "colour" }), json!({ "properties": [""] })] {
        let reply = list(&mut tasks(), &mut session(), &args);
        assert!(reply.is_error && text(&reply).contains("\nhelp: "), "{args}");
    }
}

#[test]
fn a_note_that_changed_since_the_index_is_listed_as_it_is() {
    let (mut vault, mut session) = (tasks(), session());
    let args = json!({ "where": "status = open", "properties": ["status"] });
    assert_eq!(paths(&list(&mut vault, &mut session, &args)).len(), 2);
    let mut vault = vault.with("Tasks/b.md", "---\nstatus: open again\n---\n").with_mtime("Tasks/b.md", 9e11);
    let args = json!({ "where": "status contains again" });
    assert_eq!(paths(&list(&mut vault, &mut session, &args)), ["Tasks/b.md"]);
}

#[test]
fn an_excluded_note_changes_nothing() {
    let closed = "---\nlectern: false\nstatus: open\n---\n";
    let mut with = tasks().with("Tasks/e.md", closed).with("Private/f.md", "---\nstatus: {open\n---\n");
    for args in [json!({ "where": "status = open" }), json!({ "sort": "status" }), json!({ "properties": ["status"] })]
    {
        let call = |vault: &mut Vault| list(vault, &mut session_with(&["Private"], None), &args);
        assert_eq!(call(&mut with), call(&mut tasks()), "{args}");
    }
}
