//! Applies exact replacements to a text: all of a call, or none.

use std::ops::Range;

use lectern_base::sort::sort_by_key;

use super::find_text::{LineCount, Searched};
use super::hunks::Replacement;
use super::line_endings::{Endings, with_endings_of};
use super::nearest_passage::NearestPassage;
use super::omission::{omission, without_reply_numbers};

/// An edit: replaces one text by another.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Edit {
    /// The text to replace, exactly as in the file, but for line endings.
    pub old: String,
    /// What replaces it.
    pub new: String,
    /// Whether to replace it everywhere.
    pub all: bool,
    /// Where it occurs several times: the line, 1-indexed, to which it is nearest.
    pub near_line: Option<u32>,
}

/// The edits of a call, found in a text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Edited {
    /// What changes, in order.
    pub replacements: Vec<Replacement>,
    /// The indices of the edits that the text already has.
    pub done: Vec<usize>,
}

/// Why the edit with this index cannot be applied.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct EditFault {
    pub edit: usize,
    pub reason: EditFaultReason,
}

/// See [`EditFault`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum EditFaultReason {
    /// `old` is empty.
    Empty,
    /// `old` and `new` are the same.
    Same,
    /// `old` is nowhere.
    NotFound(Option<Box<NearestPassage>>),
    /// `old` or `new` has the line numbers of a reply. Without them they are these two.
    Numbered(String, String),
    /// `old` occurs several times.
    Ambiguous(Places),
    /// The file would be larger than is allowed.
    TooLarge,
    /// It overlaps the edit with this index.
    Overlap(usize),
    /// This line of `new` stands for text that is left out.
    Omission(String),
}

/// Where a text occurs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Places {
    /// How often.
    pub count: usize,
    /// The lines on which it begins, nearest first; at most [`MAX_LISTED`].
    pub lines: Vec<u32>,
    /// On how many other lines it begins.
    pub more: usize,
}

/// Lines that are listed of those where a text occurs.
pub(crate) const MAX_LISTED: usize = 20;

/// Finds the edits of a call, one a step: each takes about as long as reading the text.
#[derive(Debug, Default)]
pub(crate) struct EditSearch {
    next: usize,
    found: Vec<(usize, Replacement)>,
    done: Vec<usize>,
}

impl EditSearch {
    /// Finds the next of `edits` in `text`; the same at each step. Returns all of them once there are no more. `max_bytes`:
    /// the largest text that may result.
    ///
    /// # Errors
    /// [`EditFault`] for the first that cannot be applied.
    pub fn step(&mut self, text: &str, edits: &[Edit], max_bytes: usize) -> Result<Option<Edited>, EditFault> {
        let index = self.next;
        let Some(edit) = edits.get(index) else { return std::mem::take(self).finish().map(Some) };
        self.next += 1;
        let bytes: usize = self.found.iter().map(|(_, replacement)| replacement.new.len()).sum();
        let left = max_bytes.saturating_sub(bytes);
        let replacements = find(text, edit, left).map_err(|reason| EditFault { edit: index, reason })?;
        if replacements.is_empty() {
            self.done.push(index);
        }
        self.found.extend(replacements.into_iter().map(|replacement| (index, replacement)));
        Ok(None)
    }

    fn finish(self) -> Result<Edited, EditFault> {
        let Self { mut found, done, .. } = self;
        sort_by_key(&mut found, |(index, replacement)| (replacement.span.start, replacement.span.end, *index));
        let overlap = found.windows(2).find(|pair| pair[1].1.span.start < pair[0].1.span.end);
        if let Some([(first, _), (second, _)]) = overlap {
            let (edit, other) = (*first.max(second), *first.min(second));
            return Err(EditFault { edit, reason: EditFaultReason::Overlap(other) });
        }
        let replacements = found.into_iter().map(|(_, replacement)| replacement).collect();
        Ok(Edited { replacements, done })
    }
}

/// Finds `edits` in `text`, all at once.
#[cfg(all(test, not(target_arch = "wasm32")))]
pub(super) fn apply_edits(text: &str, edits: &[Edit]) -> Result<Edited, EditFault> {
    let mut search = EditSearch::default();
    loop {
        if let Some(edited) = search.step(text, edits, usize::MAX)? {
            return Ok(edited);
        }
    }
}

