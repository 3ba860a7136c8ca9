//! A word of a text, and what each byte of UTF-8 can be in one.

/// The longest term, in bytes. Words of people are shorter; what is longer is data, such as pictures in base64.
pub const MAX_TERM_BYTES: usize = 64;

/// One word of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Word<'a> {
    /// Byte offset in the text at which it starts.
    pub start: usize,
    /// Byte offset behind its end.
    pub end: usize,
    /// Its folded form: one case, NFC, accents kept.
    pub term: &'a str,
}

/// A letter or digit; one in upper case too; an apostrophe; the first byte of a character beyond ASCII.
pub(super) const PLAIN: u8 = 1;
pub(super) const UPPER: u8 = 2;
pub(super) const JOINER: u8 = 4;
pub(super) const WIDE: u8 = 8;

/// What each byte can be in a word; 0 parts words.
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

/// The character at `at`, which must be where one starts and before the end.
pub(super) fn char_at(text: &str, at: usize) -> char {
    text[at..].chars().next().unwrap_or('\0')
}
