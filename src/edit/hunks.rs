//! Hunks: the parts in which two texts differ, by lines. Each can be accepted on its own.

use std::ops::Range;

use super::comparison::Comparison;
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
    let mut comparison = Comparison::new(before, after);
    loop {
        if let Some(hunks) = comparison.step(before, after) {
            return hunks;
        }
    }
}

/// `before` with those of `hunks`, which lead to `after`, whose index `is_accepted`; these hunks, as they are then; and
/// what they replace.
pub(crate) fn with_accepted(
    before: &str,
    after: &str,
    hunks: &[Hunk],
    is_accepted: impl Fn(usize) -> bool,
) -> (String, Vec<Hunk>, Vec<Replacement>) {
    let mut replacements: Vec<Replacement> = Vec::new();
    let mut accepted: Vec<Hunk> = Vec::new();
    for (_, hunk) in hunks.iter().enumerate().filter(|&(index, _)| is_accepted(index)) {
        replacements
            .push(Replacement { span: hunk.before_span.clone(), new: after[hunk.after_span.clone()].to_owned() });
        // Between two hunks, the texts are the same.
        let (line, byte) = accepted.last().map_or((hunk.before.start, hunk.before_span.start), |last| {
            let lines = hunk.before.start - last.before.end;
            let bytes = hunk.before_span.start - last.before_span.end;
            (last.after.end + lines, last.after_span.end + bytes)
        });
        accepted.push(Hunk {
            after: line..line + (hunk.after.end - hunk.after.start),
            after_span: byte..byte + hunk.after_span.len(),
            ..hunk.clone()
        });
    }
    (replaced(before, &replacements), accepted, replacements)
}
