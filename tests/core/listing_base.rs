//! `list_files` with `base`: the views of bases.

use lectern::{Context, Reply};
use serde_json::{Value, json};

use crate::support::listing::{list, paths};
use crate::support::{Vault, assert_ends, assert_says, session, session_with, text};

const TASKS: &str = "filters:
  and:
    - file.inFolder(\"Tasks\")
formulas:
  left: if(status == \"done\", \"none\", cost.toFixed(2) + \" to pay\")
  late: due < today()
  odd: random()
views:
  - type: table
    name: Open
    filters: status == \"open\"
    order:
      - file.name
      - note.due
      - formula.left
    sort:
      - property: due
        direction: DESC
  - type: table
    name: First
    limit: 1
    order: [formula.late]
    sort:
      - property: due
        direction: ASC
  - type: cards
    name: All
    order: [formula.odd, status]
  - type: table
    name: Recent
    filters: file.mtime > now() - \"1 week\"
  - type: table
    name: Unknown
    filters: file.hasLink(\"A\")
  - type: table
    name: Cheap
    filters: cost < 5
";

fn vault() -> Vault {
    Vault::of(&[
        ("Bases/Tasks.base", TASKS),
        ("Tasks/a.md", "---\nstatus: open\ndue: 2026-10-09\ncost: 12.5\n---\n"),
        ("Tasks/b.md", "---\nstatus: done\ndue: 2026-09-01\ncost: 3\n---\n"),
        ("Tasks/Old/c.md", "---\nstatus: open\ndue: 2026-10-11\ncost: 0.125\n---\n"),
        ("Tasks/d.md", "---\nstatus: open\n---\n"),
        ("Tasks/Plan.png", "x"),
        ("e.md", "---\nstatus: open\n---\n"),
    ])
}

fn run_at(vault: &mut Vault, today: &str, args: &Value) -> Reply {
    let context = Context { today: Some(today.to_owned()), ..Context::default() };
    let mut session = session();
    vault.call_within(&mut session, &context, "list_files", args)
}

fn run(view: &str) -> String {
    text(&run_at(&mut vault(), "2026-10-10", &json!({ "base": view }))).to_owned()
}

/// What a reply says of a base that was named otherwise.
const RESOLVED: &str = "[the view is of \"Bases/Tasks.base\"]";

#[test]
fn a_view_lists_its_files_with_its_columns_in_its_order() {
    let expected = "Tasks/Old/c.md  due: 2026-10-11  formula.left: 0.13 to pay
Tasks/a.md  due: 2026-10-09  formula.left: 12.50 to pay
Tasks/d.md  formula.left: ?
[3 files]";
    assert_eq!(run("Bases/Tasks.base#Open"), expected);
    // The base by its name or as a link, which the reply resolves; the first view without one.
    let expected = format!("{expected}\n{RESOLVED}");
    for view in ["Tasks.base", "Tasks", "tasks#Open", "[[Tasks.base#Open]]", "![[Tasks.base#Open|tasks]]"] {
        assert_eq!(run(view), expected, "{view}");
    }
    assert_eq!(run("Tasks.base#First"), format!("Tasks/b.md  formula.late: true\n[1 file]\n{RESOLVED}"));
}

#[test]
fn a_view_has_files_that_are_no_notes_and_says_what_it_can_t_show() {
    let expected = "Tasks/a.md  status: open
Tasks/b.md  status: done
Tasks/d.md  status: open
Tasks/Plan.png
Tasks/Old/c.md  status: open
[5 files]
[not shown: formula.odd = random(): random() can't be evaluated here]";
    assert_eq!(run("Bases/Tasks.base#All"), expected);
}

#[test]
fn a_file_is_counted_if_it_is_not_certain_whether_the_view_has_it() {
    let reply = run("Bases/Tasks.base#Cheap");
    assert!(reply.starts_with("Tasks/b.md  ") && !reply.contains("Tasks/d.md"), "{reply}");
    let notice = "[2 files may belong to it too: \"cost < 5\" can't be evaluated exactly: an empty value is compared or calculated with]";
    assert!(reply.ends_with(&format!("[2 files]\n{notice}")), "{reply}");
}

#[test]
fn times_are_those_of_the_users_clock() {
    let mut vault = vault().with_mtime("Tasks/a.md", 1_791_536_400_000.0);
    let args = json!({ "base": "Tasks.base#Recent" });
    assert_eq!(paths(&run_at(&mut vault, "2026-10-10T08:30", &args)), ["Tasks/a.md"]);
    assert!(paths(&run_at(&mut vault, "2026-10-20T08:30", &args)).is_empty());
    // Without the time of the day, it is not certain.
    let reply = run_at(&mut vault, "2026-10-10", &args);
    assert_says(&reply, "the time is not known");
}

#[test]
fn times_are_known_beside_thousands_of_files_elsewhere() {
    let mut vault = vault().with_mtime("Tasks/a.md", 1_791_536_400_000.0);
    for number in 0..2_100 {
        vault = vault.with(&format!("Elsewhere/{number}.png"), "x");
    }
    let args = json!({ "base": "Tasks.base#Recent", "pattern": "*.md" });
    let reply = run_at(&mut vault, "2026-10-10T08:30", &args);
    assert_eq!(paths(&reply), ["Tasks/a.md"]);
    assert!(!text(&reply).contains("not known"), "{}", text(&reply));
}

#[test]
fn what_can_t_be_run_is_refused_with_the_formula() {
    for (base, part) in [
        ("Tasks.base#Unknown", "the filter \"file.hasLink(\\\"A\\\")\" of the base can't be evaluated exactly"),
        ("Tasks.base#Later", "help: its views are \"Open\", \"First\", \"All\", \"Recent\", \"Unknown\", \"Cheap\""),
        ("Tasks/a.md", "\"Tasks/a.md\" is not a base"),
        ("Lost.base#Open", "Lost.base"),
    ] {
        let reply = run(base);
        assert!(reply.starts_with("error[") && reply.contains(part) && reply.contains("\nhelp: "), "{reply}");
    }
    let both = run_at(&mut vault(), "2026-10-10", &json!({ "base": "Tasks.base", "sort": "due" }));
    assert!(
        text(&both).starts_with("error[invalid_arguments]: base is given with sort or properties"),
        "{}",
        text(&both)
    );
}

#[test]
fn a_view_is_narrowed_and_paged() {
    let args = json!({ "base": "Tasks.base#Open", "where": "cost > 1", "path": "Tasks" });
    assert_eq!(paths(&run_at(&mut vault(), "2026-10-10", &args)), ["Tasks/a.md"]);
    let args = json!({ "base": "Bases/Tasks.base#Open", "limit": 2 });
    let reply = run_at(&mut vault(), "2026-10-10", &args);
    assert_ends(&reply, "call list_files with base=\"Bases/Tasks.base#Open\", limit=2, cursor=2]");
    let next = serde_json::to_value(&reply.structured_content.next).expect("arguments are JSON");
    assert_eq!(paths(&run_at(&mut vault(), "2026-10-10", &next)), ["Tasks/d.md"]);
}

#[test]
fn a_view_with_a_limit_is_not_narrowed() {
    for args in [json!({ "path": "Tasks" }), json!({ "where": "cost > 1" }), json!({ "pattern": "a.md" })] {
        let mut args = args;
        args["base"] = json!("Tasks.base#First");
        let reply = run_at(&mut vault(), "2026-10-10", &args);
        assert_says(&reply, "is given with a view that has a limit");
    }
}

#[test]
fn an_excluded_file_changes_nothing() {
    let mut with = vault()
        .with("Tasks/f.md", "---\nlectern: false\nstatus: open\n---\n")
        .with("Private/Tasks.base", "views: 1")
        .with("Sub/Hidden.md", "---\nlectern: false\n---\n")
        .with("Sub/Other.base.md", "---\nlectern: false\n---\n")
        .with("Private/g.md", "---\nstatus: open\n---\n");
    for base in [
        "Tasks.base#Open",
        "Tasks.base#All",
        "Tasks.base#Cheap",
        "Private/Tasks.base",
        "Hidden.md",
        "Hidden",
        "Other.base",
    ] {
        let call = |vault: &mut Vault| list(vault, &mut session_with(&["Private"], None), &json!({ "base": base }));
        assert_eq!(call(&mut with), call(&mut vault()), "{base}");
    }
}

#[test]
fn reading_a_base_says_what_its_views_list() {
    let mut vault = vault();
    let reply = vault.call(&mut session(), r#"{"path": "Bases/Tasks.base"}"#);
    let notes: Vec<_> = text(&reply).lines().filter(|line| line.starts_with('[')).collect();
    assert_eq!(
        notes,
        [
            "[view \"Open\": files where file.inFolder(\"Tasks\") and status == \"open\"; list them with list_files, \
             base=\"Bases/Tasks.base#Open\"]",
            "[view \"First\": files where file.inFolder(\"Tasks\"); list them with list_files, \
             base=\"Bases/Tasks.base#First\"]",
            "[view \"All\": files where file.inFolder(\"Tasks\"); list them with list_files, \
             base=\"Bases/Tasks.base#All\"]",
            "[view \"Recent\": files where file.inFolder(\"Tasks\") and file.mtime > now() - \"1 week\"; list them with \
             list_files, base=\"Bases/Tasks.base#Recent\"]",
            "[view \"Unknown\" can't be listed: the filter \"file.hasLink(\\\"A\\\")\" of the base can't be evaluated \
             exactly: file.hasLink() can't be evaluated here]",
            "[view \"Cheap\": files where file.inFolder(\"Tasks\") and cost < 5; list them with list_files, \
             base=\"Bases/Tasks.base#Cheap\"]",
        ]
    );
    // What it names is what lists them.
    assert_eq!(
        paths(&list(&mut vault, &mut session(), &json!({"base": "Bases/Tasks.base#Cheap"}))),
        ["Tasks/b.md", "Tasks/Old/c.md"]
    );
}

#[test]
fn filters_are_joined_as_they_are_nested_and_name_their_formulas() {
    let nested = "filters:\n  or:\n    - a == 1\n    - not:\n        - b == 2\n        - formula.late\n\
                  formulas:\n  late: due < today()\n  other: 1\n";
    for (base, expected) in [
        (nested, "the base: files where (a == 1 or not (b == 2 or formula.late)), with formula.late = due < today(); "),
        ("views:\n  - type: table\n", "the base: all files; list them with list_files, base=\"a.base\""),
        ("views: [\n", "the YAML of the base is not understood"),
        ("views: 3\n", ""),
        ("views:\n  - name: \"a\\n]b\"\n", "view \"a\\u000a]b\": all files; "),
    ] {
        let reply = Vault::of(&[("a.base", base)]).call(&mut session(), r#"{"path": "a.base"}"#);
        let reply = text(&reply);
        assert!(reply.contains(&format!("\n[{expected}")) || expected.is_empty(), "{reply}");
    }
    let many = "views:\n".to_owned() + &"  - name: a\n    filters: x == 1\n".repeat(40);
    let reply = Vault::of(&[("a.base", &many)]).call(&mut session(), r#"{"path": "a.base"}"#);
    let reply = text(&reply);
    assert!(reply.contains("\n[the base has 30 more views]"), "{reply}");
}
