//! What expressions mean, and which are refused.

use super::{Subject, WhereFilter};
use crate::note::TypedProperties;

/// Whether `expression` holds for a note with the front matter `front` and the tag `work`.
#[track_caller]
fn holds(expression: &str, front: &str) -> Option<bool> {
    let properties = TypedProperties::of(format!("---\n{front}\n---\n").as_bytes());
    let filter = WhereFilter::parse(expression).unwrap_or_else(|error| panic!("{expression}: {error}"));
    let subject =
        Subject { path: "Projects/Plan.md", size: 120.0, properties: &[&properties], has_tag: &|tag| tag == "work" };
    filter.holds(&subject)
}

const FRONT: &str = "Status: Open\ndue: 2026-02-28\nat: 2026-03-01T09:30\npages: 12\ndone: false\nauthor:\ncode: \"12\"\n\
                     people: [Ann, 'Bob Ray']\nnext step: call";

#[test]
fn conditions_compare_values_of_one_type() {
    for yes in [
        "status = open",
        "STATUS==\"open\"",
        "status!=done",
        "due < 2026-03-01",
        "due<=2026-02-28",
        "at > 2026-03-01",
        "at < 2026-03-01T09:30:01",
        "pages >= 12.0",
        "pages != 13",
        "done = false",
        "author is empty",
        "absent is empty",
        "status is not empty",
        "code = \"12\"",
        "people has ann",
        "people has 'Bob Ray'",
        "people contains ray",
        "status has open",
        "status contains PE",
        "tags has work",
        "tags contains work",
        "tag has work",
        "Tag contains work",
        "\"next step\" = call",
        "file.name = plan",
        "file.folder = Projects",
        "file.path = 'projects/plan.md'",
        "file.size > 100",
        "status != 1",
        "absent != x",
    ] {
        assert_eq!(holds(yes, FRONT), Some(true), "{yes}");
    }
    for no in [
        "status = done",
        "due > 2026-03-01",
        "code = 12",
        "pages = \"12\"",
        "due < x",
        "x < due",
        "absent < 1",
        "absent > 1",
        "people = Ann",
        "people has Bob",
        "tags has home",
        "tags contains wor",
        "tag has home",
        "done = \"false\"",
        "pages contains 1",
    ] {
        assert_eq!(holds(no, FRONT), Some(false), "{no}");
    }
}

#[test]
fn and_binds_more_than_or() {
    assert_eq!(holds("pages = 12 or pages = 1 and done = true", FRONT), Some(true));
    assert_eq!(holds("(pages = 12 or pages = 1) and done = true", FRONT), Some(false));
    assert_eq!(holds("NOT done = true AND not (pages = 1 OR pages = 2)", FRONT), Some(true));
}

#[test]
fn what_is_not_understood_decides_nothing() {
    let front = "a: b: c\nd: 1";
    for unknown in ["d = 1", "d != 1", "d is empty", "not d = 1", "d = 1 and tags has work", "d = 1 or tags has home"] {
        assert_eq!(holds(unknown, front), None, "{unknown}");
    }
    assert_eq!(holds("d = 1 or tags has work", front), Some(true));
    assert_eq!(holds("d = 1 and tags has home", front), Some(false));
    assert_eq!(holds("a = 1 or d = 1", "a: |\n  x\nd: 1"), Some(true), "only this property is unknown");
}

#[test]
fn errors_say_where_and_what() {
    for (expression, error) in [
        ("", "1: expected the name of a property"),
        ("status", "7: expected an operator, such as =, has or is empty"),
        ("status = ", "10: expected a value"),
        ("status = in progress", "13: expected and, or, or the end, not \"progress\""),
        ("status is done", "11: expected empty or not empty, not \"done\""),
        ("(a = 1", "7: expected and, or, or )"),
        ("a = 1 )", "7: expected and, or, or the end, not )"),
        ("a = \"x", "5: this quotation mark is never closed"),
        ("tags = x", "1: tags takes only has and a tag, such as tags has work"),
        ("file.ext = md", "1: \"file.ext\" is none of file.name, file.folder, file.path and file.size"),
    ] {
        let found = WhereFilter::parse(expression).map_err(|error| error.to_string());
        assert_eq!(found, Err(format!("where is not understood at character {error}")), "{expression}");
    }
    assert!(WhereFilter::parse(&"(".repeat(1000)).is_err());
    assert!(WhereFilter::parse(&"not ".repeat(400)).is_err());
    assert!(WhereFilter::parse(&"a".repeat(2001)).is_err());
}
