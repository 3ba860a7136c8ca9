//! Properties and bases that can't be read: before a change, and because of one.

use lectern::{ErrorCode, Proposal, Reply};
use serde_json::json;

use crate::support::{Vault, changing, outcome, text};

fn call_with_text(vault: &mut Vault, tool: &str, args: &str) -> Reply {
    vault.call_tool(&mut changing(), tool, args)
}

/// The lines of faulty front matter, the line that is named, and how the fix begins.
const FAULTS: [(&str, u32, &str); 14] = [
    ("title: Q3: Planning\n", 2, "write title: \"Q3: Planning\""),
    ("a: 1\ntitle: Q3: Planning # why\n", 3, "write title: \"Q3: Planning\""),
    ("tags:\n  - a: b: c\n", 3, "write - a: \"b: c\""),
    ("title: @home\n", 2, "write title: \"@home\""),
    ("title: `x`\n", 2, "write title: \"`x`\""),
    ("title: \"a\" b\n", 2, "write title: \"\\\"a\\\" b\""),
    ("tags:\n\t- a\n", 3, "indent it with spaces"),
    ("title: \"a\ntags: b\n", 2, "close it"),
    ("tags: [a\ntitle: b\n", 2, "close it"),
    ("title: a\ntext\n", 3, "write it as name: value"),
    ("title: a\n  b: c\n", 3, "indent it as deep"),
    ("title: a\ntags: b\ntitle: c\n", 4, "remove one of both lines"),
    ("title: a\n\"title\": c\n", 3, "remove one of both lines"),
    ("title: a\n- b\n", 3, "indent it as deep"),
];

#[test]
fn properties_that_cannot_be_read_are_not_changed() {
    for (front, line, fix) in FAULTS {
        for note in
            [format!("---\n{front}---\nText\n"), format!("---\r\n{}---\r\nText\r\n", front.replace('\n', "\r\n"))]
        {
            let mut vault = Vault::of(&[("a.md", &note)]);
            let reply = vault.change("edit_properties", &json!({ "path": "a.md", "set": { "status": "done" } }));
            let error = outcome(&reply).expect_err(&note);
            assert_eq!(error.code, ErrorCode::Unsupported, "{note:?}: {error}");
            assert!(error.message.contains(&format!("line {line} ")), "{note:?}: {error}");
            assert!(error.help.starts_with(fix), "{note:?}: {error}");
            assert_eq!((vault.content("a.md"), vault.proposals.len()), (Some(note.as_bytes()), 0));
        }
    }
    let note = "---\ntitle: Q3\n\nText\n";
    let mut vault = Vault::of(&[("a.md", note)]);
    let reply = vault.change("edit_properties", &json!({ "path": "a.md", "set": { "status": "done" } }));
    let error = outcome(&reply).expect_err(note);
    assert_eq!(
        (error.message.as_str(), error.help.as_str()),
        (
            "the properties of \"a.md\" can't be read: line 1 begins front matter that is never closed",
            "add a line --- below line 2, with edit_file; then set the properties again",
        )
    );
    assert_eq!(vault.content("a.md"), Some(note.as_bytes()));
}

#[test]
fn what_is_valid_can_be_changed() {
    for front in [
        "a: &x 1\nb: *x\n",
        "a: !!str 1\n",
        "? a\n: b\n",
        "<<: {a: b}\n",
        "a: b\n  c # d\n",
        "\"x\\x41\": 1\n",
        "# only a comment\n",
        "",
        "a:\n- b\n- c: d\n  e: f\n",
        "a: |\n  x: y: z\n\n  \"\nb: >-\n  @\n",
        "date: {{date}}\n",
        "Tags: a\ntags: b\n",
        "url: https://a.b/c#d\n",
    ] {
        let note = format!("---\n{front}---\nText\n");
        let mut vault = Vault::of(&[("a.md", &note)]);
        let reply = vault.change("edit_properties", &json!({ "path": "a.md", "set": { "status": "done" } }));
        assert!(outcome(&reply).is_ok(), "{note:?}: {reply:?}");
        let now = format!("---\n{front}status: done\n---\nText\n");
        assert_eq!(vault.content("a.md"), Some(now.as_bytes()), "{note:?}");
    }
    // A line between two parts of the text, and no front matter.
    let mut vault = Vault::of(&[("a.md", "---\nSome text\n")]);
    vault.change("edit_properties", &json!({ "path": "a.md", "set": { "status": "done" } }));
    assert_eq!(vault.content("a.md"), Some(&b"---\nstatus: done\n---\n---\nSome text\n"[..]));
}

