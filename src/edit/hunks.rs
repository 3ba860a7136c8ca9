//! Hunks: the parts in which two texts differ, by lines, each of which can be accepted on its own. Replacements: the
//! parts of a text that change.

use std::ops::Range;

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

/// `before` with those of `hunks` for which `lines` says what they become; these hunks, as they are then; and what they
/// replace.
pub(crate) fn with_accepted<'t>(
    before: &str,
    hunks: &[Hunk],
    lines: impl Fn(usize) -> Option<&'t str>,
) -> (String, Vec<Hunk>, Vec<Replacement>) {
    let mut replacements: Vec<Replacement> = Vec::new();
    let mut accepted: Vec<Hunk> = Vec::new();
    for (hunk, new) in hunks.iter().enumerate().filter_map(|(index, hunk)| Some((hunk, lines(index)?))) {
        // Between two hunks, the texts are the same.
        let (line, byte) = accepted.last().map_or((hunk.before.start, hunk.before_span.start), |last| {
            let lines = hunk.before.start - last.before.end;
            let bytes = hunk.before_span.start - last.before_span.end;
            (last.after.end + lines, last.after_span.end + bytes)
        });
        let count = u32::try_from(new.split_inclusive('\n').count()).unwrap_or(u32::MAX);
        accepted.push(Hunk { after: line..line + count, after_span: byte..byte + new.len(), ..hunk.clone() });
        replacements.push(Replacement { span: hunk.before_span.clone(), new: new.to_owned() });
    }
    (replaced(before, &replacements), accepted, replacements)
}

/// A part of a text, and what replaces it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Replacement {
    /// Bytes of the text before, on character boundaries.
    pub span: Range<usize>,
    /// What is there afterwards.
    pub new: String,
}

/// `text` after `replacements`, which are in order and do not overlap.
pub(crate) fn replaced(text: &str, replacements: &[Replacement]) -> String {
    let added: usize = replacements.iter().map(|replacement| replacement.new.len()).sum();
    let mut result = String::with_capacity(text.len() + added);
    let mut end = 0;
    for Replacement { span, new } in replacements {
        result.push_str(&text[end..span.start]);
        result.push_str(new);
        end = span.end;
    }
    result.push_str(&text[end..]);
    result
}
