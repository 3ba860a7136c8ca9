//! Properties of the policy: excluded paths stay excluded in any spelling, and no rule makes it fail.

use lectern::{PathKind, Policy, Rules, VaultPath};
use proptest::prelude::*;
use unicode_normalization::UnicodeNormalization;

const NAMES: [&str; 10] =
    ["Private", "Work", "Plan.md", "Stra\u{df}e", "Caf\u{e9}", "\u{be44}\u{bc00}", "two words", "x", "a.pdf", "K"];

/// Patterns without negation, which is told to open by spelling.
const PATTERNS: [&str; 14] = [
    "Private/",
    "*.md",
    "/Work/Plan.md",
    "**/Caf\u{e9}/**",
    "\u{be44}?",
    "[P-W]*",
    "[c-k]",
    "stra\u{df}e",
    "Work/**/x",
    "two words/",
    "two*s",
    "?",
    "*.[[:lower:]]df",
    "/*/*/x",
];

const NAMED: [&str; 5] = ["private", "Work/Two Words", "/x", "caf\u{e9}", "plan.md"];

const EXCLUDED: [&str; 4] = ["Private/", "work/pl", "/^caf\u{e9}\\//", "/\\.pdf$/"];

fn some(of: &'static [&'static str]) -> impl Strategy<Value = Vec<String>> {
    prop::collection::vec(prop::sample::select(of).prop_map(str::to_owned), 0..3)
}

fn path() -> impl Strategy<Value = Vec<&'static str>> {
    prop::collection::vec(prop::sample::select(&NAMES[..]), 1..5)
}

/// Another spelling of one name, which some file system takes for the same.
fn respell(name: &str, how: u8) -> String {
    let mut respelled = match how % 5 {
        0 => name.to_owned(),
        1 => name.to_uppercase(),
        2 => name.to_lowercase(),
        3 => name.nfd().collect(),
        _ => name.replace('K', "\u{212a}").replace('s', "\u{17f}"),
    };
    match how / 5 % 6 {
        1 => respelled.push_str(". ."),
        2 => respelled.push_str("::$DATA"),
        3 => respelled.insert(respelled.chars().next().map_or(0, char::len_utf8), '\u{200c}'),
        4 => respelled = format!(" {}", respelled.replace(' ', "\u{a0}")),
        5 => respelled.insert(0, '\u{feff}'),
        _ => {}
    }
    respelled
}

proptest! {
    #[test]
    fn what_is_closed_stays_closed_in_any_spelling(
        protected in some(&NAMED), patterns in some(&PATTERNS), listed in some(&PATTERNS), excluded in some(&EXCLUDED),
        names in path(), how in prop::collection::vec(any::<u8>(), 5),
    ) {
        let listed = listed.join("\r\n");
        let rules = Rules {
            protected: &protected, patterns: &patterns, ignore_file: &listed, excluded: &excluded, ..Rules::default()
        };
        let policy = Policy::new(&rules).expect("rules without a slip");
        let plain = names.join("/");
        let respelled: Vec<String> = names.iter().zip(&how).map(|(name, &how)| respell(name, how / 2)).collect();
        let respelled = match how[4] % 4 {
            0 => respelled.join("/"),
            1 => respelled.join("\\"),
            2 => format!("./{}", respelled.join("//")),
            _ => format!("y/../{}/", respelled.join("/./z/../")),
        };
        if policy.is_protected_path(&plain) {
            prop_assert!(policy.is_protected_path(&respelled), "{plain:?} is closed, {respelled:?} is not: {policy:?}");
        }
    }

    #[test]
    fn a_walk_says_what_a_check_says(
        patterns in some(&PATTERNS), negated in some(&PATTERNS), excluded in some(&EXCLUDED),
        paths in prop::collection::vec(path(), 1..8), folders in any::<u8>(),
    ) {
        let patterns: Vec<String> = patterns.into_iter().chain(negated.iter().map(|line| format!("!{line}"))).collect();
        let policy = Policy::new(&Rules { patterns: &patterns, excluded: &excluded, ..Rules::default() });
        let policy = policy.expect("rules without a slip");
        let mut walk = policy.walk();
        for (index, names) in paths.iter().enumerate() {
            let path = VaultPath::parse(&names.join("/")).expect("a path");
            let kind = if folders >> index & 1 == 1 { PathKind::Folder } else { PathKind::File };
            prop_assert_eq!(walk.check(&path, kind), policy.check_as(&path, kind));
            let either = [PathKind::File, PathKind::Folder].iter().all(|&kind| policy.check_as(&path, kind).is_ok());
            prop_assert_eq!(policy.check(&path).is_ok(), either);
        }
    }
}
