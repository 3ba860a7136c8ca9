//! The numbers that ranking is made of, and how a weight is kept in one byte.

/// What a word counts for in a note's text.
pub(super) const TEXT: u32 = 1;
/// In a heading.
pub(super) const HEADING: u32 = 4;
/// In a tag, beside what it counts for as text.
pub(super) const TAG: u32 = 4;
/// In the file's name, a title or an alias: above all else, and not divided by the note's length.
pub(super) const TITLE: f32 = 10.0;

/// BM25: how soon more of a word stops to count, and how much a long note is held against it. Both at the upper end of
/// what is usual: lower ones find less on the help vaults (tests/bench/relevance.mjs), for their long notes touch on all.
pub(super) const K1: f32 = 1.6;
pub(super) const B: f32 = 0.85;

/// What a function word is worth beside other words: enough to choose between notes that are alike but for it.
pub(super) const FUNCTION_WORD: f32 = 0.1;

/// What the forms of a word count for, in tenths: as it is written, without its accents, in another ending; and, where
/// nothing else is found, as the beginning of a longer one.
pub(super) const EXACT: u8 = 10;
pub(super) const UNACCENTED: u8 = 9;
pub(super) const SAME_BASE: u8 = 6;
pub(super) const PREFIX: u8 = 3;

/// What a note with all words gains over one with hardly any of them.
pub(super) const ALL_WORDS: f32 = 0.5;

/// How many of the best notes are looked at again, and what a name gives that says just what was asked for.
pub(super) const SECOND_LOOK: usize = 100;
pub(super) const NAME_COVERED: f32 = 1.0;

/// A weight in one byte: up to 15 exactly, above with four bits after the first, which is 3 % off at most.
pub(super) fn quantised(weight: u32) -> u8 {
    let exponent = weight.checked_ilog2().unwrap_or(0).saturating_sub(4);
    let code = if exponent == 0 && weight < 16 { weight } else { 16 * (exponent + 1) + ((weight >> exponent) & 15) };
    u8::try_from(code).unwrap_or(u8::MAX)
}

/// The weight that a byte stands for.
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
