//! Applies exact replacements to a text: all of a call, or none.

use std::ops::Range;

use super::find_text::{Searched, line_of};
use super::line_endings::{ending_at, with_endings_of};
use super::nearest_passage::NearestPassage;
use super::omission::omission;
use super::replacement::Replacement;
use super::reply_numbers::without_reply_numbers;
use crate::sort::sort_by_key;

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
    /// `old` begins on each of these lines.
    Ambiguous(Vec<u32>),
    /// It overlaps the edit with this index.
    Overlap(usize),
    /// This line of `new` stands for text that is left out.
    Omission(String),
}

/// Finds `edits` in `text`.
///
/// # Errors
/// [`EditFault`] for the first that cannot be applied.
pub(crate) fn apply_edits(text: &str, edits: &[Edit]) -> Result<Edited, EditFault> {
    let searched = Searched::new(text);
    let mut found: Vec<(usize, Replacement)> = Vec::new();
    let mut done = Vec::new();
    for (index, edit) in edits.iter().enumerate() {
        let replacements = find(text, &searched, edit).map_err(|reason| EditFault { edit: index, reason })?;
        if replacements.is_empty() {
            done.push(index);
        }
        found.extend(replacements.into_iter().map(|replacement| (index, replacement)));
    }
    sort_by_key(&mut found, |(index, replacement)| (replacement.span.start, replacement.span.end, *index));
    let overlap = found.windows(2).find(|pair| pair[1].1.span.start < pair[0].1.span.end);
    if let Some([(first, _), (second, _)]) = overlap {
        let (edit, other) = (*first.max(second), *first.min(second));
        return Err(EditFault { edit, reason: EditFaultReason::Overlap(other) });
    }
    let replacements = found.into_iter().map(|(_, replacement)| replacement).collect();
    Ok(Edited { replacements, done })
}

/// What `edit` replaces; nothing if the text has its result already.
fn find(text: &str, searched: &Searched<'_>, edit: &Edit) -> Result<Vec<Replacement>, EditFaultReason> {
    let Edit { old, new, all, near_line } = edit;
    if old.is_empty() {
        return Err(EditFaultReason::Empty);
    }
    if old == new {
        return Err(EditFaultReason::Same);
    }
    let mut spans = searched.find(old);
    if spans.is_empty() || new.contains(old.as_str()) {
        let results = searched.find(new);
        // `a` is to become `a, b`, and every `a` of the text is in an `a, b`.
        let is_done = |span: &Range<usize>| results.iter().any(|done| done.start <= span.start && span.end <= done.end);
        if spans.iter().all(is_done) {
            return if results.is_empty() { Err(not_found(text, searched, edit)) } else { Ok(Vec::new()) };
        }
    }
    if *all {
        spans.dedup_by(|next, span| next.start < span.end);
    } else if spans.len() > 1 {
        let line = |start| line_of(text, start);
        let nearest = near_line.and_then(|near| {
            let distance = |span: &Range<usize>| line(span.start).abs_diff(near);
            let least = spans.iter().map(distance).min()?;
            let mut nearest = spans.iter().filter(|span| distance(span) == least);
            nearest.next().filter(|_| nearest.next().is_none()).cloned()
        });
        spans = match nearest {
            Some(span) => vec![span],
            None => return Err(EditFaultReason::Ambiguous(spans.iter().map(|span| line(span.start)).collect())),
        };
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
    let replacement = |span: Range<usize>| {
        let new = with_endings_of(&text[span.clone()], ending_at(text, span.start), new).into_owned();
        Replacement { span, new }
    };
    Ok(spans.into_iter().map(replacement).collect())
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
