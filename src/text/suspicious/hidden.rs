//! Characters that hide text, or show it in another order than it is in; and comments that readers do not see.

use super::Suspicion;
use crate::unicode::is_ignorable;

/// Bytes of a comment that is longer than those that people write for themselves.
const LONG_COMMENT: usize = 400;

/// So many invisible characters in a row are no part of a word or an emoji.
const LONG_RUN: usize = 3;

/// What is suspicious in `text`, with its places. Skips plain ASCII eight bytes at a time.
pub(super) fn hidden(text: &str, mut found: impl FnMut(usize, Suspicion)) {
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        if let Some(chunk) = bytes[at..].first_chunk::<8>()
            && is_plain(u64::from_le_bytes(*chunk))
        {
            at += 8;
            continue;
        }
        let byte = bytes[at];
        if byte < 0x80 {
            if byte == b'<' && is_long_comment(&text[at..]) {
                found(at, Suspicion::Comment);
            }
            at += 1;
            continue;
        }
        if !may_be_ignorable(byte, bytes.get(at + 1)) {
            at += if byte < 0xe0 { 2 } else { 3 + usize::from(byte >= 0xf0) };
            continue;
        }
        let Some(c) = text[at..].chars().next() else { break };
        if !is_ignorable(c) {
            at += c.len_utf8();
            continue;
        }
        let run: &str = &text[at..][..text[at..].find(|c| !is_ignorable(c)).unwrap_or(text.len() - at)];
        let end = at + run.len();
        if reorders(run, &text[end..]) {
            found(at, Suspicion::Order);
        } else if hides(&text[..at], run, &text[end..]) {
            found(at, Suspicion::Hidden);
        }
        at = end;
    }
}

/// Whether a character with these first bytes may be invisible. Most letters are told apart without decoding them.
fn may_be_ignorable(first: u8, second: Option<&u8>) -> bool {
    match first {
        0xc2 | 0xcd | 0xd8 | 0xe1 | 0xf0 | 0xf3 => true,
        0xe2 => matches!(second, Some(0x80 | 0x81)),
        0xe3 => matches!(second, Some(0x85)),
        0xef => matches!(second, Some(0xb8 | 0xbb | 0xbe | 0xbf)),
        _ => false,
    }
}

/// Whether eight bytes are ASCII without `<`.
fn is_plain(bytes: u64) -> bool {
    const ONES: u64 = 0x0101_0101_0101_0101;
    const HIGH: u64 = 0x8080_8080_8080_8080;
    let angles = bytes ^ (ONES * u64::from(b'<'));
    (bytes | (angles.wrapping_sub(ONES) & !angles)) & HIGH == 0
}

fn is_long_comment(text: &str) -> bool {
    text.strip_prefix("<!--").is_some_and(|inside| {
        inside.len() > LONG_COMMENT && !inside[..inside.floor_char_boundary(LONG_COMMENT)].contains("-->")
    })
}

/// Whether `run` turns the order of what follows around: by an override, or by an embedding that the line does not end.
fn reorders(run: &str, after: &str) -> bool {
    if run.contains(['\u{202d}', '\u{202e}']) {
        return true;
    }
    let line = || after.split('\n').next().unwrap_or_default();
    run.contains(['\u{202a}', '\u{202b}']) && !run.contains('\u{202c}') && !line().contains('\u{202c}')
        || run.contains(['\u{2066}', '\u{2067}', '\u{2068}'])
            && !run.contains('\u{2069}')
            && !line().contains('\u{2069}')
}

/// Whether the invisible characters `run` hide something: as tags or other long sequences, or inside a word.
fn hides(before: &str, run: &str, after: &str) -> bool {
    let last = before.chars().next_back().unwrap_or('\n');
    let count = run.chars().count();
    // Flags of regions are a black flag, its tags and their end.
    let is_tag = |c: char| matches!(c, '\u{e0000}'..='\u{e007f}');
    if run.contains(is_tag) {
        return !(last == '\u{1f3f4}' && run.ends_with('\u{e007f}') && count <= 8);
    }
    let joins = |c: char| c.is_ascii_alphanumeric();
    let is_inside_word = joins(last) && after.chars().next().is_some_and(joins);
    count >= LONG_RUN || is_inside_word && run.chars().any(|c| c != '\u{ad}')
}

#[cfg(test)]
mod tests {
    use super::{is_ignorable, may_be_ignorable};

    #[test]
    fn no_invisible_character_is_skipped() {
        for c in (' '..=char::MAX).filter(|&c| is_ignorable(c)) {
            let bytes = c.to_string().into_bytes();
            assert!(may_be_ignorable(bytes[0], bytes.get(1)), "{c:?}");
        }
    }
}
