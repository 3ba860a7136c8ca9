use proptest::prelude::*;

use super::compiled::{DFA_BYTES, MAX_RANGES, NFA_BYTES};
use super::{KeepLimits, Pattern, PatternError, PatternMatches, Searching};

const ALL: KeepLimits = KeepLimits { hits: usize::MAX, with_ranges: usize::MAX };

fn found_in(pattern: &str, case_sensitive: bool, text: &[u8], slice: usize) -> PatternMatches {
    let mut pattern = Pattern::parse(pattern, case_sensitive).unwrap();
    let mut searching = Searching::new(ALL);
    while !searching.search_more(&mut pattern, text, slice) {}
    searching.into_found()
}

/// The matches with the numbers of their lines.
fn matches<'a>(pattern: &str, text: &'a str) -> Vec<(u32, &'a str)> {
    let found = found_in(pattern, true, text.as_bytes(), 64);
    let ranges = found.hits.into_iter().flat_map(|hit| hit.ranges.into_iter().map(move |span| (hit.line, span)));
    ranges.map(|(line, span)| (line, &text[span])).collect()
}

fn refusal(pattern: &str) -> PatternError {
    Pattern::parse(pattern, true).err().unwrap()
}

#[test]
fn a_match_is_told_by_its_line_and_place() {
    let text = "# One\ntwo foo\n\nfood, foo\n";
    assert_eq!(matches("foo", text), [(2, "foo"), (4, "foo"), (4, "foo")]);
    assert_eq!(matches(r"\bfoo\b", text), [(2, "foo"), (4, "foo")]);
    assert_eq!(matches(r"\bfoo\w+", text), [(4, "food")]);
    assert_eq!(matches("^#+ .*", text), [(1, "# One")]);
    assert_eq!(matches("foo|One$", text), [(1, "One"), (2, "foo"), (4, "foo"), (4, "foo")]);
}

#[test]
fn a_line_is_searched_by_itself_however_it_ends() {
    let text = "one\r\ntwo\r\nthree";
    assert_eq!(matches("o$", text), [(2, "o")]);
    assert_eq!(matches("^t.*", text), [(2, "two"), (3, "three")]);
    assert_eq!(matches(r"\A\w+\z", text), [(1, "one"), (2, "two"), (3, "three")]);
    assert_eq!(matches(r"[^x]+", text), [(1, "one"), (2, "two"), (3, "three")]);
    assert_eq!(matches(r"(?s)e.+", text), [(3, "ee")]);
    assert_eq!(matches(r"e\s", text), []);
}

#[test]
fn a_carriage_return_alone_ends_a_line_for_the_pattern_and_not_for_the_number() {
    assert_eq!(matches("^b$", "a\rb\rc\nb"), [(1, "b"), (2, "b")]);
}

#[test]
fn words_are_those_of_every_script() {
    let text = "die Größe\nGrößen\nالملف ملف\n大きさ";
    assert_eq!(matches(r"\bGröße\b", text), [(1, "Größe")]);
    assert_eq!(matches(r"\bملف\b", text), [(3, "ملف")]);
    assert_eq!(matches(r"\B.さ", text), [(4, "きさ")]);
    let found = found_in("GRÖSSE|größe", false, text.as_bytes(), 64);
    assert_eq!(found.lines, 2);
}

#[test]
fn a_boundary_whose_sides_the_pattern_does_not_know_is_looked_at_again() {
    // The first candidate by bytes does not match.
    assert_eq!(matches(r"\b[-a]b", "a-b\nxab\nab"), [(1, "-b"), (3, "ab")]);
    assert_eq!(matches(r"o\b.?b", "oob\no b"), [(2, "o b")]);
}

#[test]
fn what_cannot_be_searched_for_is_refused_with_its_place_and_a_way_out() {
    for (pattern, refused) in [
        ("", PatternError::Empty),
        ("foo(?=bar)", PatternError::LookAround(4)),
        ("(?<!ä)b", PatternError::LookAround(1)),
        (r"(ä)\1", PatternError::Backreference(4)),
        (r"ä\p{Klingon}", PatternError::Property(2)),
        (r"foo\nbar", PatternError::LineBreak),
        ("(foo)?", PatternError::MatchesEmpty),
        ("^", PatternError::MatchesEmpty),
        (r"\b", PatternError::MatchesEmpty),
        (r"a[\r\n]+b", PatternError::MatchesNothing),
        (r"[^\s\S]", PatternError::MatchesNothing),
        ("(?:a{1000}){1000}", PatternError::TooLarge),
        (r"\w{900}", PatternError::TooLarge),
        ("((((a{100}){100}){100}){100}){100}", PatternError::TooLarge),
    ] {
        assert_eq!(refusal(pattern), refused, "{pattern}");
        assert!(!refused.help().is_empty());
    }
    assert_eq!(refusal(&"a".repeat(2001)), PatternError::TooLong(2001));
}

