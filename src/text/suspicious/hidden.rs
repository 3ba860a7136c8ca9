//! Characters that hide text, or show it in another order than it is in; and comments that readers do not see.

use super::suspicion::Suspicion;
use crate::text::line_index::is_continuation;
use crate::unicode::is_ignorable;

/// Bytes of a comment that is longer than those that people write for themselves.
const LONG_COMMENT: usize = 400;

/// So many invisible characters in a row are no part of a word or an emoji.
const LONG_RUN: usize = 3;

/// What is suspicious in `bytes`, with its places. Skips eight plain bytes at a time. What is not UTF-8 is
/// not shown, so it does not matter what is found there.
pub(super) fn hidden(bytes: &[u8], mut found: impl FnMut(usize, Suspicion)) {
    // Where the last invisible characters end.
    let mut seen = 0;
    let mut look = |at: usize| {
        if at < seen {
            return;
        }
        if bytes[at] == b'<' {
            if is_long_comment(&bytes[at..]) {
                found(at, Suspicion::Comment);
            }
            return;
        }
        seen = at + ignorable_len(&bytes[at..]);
        if let Some(suspicion) = suspicion(bytes, at, seen) {
            found(at, suspicion);
        }
    };
    let (words, _) = bytes.as_chunks::<8>();
    for (index, word) in words.iter().enumerate() {
        if is_plain(u64::from_le_bytes(*word)) {
            continue;
        }
        let after = bytes.get(index * 8 + 8).copied().unwrap_or_default();
        for offset in 0..8 {
            let second = if offset < 7 { word[offset + 1] } else { after };
            if may_begin(word[offset], second) {
                look(index * 8 + offset);
            }
        }
    }
    for at in words.len() * 8..bytes.len() {
        if may_begin(bytes[at], bytes.get(at + 1).copied().unwrap_or_default()) {
            look(at);
        }
    }
}

/// What is suspicious about the invisible characters `bytes[start..end]`.
fn suspicion(bytes: &[u8], start: usize, end: usize) -> Option<Suspicion> {
    let run = str::from_utf8(&bytes[start..end]).ok().filter(|run| !run.is_empty())?;
    if reorders(run, &bytes[end..]) {
        return Some(Suspicion::Order);
    }
    hides(last_char(&bytes[..start]), run, first_char(&bytes[end..])).then_some(Suspicion::Hidden)
}

/// The first character of `bytes`.
fn first_char(bytes: &[u8]) -> Option<char> {
    let chunk = bytes[..bytes.len().min(4)].utf8_chunks().next()?;
    chunk.valid().chars().next()
}

/// The last character of `bytes`.
fn last_char(bytes: &[u8]) -> Option<char> {
    let start = bytes.iter().rposition(|&byte| !is_continuation(byte))?;
    first_char(&bytes[start..])
}

/// The bytes of the invisible characters at the start of `bytes`.
fn ignorable_len(bytes: &[u8]) -> usize {
    let mut len = 0;
    while let Some(c) = first_char(&bytes[len..]).filter(|&c| is_ignorable(c)) {
        len += c.len_utf8();
    }
    len
}

/// Whether a comment or an invisible character may begin with these bytes. Without a branch, since none could be
/// predicted in Japanese.
#[inline]
fn may_begin(first: u8, second: u8) -> bool {
    BEGINNINGS.0[usize::from(first)] & BEGINNINGS.1[usize::from(second)] != 0
}

/// For each first byte of an invisible character, the second bytes that there are.
const FIRST_TWO: [(u8, &[u8]); 9] = [
    (0xc2, &[0xad]),
    (0xcd, &[0x8f]),
    (0xd8, &[0x9c]),
    (0xe1, &[0x85, 0x9e, 0xa0]),
    (0xe2, &[0x80, 0x81]),
    (0xe3, &[0x85]),
    (0xef, &[0xb8, 0xbb, 0xbe, 0xbf]),
    (0xf0, &[0x9b, 0x9d]),
    (0xf3, &[0xa0]),
];

