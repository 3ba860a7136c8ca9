//! Splits `key: value`, and finds comments in plain scalars.

use super::bracketed::is_blank;

/// The key of `key: value`, without its quotes, and the text after the colon. `None` for a key that begins with a
/// character that is special in YAML.
pub(super) fn key(text: &str) -> Option<(&str, &str)> {
    let first = *text.as_bytes().first()?;
    if matches!(first, b'"' | b'\'') {
        let (key, rest) = text[1..].split_once(char::from(first))?;
        let value = rest.trim_start_matches([' ', '\t']).strip_prefix(':')?;
        let is_key = !key.contains('\\') && value.bytes().next().is_none_or(is_blank);
        return is_key.then_some((key, value));
    }
    if b"[]{},&*!|>%@`#".contains(&first) {
        return None;
    }
    let colon = colons(text).next().filter(|&colon| colon > 0)?;
    let is_explicit = matches!(first, b'?' | b'-') && text[1..].bytes().next().is_none_or(is_blank);
    let is_comment = comment_start(text).is_some_and(|start| start < colon);
    (!is_explicit && !is_comment).then(|| (text[..colon].trim_end_matches([' ', '\t']), &text[colon + 1..]))
}

/// The positions of colons that can end a key: those before a blank or the end.
pub(super) fn colons(text: &str) -> impl Iterator<Item = usize> {
    let bytes = text.as_bytes();
    let ends_key = |&(at, _): &(usize, &str)| bytes.get(at + 1).copied().is_none_or(is_blank);
    text.match_indices(':').filter(ends_key).map(|(at, _)| at)
}

/// Where a comment begins in a plain scalar: at a `#` after a blank.
pub(super) fn comment_start(text: &str) -> Option<usize> {
    text.match_indices('#').map(|(at, _)| at).find(|&at| at > 0 && is_blank(text.as_bytes()[at - 1]))
}
