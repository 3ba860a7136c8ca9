//! Whether the words that two notes share are a reason to list one with the other. One word is not: in a small vault, a
//! word such as `oil`, which a recipe and a note on the car share, is as rare as any other.
#![expect(clippy::cast_precision_loss, reason = "scores are estimates")]

use lectern_base::sort::sort_by_key;

use crate::search::telling_words::TellingWord;
use crate::search::words::is_spaceless;

/// So many words are a reason.
const ENOUGH: f32 = 2.0;

/// A word in more of the notes than one in so many tells nothing, unless these are few.
const ONE_IN: usize = 5;
const FEW: usize = 4;

/// In scripts without spaces, a run of so many overlapping pairs is one word. Of a pair that overlaps no other it is not
/// known whether it is a word or a part of one, so that it counts less: least in hiragana, which is mostly grammar.
const PAIRS_OF_WORD: f32 = 5.0;
const IDEOGRAPHS_OF_WORD: f32 = 2.0;
const PAIR: f32 = 0.5;
const HIRAGANA: f32 = 0.2;

/// How much it says that two notes link to one file, or have one tag: the more, the fewer do.
pub(super) fn rarity(notes: usize) -> f32 {
    1.0 / (1.0 + notes as f32).ln().max(1.0)
}

/// Whether a word that is in so many `others` of `all` notes is rare enough to tell anything.
pub(super) fn is_rare(others: usize, all: usize) -> bool {
    others <= FEW.max(all / ONE_IN)
}

/// Whether the `shared` words are enough to list a note in a vault of `all` notes.
pub(super) fn is_enough<'w>(shared: impl Iterator<Item = &'w TellingWord>, all: usize) -> bool {
    let mut words: Vec<_> = shared.filter(|word| is_rare(word.others as usize, all)).collect();
    sort_by_key(&mut words, |word| word.first.start);
    let (mut total, mut end) = (0.0, 0);
    let (mut run, mut most) = (0.0_f32, 0.0_f32);
    for word in words {
        if word.first.start >= end {
            total += run.min(most.max(1.0));
            (run, most) = (0.0, 0.0);
        }
        let (counts, share) = counts(&word.term);
        (run, most, end) = (run + counts, most + share, word.first.end);
    }
    total + run.min(most.max(1.0)) >= ENOUGH
}

/// How much a term counts by itself, and how much of a word it is in a run.
fn counts(term: &str) -> (f32, f32) {
    let is = |from: char, to: char| term.chars().any(|c| (from..=to).contains(&c));
    match () {
        () if is('\u{3041}', '\u{309f}') => (HIRAGANA, 1.0 / PAIRS_OF_WORD),
        () if is('\u{4e00}', '\u{9fff}') || is('\u{ac00}', '\u{d7a3}') => (1.0, 1.0 / IDEOGRAPHS_OF_WORD),
        () if is_spaceless(term) => (PAIR, 1.0 / PAIRS_OF_WORD),
        () => (1.0, 0.0),
    }
}
