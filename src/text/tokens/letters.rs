//! The letters of Georgian and Armenian. The vocabulary has words of both, so what a word costs depends on its letters.

use super::char_kind::CharKind;

/// Letters that are distinguished in each of the two scripts, and one for all others.
const LETTERS: usize = 40;
/// Where a letter can be: first in a word, after a vowel, or after another letter.
const ROWS: usize = 3;
/// Number of costs of these letters.
pub const LETTER_COSTS: usize = 2 * ROWS * LETTERS;

/// Bits of ა ე ი ო უ.
const GEORGIAN_VOWELS: u64 = 1 | 1 << 4 | 1 << 8 | 1 << 13 | 1 << 19;
/// Bits of ա ե է ը ի ո օ և.
const ARMENIAN_VOWELS: u64 = 1 | 1 << 4 | 1 << 6 | 1 << 7 | 1 << 10 | 1 << 23 | 1 << 36 | 1 << 38;

/// The index of the cost of a letter that ends with these bytes, and the row for the letter after it. `row` is 0 at the
/// start of a word. None for other kinds.
#[inline]
pub fn letter_cost(kind: CharKind, last_two: [u8; 2], row: u8) -> Option<(usize, u8)> {
    let code = usize::from(last_two[0] & 0x1f) << 6 | usize::from(last_two[1] & 0x3f);
    // U+10D0, U+0561 and U+0531, in the bits that two bytes have.
    let (rows, first, vowels) = match kind {
        CharKind::Georgian => (0, 0xd0, GEORGIAN_VOWELS),
        CharKind::Armenian => (ROWS, 0x561, ARMENIAN_VOWELS),
        CharKind::ArmenianUpper => (ROWS, 0x531, ARMENIAN_VOWELS),
        _ => return None,
    };
    let letter = code.wrapping_sub(first).min(LETTERS - 1);
    let next = if vowels >> letter & 1 == 1 { 1 } else { 2 };
    Some(((rows + usize::from(row)) * LETTERS + letter, next))
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests {
    use super::*;

    #[test]
    fn letters_are_counted_from_the_first_of_the_alphabet() {
        for (letter, kind, expected) in [
            ("ა", CharKind::Georgian, (0, 1)),
            ("უ", CharKind::Georgian, (19, 1)),
            ("ჰ", CharKind::Georgian, (32, 2)),
            ("Ⴀ", CharKind::Georgian, (39, 2)),
            ("ա", CharKind::Armenian, (120, 1)),
            ("Ա", CharKind::ArmenianUpper, (120, 1)),
            ("և", CharKind::Armenian, (158, 1)),
            ("Ֆ", CharKind::ArmenianUpper, (157, 2)),
        ] {
            let last_two = letter.as_bytes().last_chunk().copied().unwrap_or_default();
            assert_eq!(letter_cost(kind, last_two, 0), Some(expected), "{letter}");
            let (index, next) = expected;
            assert_eq!(letter_cost(kind, last_two, 2), Some((index + 80, next)), "{letter}");
        }
        assert_eq!(letter_cost(CharKind::Greek, [0xce, 0xb1], 0), None);
    }
}
