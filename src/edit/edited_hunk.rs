//! Lines that a user wrote instead of those that were proposed.

use std::borrow::Cow;

use super::find_text::with_newlines;
use super::hunks::Hunk;
use super::line_endings::{ending_at, with_endings_of};

/// What `hunk`, which leads from `before` to `after`, adds if the user writes `text` instead: with the line endings of the
/// lines there, and one at the end if they end in one. Borrowed if these are the lines of `after`; `None` if they are those
/// of `before`.
pub(crate) fn edited_lines<'t>(hunk: &Hunk, before: &str, after: &'t str, text: &str) -> Option<Cow<'t, str>> {
    let [removed, added] = [&before[hunk.before_span.clone()], &after[hunk.after_span.clone()]];
    let lines = if added.is_empty() { removed } else { added };
    let is_cut = lines.ends_with('\n') && !text.is_empty() && !text.ends_with('\n');
    let whole = [text, if is_cut { "\n" } else { "" }].concat();
    let plain = with_newlines(&whole);
    if plain == with_newlines(added) {
        Some(Cow::Borrowed(&after[hunk.after_span.clone()]))
    } else if plain == with_newlines(removed) {
        None
    } else {
        Some(Cow::Owned(with_endings_of(lines, ending_at(before, hunk.before_span.start), &plain).into_owned()))
    }
}
