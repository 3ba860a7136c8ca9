//! What the user is told before a change is approved, and the model afterwards.

use lectern::{ChangeOutcome, Decision};
use serde_json::json;

use crate::support::changed_vault::{accepted, edit_args};
use crate::support::{Vault, text};

#[test]
fn what_the_user_should_know_is_said_before_and_told_to_the_model() {
    let note = "---\nstatus: open\n---\n# Bell\n\nIt hangs. ^rope\n\n## Crack\n\nMend it.\n";
    let warned = |old: &str, new: &str| {
        let mut vault = Vault::of(&[
            ("a.md", note),
            ("b.md", "[[a#Bell#Crack]] and [again](a.md#crack)\n"),
            ("c/d.md", "[[A#Crack|it]] ![[a#^Rope]]\n"),
        ]);
        let reply = vault.edit("a.md", old, new);
        let warnings = vault.proposal().warnings;
        assert_eq!(text(&reply).matches("\nwarning: ").count(), warnings.len(), "{}", text(&reply));
        warnings.join("; ")
    };
    assert_eq!(warned("Mend it.", "Mend it soon."), "");
    assert_eq!(warned("Mend it.", "```\nMend it."), "a fence of code is never closed");
    assert_eq!(warned("## Crack", "## Cracks"), "2 notes link to “Crack”, which will be gone");
    assert_eq!(warned(" ^rope", ""), "1 note links to ^rope, which will be gone");
    assert_eq!(
        warned("status: open", "status: [open"),
        "the properties can no longer be read: line 2 opens a quote or bracket that is never closed; close it, or put the whole value in quotes"
    );
    assert_eq!(warned("Mend it.", "Mend\u{200b} it."), "new text has invisible characters, such as U+200B");
    assert_eq!(warned("Mend it.", "Mend\\nit."), "new text has \\n as two characters, not as a line break");
    assert_eq!(warned("Mend it.", "A &lt; B"), "new text has HTML entities, such as &lt;");
    assert_eq!(
        warned("status: open", "lectern: false"),
        "this excludes the note: Lectern can't read or change it any more"
    );
    assert_eq!(
        warned("\nIt hangs. ^rope\n\n## Crack\n\nMend it.\n", ""),
        "61 % of the text is removed; 2 notes link to “Crack”, which will be gone; \
         1 note links to ^rope, which will be gone"
    );
    let mut vault = Vault::of(&[]);
    vault.change("write_file", &json!({ "path": "a.md", "content": "```markdown\n# A\n```\n" }));
    assert_eq!(vault.proposals[0].warnings, ["the whole note is inside a fence of code"]);
}

/// The warnings about a new note `x/new.md` with `content`.
fn warned_of_new(vault: &mut Vault, content: &str) -> String {
    vault.change("write_file", &json!({ "path": "x/new.md", "content": content }));
    vault.proposal().warnings.join("; ")
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
             the new link to “c” opens no file; 2 more new links open no file",
        ),
    ] {
        assert_eq!(warned_of_new(&mut vault, &format!("# Head\n\n{link}\n")), warning, "{link}");
        vault = vault.without("x/new.md");
    }
    // What led nowhere before is not new.
    let mut vault = Vault::of(&[("a.md", "[[Bel]] [[Bell#Crak]]\n")]);
    vault.edit("a.md", "[[Bel]]", "See [[Bel]]");
    assert_eq!(vault.proposals[0].warnings, [""; 0]);
}

