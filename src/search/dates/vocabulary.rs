//! Looks up what the words of a text say of time.

use std::sync::LazyLock;

use super::pieces::Piece;
use super::sense::{Sense, Sure};
use super::time_words::WORDS;
use crate::search::words::unaccented_into;
use crate::unicode::fold_char;
use lectern_base::sort::sort_by_key;

/// All words in order, each with its place in [`WORDS`].
static SORTED: LazyLock<Vec<(&str, u8, Sure)>> = LazyLock::new(|| {
    let mut sorted = Vec::new();
    for (place, (_, words)) in (0..).zip(WORDS) {
        let mut sure = Sure::Always;
        for word in words.split(' ') {
            match word {
                "?" if sure == Sure::Always => sure = Sure::Beside,
                "?" => sure = Sure::Number,
                _ => sorted.push((word, place, sure)),
            }
        }
    }
    sort_by_key(&mut sorted, |(word, ..)| *word);
    sorted
});

/// The sense of the longest word or phrase at the start of `pieces`, and how many of them it takes.
pub(super) fn longest<'p>(pieces: impl Iterator<Item = &'p Piece<'p>>) -> Option<(Sense, Sure, usize)> {
    let (mut key, mut plain, mut best) = (String::new(), String::new(), None);
    for (len, piece) in (1..).zip(pieces) {
        match piece {
            Piece::Number(_) => break,
            Piece::Mark('’') => key.push('\''),
            Piece::Mark(c) => fold_char(*c, &mut key),
            Piece::Word(word) => word.chars().for_each(|c| fold_char(c, &mut key)),
        }
        unaccented_into(&key, &mut plain);
        let rest = &SORTED[SORTED.partition_point(|(word, ..)| *word < plain.as_str())..];
        let Some(&(word, place, sure)) = rest.first().filter(|(word, ..)| word.starts_with(&plain)) else { break };
        if word == plain {
            best = Some((WORDS[usize::from(place)].0, sure, len));
        }
    }
    best
}

/// The month, 1 to 12, that the word `piece` is a name of.
pub(super) fn month(piece: &Piece<'_>) -> Option<i64> {
    match longest(std::iter::once(piece))? {
        (Sense::Month(month), ..) => Some(month),
        _ => None,
    }
}

/// The month, 1 to 12, that the name `beginning` is short for: `févr.`.
pub(super) fn month_beginning(beginning: &str) -> Option<i64> {
    let (mut folded, mut plain) = (String::new(), String::new());
    beginning.trim_end_matches('.').chars().for_each(|c| fold_char(c, &mut folded));
    unaccented_into(&folded, &mut plain);
    let rest = &SORTED[SORTED.partition_point(|(word, ..)| *word < plain.as_str())..];
    let same = rest.iter().take_while(|(word, ..)| plain.chars().nth(2).is_some() && word.starts_with(&plain));
    same.map(|(_, place, _)| &WORDS[usize::from(*place)].0).find_map(|sense| match sense {
        Sense::Month(month) => Some(*month),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::{SORTED, unaccented_into};
    use crate::unicode::fold_case;

    #[test]
    fn every_word_is_folded_and_has_one_sense() {
        let mut plain = String::new();
        for (word, ..) in SORTED.iter() {
            unaccented_into(&fold_case(word), &mut plain);
            assert_eq!(*word, plain);
        }
        for two in SORTED.windows(2) {
            assert!(two[0].0 != two[1].0, "{two:?}");
        }
    }
}
