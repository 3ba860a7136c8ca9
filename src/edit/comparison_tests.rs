//! Comparing texts that are long.
#![allow(clippy::format_collect, reason = "a test")]

use proptest::prelude::*;

use super::comparison::Comparison;
use super::comparison::hunks;
use super::tests::{by_lines, with_these};

proptest! {
    #[test]
    fn long_texts_are_compared_in_parts(
        seeds in prop::collection::vec((0..4_u32, 0..200_usize), 1..40), words in 2..400_usize,
    ) {
        let line = |at: usize| format!("line {}\n", at * at % words);
        let before: String = (0..2000).map(line).collect();
        // Parts of it, changed, moved, or left out.
        let part = |&(change, at): &(u32, usize)| -> String {
            (at * 10..at * 10 + 100)
                .filter(|at| change != 1 || at % 3 > 0)
                .map(|at| if change == 2 && at % 7 == 0 { format!("new {at}\n") } else { line(at) })
                .collect()
        };
        let after: String = seeds.iter().map(part).collect();
        let hunks = hunks(&before, &after);
        prop_assert_eq!(with_these(&before, &after, &hunks, |_| true).0, after.as_str());
        prop_assert_eq!(by_lines(&before, &after, &hunks, |_| true), after.as_str());
        prop_assert!(hunks.windows(2).all(|pair| pair[0].before.end < pair[1].before.start));
    }
}

/// Every other line of a long list, and a list of few different lines: comparing all at once took seconds.
#[test]
fn long_lists_are_compared_in_steps() {
    let list: String = (0..40_000).map(|line| format!("- {line}\n")).collect();
    let other: String = (0..40_000).map(|line| format!("- {line}{}\n", if line % 2 == 0 { "" } else { "x" })).collect();
    let mut comparison = Comparison::new(&list, &other);
    let mut steps = 1;
    let found = loop {
        match comparison.step(&list, &other) {
            Some(hunks) => break hunks,
            None => steps += 1,
        }
    };
    assert_eq!((found.len(), steps), (20_000, 10));
    let digits = |factor: u32| {
        (0..100_000_u32).map(|line| format!("{}\n", line.wrapping_mul(factor) >> 13 & 7)).collect::<String>()
    };
    let few = hunks(&digits(2_654_435_761), &digits(2_246_822_519));
    assert_eq!(few.len(), 1);
}
