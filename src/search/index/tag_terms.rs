//! The terms of tags.

use crate::note::tags::ends_tag;
use crate::unicode::{fold_case, is_ignorable};

/// Maximum bytes of a tag to index: longer than people write. With its `#`, it has to fit in a record.
const MAX_BYTES: usize = 200;

/// The term of `tag`, with or without `#`; `None` if it is not a valid tag.
pub(super) fn term(tag: &str) -> Option<String> {
    let tag = tag.trim().trim_start_matches('#').trim_end_matches('/');
    // Obsidian ends a tag at some invisible characters, such as those that join emoji, and ignores none.
    let tag = tag.trim_start_matches(is_ignorable).split(|c| ends_tag(c) && is_ignorable(c)).next().unwrap_or_default();
    let visible: String = tag.chars().filter(|&c| !is_ignorable(c)).collect();
    let folded = fold_case(&visible);
    let is = !folded.is_empty() && folded.len() <= MAX_BYTES && !folded.contains(ends_tag);
    (is && !folded.bytes().all(|byte| byte.is_ascii_digit())).then(|| format!("#{folded}"))
}

/// The terms of a tag and of its parent tags: `#a/b` is also `#a`.
pub(super) fn each_term(tag: &str, mut found: impl FnMut(&str)) {
    let Some(term) = term(tag) else { return };
    for (at, _) in term.match_indices('/') {
        found(&term[..at]);
    }
    found(&term);
}

/// Whether a term of the dictionary is a tag or a link, and no word.
pub(super) fn is_tag(term: &[u8]) -> bool {
    term.first() == Some(&b'#')
}
