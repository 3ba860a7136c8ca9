//! Token estimates for the lines of a page.

use crate::text::tokens;

/// The millitokens of `numbered`, and how many of its bytes fit `left`.
pub(super) fn tokens_within(numbered: &[u8], left: u64) -> (u64, usize) {
    let text = valid(numbered);
    let taken = tokens::millitokens(text);
    (taken, if taken > left { tokens::fitting(text, left) } else { text.len() })
}

/// The millitokens of `number` and `part`.
pub(super) fn millitokens_of(number: &[u8], part: &str) -> u64 {
    tokens::millitokens(valid(&[number, part.as_bytes(), b"\n"].concat()))
}

/// The valid text at the start of `bytes`. Invalid text is refused later.
fn valid(bytes: &[u8]) -> &str {
    bytes.utf8_chunks().next().map_or("", |chunk| chunk.valid())
}
