//! The forms of tags in `tests/fixtures/tag-forms.json`: what the app reads as a tag, and which notes they exclude.
//! `tests/shim/tag-forms.test.ts` asks `lectern doctor` about the same forms.

use lectern::{Config, Entry};
use serde::Deserialize;
use serde_json::json;

use crate::support::{Vault, opened, outcome, text};

/// A note, and what its tag is.
#[derive(Deserialize)]
struct Form {
    note: String,
    /// Whether the app reads it as a tag, so that a search finds it.
    app: bool,
    /// Whether a search finds it nevertheless.
    #[serde(default)]
    search: bool,
    /// Whether it excludes the note.
    closes: bool,
    #[serde(default = "private")]
    tag: String,
}

fn private() -> String {
    "private".to_owned()
}

fn forms() -> Vec<Form> {
    serde_json::from_str(include_str!("../fixtures/tag-forms.json")).expect("the table is JSON")
}

const OTHERS: [(&str, &str); 4] = [
    ("Other.md", "An apple. See [[Form]] and [[Formal]].\n"),
    ("Formal.md", "The xylophone is formal. [[Other]]\n"),
    ("Third.md", "Nothing of note.\n"),
    ("Fourth.md", "Up: [[Other]]\n"),
];

/// A vault with a note that has this form.
fn vault(form: &Form) -> Vault {
    let note = format!("{}\n\n\nA xylophone. See [[Other]].\n", form.note);
    Vault::of(&OTHERS).with("Form.md", note)
}

/// Calls of every tool that reads.
fn calls(tag: &str) -> Vec<(&'static str, String)> {
    let call = |tool, args: serde_json::Value| (tool, args.to_string());
    vec![
        call("list_files", json!({})),
        call("list_files", json!({ "where": "file.name contains orm" })),
        call("read_file", json!({ "path": "Form.md" })),
        call("read_file", json!({ "path": "[[Form]]" })),
        call("read_file", json!({ "path": "Forn.md" })),
        call("read_file", json!({ "files": ["Form", "Other", "form.MD"] })),
        call("search_notes", json!({ "query": "xylophone" })),
        call("search_notes", json!({ "query": "xylophone", "tag": tag })),
        call("search_notes", json!({ "query": "xylophone", "passages": 3 })),
        call("search_notes", json!({ "query": "xylo.*", "mode": "regex" })),
        call("links", json!({ "path": "Other.md" })),
        call("links", json!({ "path": "Form.md" })),
        call("related_notes", json!({ "path": "Other.md" })),
        call("related_notes", json!({ "path": "Form.md" })),
        call("why", json!({ "query": "xylophone", "path": "Form.md" })),
    ]
}

#[test]
fn the_table_is_large_and_has_no_form_twice() {
    let forms = forms();
    assert!(forms.len() >= 60, "{}", forms.len());
    for (at, form) in forms.iter().enumerate() {
        assert!(!(form.app || form.search) || form.closes, "a tag for the app that excludes nothing: {:?}", form.note);
        assert!(forms[..at].iter().all(|other| other.note != form.note), "{:?} is there twice", form.note);
    }
}

#[test]
fn no_tool_shows_a_note_that_a_tag_excludes() {
    for form in forms() {
        let config = Config { closed_tags: vec![form.tag.clone()], ..Config::default() };
        let opened = || opened(&config);
        let (mut with, mut without) = (vault(&form), Vault::of(&OTHERS));
        for (tool, args) in calls(&form.tag) {
            let given = with.call_tool(&mut opened(), tool, &args);
            let other = without.call_tool(&mut opened(), tool, &args);
            if form.closes {
                assert_eq!(given, other, "{tool} {args} of {:?}", form.note);
            }
        }
        let listed = with.call_tool(&mut opened(), "list_files", "{}");
        let is_listed = listed
            .structured_content
            .entries
            .iter()
            .flatten()
            .any(|entry| matches!(entry, Entry::File { path, .. } if path == "Form.md"));
        assert_eq!(is_listed, !form.closes, "{:?} is listed", form.note);
        let read = with.call_tool(&mut opened(), "read_file", r#"{"path": "Form.md"}"#);
        assert_eq!(outcome(&read).is_ok(), !form.closes, "{:?} is read", form.note);
    }
}

#[test]
fn a_search_finds_the_tags_that_the_app_reads() {
    let mut wrong = Vec::new();
    for form in forms() {
        for args in [
            json!({ "query": "xylophone", "tag": form.tag }),
            json!({ "query": "xylophone", "where": format!("tags has \"{}\"", form.tag) }),
            json!({ "query": "xylophone", "where": format!("tag contains \"#{}\"", form.tag) }),
        ] {
            let reply = vault(&form).ask("search_notes", &args);
            if text(&reply).contains("Form.md") != (form.app || form.search) {
                wrong.push((form.note.clone(), form.app, args.to_string()));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn many_marks_take_linear_time() {
    const BYTES: usize = 100_000;
    // Were any of these read in quadratic time, this would take an hour.
    for unit in [
        "`#x ",
        "$`#x ",
        "%%`a` ",
        "[[#x ",
        "[[#x|",
        "](#x ",
        "[a](#x \"",
        "[a](",
        "<a #x ",
        "<!-- #x ",
        "$#x ",
        "$$#x ",
        "$a #x",
        "_#x_",
        "*#x ",
        "==#x",
        "~~#x ",
        "#a#b",
        "\\#x",
        "https://a/#x ",
        "www.a(",
        "a@b#x",
        "\u{ff03}x",
        "|#x",
        "- #x `\n",
        "#x\n",
        "> #x\n",
        "|-|\n#x\n",
        "#\u{200b}x\u{200b}",
        "![#x ",
        "# #x ` <!-- $$\n",
        "#______",
    ] {
        let note = unit.repeat(BYTES / unit.len());
        let config = Config { closed_tags: vec!["private".to_owned()], ..Config::default() };
        let mut session = opened(&config);
        let mut vault = Vault::of(&[("Long.md", &note), ("Other.md", "apple\n")]);
        let reply = vault.call_tool(&mut session, "search_notes", r#"{"query": "apple", "tag": "x"}"#);
        assert!(!reply.is_error, "{unit}: {reply:?}");
    }
}
