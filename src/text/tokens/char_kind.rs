//! Kinds of characters that tokenizers treat differently.

/// The kind of a character, determined by its first three bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd)]
#[repr(u8)]
pub enum CharKind {
    Lower,
    Upper,
    /// Latin letters beyond ASCII, of either case.
    Latin,
    Digit,
    Space,
    Newline,
    Return,
    Tab,
    /// Punctuation that ends a phrase.
    Stop,
    Apostrophe,
    /// Punctuation that joins words.
    Joiner,
    /// Other ASCII punctuation, and controls.
    Mark,
    /// Typographic dashes, quotation marks and spaces.
    Typographic,
    Symbol,
    /// Emoji, and equally rare ideographs.
    Emoji,
    /// East Asian punctuation and full-width forms.
    Wide,
    // Scripts. Each has its own row of costs.
    Hiragana,
    Katakana,
    Han,
    Hangul,
    /// The letters of the Russian alphabet.
    Cyrillic,
    /// Other Cyrillic letters, which take more tokens.
    FarCyrillic,
    Greek,
    Hebrew,
    Arabic,
    Devanagari,
    Bengali,
    Tamil,
    Telugu,
    Sinhala,
    /// Other scripts of India.
    Indic,
    Thai,
    Lao,
    Burmese,
    Khmer,
    Georgian,
    Armenian,
    Ethiopic,
    Other,
}

/// Number of kinds.
pub const KINDS: usize = CharKind::Other as usize + 1;

/// The kinds of ASCII.
pub static KIND_OF_ASCII: [CharKind; 128] = kinds_of_ascii();

const fn kinds_of_ascii() -> [CharKind; 128] {
    let mut kinds = [CharKind::Mark; 128];
    let mut byte = 0_u8;
    while byte < 128 {
        kinds[byte as usize] = match byte {
            b'a'..=b'z' => CharKind::Lower,
            b'A'..=b'Z' => CharKind::Upper,
            b'0'..=b'9' => CharKind::Digit,
            b' ' => CharKind::Space,
            b'\n' => CharKind::Newline,
            b'\r' => CharKind::Return,
            b'\t' | 0xb | 0xc => CharKind::Tab,
            b'.' | b',' | b':' | b';' | b'?' | b'!' => CharKind::Stop,
            b'\'' => CharKind::Apostrophe,
            b'-' | b'_' | b'/' | b'\\' => CharKind::Joiner,
            _ => CharKind::Mark,
        };
        byte += 1;
    }
    kinds
}

/// The kind of the character that begins with these bytes, of which it may have only two.
#[inline]
pub fn kind_beyond_ascii(first: u8, second: u8, third: u8) -> CharKind {
    match (first, second) {
        (0xe3, 0x80) | (0xef, _) => CharKind::Wide,
        (0xe3, 0x81) => CharKind::Hiragana,
        (0xe3, 0x82) if third < 0xa0 => CharKind::Hiragana,
        (0xe3, 0x82 | 0x83) => CharKind::Katakana,
        (0xe3, 0x90..) | (0xe4..=0xe9, _) => CharKind::Han,
        (0xea, 0xb0..) | (0xeb..=0xed, _) => CharKind::Hangul,
        (0xe0, 0xb8 | 0xb9) => CharKind::Thai,
        (0xe0, 0xba | 0xbb) => CharKind::Lao,
        (0xd8..=0xdb, _) => CharKind::Arabic,
        (0xd1, 0x90 | 0x92..) | (0xd2 | 0xd3, _) | (0xd4, ..0xb0) => CharKind::FarCyrillic,
        (0xd0 | 0xd1, _) => CharKind::Cyrillic,
        (0xc3..=0xcd, _) | (0xe1, 0xb8..=0xbb) => CharKind::Latin,
        (0xce | 0xcf, _) | (0xe1, 0xbc..) => CharKind::Greek,
        (0xd6, 0x90..) | (0xd7, _) => CharKind::Hebrew,
        (0xe0, 0xa4 | 0xa5) => CharKind::Devanagari,
        (0xe0, 0xa6 | 0xa7) => CharKind::Bengali,
        (0xe0, 0xae | 0xaf) => CharKind::Tamil,
        (0xe0, 0xb0 | 0xb1) => CharKind::Telugu,
        (0xe0, 0xb6 | 0xb7) => CharKind::Sinhala,
        (0xe0, 0xa8..=0xb5) => CharKind::Indic,
        (0xe1, 0x80 | 0x81) => CharKind::Burmese,
        (0xe1, 0x82) if third < 0xa0 => CharKind::Burmese,
        (0xe1, 0x82 | 0x83) => CharKind::Georgian,
        (0xe1, 0x88..=0x8e) => CharKind::Ethiopic,
        (0xe1, 0x9e | 0x9f) => CharKind::Khmer,
        (0xd4, 0xb0..) | (0xd5, _) | (0xd6, ..0x90) => CharKind::Armenian,
        (0xe2, 0x80 | 0x81) => CharKind::Typographic,
        (0xc2 | 0xe2, _) => CharKind::Symbol,
        (0xf0.., _) => CharKind::Emoji,
        _ => CharKind::Other,
    }
}
