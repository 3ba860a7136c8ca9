//! Detects and decodes UTF-16 and UTF-32. UTF-8 is handled by `decode`, older encodings by `document::legacy`.

use serde::{Deserialize, Serialize};
use tsify::Tsify;

use super::decode::HEAD_BYTES;

/// Minimum code units to detect UTF-16 without a byte order mark: `01 00 20 00` may be two numbers.
const MIN_ASCII_UNITS: usize = 4;
/// Minimum code units to detect a script: a sentence has more, but an array of numbers may look like a script for as
/// long.
const MIN_SCRIPT_UNITS: usize = 12;

/// A Unicode encoding with units wider than a byte.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Tsify)]
#[serde(rename_all = "lowercase")]
pub enum WideEncoding {
    /// UTF-16, little endian.
    Utf16Le,
    /// UTF-16, big endian.
    Utf16Be,
    /// UTF-32, little endian.
    Utf32Le,
    /// UTF-32, big endian.
    Utf32Be,
}

impl WideEncoding {
    /// Its name in the Encoding standard. UTF-32, which the standard lacks, is named in the same way.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Utf16Le => "UTF-16LE",
            Self::Utf16Be => "UTF-16BE",
            Self::Utf32Le => "UTF-32LE",
            Self::Utf32Be => "UTF-32BE",
        }
    }

    /// Its byte order mark.
    #[must_use]
    pub fn mark(self) -> &'static [u8] {
        match self {
            Self::Utf16Le => b"\xff\xfe",
            Self::Utf16Be => b"\xfe\xff",
            Self::Utf32Le => b"\xff\xfe\0\0",
            Self::Utf32Be => b"\0\0\xfe\xff",
        }
    }

    fn unit_len(self) -> usize {
        self.mark().len()
    }

    /// The characters of `bytes`, which begin after the byte order mark. Lone surrogates, invalid code points and an
    /// incomplete unit at the end are errors.
    fn chars(self, bytes: &[u8]) -> Chars<'_> {
        let (units, rest) = bytes.split_at(bytes.len() - bytes.len() % self.unit_len());
        let torn = (!rest.is_empty()).then_some(Err(()));
        match self {
            Self::Utf16Le => Box::new(utf16(units, u16::from_le_bytes).chain(torn)),
            Self::Utf16Be => Box::new(utf16(units, u16::from_be_bytes).chain(torn)),
            Self::Utf32Le => Box::new(utf32(units, u32::from_le_bytes).chain(torn)),
            Self::Utf32Be => Box::new(utf32(units, u32::from_be_bytes).chain(torn)),
        }
    }
}

type Chars<'a> = Box<dyn Iterator<Item = Result<char, ()>> + 'a>;

fn utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> impl Iterator<Item = Result<char, ()>> {
    char::decode_utf16(bytes.as_chunks().0.iter().map(move |&pair| unit(pair))).map(|char| char.map_err(|_| ()))
}

fn utf32(bytes: &[u8], unit: fn([u8; 4]) -> u32) -> impl Iterator<Item = Result<char, ()>> {
    bytes.as_chunks().0.iter().map(move |&four| char::from_u32(unit(four)).ok_or(()))
}

/// The text of `bytes` without a byte order mark, and whether any of it was invalid, which becomes U+FFFD. The text is
/// at most 1.5 times as long, plus 3 bytes.
#[must_use]
pub fn decode(encoding: WideEncoding, bytes: &[u8]) -> (String, bool) {
    let bytes = bytes.strip_prefix(encoding.mark()).unwrap_or(bytes);
    let shown = |char: Result<char, ()>| char.unwrap_or(char::REPLACEMENT_CHARACTER);
    // Count first, because a growing string may reserve twice what it needs.
    let mut had_errors = false;
    let len =
        encoding.chars(bytes).inspect(|char| had_errors |= char.is_err()).map(|char| shown(char).len_utf8()).sum();
    let mut text = String::with_capacity(len);
    text.extend(encoding.chars(bytes).map(shown));
    (text, had_errors)
}

/// The bytes of `text`, behind a byte order mark if `with_mark`.
pub fn encode(encoding: WideEncoding, with_mark: bool, text: &str) -> Vec<u8> {
    let mark = if with_mark { encoding.mark() } else { &[] };
    let units = || text.encode_utf16();
    let bytes: Vec<u8> = match encoding {
        WideEncoding::Utf16Le => units().flat_map(u16::to_le_bytes).collect(),
        WideEncoding::Utf16Be => units().flat_map(u16::to_be_bytes).collect(),
        WideEncoding::Utf32Le => text.chars().flat_map(|char| u32::from(char).to_le_bytes()).collect(),
        WideEncoding::Utf32Be => text.chars().flat_map(|char| u32::from(char).to_be_bytes()).collect(),
    };
    [mark, &bytes].concat()
}

