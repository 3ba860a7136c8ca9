//! Inline fields and the dates of tasks in `where`.

use serde_json::{Value, json};

use crate::support::listing::list;
use crate::support::notes::{paths, search};
use crate::support::{Vault, assert_says, session, text};

const NOTES: [(&str, &str); 5] = [
    (
        "Garden.md",
        "---\nstatus: open\ndue: 2026-12-24\n---\n- [ ] tulips [due:: 2026-10-30]\n- [ ] compost ⏳ 2026-11-02\n- [ ] roses\n",
    ),
    ("Lease.md", "Fee:: 24\n\nThe rent is due.\n\n- [ ] sign it (due 2026-10-20)\n"),
    ("Odd.md", "---\n[\n---\n- [ ] a 📅 2026-10-01\n"),
    ("Plain.md", "---\nfee: 30\n---\n- [ ] nothing\n"),
    ("Tasks.base", "filters: fee > 1\nviews:\n  - type: table\n    name: All\n    order: [file.name]\n"),
];

fn tasks(condition: &str) -> String {
    let (mut vault, mut session) = (Vault::of(&NOTES), session());
    text(&search(&mut vault, &mut session, &json!({"tasks": "open", "where": condition}))).to_owned()
}

#[test]
fn a_task_meets_conditions_by_its_own_fields_before_those_of_its_note() {
    for (condition, wanted, others) in [
        ("due < 2026-11-01", vec!["tulips", "sign it"], vec!["compost", "roses", "nothing"]),
        ("due > 2026-12-01", vec!["compost", "roses"], vec!["tulips", "sign it"]),
        ("scheduled = 2026-11-02", vec!["compost"], vec!["tulips", "roses", "sign it"]),
        ("status = open and due < 2026-11-01", vec!["tulips"], vec!["sign it", "roses"]),
    ] {
        let shown = tasks(condition);
        for task in wanted {
            assert!(shown.contains(task), "{condition}: {task} is not in {shown}");
        }
        for task in others {
            assert!(!shown.contains(task), "{condition}: {task} is in {shown}");
        }
    }
}

#[test]
fn a_note_whose_properties_are_not_understood_is_not_found_and_is_counted() {
    let shown = tasks("due < 2026-11-01");
    assert!(!shown.contains("Odd.md"), "{shown}");
    assert!(shown.contains("1 note"), "{shown}");
}

#[test]
fn fields_of_the_text_are_properties_of_the_note_for_conditions_but_not_for_bases() {
    let (mut vault, mut session) = (Vault::of(&NOTES), session());
    let found = search(&mut vault, &mut session, &json!({"where": "fee > 1"}));
    assert_eq!(paths(&found), ["Lease.md", "Plain.md"]);
    // As the app has it.
    let view = list(&mut vault, &mut session, &json!({"base": "Tasks.base#All"}));
    assert_says(&view, "Plain.md");
    assert!(!text(&view).contains("Lease.md"), "{}", text(&view));
}

#[test]
fn only_tasks_that_meet_the_conditions_are_counted() {
    let (mut vault, mut session) = (Vault::of(&NOTES), session());
    let args: Value = json!({"tasks": "open", "where": "scheduled is not empty"});
    let found = search(&mut vault, &mut session, &args);
    assert_eq!(found.structured_content.display, "Searched \"scheduled is not empty\": 1 note");
}

#[test]
fn with_passages_conditions_are_for_notes() {
    let (mut vault, mut session) = (Vault::of(&NOTES), session());
    let args = json!({"query": "tulips sign", "tasks": "open", "passages": true, "where": "status = open"});
    assert_eq!(paths(&search(&mut vault, &mut session, &args)), ["Garden.md"]);
}
