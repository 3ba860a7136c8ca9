//! The estimate of tokens: compared with true counts, and the properties that callers rely on.

use lectern::estimate_tokens;
use proptest::prelude::*;

/// Passages of own making, each behind a line with its true count of tokens, by gpt-tokenizer 4.0's o200k, and what
/// it is. The costs were not fitted to them.
const PASSAGES: &str = include_str!("../fixtures/tokens.txt");

fn passages() -> Vec<(&'static str, u64, &'static str)> {
    let passage = |passage: &'static str| {
        let (head, text) = passage.split_once('\n').expect("a head is a line");
        let (tokens, name) = head.split_once(' ').expect("a head is a count and a name");
        (name, tokens.parse().expect("a count is a number"), text)
    };
    PASSAGES.split("=== ").skip(1).map(passage).collect()
}

#[test]
fn the_passages_are_all_read() {
    assert_eq!(passages().len(), 27);
    assert_eq!(passages().last().map(|&(name, tokens, _)| (name, tokens)), Some(("emoji", 46)));
}

#[test]
fn a_passage_of_any_kind_is_estimated_within_a_fifth() {
    for (name, tokens, text) in passages() {
        let estimate = estimate_tokens(text);
        assert!(estimate.abs_diff(tokens) * 5 <= tokens, "{name}: {estimate} for {tokens}");
    }
}

#[test]
fn the_estimate_of_all_passages_is_at_most_a_tenth_over() {
    let tokens: u64 = passages().iter().map(|(_, tokens, _)| tokens).sum();
    let all: String = passages().iter().map(|(_, _, text)| *text).collect();
    let estimate = estimate_tokens(&all);
    assert!(estimate >= tokens && estimate * 10 <= tokens * 11, "{estimate} for {tokens}");
}

#[test]
fn only_the_empty_text_has_no_tokens() {
    assert_eq!(estimate_tokens(""), 0);
    for text in ["a", "7", "\n", ".", "é", "ж", "字", "ก", "\u{1f600}", "\u{0}", "\u{10ffff}"] {
        assert!((1..=4).contains(&estimate_tokens(text)), "{text:?}: {}", estimate_tokens(text));
    }
}

#[test]
fn digits_are_counted_by_threes() {
    // One token each in o200k, whatever the digits; the estimate is a few per cent over.
    for groups in [1_u64, 10, 100] {
        let digits = "417".repeat(usize::try_from(groups).expect("a small number"));
        let estimate = estimate_tokens(&digits);
        assert!(estimate >= groups && estimate <= groups + groups / 5 + 1, "{estimate} for {groups}");
    }
}

#[test]
fn numbers_before_lines_are_paid_for() {
    // The number and its colon are a token each. What the space brings is in the word behind it.
    let line = "The kettle is on the stove.\n";
    let bare = estimate_tokens(&line.repeat(99));
    let numbered = estimate_tokens(&(1..=99).fold(String::new(), |text, number| text + &format!("{number}: {line}")));
    assert!((180..=260).contains(&(numbered - bare)), "{numbered} with numbers, {bare} without");
}

proptest! {
    #[test]
    fn estimates_of_lines_add_up(lines in prop::collection::vec("(\\PC|[a-zA-Z0-9 .\t\r]){0,20}\n", 0..20)) {
        let whole = estimate_tokens(&lines.concat());
        let sum: u64 = lines.iter().map(|line| estimate_tokens(line)).sum();
        // Each estimate is rounded up on its own.
        prop_assert!(whole <= sum && sum <= whole + lines.len() as u64);
    }

    #[test]
    fn more_text_never_has_fewer_tokens(text in any::<String>(), more in any::<String>()) {
        prop_assert!(estimate_tokens(&text) <= estimate_tokens(&(text.clone() + &more)));
    }

    #[test]
    fn the_tokens_of_a_character_are_bounded(text in any::<String>()) {
        // The dearest place has 255 units of 12 thousandths, the dearest pair 99 more.
        prop_assert!(estimate_tokens(&text) <= 4 + 43 * text.chars().count() as u64 / 10);
    }
}
