//! What a pattern closes it closes with blanks, dots and invisible letters behind the name too: on Windows both names open
//! the same file.
#![expect(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "only the core has no clock and no environment"
)]

use std::env;
use std::time::{Duration, Instant};

use lectern::{PathKind, Policy, Rules, VaultPath};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};

fn is_open(patterns: &str, path: &str, kind: PathKind) -> bool {
    let policy = Policy::new(&Rules { ignore_file: patterns, ..Rules::default() }).expect("no list is wrong");
    VaultPath::parse(path).is_ok_and(|path| policy.check_as(&path, kind).is_ok())
}

#[test]
fn a_name_is_closed_with_blanks_and_dots_behind_it_too() {
    for (patterns, given) in [
        ("*.key", "a.key "),
        ("*.key\n!A.key", "a.key "),
        ("*.key\n!A.key", "a.key::$DATA"),
        ("*.", "x. "),
        ("a[!B]", "ab."),
        ("secret*", "secret\u{a0}"),
        ("/box/?.", "box/a. ."),
    ] {
        assert!(!is_open(patterns, given, PathKind::File), "{patterns:?} {given:?}");
    }
    assert!(is_open("*.", "x", PathKind::File), "a pattern for names that end in a dot is not one for all names");
}

#[test]
fn every_name_that_is_closed_is_closed_with_more_behind_it() {
    let line = "!?/?([abAB.*?]|\\*\\*/|/|\\[!?[a-c]\\]){1,6}/?";
    let patterns = proptest::collection::vec(line, 1..4).prop_map(|lines| lines.join("\n"));
    let cases = (
        patterns,
        "([abAB][abAB.]{0,2}/){0,2}[abcABC][abcABC.]{0,3}",
        "[ .\u{a0}\u{200b}\u{200d}]{1,4}",
        any::<bool>(),
    );
    let seconds = env::var("LECTERN_HOSTILE_SECONDS").ok().and_then(|text| text.parse().ok()).unwrap_or(0);
    let end = Instant::now() + Duration::from_secs(seconds);
    let config = Config { cases: 2_000, failure_persistence: None, ..Config::default() };
    loop {
        TestRunner::new(config.clone())
            .run(&cases, |(patterns, path, behind, is_folder)| {
                let kind = if is_folder { PathKind::Folder } else { PathKind::File };
                if VaultPath::parse(&path).is_ok() && !is_open(&patterns, &path, kind) {
                    let given = format!("{path}{behind}");
                    prop_assert!(!is_open(&patterns, &given, kind), "{patterns:?} closes {path:?}, not {given:?}");
                }
                Ok(())
            })
            .unwrap_or_else(|failure| panic!("{failure}"));
        if Instant::now() >= end {
            break;
        }
    }
}