/// What is proposed for a file with the content `before` that becomes `after`.
fn proposed(path: &str, before: Option<&str>, after: &str) -> (Proposal, String) {
    let mut vault = Vault::default();
    if let Some(before) = before {
        vault = vault.with(path, before);
    }
    let mut args = json!({ "path": path, "content": after });
    if let Some(before) = before {
        let read = vault.change("read_file", &json!({ "path": path }));
        let version = read.structured_content.files.first().and_then(|file| file.version.clone());
        args["expect"] = version.unwrap_or_else(|| panic!("{before:?}: {read:?}")).into();
    }
    let reply = vault.change("write_file", &args);
    let proposal = vault.proposals.pop().unwrap_or_else(|| panic!("{after:?}: {reply:?}"));
    (proposal, text(&reply).to_owned())
}

#[test]
fn a_change_after_which_something_cannot_be_read_is_always_asked_about() {
    let note = "---\ntitle: Q3 Planning\ntags: [a]\n---\nText\n";
    for (path, before, after, told) in [
        (
            "a.md",
            Some(note),
            "---\ntitle: Q3: Planning\ntags: [a]\n---\nText\n",
            "line 2 has a colon in its value; write title: \"Q3: Planning\"",
        ),
        (
            "a.md",
            Some(note),
            "Above\n---\ntitle: Q3 Planning\ntags: [a]\n---\nText\n",
            "the --- in line 2 must be line 1",
        ),
        ("a.md", Some(note), "---\ntitle: \"Q3 Planning\ntags: [a]\n---\nText\n", "line 2 opens a quote"),
        ("a.md", Some(note), "---\ntitle: Q3\n\ttags: [a]\n---\nText\n", "line 3 is indented with a tab"),
        (
            "a.md",
            Some(note),
            "---\ntitle: Q3 Planning\ntags: [a]\nText\n",
            "line 1 begins front matter that is never closed",
        ),
        ("a.md", Some(note), "Text\n", "the front matter is gone"),
        ("a.md", Some(note), "---\ntitle: a\ntitle: b\n---\nText\n", "line 3 has title again, which line 2 has"),
        ("a.md", Some("Text\n"), "---\ntitle: a: b\n---\nText\n", "line 2 has a colon"),
        ("a.md", None, "---\ntitle: a: b\n---\nText\n", "the properties can't be read: line 2 has a colon"),
        ("a.md", Some("---\n{\"a\": 1}\n---\n"), "---\n{\"a\": 1\n---\n", "the properties can no longer be read"),
        (
            "v.base",
            None,
            "views:\n  - type: table\n\tname: x\n",
            "the base can't be read: line 3 is indented with a tab",
        ),
        ("v.base", Some("views:\n"), "views: a: b\n", "the base can no longer be read: line 1 has a colon"),
    ] {
        let (proposal, reply) = proposed(path, before, after);
        assert!(proposal.is_unreadable, "{after:?}: {proposal:?}");
        assert!(proposal.warnings.iter().any(|warning| warning.contains(told)), "{after:?}: {:?}", proposal.warnings);
        assert!(reply.contains(told), "{after:?}: {reply}");
    }
    for (path, before, after) in [
        ("a.md", Some(note), "---\ntitle: Q4\n---\nText\n"),
        ("a.md", Some(note), "---\n---\nText\n"),
        ("a.md", Some(note), "---\ntitle: \"Q3: Planning\"\n---\nText\n"),
        ("a.md", Some("---\ntitle: a: b\n---\n"), "---\ntitle: a: c\n---\n"),
        ("a.md", Some("Text\n"), "---\n\nText: a: b\n"),
        ("a.md", None, "Text: a: b\n"),
        ("a.txt", None, "---\ntitle: a: b\n---\n"),
        ("v.base", None, "views:\n  - type: table\n    name: x\n"),
    ] {
        let (proposal, _) = proposed(path, before, after);
        assert!(!proposal.is_unreadable, "{after:?}: {proposal:?}");
    }
}

#[test]
fn a_move_does_not_make_properties_unreadable() {
    for to in ["It's.md", "Say \"hi\".md", "It's \"it\".md", "a: b.md", "x\\y.md", "a #b.md"] {
        for quote in ["'", "\""] {
            let note = format!("---\nup: {quote}[[Old]]{quote}\n---\n[[Old]]\n");
            let mut vault = Vault::of(&[("Old.md", "text\n"), ("a.md", &note)]);
            let reply = vault.change("move_file", &json!({ "from": "Old.md", "to": to }));
            let now = String::from_utf8_lossy(vault.content("a.md").expect("a.md")).into_owned();
            let reply = vault
                .change("edit_properties", &json!({ "path": "a.md", "set": { "x": 1 } }))
                .is_error
                .then_some(reply);
            assert!(reply.is_none(), "{to} {quote}: {now}\n{reply:?}");
        }
    }
}

