//! Text in UTF-16 and UTF-32: whether bytes are it, and which byte comes first, and their text. UTF-8 is left to `decode`,
//! what is older than Unicode to `document::legacy`.

use serde::{Deserialize, Serialize};
use tsify::Tsify;

/// How much is looked at to be certain: as much as of UTF-8.
const HEAD_BYTES: usize = 8000;
/// Fewer code units than this without a mark prove nothing: `01 00 20 00` may be two numbers.
const MIN_ASCII_UNITS: usize = 4;
/// Fewer than this prove no script: a sentence has more, and arrays of numbers stay in one block for as long.
const MIN_SCRIPT_UNITS: usize = 12;

/// An encoding of Unicode whose units are wider than a byte.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Tsify)]
#[serde(rename_all = "lowercase")]
pub enum WideEncoding {
    /// UTF-16, low byte first.
    Utf16Le,
    /// UTF-16, high byte first.
    Utf16Be,
    /// UTF-32, low byte first.
    Utf32Le,
    /// UTF-32, high byte first.
    Utf32Be,
}

impl WideEncoding {
    /// Its name in the Encoding standard; UTF-32 is named in the same way, though the standard leaves it out.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Utf16Le => "UTF-16LE",
            Self::Utf16Be => "UTF-16BE",
            Self::Utf32Le => "UTF-32LE",
            Self::Utf32Be => "UTF-32BE",
        }
    }

    fn mark(self) -> &'static [u8] {
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

    /// The characters of `bytes`, which begin behind the mark; an error for each lone surrogate, each number that is no
    /// character, and for bytes at the end that make no whole unit.
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

/// The text of `bytes`, without the byte order mark that they may begin with, and whether something in them was no text:
/// that is U+FFFD in the text. It has at most 1.5 times as many bytes, and 3.
#[must_use]
pub fn decode(encoding: WideEncoding, bytes: &[u8]) -> (String, bool) {
    let bytes = bytes.strip_prefix(encoding.mark()).unwrap_or(bytes);
    let shown = |char: Result<char, ()>| char.unwrap_or(char::REPLACEMENT_CHARACTER);
    // Counted first: a string that grows holds up to twice what it needs.
    let mut had_errors = false;
    let len =
        encoding.chars(bytes).inspect(|char| had_errors |= char.is_err()).map(|char| shown(char).len_utf8()).sum();
    let mut text = String::with_capacity(len);
    text.extend(encoding.chars(bytes).map(shown));
    (text, had_errors)
}

/// The wide encoding that `bytes` are text in, where that is certain.
///
/// With a byte order mark it is, unless what follows is mostly no text. Without one, only UTF-16 is looked for, and it is
/// certain in two cases: nine units in ten are printable ASCII; or there is a space or line break, and nineteen units in
/// twenty are of one script, with digits and punctuation. In both, no unit may be unassigned, private or a control, and
/// every zero byte must stand on the side where this byte order has it.
#[must_use]
pub fn detect(bytes: &[u8]) -> Option<WideEncoding> {
    use WideEncoding::{Utf16Be, Utf16Le, Utf32Be, Utf32Le};
    // UTF-32 first: its mark begins like that of UTF-16.
    for encoding in [Utf32Le, Utf32Be, Utf16Le, Utf16Be] {
        if let Some(rest) = bytes.strip_prefix(encoding.mark())
            && is_mostly_text(encoding, head(rest))
            && (encoding.unit_len() == 2 || rest.len().is_multiple_of(4))
        {
            return Some(encoding);
        }
    }
    // No half unit: what is certain is whole.
    if !bytes.len().is_multiple_of(2) {
        return None;
    }
    [Utf16Le, Utf16Be].into_iter().find(|&encoding| is_certain(encoding, head(bytes)))
}

fn head(bytes: &[u8]) -> &[u8] {
    &bytes[..bytes.len().min(HEAD_BYTES)]
}

fn is_mostly_text(encoding: WideEncoding, head: &[u8]) -> bool {
    let (mut all, mut bad) = (0_usize, 0_usize);
    for char in encoding.chars(head) {
        all += 1;
        bad += usize::from(char.is_ok_and(is_no_text));
        // A lone surrogate is an accident that text may have; a number that is no character shows that it is no UTF-32.
        bad += usize::from(char.is_err()) * if encoding.unit_len() == 4 { 8 } else { 1 };
    }
    bad <= 1.max(all / 20)
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

/// The script that a unit is of, 0 for what all share; nothing where it is none that prose is written in.
fn script(unit: u16) -> Option<usize> {
    Some(match unit {
        // Punctuation, arrows, boxes, full-width forms, and the halves of what is outside the basic plane.
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
        // Chinese, Japanese and Korean are written side by side.
        0x3041..=0x30ff | 0x4e00..=0x9fff | 0xac00..=0xd7a3 => 8,
        _ => return None,
    })
}

/// Whether no text has `char`: a control other than those of lines and terminals, or what is no character.
fn is_no_text(char: char) -> bool {
    matches!(char, '\0'..='\u{7}' | '\u{e}'..='\u{1a}' | '\u{1c}'..='\u{1f}' | '\u{7f}'..='\u{84}' | '\u{86}'..='\u{9f}' | '\u{fdd0}'..='\u{fdef}' | '\u{fffe}'..='\u{ffff}')
        || char > '\u{e01ef}'
}
