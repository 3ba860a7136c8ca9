//! Tags in a line of a note, and the terms by which notes with them are found.

use crate::unicode::{fold_case, is_ignorable};

/// The longest tag that is found by, in bytes: more than people write, and it is kept with its `#` in a dictionary's record.
const MAX_BYTES: usize = 200;

/// The term of the tag `tag`, written with `#` or without; `None` for what cannot be one.
pub(super) fn term(tag: &str) -> Option<String> {
    let tag = tag.trim().trim_start_matches('#').trim_end_matches('/');
    let visible: String = tag.chars().filter(|&c| !is_ignorable(c)).collect();
    let folded = fold_case(&visible);
    let is = !folded.is_empty() && folded.len() <= MAX_BYTES && !folded.contains(ends);
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

/// Calls `found` for each tag in `line`, without `#`. `in_code` tells whether the line begins inside backticks; whether
/// it ends there.
pub(super) fn each(line: &str, mut in_code: bool, mut found: impl FnMut(&str)) -> bool {
    let bytes = line.as_bytes();
    let mut at = 0;
    while let Some(step) = bytes[at..].iter().position(|&byte| matches!(byte, b'#' | b'`')) {
        let mark = at + step;
        at = mark + 1;
        if bytes[mark] == b'`' {
            in_code = !in_code;
        } else if !in_code && may_follow(&line[..mark]) {
            let rest = &line[at..];
            let tag = &rest[..rest.find(ends).unwrap_or(rest.len())];
            found(tag);
            at += tag.len();
        }
    }
    in_code
}

/// Whether a tag may stand behind `before`, by the rules that [`crate::policy`] closes notes by.
fn may_follow(before: &str) -> bool {
    before.chars().next_back().is_none_or(|last| match last {
        '(' => !before.ends_with("]("),
        '*' | '_' | '~' | '=' | '>' | '|' => true,
        _ => last.is_whitespace() || is_ignorable(last),
    })
}

/// Whether `c` cannot stand in a tag, by the app's own list.
fn ends(c: char) -> bool {
    c.is_whitespace()
        || "'!\"#$%&()*+,.:;<=>?@^`{|}~[]\\".contains(c)
        || (matches!(c, '\u{2000}'..='\u{206f}' | '\u{2e00}'..='\u{2e7f}') && !is_ignorable(c))
}
