//! The text of a string in JSON, piece by piece.

/// Maximum length of a plain piece.
const PLAIN_BYTES: usize = 16 * 1024;

/// A piece of a string's text.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Run<'a> {
    /// As written in the file.
    Plain(&'a str),
    /// A decoded escape. An unpaired surrogate is U+FFFD.
    Char(char),
}

impl<'a> Run<'a> {
    /// Its text. `buffer` holds that of an escape.
    #[must_use]
    pub fn text<'b>(self, buffer: &'b mut [u8; 4]) -> &'b str
    where
        'a: 'b,
    {
        match self {
            Run::Plain(plain) => plain,
            Run::Char(c) => c.encode_utf8(buffer),
        }
    }
}

/// The text of `runs`, cut to `limit` bytes.
pub fn joined<'a>(runs: impl Iterator<Item = Run<'a>>, limit: usize) -> String {
    let mut text = String::new();
    for run in runs {
        let room = limit - text.len();
        match run {
            Run::Plain(plain) if plain.len() <= room => text.push_str(plain),
            Run::Plain(plain) => {
                text.push_str(&plain[..plain.floor_char_boundary(room)]);
                break;
            }
            Run::Char(c) if c.len_utf8() <= room => text.push(c),
            Run::Char(_) => break,
        }
    }
    text
}

/// Takes the next piece of a string without its quotes.
pub(crate) fn next_run<'a>(rest: &mut &'a [u8]) -> Option<Run<'a>> {
    let text = *rest;
    if text.first() != Some(&b'\\') {
        let window = &text[..text.len().min(PLAIN_BYTES)];
        let end = window.iter().position(|byte| *byte == b'\\').unwrap_or(window.len());
        // A window may end in a character, which the next one has.
        let plain = window[..end].utf8_chunks().next()?.valid();
        *rest = &text[plain.len()..];
        return (!plain.is_empty()).then_some(Run::Plain(plain));
    }
    let (c, len) = match text.get(1)? {
        b'n' => ('\n', 2),
        b't' => ('\t', 2),
        b'r' => ('\r', 2),
        b'b' => ('\u{8}', 2),
        b'f' => ('\u{c}', 2),
        b'u' => unicode_escape(text),
        &other => (char::from(other), 2),
    };
    *rest = text.get(len..).unwrap_or_default();
    Some(Run::Char(c))
}

/// Decodes `\uXXXX` or a surrogate pair, and returns its length.
fn unicode_escape(text: &[u8]) -> (char, usize) {
    let unit = |at: usize| u32::from_str_radix(str::from_utf8(text.get(at + 2..at + 6)?).ok()?, 16).ok();
    let first = unit(0).unwrap_or(0xfffd);
    if let Some(c) = char::from_u32(first) {
        return (c, 6);
    }
    let second = if text.get(6..8) == Some(b"\\u") { unit(6) } else { None };
    match second {
        Some(second) if first < 0xdc00 && (0xdc00..0xe000).contains(&second) => {
            let scalar = 0x10000 + ((first - 0xd800) << 10) + (second - 0xdc00);
            (char::from_u32(scalar).unwrap_or('\u{fffd}'), 12)
        }
        _ => ('\u{fffd}', 6),
    }
}