#[test]
fn a_deletion_says_how_many_notes_link_to_the_file() {
    let links = [
        ("x/Bell.md", "[[Bell]] [[#Crack]]\n# Crack\n"),
        ("a.md", "[[bell|it]], again ![[x/Bell.md#Crack]]\n"),
        ("b.md", "[t](./x/Bell.md) [u](https://example.com/Bell.md)\n"),
        ("c.md", "`[[Bell]]` [[Bells]] [t](Bell.pdf)\n"),
        ("y/d.md", "[[Bell]] [[../list.txt]]\n"),
        ("list.txt", "one\n"),
    ];
    for (path, others, warnings) in [
        ("x/Bell.md", &[][..], &["3 notes link to this file"][..]),
        ("list.txt", &[], &["1 note links to this file"]),
        ("c.md", &[], &[]),
        // A link without a path opens the nearer one.
        ("x/Bell.md", &[("y/Bell.md", "")], &["2 notes link to this file"]),
        // An excluded note does not count, nor does it take a link.
        ("x/Bell.md", &[("y/Bell.md", "---\nlectern: false\n---\n[[x/Bell]]\n")], &["3 notes link to this file"]),
    ] {
        let mut vault = Vault::of(&[&links[..], others].concat());
        let reply = vault.change("delete_file", &json!({ "path": path }));
        assert_eq!(vault.proposals[0].warnings, warnings, "{path}");
        let told = warnings.first().map(|warning| format!("\nwarning: {warning}")).unwrap_or_default();
        assert_eq!(text(&reply), format!("moved \"{path}\" to the trash{told}"));
    }
}

#[test]
fn an_excluded_note_neither_links_nor_is_linked_to() {
    let closed = "---\nlectern: false\n---\n[[a#Crack]]\n# Head\n";
    let open = [("a.md", "# Crack\n"), ("b.md", "[[a#Crack]]\n"), ("z/Diary.md", "# Tail\n")];
    let without = Vault::of(&open);
    let with = Vault::of(&[&open[..], &[("Diary.md", closed), ("Work.md", closed)]].concat());
    for (tool, args) in [
        ("edit_file", edit_args("a.md", "Crack", "Cracks")),
        ("write_file", json!({ "path": "n.md", "content": "[[Work]] [[Diary#Head]] [[Diary#Tail]]\n" })),
    ] {
        let [given, wanted] = [&with, &without].map(|vault| {
            let mut vault = vault.clone();
            let reply = vault.change(tool, &args);
            (reply, vault.proposal().warnings)
        });
        assert_eq!(given, wanted, "{tool}");
        assert!(!given.1.is_empty(), "{tool}");
    }
}

/// The warnings about a change of `a.md` from `before` to `after`.
fn warned_of_change(before: &str, after: &str) -> String {
    let mut vault = Vault::of(&[("a.md", before)]);
    vault.edit("a.md", before, after);
    vault.proposal().warnings.join("; ")
}

#[test]
fn tables_keep_their_columns() {
    let table = "| a | b |\n|---|---|\n| 1 | 2 |\n";
    let uneven = "| a | b |\n|---|---|\n| 1 | 2 | 3 |\n";
    for (before, after, warning) in [
        (table, "| a | b |\n|---|---|\n| 1 | 2 |\n| [[x\\|y]] | 4 |\n^id\n", "the new link to “x” opens no file"),
        (table, "| a | b | c |\n|---|---|---|\n| 1 | 2 | 3 |\n", ""),
        (table, "a | b\n:-:|--:\n1 | 2\n", ""),
        (table, uneven, "the table row on line 3 has 3 cells, but its header has 2"),
        (table, "| a | b |\n|---|---|\n| 1 |\n", "the table row on line 3 has 1 cell, but its header has 2"),
        (table, "| a | b | c |\n|---|---|\n", "the table row on line 2 has 2 cells, but its header has 3"),
        (table, "> | a | b |\n> |--|--|\n> | 1 |\n", "the table row on line 3 has 1 cell, but its header has 2"),
        (table, "```\n| a | b |\n|---|---|\n| 1 |\n```\n", "the whole note is inside a fence of code"),
        // It was uneven before.
        (uneven, "| a | b |\n|---|---|\n| 1 | two | 3 |\n", ""),
        (uneven, "| a | b |\n|---|---|\n| 1 | 2 | 3 |\n| 1 | 2 |\n", ""),
    ] {
        assert_eq!(warned_of_change(before, after), warning, "{after}");
    }
}