#[test]
fn properties_are_taken_as_models_send_them() {
    let expected = "---\ndue: 2026-10-09\ntags:\n  - a\n  - b\nweight: 3\nx:\n---\n";
    for set in [
        json!({ "due": "2026-10-09", "weight": 3, "tags": ["a", "b"], "x": null }),
        json!("{\"due\": \"2026-10-09\", \"weight\": 3, \"tags\": [\"a\", \"b\"], \"x\": null}"),
        json!([
            { "key": "due", "value": "2026-10-09" },
            { "key": "weight", "value": 3 },
            { "key": "tags", "value": ["a", "b"] },
            { "key": "x" },
        ]),
        json!([{ "due": "2026-10-09" }, { "weight": 3, "x": null }, { "key": "tags", "value": ["a", "b"] }]),
        json!(
            "[{\"key\": \"due\", \"value\": \"2026-10-09\"}, {\"weight\": 3}, {\"tags\": [\"a\", \"b\"]}, {\"key\": \"x\"}]"
        ),
    ] {
        let mut vault = Vault::of(&[("a.md", "")]);
        let reply = vault.change("edit_properties", &json!({ "path": "a.md", "set": set }));
        assert_eq!(vault.content("a.md"), Some(expected.as_bytes()), "{set}: {reply:?}");
    }
    // An object names properties, also one that is called “key”.
    let mut vault = Vault::of(&[("a.md", "")]);
    vault.change("edit_properties", &json!({ "path": "a.md", "set": { "key": "C", "value": 1 } }));
    assert_eq!(vault.content("a.md"), Some(&b"---\nkey: C\nvalue: 1\n---\n"[..]));
    for set in [
        json!("no"),
        json!(3),
        json!([1]),
        json!([{ "key": "a", "value": 1 }, { "key": "a", "value": 2 }]),
        json!("{\"a\":"),
    ] {
        let reply = Vault::of(&[("a.md", "")]).change("edit_properties", &json!({ "path": "a.md", "set": set }));
        assert_eq!(outcome(&reply).expect_err("it is refused").code, ErrorCode::InvalidArguments, "{set}");
    }
}

#[test]
fn numbers_and_texts_keep_their_form() {
    for (value, written) in [
        (json!(123_456_789_012_345_680_000_f64), "123456789012345680000"),
        (json!(1e21), "1000000000000000000000"),
        (json!(1e300), "1.0e+300"),
        (json!(1.5e300), "1.5e+300"),
        (json!(1e-7), "0.0000001"),
        (json!(1e-300), "1.0e-300"),
        (json!(-0.5), "-0.5"),
        (json!(u64::MAX), "18446744073709551615"),
        (json!(i64::MIN), "-9223372036854775808"),
        (json!("2024-01-01"), "2024-01-01"),
        (json!("012"), "\"012\""),
        (json!("1_000"), "\"1_000\""),
        (json!("yes"), "\"yes\""),
        (json!("~"), "\"~\""),
        (json!("1e3"), "\"1e3\""),
        (json!("12:30"), "\"12:30\""),
        (json!("0x1F"), "\"0x1F\""),
        (json!("123456789012345680000"), "\"123456789012345680000\""),
        (json!(""), "\"\""),
    ] {
        let mut vault = Vault::of(&[("a.md", "")]);
        vault.change("edit_properties", &json!({ "path": "a.md", "set": { "a": value, "b": [value] } }));
        let expected = format!("---\na: {written}\nb:\n  - {written}\n---\n");
        assert_eq!(vault.content("a.md").map(String::from_utf8_lossy).as_deref(), Some(&*expected));
    }
    // As they are written in the call, which JavaScript or a person may have written.
    for (given, written) in [
        ("123456789012345680000", "123456789012345680000"),
        ("12345678901234567890123456789", "12345678901234567890123456789"),
        ("0.1000", "0.1000"),
        ("1e+21", "1000000000000000000000"),
        ("1E3", "1000"),
        ("9007199254740993", "9007199254740993"),
    ] {
        let mut vault = Vault::of(&[("a.md", "")]);
        let args = format!("{{\"path\": \"a.md\", \"set\": {{\"a\": {given}}}}}");
        call_with_text(&mut vault, "edit_properties", &args);
        let expected = format!("---\na: {written}\n---\n");
        assert_eq!(vault.content("a.md").map(String::from_utf8_lossy).as_deref(), Some(&*expected));
    }
    let mut vault = Vault::of(&[("a.md", "")]);
    let reply = call_with_text(&mut vault, "edit_properties", r#"{"path": "a.md", "set": {"a": 1e999}}"#);
    assert!(outcome(&reply).is_err());
}
