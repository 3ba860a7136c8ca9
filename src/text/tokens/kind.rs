//! Kinds of characters, as far as tokenisers treat them differently. What a kind costs where is not known here.

/// Kinds of characters, told by their first three bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd)]
#[repr(u8)]
pub enum Kind {
    Lower,
    Upper,
    /// Latin letters beyond ASCII, of either case.
    Latin,
    Digit,
    Space,
    Newline,
    Return,
    Tab,
    /// What ends a phrase.
    Stop,
    Apostrophe,
    /// What joins words.
    Joiner,
    /// Other ASCII punctuation, and controls.
    Mark,
    /// Dashes, quotation marks and spaces of typography.
    Typographic,
    Symbol,
    /// Emoji, and the ideographs that are as rare.
    Emoji,
    /// Punctuation and full-width forms of East Asia.
    Wide,
    // Scripts, of which each has an own row of costs.
    Hiragana,
    Katakana,
    Han,
    Hangul,
    /// The letters of Russian.
    Cyrillic,
    /// Cyrillic letters that Russian has not: tokenisers know their languages less.
    FarCyrillic,
    Greek,
    Hebrew,
    Arabic,
    Devanagari,
    Indic,
    Thai,
    Other,
}

/// How many kinds there are.
pub const KINDS: usize = Kind::Other as usize + 1;

/// The kinds of ASCII.
pub static KIND_OF_ASCII: [Kind; 128] = kinds_of_ascii();

const fn kinds_of_ascii() -> [Kind; 128] {
    let mut kinds = [Kind::Mark; 128];
    let mut byte = 0_u8;
    while byte < 128 {
        kinds[byte as usize] = match byte {
            b'a'..=b'z' => Kind::Lower,
            b'A'..=b'Z' => Kind::Upper,
            b'0'..=b'9' => Kind::Digit,
            b' ' => Kind::Space,
            b'\n' => Kind::Newline,
            b'\r' => Kind::Return,
            b'\t' | 0xb | 0xc => Kind::Tab,
            b'.' | b',' | b':' | b';' | b'?' | b'!' => Kind::Stop,
            b'\'' => Kind::Apostrophe,
            b'-' | b'_' | b'/' | b'\\' => Kind::Joiner,
            _ => Kind::Mark,
        };
        byte += 1;
    }
    kinds
}

/// The kind of the character that these bytes begin, of which it may have only two.
#[inline]
pub fn kind_beyond_ascii(first: u8, second: u8, third: u8) -> Kind {
    match (first, second) {
        (0xe3, 0x80) | (0xef, _) => Kind::Wide,
        (0xe3, 0x81) => Kind::Hiragana,
        (0xe3, 0x82) if third < 0xa0 => Kind::Hiragana,
        (0xe3, 0x82 | 0x83) => Kind::Katakana,
        (0xe3, 0x90..) | (0xe4..=0xe9, _) => Kind::Han,
        (0xea, 0xb0..) | (0xeb..=0xed, _) => Kind::Hangul,
        (0xe0, 0xb8 | 0xb9) => Kind::Thai,
        (0xd8..=0xdb, _) => Kind::Arabic,
        (0xd1, 0x90 | 0x92..) | (0xd2 | 0xd3, _) => Kind::FarCyrillic,
        (0xd0 | 0xd1, _) => Kind::Cyrillic,
        (0xc3..=0xcd, _) | (0xe1, 0xb8..=0xbb) => Kind::Latin,
        (0xce | 0xcf, _) | (0xe1, 0xbc..) => Kind::Greek,
        (0xd6, 0x90..) | (0xd7, _) => Kind::Hebrew,
        (0xe0, 0xa4 | 0xa5) => Kind::Devanagari,
        (0xe0, 0xa6..=0xb7) => Kind::Indic,
        (0xe2, 0x80 | 0x81) => Kind::Typographic,
        (0xc2 | 0xe2, _) => Kind::Symbol,
        (0xf0.., _) => Kind::Emoji,
        _ => Kind::Other,
    }
}
