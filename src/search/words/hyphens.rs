//! Words in parts: `Wi-Fi`, `Node.js`, and what is broken at the end of a line, such as `exam-` with `ple` on the next.

const HYPHENS: &[char] = &['-', '\u{2010}', '\u{2011}'];

/// An invisible hyphen, which is seen at the end of a line only.
const SOFT_HYPHEN: char = '\u{ad}';

/// More bytes than are between the parts of a broken word: a hyphen, the line break, and spaces.
const MAX_BREAK: usize = 12;

/// Whether a word that ends at `end` may continue there.
#[inline]
pub(super) fn may_continue(bytes: &[u8], end: usize) -> bool {
    match bytes.get(end) {
        Some(b'-' | 0xe2) => true,
        Some(b'.') => is_library(&bytes[end + 1..]),
        Some(0xc2) => bytes.get(end + 1) == Some(&0xad),
        _ => false,
    }
}

/// Whether a word continues with `rest` after `between`: a hyphen, or one at the end of a line, or the dot of `Node.js`. At the end of a line, a
/// capital begins another word: `pre-` before `Columbian`.
pub(super) fn joins(between: &str, rest: &str) -> bool {
    let Some(hyphen) = between.chars().next() else { return false };
    let behind = &between[hyphen.len_utf8()..];
    if behind.is_empty() {
        return HYPHENS.contains(&hyphen) || (hyphen == '.' && is_library(rest.as_bytes()));
    }
    (HYPHENS.contains(&hyphen) || hyphen == SOFT_HYPHEN)
        && between.len() < MAX_BREAK
        && behind.trim_matches([' ', '\t', '\r']) == "\n"
        && rest.starts_with(char::is_lowercase)
}

/// Whether `rest`, behind a dot, ends the name of a JavaScript library.
fn is_library(rest: &[u8]) -> bool {
    let js = rest.first_chunk::<2>();
    js.is_some_and(|js| js.eq_ignore_ascii_case(b"js")) && !rest.get(2).is_some_and(u8::is_ascii_alphanumeric)
}

/// Whether a word may be broken where `before` ends, at white space after it: a text is not cut there.
pub(in crate::search) fn breaks_word(before: &[u8]) -> bool {
    let tail = &before[before.len().saturating_sub(MAX_BREAK)..];
    let written = tail.trim_ascii_end();
    let without = |hyphen: &char| written.strip_suffix(hyphen.encode_utf8(&mut [0; 4]).as_bytes());
    let word = HYPHENS.iter().chain([&SOFT_HYPHEN]).find_map(without);
    word.and_then(<[u8]>::last).is_some_and(|&last| last.is_ascii_alphabetic() || !last.is_ascii())
        && tail[written.len()..].split(|&byte| byte == b'\n').nth(2).is_none()
}

#[cfg(test)]
mod tests {
    use super::breaks_word;

    #[test]
    fn a_text_is_cut_where_no_word_is_broken() {
        for text in ["exam-", "exam-\n", "exam-\r\n  ", "exam\u{2010} ", "exam\u{ad}\n", "é-"] {
            assert!(breaks_word(text.as_bytes()), "{text}");
        }
        for text in ["", "-", "exam", "---\n", "a -\n", "exam-\n\n", "1-\n", "exam-\n                "] {
            assert!(!breaks_word(text.as_bytes()), "{text}");
        }
    }
}
