//! How many tokens a text takes, estimated without a vocabulary: by kinds of characters, places in a word, and pairs of
//! Latin letters. What a budget of tokens is for, it leaves to others.
//!
//! Text is read as the pre-tokeniser of `o200k` reads it: words with what stands before them, digits by threes, runs of
//! marks, space. Each character adds what its place usually costs and takes nothing back, so a prefix never costs more
//! than the whole. `tests/bench/tokens.mjs` fitted the costs to true counts, and says how far off they are. They lean
//! to the high side, for a reply over a budget is worse than one under it.

mod costs;
mod char_kind;
mod place;

use costs::{PAIR_COSTS, PLACE_COSTS, UNIT};
use place::Places;

/// About how many tokens `text` takes, rounded up; 0 for the empty text.
///
/// Calibrated on `o200k`, the vocabulary of GPT-4o and its successors. For 2 KB and more of prose or code in a language
/// of the README's table, expect 5 % too many, rarely more than 5 % too few or 15 % too many. A few words can be off by a
/// third, and so can whole texts in scripts that it does not tell apart.
/// Linear in the length of `text`, without allocating.
#[must_use]
pub fn estimate_tokens(text: &str) -> u64 {
    millitokens(text).div_ceil(1000)
}

/// What `text` costs, in thousandths of a token. Linear, without allocating.
///
/// Sums are exact: what stands behind a `\n` costs the same wherever it stands, so that the costs of lines, each with
/// its line break, add up to the cost of their text.
pub(crate) fn millitokens(text: &str) -> u64 {
    read(text, u64::MAX).1 * UNIT
}

/// The byte length of the longest prefix of `text` that costs at most `millitokens`; it ends between characters.
///
/// Linear in that length, not in the text's.
pub(crate) fn fitting(text: &str, millitokens: u64) -> usize {
    read(text, millitokens / UNIT).0
}

/// Reads as far as `most` units of cost go: how many bytes, and what they cost. One loop for both uses above, for it is
/// most of what this module adds to the wasm.
fn read(text: &str, most: u64) -> (usize, u64) {
    let (mut end, mut sum) = (0, 0);
    for place in Places::new(text) {
        let next = sum + u64::from(PLACE_COSTS[place.cost]) + u64::from(PAIR_COSTS[place.pair]);
        if next > most {
            break;
        }
        (end, sum) = (place.end, next);
    }
    (end, sum)
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests {
    use std::collections::BTreeMap;
    use std::io::{Read, Write};

    use proptest::prelude::*;

    use super::*;

    #[test]
    fn the_whole_fits_what_it_costs_and_no_less() {
        let text = "12: The sea, 海 and море 🌊.\n";
        let cost = millitokens(text);
        assert_eq!(fitting(text, cost), text.len());
        assert_eq!(fitting(text, u64::MAX), text.len());
        assert!(fitting(text, cost - 1) < text.len());
        assert_eq!(fitting("word", 0), 0);
        assert_eq!(fitting("", 1000), 0);
    }

    /// Characters of every kind that is told apart, with what they do in a row.
    const KINDS: &str = "([a-zA-Z]{0,4}[éñ0-9 \n\r\t.,'_/-]?|[=-]{1,9}|[“…°▒🌊。Ａあカ字한жўλאبकகกა]{1,3}|\\PC){0,60}";

    proptest! {
        #[test]
        fn costs_of_lines_add_up_exactly(above in KINDS, below in KINDS) {
            let above = above + "\n";
            prop_assert_eq!(millitokens(&(above.clone() + &below)), millitokens(&above) + millitokens(&below));
        }

        #[test]
        fn what_fits_is_the_longest_prefix_within_the_budget(text in KINDS, budget in 0_u64..60_000) {
            let end = fitting(&text, budget);
            prop_assert!(text.is_char_boundary(end));
            prop_assert!(millitokens(&text[..end]) <= budget);
            if let Some(next) = text[end..].chars().next() {
                prop_assert!(millitokens(&text[..end + next.len_utf8()]) > budget);
            }
        }

        #[test]
        fn a_larger_budget_never_holds_less(text in KINDS, budget in 0_u64..60_000, more in 0_u64..10_000) {
            prop_assert!(fitting(&text, budget) <= fitting(&text, budget + more));
        }
    }

    /// The counts of indexes into both tables, the pairs behind the places, one line a text: what the bench fits to.
    #[test]
    #[ignore = "tests/bench/tokens.mjs gives it texts on standard input"]
    fn places_are_counted_for_the_bench() {
        let mut input = String::new();
        std::io::stdin().read_to_string(&mut input).expect("the bench writes UTF-8");
        let texts: Vec<String> = serde_json::from_str(&input).expect("the bench writes a list of strings");
        let mut output = std::io::stdout().lock();
        writeln!(output, "shape {:?}", place::SHAPE).expect("the bench listens");
        for text in texts {
            let mut counts = BTreeMap::new();
            for place in Places::new(&text) {
                *counts.entry(place.cost).or_insert(0_u32) += 1;
                *counts.entry(PLACE_COSTS.len() + place.pair).or_insert(0) += 1;
            }
            let counts: Vec<_> = counts.into_iter().flat_map(|(index, count)| [index, count as usize]).collect();
            let estimate = [usize::try_from(millitokens(&text)).expect("the text is small")];
            writeln!(output, "places {:?}", [&estimate[..], &counts].concat()).expect("the bench listens");
        }
    }
}
