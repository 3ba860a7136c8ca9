//! The parts of a line: `key: value # comment`, and its break.

use super::bracketed::is_blank;

pub(super) const BLANKS: [char; 2] = [' ', '\t'];

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

/// The first line of a property up to the colon behind its key, and the rest of it.
pub(crate) fn key_and_value(line: &str) -> (&str, &str) {
    let after = key(line).map_or("", |(_, after)| after);
    line.split_at(line.len() - after.len())
}

/// The comment behind a plain value of one line, with the blanks before it.
pub(crate) fn comment_behind(value: &str) -> Option<&str> {
    let is_plain = !value.trim_start().starts_with(['"', '\'', '[', '{', '|', '>']);
    let start = comment_start(value).filter(|_| is_plain)?;
    Some(&value[value[..start].trim_end().len()..])
}

/// `line` without the `\n` or `\r\n` at its end, or the `\r` of one.
pub(super) fn without_break(line: &str) -> &str {
    let line = line.strip_suffix('\n').unwrap_or(line);
    line.strip_suffix('\r').unwrap_or(line)
}

/// Whether `rest` may follow a value: nothing, or a comment behind a blank.
pub(super) fn is_tail(rest: &str) -> bool {
    let comment = rest.trim_start_matches(BLANKS);
    comment.is_empty() || (comment.starts_with('#') && comment.len() < rest.len())
}

/// The number of spaces before the text of `line`.
pub(super) fn indent(line: &str) -> usize {
    line.len() - line.trim_start_matches(' ').len()
}

/// What follows the hyphen of a list's item.
pub(super) fn list_item(text: &str) -> Option<&str> {
    let rest = text.strip_prefix('-')?;
    (rest.is_empty() || rest.starts_with(BLANKS)).then(|| rest.trim_matches(BLANKS))
}
