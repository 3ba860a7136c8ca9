//! The types of values, and what is not understood.

use super::PropertyValue::{self, Checkbox, Empty, Number, Text, Unknown};
use super::TypedProperties;

#[track_caller]
fn assert_value(front: &str, expected: &PropertyValue) {
    for front in [front.to_owned(), front.replace('\n', "\r\n")] {
        let note = format!("---\n{front}\n---\ntext");
        assert_eq!(TypedProperties::of(note.as_bytes()).get("A"), expected, "{front}");
    }
}

fn text(text: &str) -> PropertyValue {
    Text(text.into())
}

#[test]
fn values_have_the_types_of_yaml() {
    for front in ["a:", "a: ~", "a: null # no", "a: #x", "b: 1"] {
        assert_value(front, &Empty);
    }
    assert_value("a: true", &Checkbox(true));
    assert_value("a: FALSE # no", &Checkbox(false));
    for (written, number) in [("12", 12.0), ("-1.5e3", -1500.0), (".5", 0.5), ("0x1F", 31.0), ("0o17", 15.0)] {
        assert_value(&format!("a: {written}"), &Number(number));
    }
    for written in ["yes", "1_000", "0b1", "2026-03-01", "x#y", "a:b", "1 2", "inf"] {
        assert_value(&format!("a: {written}"), &text(written));
    }
    assert_value("a: 'it''s' # no", &text("it's"));
    assert_value("A: \"\\x41\\n\"", &Unknown);
    assert_value("a: \"\\u0041 \\\"b\"", &text("A \"b"));
    assert_value("{\"a\": \"12\"}", &text("12"));
}

#[test]
fn lists_have_typed_items() {
    let list = |items: &[PropertyValue]| PropertyValue::List(items.into());
    assert_value("a: []", &list(&[]));
    assert_value("a: [x, 'y, z', 1, ~] # no", &list(&[text("x"), text("y, z"), Number(1.0), Empty]));
    assert_value(
        "a:\n  - x # no\n\n  # no\n  - \"2\"\n  -\n  - true",
        &list(&[text("x"), text("2"), Empty, Checkbox(true)]),
    );
    assert_value("a:\n- x\n- y\nb: z", &list(&[text("x"), text("y")]));
    assert_value("{\"a\": [1, \"x\"]}", &list(&[Number(1.0), text("x")]));
}

#[test]
fn what_is_not_understood_is_unknown() {
    for front in [
        "a: b: c",
        "a: x\n  y",
        "a: |\n  x",
        "a: {b: c}",
        "a: [[x]]",
        "a: [x: y]",
        "a: [x,, y]",
        "a:\n  - b: c",
        "a:\n  b: c",
        "a:\n  - - x",
        "a: [x,\n  y]",
        "a: &x y",
        "a: 1\na: 2",
        "a: 1\nA: 2",
        "b: *c",
        "a: @x",
        "a: \"x\n  y\"",
    ] {
        assert_value(front, &Unknown);
    }
    assert_eq!(TypedProperties::of(b"no front matter").get("a"), &Empty);
}
