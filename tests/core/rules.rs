//! Rules of the policy beside names: patterns in any spelling, the app's excluded files, and rules with a slip. What git
//! itself says of patterns is in `ignore.rs`.

use lectern::{Config, PathKind, Policy, RuleError, Rules, Session, VaultPath};

use crate::support::opened;

fn with_patterns(patterns: &str) -> Policy {
    Policy::new(&Rules { ignore_file: patterns, ..Rules::default() }).expect("no list is wrong")
}

fn excluding(filters: &[&str]) -> Result<Policy, RuleError> {
    let excluded: Vec<String> = filters.iter().map(|&filter| filter.to_owned()).collect();
    Policy::new(&Rules { excluded: &excluded, ..Rules::default() })
}

fn is_open(policy: &Policy, path: &str, kind: PathKind) -> bool {
    policy.check_as(&VaultPath::parse(path).expect("a path"), kind).is_ok()
}

#[test]
fn a_pattern_closes_every_spelling_of_what_it_closes() {
    for (patterns, given) in [
        ("private/", "PRIVATE/a.md"),
        ("private/", "Private./a.md"),
        ("private/", " private /a.md"),
        ("private/", "pri\u{200c}vate/a.md"),
        ("private/", "private::$INDEX_ALLOCATION/a.md"),
        ("private/", "x\\..\\PRIVATE\\a.md"),
        ("PRIVATE/", "private/a.md"),
        ("/Private Notes/", "PRIVAT~1/a.md"),
        ("/Private Notes/", "private\u{a0}notes/a.md"),
        ("Work/Private Notes", "work/PRIVAT~2"),
        ("*.pdf", "A.PDF"),
        ("*.pdf", "a.pdf. "),
        ("*.pdf", "a.pdf::$DATA"),
        ("Secret*", "x/sec\u{ad}ret plan.md"),
        ("cafe\u{301}*/", "CAF\u{c9}s/a.md"),
        ("stra\u{df}e/", "STRASSE/a.md"),
        ("[A-C]x", "bX"),
        ("[[:upper:]]x", "ax"),
        ("?.md", "\u{e9}.md"),
        ("[\u{c9}].md", "\u{e9}.md"),
        ("Plan: a.md", "PLAN: A.md"),
        ("\u{be44}?/", "\u{1107}\u{1175}\u{1106}\u{1175}\u{11af}/a.md"),
    ] {
        assert!(with_patterns(patterns).is_protected_path(given), "{patterns:?} {given:?}");
    }
}

#[test]
fn a_pattern_leaves_open_what_only_looks_like_it() {
    for (patterns, given) in [
        ("private/", "privately/a.md"),
        ("private/", "private.md"),
        ("*.", "a.md"),
        ("*:*", "a.md"),
        ("a:b c", "a.md"),
        ("draft~1", "draft.md"),
        ("\u{200b}", "a.md"),
        ("[[:upper:]]x", "1x"),
        ("[!a]x", "ax"),
    ] {
        assert!(!with_patterns(patterns).is_protected_path(given), "{patterns:?} {given:?}");
    }
}

#[test]
fn a_pattern_for_folders_closes_the_folder_and_not_the_file() {
    let policy = with_patterns("drafts/");
    let drafts = VaultPath::parse("x/drafts").expect("a path");
    assert!(policy.check_as(&drafts, PathKind::File).is_ok());
    assert!(policy.check_as(&drafts, PathKind::Folder).is_err());
    assert!(policy.check(&drafts).is_err(), "it may be a folder");
    assert!(!is_open(&policy, "x/drafts/a.md", PathKind::File));
    assert!(is_open(&policy, "x/drafts.md", PathKind::File));
}

#[test]
fn a_path_that_only_a_folder_may_have_is_closed_as_a_file() {
    let policy = with_patterns("*\n!*/");
    assert!(is_open(&policy, "a", PathKind::Folder));
    assert!(!is_open(&policy, "a", PathKind::File));
    assert!(policy.is_protected_path("a"), "it may be a file");
}

#[test]
fn a_negated_pattern_opens_only_where_it_does_in_every_way_to_compare() {
    let policy = with_patterns("*.md\n!Plan.md");
    assert!(!policy.is_protected_path("x/Plan.md"));
    for given in ["plan.md", "PLAN.md", "a.md", "A.MD"] {
        assert!(policy.is_protected_path(given), "{given:?}");
    }
    // Git does not close it with either setting, so neither way closes it.
    assert!(!policy.is_protected_path("PLAN.MD"));
}

#[test]
fn no_pattern_opens_what_is_closed_always() {
    let policy = with_patterns("!.obsidian/\n!.git\n!.*");
    for given in [".obsidian/app.json", ".git/config", ".hidden.md"] {
        assert!(policy.is_protected_path(given), "{given:?}");
    }
}

#[test]
fn many_stars_take_no_time() {
    let policy = with_patterns(&format!("{}b\n{}b", "**/a/".repeat(500), "*a".repeat(500)));
    let path = VaultPath::parse(&"a/".repeat(250)).expect("a path");
    assert!(policy.check(&path).is_ok());
    let name = VaultPath::parse(&"a".repeat(2000)).expect("a path");
    assert!(policy.check(&name).is_ok());
    let found = VaultPath::parse(&format!("{}b", "a".repeat(2000))).expect("a path");
    assert!(policy.check(&found).is_err());
}

