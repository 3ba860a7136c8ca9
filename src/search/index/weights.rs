//! The weights for ranking, and how a weight is kept in one byte.

/// The weight of a word in a note's text.
pub(super) const TEXT: u32 = 1;
/// In a heading.
pub(super) const HEADING: u32 = 4;
/// In a tag, in addition to its weight as text.
pub(super) const TAG: u32 = 4;
/// In the file's name, a title or an alias: above all else, and not divided by the note's length.
pub(super) const TITLE: f32 = 10.0;

/// BM25: how soon repetitions of a word stop counting, and how much a note's length counts against it. Both are at the
/// upper end of what is usual: lower values find less in the help vaults (tests/bench/relevance.mjs), whose long notes
/// touch on everything.
pub(super) const K1: f32 = 1.6;
pub(super) const B: f32 = 0.85;

/// The length that is usual for a note, in words, where there are only documents.
pub(super) const MEAN_LENGTH: f32 = 300.0;

/// The worth of a function word relative to others: enough to choose between otherwise equal notes.
pub(super) const FUNCTION_WORD: f32 = 0.1;

/// The factors of a word's forms, in tenths: as written, without accents, with a common ending, with the same
/// beginning, at the end of a compound, with other accents where both have some (`für`, `fûr`), another word
/// for the same quantity, as one with the word beside it, without the sign of a name (`anna` for `@anna`); and, if
/// nothing else is found, misspelt or as a prefix.
pub(super) const EXACT: u8 = 10;
pub(super) const UNACCENTED: u8 = 9;
pub(super) const SAME_BASE: u8 = 8;
pub(super) const SAME_BEGINNING: u8 = 6;
pub(super) const COMPOUND: u8 = 5;
pub(super) const INFLECTION: u8 = 3;
pub(super) const OTHER_ACCENTS: u8 = 2;
pub(super) const RELATED: u8 = 4;
pub(super) const JOINED: u8 = 8;
pub(super) const WITHOUT_SIGN: u8 = 3;
pub(super) const MISSPELT: u8 = 7;
pub(super) const PREFIX: u8 = 3;

/// In Korean: the factor of a later pair of a word, which its first pair mostly implies, and of a pair that is an
/// ending.
pub(super) const LATER_PAIR: f32 = 0.5;
pub(super) const KOREAN_ENDING: f32 = 0.15;

/// The factor of a pair that is partly a function word. Some such pairs are words: 目的.
pub(super) const FUNCTION_PAIR: f32 = 0.5;

/// The bonus of a note with all words over one with hardly any.
pub(super) const ALL_WORDS: f32 = 0.5;

/// How many of the best notes get a second look, and the bonus for a name that is exactly the query.
pub(super) const SECOND_LOOK: usize = 100;
pub(super) const NAME_COVERED: f32 = 1.0;

/// The least factor of a form that covers a word of the name.
pub(super) const COVERS: f32 = 0.75;

/// A weight in one byte: exact up to 15, then with four bits of precision, at most 3 % off.
pub(super) fn quantised(weight: u32) -> u8 {
    let exponent = weight.checked_ilog2().unwrap_or(0).saturating_sub(4);
    let code = if exponent == 0 && weight < 16 { weight } else { 16 * (exponent + 1) + ((weight >> exponent) & 15) };
    u8::try_from(code).unwrap_or(u8::MAX)
}

/// The weight of a byte.
pub(super) fn weight(code: u8) -> u32 {
    match u32::from(code) {
        code @ 0..16 => code,
        code => (16 + code % 16) << (code / 16 - 1),
    }
}

#[cfg(test)]
mod tests {
    use super::{quantised, weight};

    #[test]
    fn a_byte_keeps_a_weight_well_enough() {
        for exact in (0..5000).chain([65_535, 400_000]) {
            let kept = weight(quantised(exact));
            assert!(kept <= exact && exact - kept <= exact / 16, "{exact} {kept}");
        }
        assert_eq!((0..32).map(|exact| weight(quantised(exact))).collect::<Vec<_>>(), (0..32).collect::<Vec<_>>());
        assert_eq!(quantised(u32::MAX), u8::MAX);
    }
}