/// The wide encoding of `bytes`, if it is certain.
///
/// A byte order mark makes it certain, unless most of the rest is not text. Without one, UTF-32 is detected if each unit
/// is a character of text, and UTF-16 in two cases: 90 % of the units are printable ASCII; or there is a space or line break, and 95 % of the units are of
/// one script, digits or punctuation. In both cases, no unit may be unassigned, private use or a control character, and
/// every zero byte must be in the high half of its unit. Bytes that are mostly longer characters of UTF-8 are not UTF-16:
/// twelve U+0301 before `"\n\0"` would be Chinese otherwise.
#[must_use]
pub fn detect(bytes: &[u8]) -> Option<WideEncoding> {
    use WideEncoding::{Utf16Be, Utf16Le, Utf32Be, Utf32Le};
    // UTF-32 first, because its byte order mark begins like that of UTF-16.
    for encoding in [Utf32Le, Utf32Be, Utf16Le, Utf16Be] {
        if let Some(rest) = bytes.strip_prefix(encoding.mark())
            && is_mostly_text(encoding, head(rest))
            && (encoding.unit_len() == 2 || rest.len().is_multiple_of(4))
        {
            return Some(encoding);
        }
    }
    if let Some(encoding) = [Utf32Le, Utf32Be].into_iter().find(|encoding| is_certain_utf32(*encoding, bytes)) {
        return Some(encoding);
    }
    // An incomplete unit shows that it is not UTF-16.
    if !bytes.len().is_multiple_of(2) || is_mostly_long_utf8(head(bytes)) {
        return None;
    }
    [Utf16Le, Utf16Be].into_iter().find(|&encoding| is_certain(encoding, head(bytes)))
}

fn head(bytes: &[u8]) -> &[u8] {
    &bytes[..bytes.len().min(HEAD_BYTES)]
}

/// Whether half of the bytes or more belong to characters of two bytes or more in UTF-8, as they hardly ever do by chance.
fn is_mostly_long_utf8(head: &[u8]) -> bool {
    let long: usize =
        head.utf8_chunks().map(|chunk| chunk.valid().bytes().filter(|byte| !byte.is_ascii()).count()).sum();
    long > 0 && long * 2 >= head.len()
}

fn is_mostly_text(encoding: WideEncoding, head: &[u8]) -> bool {
    let (mut all, mut bad) = (0_usize, 0_usize);
    for char in encoding.chars(head) {
        all += 1;
        bad += usize::from(char.is_ok_and(is_no_text));
        // Text may contain a lone surrogate by accident. An invalid code point shows that it is not UTF-32.
        bad += usize::from(char.is_err()) * if encoding.unit_len() == 4 { 8 } else { 1 };
    }
    bad <= 1.max(all / 20)
}

/// Whether each unit is a character of text. Of numbers, hardly any are.
fn is_certain_utf32(encoding: WideEncoding, bytes: &[u8]) -> bool {
    let is_text = |char: Result<char, ()>| char.is_ok_and(|char| !is_no_text(char) && char != '\u{8}');
    let head = head(bytes);
    bytes.len().is_multiple_of(4)
        && head.len() >= 4 * MIN_ASCII_UNITS
        && encoding.chars(&head[..head.len() - head.len() % 4]).all(is_text)
}

fn is_certain(encoding: WideEncoding, head: &[u8]) -> bool {
    let low_first = encoding == WideEncoding::Utf16Le;
    let (mut all, mut ascii, mut has_break) = (0_usize, 0_usize, false);
    let mut scripts = [0_usize; SCRIPTS];
    for &[a, b] in head.as_chunks::<2>().0 {
        let (high, low) = if low_first { (b, a) } else { (a, b) };
        all += 1;
        match (high, low) {
            (0, b'\t' | b'\n' | b'\r' | b' '..=b'~') => {
                ascii += 1;
                has_break |= matches!(low, b' ' | b'\n');
            }
            (0, ..0xa0) | (_, 0) => return false,
            _ => match script(u16::from_be_bytes([high, low])) {
                Some(script) => scripts[script] += 1,
                None => return false,
            },
        }
    }
    let main = scripts[1..].iter().max().copied().unwrap_or(0);
    let is_english = all >= MIN_ASCII_UNITS && ascii * 10 >= all * 9;
    let is_one_script = all >= MIN_SCRIPT_UNITS && has_break && (ascii + scripts[0] + main) * 20 >= all * 19;
    is_english || is_one_script
}

const SCRIPTS: usize = 9;

/// The script of a unit, or 0 for characters of all scripts; `None` if prose does not use it.
fn script(unit: u16) -> Option<usize> {
    Some(match unit {
        // Punctuation, arrows, boxes, full-width forms, and surrogates.
        0x2000..=0x206f
        | 0x20a0..=0x20bf
        | 0x2100..=0x27bf
        | 0x3000..=0x303f
        | 0xd800..=0xdfff
        | 0xfe00..=0xfe0f
        | 0xff01..=0xffef => 0,
        0xa0..=0x24f | 0x300..=0x36f | 0x1e00..=0x1eff => 1,
        0x370..=0x3ff | 0x1f00..=0x1fff => 2,
        0x400..=0x52f => 3,
        0x591..=0x5f4 => 4,
        0x600..=0x6ff | 0xfb50..=0xfdff | 0xfe70..=0xfefc => 5,
        0x900..=0xdff => 6,
        0xe01..=0xe5b => 7,
        // Chinese, Japanese and Korean are mixed.
        0x3041..=0x30ff | 0x4e00..=0x9fff | 0xac00..=0xd7a3 => 8,
        _ => return None,
    })
}

/// Whether text never contains `char`: a noncharacter, or a control character other than those of lines and terminals.
fn is_no_text(char: char) -> bool {
    matches!(char, '\0'..='\u{7}' | '\u{e}'..='\u{1a}' | '\u{1c}'..='\u{1f}' | '\u{7f}'..='\u{84}' | '\u{86}'..='\u{9f}' | '\u{fdd0}'..='\u{fdef}' | '\u{fffe}'..='\u{ffff}')
        || char > '\u{e01ef}'
}
