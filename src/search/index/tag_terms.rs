//! The terms by which notes with a tag are found.

use crate::note::tags::ends_tag;
use crate::unicode::{fold_case, is_ignorable};

/// The longest tag that is found by, in bytes: more than people write, and it is kept with its `#` in a dictionary's record.
const MAX_BYTES: usize = 200;

/// The term of the tag `tag`, written with `#` or without; `None` for what cannot be one.
pub(super) fn term(tag: &str) -> Option<String> {
    let tag = tag.trim().trim_start_matches('#').trim_end_matches('/');
    let visible: String = tag.chars().filter(|&c| !is_ignorable(c)).collect();
    let folded = fold_case(&visible);
    let is = !folded.is_empty() && folded.len() <= MAX_BYTES && !folded.contains(ends_tag);
    (is && !folded.bytes().all(|byte| byte.is_ascii_digit())).then(|| format!("#{folded}"))
}

/// The term of a tag, and those of the tags that it is nested in: `#a/b` is `#a` too.
pub(super) fn each_term(tag: &str, mut found: impl FnMut(&str)) {
    let Some(term) = term(tag) else { return };
    for (at, _) in term.match_indices('/') {
        found(&term[..at]);
    }
    found(&term);
}
