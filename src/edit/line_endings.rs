//! Line endings: new text takes those of the text that it replaces.

use std::borrow::Cow;

use super::comparison::common;
use super::comparison::hunks;
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
    // For each line of `new`, the line of `old` whose ending it takes.
    let plain = with_newlines(old);
    let above = common(plain.split_inclusive('\n'), new.split_inclusive('\n'));
    let mut from: Vec<u32> = (0..above.line).collect();
    let mut kept = above.line;
    for hunk in hunks(&plain[above.byte..], &new[above.byte..]) {
        let (start, end) = (above.line + hunk.before.start, above.line + hunk.before.end);
        from.extend(kept..start);
        let first = start.saturating_sub(u32::from(start == end));
        let last = end.saturating_sub(1).max(first);
        from.extend((0..).take(hunk.after.len()).map(|line| (first + line).min(last)));
        kept = end;
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
    Endings::of(text).at(at)
}

/// The line endings at places that ascend: linear for all of them.
pub(super) struct Endings<'t> {
    text: &'t str,
    /// The first line break at or after the last place. Without one, the line break before it.
    newline: Option<usize>,
    /// Up to where it is the right one.
    until: usize,
}

impl<'t> Endings<'t> {
    pub fn of(text: &'t str) -> Self {
        Self { text, newline: None, until: 0 }
    }

    /// The line ending at byte `at`, which is not before the last one.
    pub fn at(&mut self, at: usize) -> &'static str {
        if at >= self.until {
            let here = self.text[at..].find('\n').map(|found| at + found);
            self.newline = here.or_else(|| self.text[..at].rfind('\n'));
            self.until = here.map_or(usize::MAX, |here| here + 1);
        }
        if self.newline.is_some_and(|newline| self.text[..newline].ends_with('\r')) { "\r\n" } else { "\n" }
    }
}
