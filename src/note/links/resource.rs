//! What follows the text of a Markdown link: `(destination "title")`.

use std::ops::Range;

/// Maximum nesting of parentheses in a destination: the limit of `CommonMark`.
const MAX_PARENTHESES: usize = 32;

/// The destination of a link, without the `<>` around it, and where the link ends.
#[derive(Debug)]
pub(in crate::note) struct Resource {
    pub destination: Range<usize>,
    pub end: usize,
}

/// Reads what follows the `(` that is before `start`.
pub(in crate::note) fn read(text: &[u8], start: usize) -> Option<Resource> {
    let (destination, end) = destination(text, start)?;
    let behind = skip_space(text, end);
    let behind = if behind > end { skip_space(text, title_end(text, behind)?) } else { behind };
    (text.get(behind) == Some(&b')')).then_some(Resource { destination, end: behind + 1 })
}

/// The destination after the `(` that is before `start`, without the `<>` around it, and where it ends with them.
pub(crate) fn destination(text: &[u8], start: usize) -> Option<(Range<usize>, usize)> {
    let start = skip_space(text, start);
    if *text.get(start)? == b'<' {
        let end = find(text, start + 1, |byte| matches!(byte, b'>' | b'<' | b'\n'))?;
        return (text[end] == b'>').then_some((start + 1..end, end + 1));
    }
    let end = bare_end(text, start)?;
    Some((start..end, end))
}

/// Where a destination without `<>` ends: at white space, or at an unmatched `)`.
fn bare_end(text: &[u8], start: usize) -> Option<usize> {
    let (mut at, mut open) = (start, 0);
    while let Some(&byte) = text.get(at) {
        match byte {
            b'\\' if text.get(at + 1).is_some_and(u8::is_ascii_punctuation) => at += 1,
            b'(' if open == MAX_PARENTHESES => return None,
            b'(' => open += 1,
            b')' if open == 0 => break,
            b')' => open -= 1,
            byte if byte.is_ascii_whitespace() || byte.is_ascii_control() => break,
            _ => {}
        }
        at += 1;
    }
    (open == 0).then_some(at)
}

/// Where the title at `start` ends; `start` if there is none.
fn title_end(text: &[u8], start: usize) -> Option<usize> {
    let close = match text.get(start)? {
        b'(' => b')',
        &quote @ (b'"' | b'\'') => quote,
        _ => return Some(start),
    };
    let end = find(text, start + 1, |byte| byte == close || (close == b')' && byte == b'('))?;
    (text[end] == close).then_some(end + 1)
}

/// The first byte from `start` for which `is` holds and which is not escaped by a backslash.
fn find(text: &[u8], start: usize, is: impl Fn(u8) -> bool) -> Option<usize> {
    let mut is_escaped = false;
    let found = text.get(start..)?.iter().position(|&byte| {
        let was_escaped = is_escaped;
        is_escaped = byte == b'\\' && !was_escaped;
        is(byte) && !was_escaped
    })?;
    Some(start + found)
}

fn skip_space(text: &[u8], at: usize) -> usize {
    at + text[at..].iter().take_while(|byte| byte.is_ascii_whitespace()).count()
}
