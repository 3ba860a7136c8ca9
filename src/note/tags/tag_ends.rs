//! What ends a tag, and what around tags is read as a whole: HTML and wiki links.

use crate::unicode::is_ignorable;

/// Whether `c` ends a tag, by Obsidian's list.
pub(crate) fn ends_tag(c: char) -> bool {
    is_space(c)
        || "'!\"#$%&()*+,.:;<=>?@^`{|}~[]\\".contains(c)
        || matches!(c, '\u{2000}'..='\u{206f}' | '\u{2e00}'..='\u{2e7f}')
}

/// Whether `c` ends a tag in every reading. Invisible characters may be part of it.
pub(crate) fn surely_ends_tag(c: char) -> bool {
    (ends_tag(c) && !is_ignorable(c)) || is_wide_hash(c)
}

/// Whether `c` is another form of `#`, which input methods of East Asia write. Obsidian reads no tag after it.
pub(crate) fn is_wide_hash(c: char) -> bool {
    matches!(c, '\u{ff03}' | '\u{fe5f}')
}

/// White space as JavaScript has it, and thus Obsidian.
pub(super) fn is_space(c: char) -> bool {
    (c.is_whitespace() && c != '\u{85}') || c == '\u{feff}'
}

/// The last character of `text`. Bytes that are no UTF-8 count as one that is no letter.
pub(super) fn last_char(text: &[u8]) -> Option<char> {
    // A character has at most four bytes.
    let tail = String::from_utf8_lossy(&text[text.len().saturating_sub(4)..]);
    tail.chars().next_back()
}

/// The length of the HTML tag or autolink that `rest` begins with: `<b>`, `</b>`, `<https://a.b>`. Without a `<` in it,
/// so that reading all of them takes linear time.
pub(super) fn html_len(rest: &[u8]) -> Option<usize> {
    let named = rest.strip_prefix(b"</").or(rest.strip_prefix(b"<"))?;
    named.first().filter(|byte| byte.is_ascii_alphabetic() || matches!(byte, b'!' | b'?'))?;
    let end = 1 + rest[1..].iter().position(|byte| matches!(byte, b'<' | b'>'))?;
    (rest[end] == b'>').then_some(end + 1)
}

/// Where the name of the wiki link ends that `rest` begins with, and where the link ends: `[[name|text]]`.
pub(super) fn wiki_link(rest: &[u8]) -> Option<(usize, usize)> {
    let stop = |from: usize, stops: &[u8]| {
        Some(from + rest.get(from..)?.iter().position(|byte| b"[]\n".contains(byte) || stops.contains(byte))?)
    };
    let name = stop(2, b"|").filter(|&end| end > 2)?;
    let end = if rest[name] == b'|' { stop(name + 1, b"")? } else { name };
    rest[end..].starts_with(b"]]").then_some((name, end + 2))
}
