//! The letters of Georgian and Armenian. The vocabulary has words of both, so what a word costs depends on its letters.

use super::char_kind::CharKind;

/// Bits of the index of a cost.
const BITS: u32 = 11;
/// Number of costs of these letters. There are more triples of letters than that, so several share a cost.
pub const LETTER_COSTS: usize = 1 << BITS;

/// The index of the cost of a letter that ends with the byte `last`, which depends on the two letters before it. `word`
/// has these three letters afterwards, and is 0 at the start of a word. None for other kinds.
#[inline]
pub fn letter_cost(kind: CharKind, last: u8, word: &mut u32) -> Option<usize> {
    if !matches!(kind, CharKind::Georgian | CharKind::Armenian | CharKind::ArmenianUpper) {
        return None;
    }
    // The three kinds follow each other, so their last two bits differ.
    let letter = (kind as u8) << 6 | last & 0x3f;
    *word = (*word << 8 | u32::from(letter)) & 0xff_ffff;
    // A multiplication spreads the triples over the costs.
    Some((word.wrapping_mul(0x9e37_79b1) >> (u32::BITS - BITS)) as usize)
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests {
    use super::*;

    /// The costs of the letters of a word.
    fn costs(word: &str, kind: CharKind) -> Vec<usize> {
        let mut letters = 0;
        word.chars()
            .filter_map(|letter| {
                letter_cost(kind, letter.encode_utf8(&mut [0; 4]).bytes().last().unwrap_or_default(), &mut letters)
            })
            .collect()
    }

    #[test]
    fn the_cost_of_a_letter_depends_on_the_two_before_it() {
        let (ending, other, short) =
            (costs("დათარი", CharKind::Georgian), costs("მეთარი", CharKind::Georgian), costs("რი", CharKind::Georgian));
        assert_eq!(ending[4..], other[4..]);
        assert_ne!(ending[..4], other[..4]);
        assert_ne!(ending[4..], short[..]);
    }

    #[test]
    fn each_letter_has_a_cost_of_its_own_at_the_start_of_a_word() {
        let letters = |first: char, last: char| (first..=last).map(String::from);
        let mut firsts: Vec<_> = [
            letters('ა', 'ჰ').flat_map(|letter| costs(&letter, CharKind::Georgian)).collect::<Vec<_>>(),
            letters('ա', 'և').flat_map(|letter| costs(&letter, CharKind::Armenian)).collect(),
            letters('Ա', 'Ֆ').flat_map(|letter| costs(&letter, CharKind::ArmenianUpper)).collect(),
        ]
        .concat();
        assert_eq!(firsts.len(), 33 + 39 + 38);
        assert!(firsts.iter().all(|&cost| cost < LETTER_COSTS));
        firsts.sort_unstable();
        firsts.dedup();
        assert_eq!(firsts.len(), 33 + 39 + 38);
        assert!(costs("α", CharKind::Greek).is_empty());
    }
}