#[test]
fn a_change_that_leaves_something_open_is_warned_of() {
    let [fence, comment, formula] =
        ["a fence of code", "a comment (%%)", "a formula ($$)"].map(|what| format!("{what} is never closed"));
    let html = "an HTML comment or block is never closed";
    let callout = "the type of a callout is never closed: ] is missing";
    for (before, after, warning) in [
        ("a\n", "%%\na\n%%\n$$\nx\n$$\n> [!note] b\n> ```\n> c\n> ```\n<!--\nd -->\n", ""),
        ("a\n", "%%\na\n", comment.as_str()),
        ("a\n", "%% a %% b %%\n", &comment),
        ("a\n", "$$\nx\n", &formula),
        ("$$\nx\n$$\n", "$$\nx\n$$\n\n$$\ny\n", &formula),
        ("a\n", "`$$` \\$$ $5\n\n```\n%%\n```\n", ""),
        ("a\n", "<!--\na\n", html),
        ("a\n", "> [!note a\n> b\n", callout),
        ("a\n", "> [!note] a\n> ```\n> b\n\nc\n", &fence),
        ("a\n", "- ```\n  b\n\nc\n", &fence),
        ("```\na\n", "```\nb\n", ""),
        ("$$ a\n", "$$ b\n", ""),
    ] {
        assert_eq!(warned_of_change(before, after), warning, "{after}");
    }
}

#[test]
fn properties_keep_their_types() {
    let warned =
        |before: &str, after: &str| warned_of_change(&format!("---\n{before}\n---\n"), &format!("---\n{after}\n---\n"));
    for (before, after, warning) in [
        ("year: 1999", "year: 2001", ""),
        ("year: 1999 # or so", "year: -2.5e3 # or so", ""),
        ("year: 1999", "year:", ""),
        ("year: null", "year: 1999", ""),
        ("tags: a", "tags: [a, b]", ""),
        ("day: 2024-01-01", "day: \"2024-01-02\"", ""),
        ("up: [a]", "up:\n  - a\n  - b", ""),
        ("name: a", "name: >-\n  a\n  b", ""),
        ("year: 1999", "year: \"1999\"", "the property “year” was a number and becomes text"),
        ("Year: 1999", "year: about 1999", "the property “year” was a number and becomes text"),
        ("done: true", "done: yes", "the property “done” was true or false and becomes text"),
        ("up:\n- a\n- b", "up: a, b", "the property “up” was a list and becomes text"),
        ("tags: [a]", "tags: a", "the property “tags” was a list and becomes text"),
        ("name: a", "name:\n  b: c", "the property “name” was text and becomes a map"),
        ("day: 2024-01-01", "day: 1.1.2024", "the property “day” was a date and becomes text"),
        ("day: 2024-01-01", "day: 2024-01-01T10:00", "the property “day” was a date and becomes a date with time"),
    ] {
        assert_eq!(warned(before, after), warning, "{after}");
    }
}

#[test]
fn a_change_that_comes_back_is_not_made_and_says_why() {
    let mut vault = Vault::of(&[("a.md", "Mend it.\n")]);
    vault.decisions = vec![Decision {
        outcome: ChangeOutcome::Returned,
        comment: Some("mind the text".to_owned()),
        ..accepted(None)
    }];
    let edit = edit_args("a.md", "Mend it.", "Mend\\nit.");
    let reply = vault.change("edit_file", &edit);
    assert_eq!(
        text(&reply),
        "\"a.md\" is unchanged: the change comes back to you, because of these warnings\n\
         warning: new text has \\n as two characters, not as a line break\n\
         call again with what you correct, or with the same arguments if all is as it should be\n\
         the user says: mind the text"
    );
    assert_eq!(vault.writes, []);
    assert_eq!(vault.content("a.md"), Some(&b"Mend it.\n"[..]));
}
