//! Properties are changed without touching anything else.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test")]

use proptest::prelude::*;
use serde_json::{Map, Value, json};

use super::hunks::replaced;
use super::{PropertyChanges, PropertyFault, change_properties};
use crate::note::front_matter::{self, values};

fn changed(note: &str, set: &Value, remove: &[&str]) -> Result<String, PropertyFault> {
    let set = set.as_object().cloned().unwrap_or_default();
    let changes = PropertyChanges { set, remove: remove.iter().map(|&name| name.to_owned()).collect() };
    Ok(replaced(note, &change_properties(note, &changes)?))
}

#[test]
fn only_the_lines_of_named_properties_change() {
    let note = "---\r\n# mine\r\ntitle:   'Bell'  # keep\r\ntags:\r\n  - a\r\n\r\nstatus: open  # as of May\r\nDone: false\r\n---\r\nBody\r\n";
    let result = changed(note, &json!({"status": "done", "tags": ["a", "b c"], "weight": 45}), &["done"]).unwrap();
    let expected = "---\r\n# mine\r\ntitle:   'Bell'  # keep\r\ntags:\r\n  - a\r\n  - b c\r\n\r\nstatus: done  # as of May\r\nweight: 45\r\n---\r\nBody\r\n";
    assert_eq!(result, expected);
    assert_eq!(changed("Body\n", &json!({"a": null, "b": []}), &[]).unwrap(), "---\na:\nb: []\n---\nBody\n");
    assert_eq!(changed("", &json!({"due": "2026-10-09"}), &[]).unwrap(), "---\ndue: 2026-10-09\n---\n");
    assert_eq!(changed("---\na: 1\n---", &json!({"b": true}), &[]).unwrap(), "---\na: 1\nb: true\n---");
    assert_eq!(changed("---\n---\nx", &json!({"b": "no"}), &[]).unwrap(), "---\nb: \"no\"\n---\nx");
    // A rule in the text is no front matter.
    assert_eq!(changed("x\n---\na: 1\n---\n", &json!({"b": 1}), &[]).unwrap(), "---\nb: 1\n---\nx\n---\na: 1\n---\n");
}

#[test]
fn texts_stay_in_their_quotes() {
    let note = "---\na: \"2026-10-09\"\nb: 'x'\nc: \"1\"\n---\n";
    let same = json!({"a": "2026-10-09", "b": "x", "c": "1"});
    assert_eq!(changed(note, &same, &[]).unwrap(), note);
    let result = changed(note, &json!({"a": "2026-10-10", "b": "it's", "c": 1}), &[]).unwrap();
    assert_eq!(result, "---\na: \"2026-10-10\"\nb: 'it''s'\nc: 1\n---\n");
    let result = changed(note, &json!({"a": "say \"x\"", "b": "p\nq", "c": ["d"]}), &[]).unwrap();
    assert_eq!(result, "---\na: \"say \\\"x\\\"\"\nb: \"p\\nq\"\nc:\n  - d\n---\n");
}

#[test]
fn what_is_not_sure_is_refused() {
    let fault = |note: &str, set: Value, remove: &[&str]| changed(note, &set, remove).unwrap_err();
    assert_eq!(fault("---\n{\"a\": 1}\n---\n", json!({"a": 2}), &[]), PropertyFault::Json);
    assert_eq!(fault("---\na: 1\nA: 2\n---\n", json!({"a": 2}), &[]), PropertyFault::Twice("a".to_owned()));
    assert_eq!(fault("---\na: &x 1\n---\n", json!({"a": 2}), &[]), PropertyFault::NotUnderstood("a".to_owned()));
    // It must not be added a second time.
    let odd = "---\na: 1\n'b': \"\u{7f}\"\nc: 2\n---\n";
    assert_eq!(fault(odd, json!({"b": 2}), &[]), PropertyFault::NotUnderstood("b".to_owned()));
    assert_eq!(fault(odd, json!({}), &["b"]), PropertyFault::NotUnderstood("b".to_owned()));
    assert_eq!(changed(odd, &json!({"a": 3}), &["c"]).unwrap(), "---\na: 3\n'b': \"\u{7f}\"\n---\n");
    assert_eq!(
        fault("---\na: 1\n---\n", json!({}), &["b"]),
        PropertyFault::Missing("b".to_owned(), vec!["a".to_owned()])
    );
    assert!(matches!(fault("", json!({"a": {"b": 1}}), &[]), PropertyFault::Value(_)));
    assert!(matches!(fault("", json!({"a": 1}), &["A"]), PropertyFault::Both(_)));
}