#[test]
fn a_wrong_pattern_is_told_with_the_character_that_is_wrong() {
    let PatternError::Syntax { at, what } = refusal("ää(foo") else { panic!("another error") };
    assert_eq!((at, what.as_str()), (3, "unclosed group"));
    assert!(matches!(refusal(&"(".repeat(60)), PatternError::Syntax { .. }));
    assert!(matches!(refusal(&format!("{}a{}", "(".repeat(60), ")".repeat(60))), PatternError::Syntax { .. }));
}

#[test]
fn a_pattern_that_nests_as_deep_as_may_be_is_compiled() {
    let groups = format!("{}a{}", "(".repeat(40), ")".repeat(40));
    assert_eq!(matches(&groups, "ba"), [(1, "a")]);
    let all = format!("{}b{}", "(?:a".repeat(12), "|c)?".repeat(12));
    assert_eq!(matches(&format!("x{all}"), "xaac\nb"), [(1, "xaac")]);
}

#[test]
fn patterns_that_run_away_elsewhere_take_time_in_proportion() {
    // With backtracking each of these would never end.
    let text = format!("{}!\n{}b", "a".repeat(50_000), "aab".repeat(20_000));
    for (pattern, lines) in [("(a+)+$", 0), ("(a|aa)+$", 0), ("(.*)*x", 0), ("(a*)*!", 1), (r"(\w+\s?)+c", 0)] {
        assert_eq!(found_in(pattern, true, text.as_bytes(), 1 << 16).lines, lines, "{pattern}");
    }
}

#[test]
fn where_the_automaton_gives_up_the_line_is_searched_all_the_same() {
    // Each position of a `1` in the last 200 characters is a state of its own: there are too many to remember.
    let mut seed = 1_u32;
    let mut digit = || {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        if seed >> 31 == 1 { '1' } else { '0' }
    };
    let mut text = String::new();
    for _ in 0..40 {
        text.extend((0..2000).map(|_| digit()));
        text.push('\n');
    }
    let zeros = "0".repeat(200);
    text.extend(["1", zeros.as_str(), "x\n0", zeros.as_str(), "x"]);
    let found = found_in("1[01]{200}x", true, text.as_bytes(), 4096);
    assert_eq!(found.hits.iter().map(|hit| hit.line).collect::<Vec<_>>(), [41]);
    assert_eq!(found.cut_lines, 0);
}

#[test]
fn bytes_that_are_no_text_are_passed_over() {
    let found = found_in("fo+", true, b"\xff\xfefoo\n\xc3\nx\x80fo\xff", 64);
    let ranges = found.hits.into_iter().flat_map(|hit| hit.ranges.into_iter().map(move |span| (hit.line, span)));
    assert_eq!(ranges.collect::<Vec<_>>(), [(1, 2..5), (3, 10..12)]);
}

#[test]
fn a_line_of_more_than_a_megabyte_is_searched_up_to_there() {
    let long = "x".repeat(3 << 20);
    let text = format!("one foo\n{long}foo\nfoo\nfoo{long}");
    let found = found_in("foo", true, text.as_bytes(), 1 << 18);
    assert_eq!(found.hits.iter().map(|hit| hit.line).collect::<Vec<_>>(), [1, 3, 4]);
    assert_eq!(found.cut_lines, 1);
}

#[test]
fn all_is_counted_and_only_so_much_is_kept() {
    let mut pattern = Pattern::parse("a", true).unwrap();
    let mut searching = Searching::new(KeepLimits { hits: 3, with_ranges: 1 });
    assert!(searching.search_more(&mut pattern, b"a\na\na\na\na", usize::MAX));
    let ranges: Vec<_> = searching.found().hits.iter().map(|hit| (hit.line, hit.ranges.len())).collect();
    assert_eq!((ranges, searching.found().lines), (vec![(1, 1), (2, 0), (3, 0)], 5));
    let long = "a ".repeat(1000);
    assert_eq!(found_in("a", true, long.as_bytes(), 64).hits[0].ranges.len(), 32);
}

#[test]
fn a_slice_does_not_go_through_more_than_it_may() {
    let text = "line\n".repeat(1000);
    let mut pattern = Pattern::parse("x", true).unwrap();
    let mut searching = Searching::new(ALL);
    let slices = (1..1000).find(|_| searching.search_more(&mut pattern, text.as_bytes(), 500)).unwrap();
    assert!((8..=10).contains(&slices), "{slices}");
}

