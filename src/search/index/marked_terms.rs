//! The terms of tags, such as `#work`, and of links, such as `#[budget`: by the last name that a link has. The latter tell
//! which notes may link to a file; only reading a note tells whether it does.

use std::ops::Range;

use memchr::memchr2_iter;

use crate::note::tags::ends_tag;
use crate::note::{decoded_target, link_destination};
use crate::path::last_name_key;
use crate::unicode::{fold_case, is_ignorable};

/// Begins the term of a link. No tag has a bracket.
const LINK: &str = "#[";

/// Maximum bytes of a tag or a name to index: longer than people write, and so that the term fits in a record.
const MAX_NAME_BYTES: usize = 200;

/// Maximum bytes of a link to read.
const MAX_LINK_BYTES: usize = 2048;

/// Whether a term of the dictionary is a tag or a link, and no word.
pub(super) fn is_marked(term: &[u8]) -> bool {
    term.first() == Some(&b'#')
}

/// The term of `tag`, with or without `#`; `None` if it is not a valid tag.
pub(super) fn tag_term(tag: &str) -> Option<String> {
    let tag = tag.trim().trim_start_matches('#').trim_end_matches('/');
    // Obsidian ends a tag at some invisible characters, such as those that join emoji, and ignores none.
    let tag = tag.trim_start_matches(is_ignorable).split(|c| ends_tag(c) && is_ignorable(c)).next().unwrap_or_default();
    let visible: String = tag.chars().filter(|&c| !is_ignorable(c)).collect();
    let folded = fold_case(&visible);
    let is = !folded.is_empty() && folded.len() <= MAX_NAME_BYTES && !folded.contains(ends_tag);
    (is && !folded.bytes().all(|byte| byte.is_ascii_digit())).then(|| format!("#{folded}"))
}

/// The terms of a tag and of its parent tags: `#a/b` is also `#a`.
pub(super) fn each_tag_term(tag: &str, mut found: impl FnMut(&str)) {
    let Some(term) = tag_term(tag) else { return };
    for (at, _) in term.match_indices('/') {
        found(&term[..at]);
    }
    found(&term);
}

/// Writes the term of links to a file whose last name has this `key`.
pub(super) fn link_term(key: &str, term: &mut String) {
    term.clear();
    term.push_str(LINK);
    term.push_str(&key[..key.floor_char_boundary(MAX_NAME_BYTES)]);
}

/// The terms of all links that begin in the bytes `part` of `text`, also of what only looks like a link, such as in code.
pub(super) fn each_link_term(text: &str, part: Range<usize>, mut found: impl FnMut(&str)) {
    let bytes = text.as_bytes();
    let mut term = String::new();
    for at in memchr2_iter(b'[', b']', &bytes[part.clone()]).map(|at| part.start + at) {
        let after = at + 2;
        let is_wiki = match (bytes[at], bytes.get(at + 1)) {
            (b'[', Some(b'[')) => true,
            (b']', Some(b'(')) => false,
            _ => continue,
        };
        let rest = &text[after..text.floor_char_boundary(after.saturating_add(MAX_LINK_BYTES))];
        let name = if is_wiki {
            rest.find(['[', ']', '|', '\n']).map(|end| &rest[..end])
        } else {
            link_destination(rest.as_bytes(), 0).map(|(name, _)| &rest[name])
        };
        let name = name.and_then(|name| name.split('#').next()).unwrap_or_default();
        // In a table, the bar of a wiki link is escaped.
        let name = if is_wiki { name.trim_end_matches('\\').into() } else { decoded_target(name) };
        if let Some(key) = last_name_key(name.trim()) {
            link_term(&key, &mut term);
            found(&term);
        }
    }
}