fn scalar() -> impl Strategy<Value = Value> {
    prop_oneof![
        // Without escapes, which the reader of values does not resolve as YAML does.
        "[ -\\[\\]-~äß鐘]{0,8}".prop_map(Value::from),
        prop_oneof![
            Just("yes"),
            Just("12"),
            Just("1e3"),
            Just("2026-10-09"),
            Just("[[a]]"),
            Just("a: b"),
            Just("- x"),
            Just("~")
        ]
        .prop_map(Value::from),
        any::<i32>().prop_map(Value::from),
        any::<bool>().prop_map(Value::from),
    ]
}

fn note() -> impl Strategy<Value = (Vec<String>, String)> {
    let name = prop::sample::subsequence(vec!["a", "Title", "b c", "tags", "ß"], 0..5);
    let value = prop_oneof![
        Just(" 1"),
        Just(" x  # c"),
        Just(""),
        Just("\n  - a\n  - b"),
        Just(" [a, \"b\"]"),
        Just(" |\n  text\n  more"),
        Just(" \"q # no\""),
        Just(" {k: v}"),
    ];
    let ending = prop_oneof![Just("\n"), Just("\r\n")];
    (name, prop::collection::vec(value, 5), prop::collection::vec(any::<bool>(), 5), ending).prop_map(
        |(names, values, comments, ending)| {
            let names: Vec<String> = names.into_iter().map(str::to_owned).collect();
            let mut front = String::new();
            for ((name, value), comment) in names.iter().zip(values).zip(comments) {
                if comment {
                    front += "# about\n\n";
                }
                front += &[name, ":", value, "\n"].concat();
            }
            (names, format!("---\n{front}---\nBody\n---\n").replace('\n', ending))
        },
    )
}

proptest! {
    #[test]
    fn values_come_back_and_other_lines_stay(
        (names, note) in note(),
        set in prop::collection::btree_map(prop_oneof![Just("a"), Just("title"), Just("new"), Just("B C")], prop_oneof![3 => scalar(), 1 => prop::collection::vec(scalar(), 0..3).prop_map(Value::from)], 0..3),
        remove in prop::sample::subsequence(vec!["tags", "ß"], 0..2),
    ) {
        let set: Map<String, Value> = set.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
        let removed: Vec<&str> = remove.into_iter().filter(|name| names.iter().any(|there| there == name)).collect();
        if set.is_empty() && removed.is_empty() {
            return Ok(());
        }
        let result = changed(&note, &Value::from(set.clone()), &removed).unwrap();
        // The others, with all that is between them, are the same lines.
        let touched = |name: &str| set.keys().any(|key| key.to_lowercase() == name.to_lowercase()) || removed.contains(&name);
        prop_assert_eq!(without(&result, &touched), without(&note, &touched));
        let (front, body) = front_matter::split(result.as_bytes()).unwrap();
        prop_assert_eq!(&result[body..], note.split_once("---").unwrap().1.split_once("---").unwrap().1.trim_start_matches(['\r', '\n']));
        let mut read: Vec<(String, String)> = Vec::new();
        values(front, |name, value| read.push((name.to_owned(), value.to_owned())));
        for (name, value) in &set {
            let texts = |value: &Value| match value {
                Value::String(text) => text.clone(),
                other => other.to_string(),
            };
            let expected: Vec<String> = match value {
                Value::Array(items) => items.iter().map(texts).collect(),
                value => vec![texts(value)],
            };
            let found: Vec<String> =
                read.iter().filter(|(read, _)| *read == name.to_lowercase()).map(|(_, value)| value.clone()).collect();
            prop_assert_eq!(found, expected, "{} in {:?}", name, result);
        }
    }
}

/// The lines of the front matter that belong to no property for which `is_touched`.
fn without(note: &str, is_touched: &dyn Fn(&str) -> bool) -> Vec<String> {
    let (front, _) = front_matter::split(note.as_bytes()).unwrap();
    let front = std::str::from_utf8(front).unwrap();
    let properties = front_matter::properties(front, 0);
    let spans: Vec<_> =
        properties.iter().filter(|property| is_touched(property.name)).map(|property| property.span.clone()).collect();
    let mut at = 0;
    let mut lines = Vec::new();
    for line in front.split_inclusive('\n') {
        if !spans.iter().any(|span| span.contains(&at)) {
            lines.push(line.to_owned());
        }
        at += line.len();
    }
    lines
}