#[test]
fn memory_is_bounded() {
    let mut text = String::new();
    for at in 0_u32..60_000 {
        text.push(char::from(b'0' + u8::try_from(at.wrapping_mul(2_654_435_761) >> 31).unwrap()));
    }
    let mut pattern = Pattern::parse("1[01]{1000}x", true).unwrap();
    let mut searching = Searching::new(ALL);
    while !searching.search_more(&mut pattern, text.as_bytes(), 1 << 16) {}
    let dfa = pattern.dfa_cache.memory_usage();
    assert!(dfa <= DFA_BYTES, "{dfa}");
    assert!(pattern.nfa.get_nfa().memory_usage() <= NFA_BYTES);
    assert!(pattern.nfa_cache.memory_usage() <= 2 * NFA_BYTES, "{}", pattern.nfa_cache.memory_usage());
}

fn atom() -> impl Strategy<Value = String> {
    let fixed = [
        "a",
        "b",
        "ab",
        "foo",
        "é",
        "É",
        "ノ",
        "k",
        "s",
        "-",
        "#",
        "1",
        ".",
        "[ab]",
        "[^a]",
        "[-a]",
        r"\w",
        r"\W",
        r"\s",
        r"\S",
        r"\d",
        "^",
        "$",
        r"\b",
        r"\b",
        r"\B",
        r"\b{start}",
        r"\b{end}",
        r"(?-u:\b)",
        "(?i:b)",
        "(?i:sk)",
        r"\A",
        r"\z",
        "(?s:.)",
    ];
    prop::sample::select(fixed.to_vec()).prop_map(str::to_owned)
}

/// Regular expressions with all of the syntax.
pub(in crate::search) fn patterns() -> impl Strategy<Value = String> {
    atom().prop_recursive(4, 24, 4, |inner| {
        let repeated = prop::sample::select(&["*", "+", "?", "*?", "+?", "{2}", "{1,3}", "{0,1}"][..]);
        prop_oneof![
            4 => prop::collection::vec(inner.clone(), 1..4).prop_map(|parts| parts.concat()),
            2 => prop::collection::vec(inner.clone(), 1..4).prop_map(|ways| format!("({})", ways.join("|"))),
            2 => (inner, repeated).prop_map(|(part, how)| format!("(?:{part}){how}")),
        ]
    })
}

/// Texts in which such patterns sometimes match.
pub(in crate::search) fn texts() -> impl Strategy<Value = String> {
    let parts = [
        "a", "b", "ab", "foo", "oo", "é", "É", "e\u{301}", "ノ", "k", "\u{212a}", "s", "ſ", "S", "K", "-", "#", "1",
        " ", "B", "\n", "\n", "\r\n", "\r", "_", "\u{3099}",
    ];
    prop::collection::vec(prop::sample::select(parts.to_vec()), 0..40).prop_map(|parts| parts.concat())
}

/// The hits as the plain engine has them, one line after another.
fn hits_line_by_line(pattern: &str, case_sensitive: bool, text: &str) -> Vec<(u32, Vec<std::ops::Range<usize>>)> {
    let mut builder = regex::RegexBuilder::new(pattern);
    let plain = builder.multi_line(true).case_insensitive(!case_sensitive).build().unwrap();
    let (mut hits, mut start) = (Vec::new(), 0);
    for (line, text) in (1..).zip(text.split('\n')) {
        let mut ranges = Vec::new();
        for part in text.split_inclusive('\r') {
            let found = plain.find_iter(part.strip_suffix('\r').unwrap_or(part));
            ranges.extend(found.map(|found| start + found.start()..start + found.end()));
            start += part.len();
        }
        start += 1;
        ranges.truncate(MAX_RANGES);
        if !ranges.is_empty() {
            hits.push((line, ranges));
        }
    }
    hits
}

proptest! {
    #[test]
    fn hits_are_those_of_the_plain_engine_line_by_line(
        pattern in patterns(), text in texts(), case_sensitive: bool, slice in 1_usize..60,
    ) {
        if Pattern::parse(&pattern, case_sensitive).is_ok() {
            let found = found_in(&pattern, case_sensitive, text.as_bytes(), slice);
            let hits: Vec<_> = found.hits.into_iter().map(|hit| (hit.line, hit.ranges)).collect();
            prop_assert_eq!(hits, hits_line_by_line(&pattern, case_sensitive, &text));
        }
    }

    #[test]
    fn no_text_makes_a_pattern_panic(pattern in r"[a-z(){}\[\]\\|*+?.^$&~:<>=!0-9,-]{0,40}", text: Vec<u8>) {
        if let Ok(mut pattern) = Pattern::parse(&pattern, false) {
            let mut searching = Searching::new(ALL);
            while !searching.search_more(&mut pattern, &text, 16) {}
        }
    }
}
