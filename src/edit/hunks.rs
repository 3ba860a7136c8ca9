//! Hunks: the parts in which two texts differ, by lines. Each can be accepted on its own.

use std::ops::Range;

use imara_diff::{Algorithm, Diff, InternedInput};

use super::replacement::{Replacement, replaced};

/// Lines of the text before, and what they become.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Hunk {
    /// Lines of the text before, counted from 0. Empty where lines are only added.
    pub before: Range<u32>,
    /// Lines of the text after. Empty where lines are only removed.
    pub after: Range<u32>,
    /// The same lines as bytes of the text before, with their line breaks.
    pub before_span: Range<usize>,
    /// The same lines as bytes of the text after.
    pub after_span: Range<usize>,
}

/// The hunks that make `after` of `before`, in order.
pub(crate) fn hunks(before: &str, after: &str) -> Vec<Hunk> {
    let input = InternedInput::new(before, after);
    let mut diff = Diff::compute(Algorithm::Histogram, &input);
    diff.postprocess_lines(&input);
    let mut spans = [LineOffsets::of(before), LineOffsets::of(after)];
    diff.hunks()
        .map(|hunk| {
            let before_span = spans[0].span(&hunk.before);
            let after_span = spans[1].span(&hunk.after);
            Hunk { before: hunk.before, after: hunk.after, before_span, after_span }
        })
        .collect()
}

/// `before` with those of `hunks`, which lead to `after`, whose index `is_accepted`.
pub(crate) fn with_accepted(
    before: &str,
    after: &str,
    hunks: &[Hunk],
    is_accepted: impl Fn(usize) -> bool,
) -> (String, Vec<Replacement>) {
    let accepted = hunks.iter().enumerate().filter(|&(index, _)| is_accepted(index));
    let replacement =
        |hunk: &Hunk| Replacement { span: hunk.before_span.clone(), new: after[hunk.after_span.clone()].to_owned() };
    let replacements: Vec<_> = accepted.map(|(_, hunk)| replacement(hunk)).collect();
    (replaced(before, &replacements), replacements)
}

/// The lines of a text, in order.
struct LineOffsets<'t> {
    rest: std::str::SplitInclusive<'t, char>,
    /// The next line, and the byte where it begins.
    line: u32,
    byte: usize,
}

impl<'t> LineOffsets<'t> {
    fn of(text: &'t str) -> Self {
        Self { rest: text.split_inclusive('\n'), line: 0, byte: 0 }
    }

    /// The bytes of `lines`, which are behind those asked for before.
    fn span(&mut self, lines: &Range<u32>) -> Range<usize> {
        self.go_to(lines.start);
        let start = self.byte;
        self.go_to(lines.end);
        start..self.byte
    }

    fn go_to(&mut self, line: u32) {
        while self.line < line
            && let Some(next) = self.rest.next()
        {
            self.line += 1;
            self.byte += next.len();
        }
    }
}
