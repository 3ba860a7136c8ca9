//! Line endings: new text takes those of the text that it replaces.

use std::borrow::Cow;

use imara_diff::{Algorithm, Diff, InternedInput};

use super::find_text::with_newlines;

/// `new` with the line endings of `old`, which it replaces. A line that is in both keeps its own; a new one has that of
/// the line above. `fallback` is for an `old` of one line.
pub(crate) fn with_endings_of<'n>(old: &str, fallback: &str, new: &'n str) -> Cow<'n, str> {
    let breaks = old.matches('\n').count();
    let returns = old.matches("\r\n").count();
    let plain = with_newlines(new);
    let ending = match (breaks, returns) {
        (0, _) => fallback,
        (_, 0) => "\n",
        (breaks, returns) if breaks == returns => "\r\n",
        _ => return Cow::Owned(with_each_ending(old, &plain)),
    };
    if ending == "\r\n" { Cow::Owned(plain.replace('\n', "\r\n")) } else { plain }
}

/// The same, for an `old` with both line endings.
fn with_each_ending(old: &str, new: &str) -> String {
    let old_lines: Vec<&str> = old.split_inclusive('\n').collect();
    let old_plain = with_newlines(old);
    let input = InternedInput::new(&*old_plain, new);
    let diff = Diff::compute(Algorithm::Histogram, &input);
    // For each line of `new`, the line of `old` whose ending it takes.
    let mut from = Vec::new();
    let mut kept = 0;
    for hunk in diff.hunks() {
        from.extend(kept..hunk.before.start);
        let above = hunk.before.start.saturating_sub(u32::from(hunk.before.is_empty()));
        let last = hunk.before.end.saturating_sub(1).max(above);
        from.extend((0..).take(hunk.after.len()).map(|line| (above + line).min(last)));
        kept = hunk.before.end;
    }
    from.extend(kept..u32::try_from(old_lines.len()).unwrap_or(u32::MAX));
    let has_return = |line: u32| old_lines.get(line as usize).is_some_and(|line| line.ends_with("\r\n"));
    let mut result = String::with_capacity(new.len() + old_lines.len());
    for (line, from) in new.split_inclusive('\n').zip(from) {
        match line.strip_suffix('\n') {
            Some(text) if has_return(from) => {
                result.push_str(text);
                result.push_str("\r\n");
            }
            _ => result.push_str(line),
        }
    }
    result
}

/// The line ending at byte `at` of `text`: of its line, else of the line above, else of the first line.
pub(super) fn ending_at(text: &str, at: usize) -> &'static str {
    let here = text[at..].find('\n').map(|found| at + found);
    match here.or_else(|| text[..at].rfind('\n')) {
        Some(newline) if text[..newline].ends_with('\r') => "\r\n",
        _ => "\n",
    }
}
