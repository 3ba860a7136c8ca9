//! What the user is told before a change is approved, and the model afterwards.

use lectern::{Config, Reply, Session};
use serde_json::json;

use crate::support::{Vault, text};

fn call(vault: &mut Vault, tool: &str, args: &serde_json::Value) -> Reply {
    let config = Config { changes: true, ..Config::default() };
    let mut session = Session::new(&config).expect("a valid config");
    vault.call_tool(&mut session, tool, &args.to_string())
}

#[test]
fn what_the_user_should_know_is_said_before_and_told_to_the_model() {
    let note = "---\nstatus: open\n---\n# Bell\n\nIt hangs. ^rope\n\n## Crack\n\nMend it.\n";
    let warned = |old: &str, new: &str| {
        let mut vault = Vault::of(&[
            ("a.md", note),
            ("b.md", "[[a#Bell#Crack]] and [again](a.md#crack)\n"),
            ("c/d.md", "[[A#Crack|it]] ![[a#^Rope]]\n"),
        ]);
        let reply = call(&mut vault, "edit_file", &json!({ "path": "a.md", "edits": [{ "old": old, "new": new }] }));
        let warnings = vault.proposals.pop().expect("a proposal").warnings;
        assert_eq!(text(&reply).matches("\nwarning: ").count(), warnings.len(), "{}", text(&reply));
        warnings.join("; ")
    };
    assert_eq!(warned("Mend it.", "Mend it soon."), "");
    assert_eq!(warned("Mend it.", "```\nMend it."), "a fence of code is never closed");
    assert_eq!(warned("## Crack", "## Cracks"), "2 notes link to “Crack”, which will be gone");
    assert_eq!(warned(" ^rope", ""), "1 note links to ^rope, which will be gone");
    assert_eq!(warned("status: open", "status: [open"), "the properties can no longer be read");
    assert_eq!(warned("Mend it.", "Mend\u{200b} it."), "new text has invisible characters, such as U+200B");
    assert_eq!(warned("Mend it.", "Mend\\nit."), "new text has \\n as two characters, not as a line break");
    assert_eq!(warned("Mend it.", "A &lt; B"), "new text has HTML entities, such as &lt;");
    assert_eq!(
        warned("status: open", "lectern: false"),
        "this excludes the note: Lectern can't read or change it any more"
    );
    assert_eq!(
        warned("\nIt hangs. ^rope\n\n## Crack\n\nMend it.\n", ""),
        "6 of 10 lines are removed; 2 notes link to “Crack”, which will be gone; \
         1 note links to ^rope, which will be gone"
    );
    let mut vault = Vault::of(&[]);
    call(&mut vault, "write_file", &json!({ "path": "a.md", "content": "```markdown\n# A\n```\n" }));
    assert_eq!(vault.proposals[0].warnings, ["the whole note is inside a fence of code"]);
}

/// The warnings about a new note `x/new.md` with `content`.
fn warned_of_new(vault: &mut Vault, content: &str) -> String {
    call(vault, "write_file", &json!({ "path": "x/new.md", "content": content }));
    vault.proposals.pop().expect("a proposal").warnings.join("; ")
}

#[test]
fn new_links_that_lead_nowhere_are_named() {
    let mut vault = Vault::of(&[("Bell.md", "# Crack\n\nIt hangs. ^rope\n"), ("x/pic.png", "png")]);
    for (link, warning) in [
        ("[[Bell]] [[bell#crack]] ![[Bell#^rope]] ![[pic.png]] [t](Bell.md#Crack) [t](../Bell.md)", ""),
        ("[[new]] [[#Head]] [t](https://example.com/a.md) <mailto:a@b.c> [t](mailto:a@b.c) [[https://a.b]]", ""),
        ("`[[Bel]]` [[#^here]] text ^here", ""),
        ("[[Bel|it]]", "the new link to “Bel” opens no file"),
        ("![](other.png)", "the new link to “other.png” opens no file"),
        ("[t](./Bell.md)", "the new link to “./Bell.md” opens no file"),
        ("[[Bell#Crak]]", "the new link to “Bell#Crak” names a heading that Bell.md does not have"),
        ("![[Bell#^rop]]", "the new link to “Bell#^rop” names a block that Bell.md does not have"),
        ("[[#Feet]]", "the new link to “#Feet” names a heading that x/new.md does not have"),
        (
            "[[a]] [[b]] [[c]] [[d]] [[e]]",
            "the new link to “a” opens no file; the new link to “b” opens no file; \
             the new link to “c” opens no file; 2 more new links lead nowhere",
        ),
    ] {
        assert_eq!(warned_of_new(&mut vault, &format!("# Head\n\n{link}\n")), warning, "{link}");
        vault = vault.without("x/new.md");
    }
    // What led nowhere before is not new.
    let mut vault = Vault::of(&[("a.md", "[[Bel]] [[Bell#Crak]]\n")]);
    call(&mut vault, "edit_file", &json!({ "path": "a.md", "edits": [{ "old": "[[Bel]]", "new": "See [[Bel]]" }] }));
    assert_eq!(vault.proposals[0].warnings, [""; 0]);
}

#[test]
fn an_excluded_note_neither_links_nor_is_linked_to() {
    let closed = "---\nlectern: false\n---\n[[a#Crack]]\n# Head\n";
    let open = [("a.md", "# Crack\n"), ("b.md", "[[a#Crack]]\n"), ("z/Diary.md", "# Tail\n")];
    let without = Vault::of(&open);
    let with = Vault::of(&[&open[..], &[("Diary.md", closed), ("Work.md", closed)]].concat());
    for (tool, args) in [
        ("edit_file", json!({ "path": "a.md", "edits": [{ "old": "Crack", "new": "Cracks" }] })),
        ("write_file", json!({ "path": "n.md", "content": "[[Work]] [[Diary#Head]] [[Diary#Tail]]\n" })),
    ] {
        let [given, wanted] = [&with, &without].map(|vault| {
            let mut vault = vault.clone();
            let reply = call(&mut vault, tool, &args);
            (reply, vault.proposals.pop().expect("a proposal").warnings)
        });
        assert_eq!(given, wanted, "{tool}");
        assert!(!given.1.is_empty(), "{tool}");
    }
}
