//! A word of a text, and the role of each byte of UTF-8 in words.

/// Maximum bytes of a term. Longer words are data, such as base64 images.
pub const MAX_TERM_BYTES: usize = 64;

/// A word of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Word<'a> {
    /// Byte offset of its start in the text.
    pub start: usize,
    /// Byte offset of its end.
    pub end: usize,
    /// Its folded form: one case, NFC, accents kept.
    pub term: &'a str,
}

/// A letter or digit; an upper-case one; an apostrophe; the first byte of a non-ASCII character.
pub(super) const PLAIN: u8 = 1;
pub(super) const UPPER: u8 = 2;
pub(super) const JOINER: u8 = 4;
pub(super) const WIDE: u8 = 8;

/// The role of each byte in words; 0 separates words.
pub(super) const KINDS: [u8; 256] = {
    let mut kinds = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        #[expect(clippy::cast_possible_truncation, reason = "it is below 256")]
        let kind = match byte as u8 {
            b'a'..=b'z' | b'0'..=b'9' => PLAIN,
            b'A'..=b'Z' => PLAIN | UPPER,
            b'\'' => JOINER,
            0x80.. => WIDE,
            _ => 0,
        };
        kinds[byte] = kind;
        byte += 1;
    }
    kinds
};

/// The character at `at`, which must be a character boundary before the end.
pub(super) fn char_at(text: &str, at: usize) -> char {
    text[at..].chars().next().unwrap_or('\0')
}