/// By first and by second byte: the bits of the entries of `FIRST_TWO` that it is in. The next bit is for `<`, with
/// whatever byte behind it.
static BEGINNINGS: ([u16; 256], [u16; 256]) = {
    let comment = 1 << FIRST_TWO.len();
    let (mut firsts, mut seconds) = ([0; 256], [comment; 256]);
    firsts[b'<' as usize] = comment;
    let mut entry = 0;
    while entry < FIRST_TWO.len() {
        let (first, all) = FIRST_TWO[entry];
        firsts[first as usize] = 1 << entry;
        let mut at = 0;
        while at < all.len() {
            seconds[all[at] as usize] |= 1 << entry;
            at += 1;
        }
        entry += 1;
    }
    (firsts, seconds)
};

/// Whether eight bytes have nothing to look at: no `<`, and only ASCII and characters from U+4000 to U+DFFF (CJK and
/// Korean), none of which is invisible.
fn is_plain(bytes: u64) -> bool {
    const ONES: u64 = 0x0101_0101_0101_0101;
    const HIGH: u64 = 0x8080_8080_8080_8080;
    let angles = bytes ^ (ONES * u64::from(b'<'));
    let angles = angles.wrapping_sub(ONES) & !angles;
    if (angles | bytes) & HIGH == 0 {
        return true;
    }
    let firsts = bytes & bytes << 1;
    let without_high = bytes & !HIGH;
    let at_least = |byte: u8| without_high + (ONES * u64::from(0x80 - (byte & 0x7f)));
    let cjk = at_least(0xe4) & !at_least(0xee);
    (angles | firsts & !cjk) & HIGH == 0
}

fn is_long_comment(bytes: &[u8]) -> bool {
    bytes.strip_prefix(b"<!--").is_some_and(|inside| {
        inside.len() > LONG_COMMENT && !inside[..LONG_COMMENT].windows(3).any(|end| end == b"-->")
    })
}

/// Whether `run` turns the order of what follows around: by an override, or by an embedding that the line does not end.
fn reorders(run: &str, after: &[u8]) -> bool {
    let ends_here = |end: char| {
        let line = &after[..memchr::memchr(b'\n', after).unwrap_or(after.len())];
        run.contains(end) || line.windows(end.len_utf8()).any(|part| part == end.encode_utf8(&mut [0; 4]).as_bytes())
    };
    run.contains(['\u{202d}', '\u{202e}'])
        || run.contains(['\u{202a}', '\u{202b}']) && !ends_here('\u{202c}')
        || run.contains(['\u{2066}', '\u{2067}', '\u{2068}']) && !ends_here('\u{2069}')
}

/// Whether the invisible characters `run` hide something: as tags or other long sequences, or inside a word.
fn hides(before: Option<char>, run: &str, after: Option<char>) -> bool {
    let count = run.chars().count();
    // Flags of regions are a black flag, its tags and their end.
    let is_tag = |c: char| matches!(c, '\u{e0000}'..='\u{e007f}');
    if run.contains(is_tag) {
        return !(before == Some('\u{1f3f4}') && run.ends_with('\u{e007f}') && count <= 8);
    }
    let joins = |c: char| c.is_ascii_alphanumeric();
    let is_inside_word = before.is_some_and(joins) && after.is_some_and(joins);
    count >= LONG_RUN || is_inside_word && run.chars().any(|c| c != '\u{ad}')
}

#[cfg(test)]
mod tests {
    use super::{is_ignorable, is_plain, may_begin};

    #[test]
    fn no_invisible_character_is_skipped() {
        for c in (' '..=char::MAX).filter(|&c| is_ignorable(c)) {
            let bytes = c.to_string().into_bytes();
            assert!(may_begin(bytes[0], bytes[1]), "{c:?}");
            for at in 0..8 {
                let mut word = *"가 中.x".as_bytes().first_chunk().unwrap();
                assert!(is_plain(u64::from_le_bytes(word)));
                word[at] = bytes[0];
                assert!(!is_plain(u64::from_le_bytes(word)), "{c:?} at {at}");
            }
        }
    }
}