/// What `edit` replaces, by `max_bytes` at most; nothing if the text has its result already.
fn find(text: &str, edit: &Edit, max_bytes: usize) -> Result<Vec<Replacement>, EditFaultReason> {
    let Edit { old, new, all, near_line } = edit;
    if old.is_empty() {
        return Err(EditFaultReason::Empty);
    }
    if old == new {
        return Err(EditFaultReason::Same);
    }
    let searched = Searched::new(text);
    let mut spans = searched.find(old);
    if spans.is_empty() || new.contains(old.as_str()) {
        let results = searched.find(new);
        // `a` is to become `a, b`, and every `a` of the text is in an `a, b`.
        let is_done = |span: &Range<usize>| {
            let behind = results.partition_point(|done| done.start <= span.start);
            behind.checked_sub(1).is_some_and(|last| span.end <= results[last].end)
        };
        if spans.iter().all(is_done) {
            return if results.is_empty() { Err(not_found(text, &searched, edit)) } else { Ok(Vec::new()) };
        }
    }
    if *all {
        spans.dedup_by(|next, span| next.start < span.end);
    } else if spans.len() > 1 {
        spans = vec![nearest(text, &spans, *near_line).map_err(EditFaultReason::Ambiguous)?];
    }
    if let Some(line) = omission(old, new) {
        return Err(EditFaultReason::Omission(line.to_owned()));
    }
    // The text may begin its lines like this itself.
    if without_reply_numbers(old).is_none()
        && let Some(new) = without_reply_numbers(new)
    {
        return Err(EditFaultReason::Numbered(old.clone(), new));
    }
    // A line break may become two bytes.
    let bytes = new.len() + new.matches('\n').count();
    if spans.len().saturating_mul(bytes) > max_bytes {
        return Err(EditFaultReason::TooLarge);
    }
    let mut endings = Endings::of(text);
    let replacement = |span: Range<usize>| {
        let new = with_endings_of(&text[span.clone()], endings.at(span.start), new).into_owned();
        Replacement { span, new }
    };
    Ok(spans.into_iter().map(replacement).collect())
}

/// The one of `spans`, which are in order, that begins nearest to `near_line`.
///
/// # Errors
/// Where they all are, if no line is given or two are equally near.
fn nearest(text: &str, spans: &[Range<usize>], near_line: Option<u32>) -> Result<Range<usize>, Places> {
    let mut count = LineCount::of(text);
    let all: Vec<u32> = spans.iter().map(|span| count.line(span.start)).collect();
    if let Some(near) = near_line
        && let Some(least) = all.iter().map(|line| line.abs_diff(near)).min()
    {
        let mut at_least = (0..all.len()).filter(|&at| all[at].abs_diff(near) == least);
        if let (Some(only), None) = (at_least.next(), at_least.next()) {
            return Ok(spans[only].clone());
        }
    }
    let mut lines = all;
    lines.dedup();
    let near = near_line.unwrap_or(0);
    let mut below = lines.partition_point(|&line| line < near);
    let mut above = below;
    let mut listed = Vec::new();
    while listed.len() < MAX_LISTED.min(lines.len()) {
        let [upper, lower] = [above.checked_sub(1), Some(below)].map(|at| at.and_then(|at| lines.get(at)).copied());
        let is_upper = lower.is_none_or(|lower| upper.is_some_and(|upper| near - upper <= lower - near));
        listed.extend(if is_upper { upper } else { lower });
        if is_upper { above -= 1 } else { below += 1 }
    }
    Err(Places { count: spans.len(), more: lines.len() - listed.len(), lines: listed })
}

fn not_found(text: &str, searched: &Searched<'_>, edit: &Edit) -> EditFaultReason {
    let Edit { old, new, near_line, .. } = edit;
    if let Some(old) = without_reply_numbers(old) {
        let new = without_reply_numbers(new).unwrap_or_else(|| new.clone());
        if !searched.find(&old).is_empty() {
            return EditFaultReason::Numbered(old, new);
        }
        return EditFaultReason::NotFound(NearestPassage::find(text, &old, &new, *near_line).map(Box::new));
    }
    EditFaultReason::NotFound(NearestPassage::find(text, old, new, *near_line).map(Box::new))
}