#[test]
fn many_open_classes_take_no_time() {
    let policy = with_patterns(&format!("[{}]", "[:x".repeat(300_000)));
    assert!(!is_open(&policy, ":", PathKind::File));
    assert!(is_open(&policy, "y", PathKind::File));
}

#[test]
fn the_app_excludes_by_the_beginning_of_a_path() {
    let policy = excluding(&["Private/", "Work/Cl", "Templates\\old/"]).expect("filters");
    for given in [
        "Private/a.md",
        "private/a.md",
        "PRIVATE./a.md",
        "Private",
        "Work/Clients/a.md",
        "work/clever.md",
        "Wo\u{200c}rk/Cl",
        "Templates/Old/a.md",
    ] {
        assert!(policy.is_protected_path(given), "{given:?}");
    }
    for given in ["Privately.md", "x/Private/a.md", "Work/a.md", "Work", "Templates/a.md", "/"] {
        assert!(!policy.is_protected_path(given), "{given:?}");
    }
    assert!(is_open(&policy, "Private", PathKind::File), "the folder is meant");
    assert!(!is_open(&policy, "Private", PathKind::Folder));
}

#[test]
fn the_app_excludes_by_regular_expressions() {
    let policy = excluding(&["/\\.draft\\.md$/", "/^Daily\\/20(1\\d|20)/", "/\\bdiary/"]).expect("filters");
    for given in ["a.draft.md", "x/A.DRAFT.MD", "x/a.draft.md.", "Daily/2019-01-01.md", "daily/2020.md", "My/Diary.md"]
    {
        assert!(policy.is_protected_path(given), "{given:?}");
    }
    for given in ["a.md", "Daily/2021.md", "x/Daily/2019.md", "mydiary.md", "Daily"] {
        assert!(!policy.is_protected_path(given), "{given:?}");
    }
}

#[test]
fn expressions_that_would_backtrack_take_no_time() {
    let policy = excluding(&["/(a+)+$/", "/(a*)*b$/", "/^(x+x+)+y/"]).expect("filters");
    let names = [format!("{}c", "a".repeat(4000)), "x".repeat(4000)];
    assert!(names.iter().all(|name| is_open(&policy, name, PathKind::File)));
    assert!(!is_open(&policy, &"a".repeat(4000), PathKind::File));
}

#[test]
fn a_blank_filter_says_nothing_and_a_slash_excludes_everything() {
    assert!(!excluding(&["", " "]).expect("filters").is_protected_path("a.md"));
    assert!(excluding(&["/"]).expect("filters").is_protected_path("a.md"));
    assert!(excluding(&["//"]).expect("filters").is_protected_path("a.md"));
}

#[test]
fn a_rule_with_a_slip_makes_no_policy_and_says_what_to_do() {
    assert_eq!(excluding(&["/(/"]).map(drop), Err(RuleError::Excluded("/(/".to_owned())));
    for tag in ["", "#", "two words", "a.b", "2024", "#a#b"] {
        let closed_tags = [tag.to_owned()];
        let policy = Policy::new(&Rules { closed_tags: &closed_tags, ..Rules::default() });
        assert_eq!(policy.map(drop), Err(RuleError::Tag(tag.to_owned())));
    }
    let too_long = ["a".repeat(501)];
    assert!(Policy::new(&Rules { closed_tags: &too_long, ..Rules::default() }).is_err());
    for (config, message) in [
        (
            Config { excluded: vec!["/(/".to_owned()], ..Config::default() },
            "an excluded file cannot be understood: \"/(/\" is not a regular expression; correct it or remove it in the \
             app's settings, under Excluded files",
        ),
        (
            Config { excluded: vec!["/^(?!Public)/".to_owned()], ..Config::default() },
            "an excluded file cannot be understood: \"/^(?!Public)/\" cannot be matched in bounded time; write it without \
             look-ahead, look-behind and back-references in the app's settings, under Excluded files",
        ),
        (
            Config { excluded: vec!["/(a{999}){999}/".to_owned()], ..Config::default() },
            "an excluded file cannot be understood: \"/(a{999}){999}/\" is too large to match quickly; shorten it, or lower \
             its repeat counts, in the app's settings, under Excluded files",
        ),
        (
            Config { closed_tags: vec!["a b".to_owned()], ..Config::default() },
            "a closed tag cannot be understood: \"a b\" is not a tag; give its name alone, such as \"private\" or \
             \"work/secret\"",
        ),
        (
            Config { protected: vec!["*.pdf".to_owned()], ..Config::default() },
            "a closed folder cannot be understood: \"*.pdf\" is a pattern; put it among the patterns, or give the name or \
             path itself, without quotes",
        ),
    ] {
        assert_eq!(Session::new(&config).expect_err("a slip").to_string(), message);
    }
}

#[test]
fn a_session_closes_by_every_setting() {
    let config = Config {
        protected: vec!["Named".to_owned()],
        patterns: vec!["*.pdf".to_owned(), "/Drafts/".to_owned()],
        ignore_file: "# mine\r\n/Listed\r\n".to_owned(),
        excluded: vec!["Archive/".to_owned()],
        ..Config::default()
    };
    let session = opened(&config);
    for given in ["Named.md", "x/a.pdf", "Drafts/a.md", "Listed/a.md", "Archive/a.md"] {
        assert!(session.is_protected_path(given), "{given:?}");
    }
    assert!(!session.is_protected_path("Notes/a.md"));
}
