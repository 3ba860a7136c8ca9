//! Patterns against git: every verdict that `git check-ignore` gave, as `tests/cases/ignore.mjs` recorded it.
//! `IGNORE_CASES` names another file of such cases.
#![expect(clippy::disallowed_methods, reason = "the cases lie on disk; only the core has none")]

use lectern::{PathKind, Patterns, Policy, Rules, VaultPath};

/// What git said of a path.
struct Case {
    folds: bool,
    patterns: String,
    path: VaultPath,
    kind: PathKind,
    closed: bool,
}

fn cases() -> Vec<Case> {
    let file = std::env::var("IGNORE_CASES").unwrap_or_else(|_| "tests/cases/ignore.tsv".to_owned());
    let text = std::fs::read_to_string(file).expect("the recorded cases");
    let parse = |line: &str| {
        let [mode, patterns, path, kind, verdict] = line.split('\t').collect::<Vec<_>>()[..] else {
            panic!("five columns: {line}")
        };
        let text = |json: &str| serde_json::from_str::<String>(json).expect("a JSON string");
        let path = text(path);
        // Only a path that is a vault path as it stands can be asked about: `\` separates in a vault, and names are NFC.
        let parsed = VaultPath::parse(&path).ok().filter(|parsed| parsed.as_str() == path)?;
        let kind = if kind == "folder" { PathKind::Folder } else { PathKind::File };
        Some(Case { folds: mode == "fold", patterns: text(patterns), path: parsed, kind, closed: verdict == "closed" })
    };
    text.lines().filter_map(parse).collect()
}

fn differences(folds: bool, verdict: impl Fn(&Patterns, &Case) -> bool) -> Vec<String> {
    let cases = cases().into_iter().filter(|case| case.folds == folds);
    let (mut all, mut wrong) = (0, Vec::new());
    for case in cases {
        all += 1;
        if verdict(&Patterns::parse(&case.patterns), &case) != case.closed {
            let says = if case.closed { "closed" } else { "open" };
            wrong.push(format!("{:?} {:?} {:?}: git says {says}", case.patterns, case.path.as_str(), case.kind));
        }
    }
    assert!(all >= 400, "only {all} cases");
    wrong
}

#[test]
fn patterns_close_what_git_ignores() {
    let wrong = differences(false, |patterns, case| patterns.closes(&case.path, case.kind));
    assert_eq!(wrong, Vec::<String>::new());
}

#[test]
fn patterns_close_the_equivalents_that_git_ignores_with_ignorecase() {
    let wrong = differences(true, |patterns, case| patterns.closes_equivalent(&case.path, case.kind));
    assert_eq!(wrong, Vec::<String>::new());
}

#[test]
fn a_policy_closes_all_that_git_ignores_whichever_list_says_so() {
    for case in cases().into_iter().filter(|case| case.closed && !case.folds) {
        let Case { patterns, path, kind, .. } = case;
        let settings = [patterns.clone()];
        for rules in [
            Rules { ignore_file: &patterns, ..Rules::default() },
            Rules { patterns: &settings, ..Rules::default() },
            Rules { ignore_file: &patterns, patterns: &["!*".to_owned()], ..Rules::default() },
        ] {
            let policy = Policy::new(&rules).expect("no list is wrong");
            assert!(policy.check_as(&path, kind).is_err(), "{patterns:?} {path}");
            assert!(policy.check(&path).is_err(), "{patterns:?} {path}, whatever it is");
        }
    }
}
