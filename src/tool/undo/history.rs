//! Where a change is after later ones, and what these are once it is undone.

use std::ops::Range;

use crate::edit::{EditableText, Replacement, replaced, version};
use crate::tool::change::of_journal;
use crate::wire::Made;
use crate::wire::Replaced;

/// For each of `parts`, where it begins in the text that the changes `later` left; `None` if one of them changed the same
/// place.
pub(super) fn places(parts: &[Replaced], later: &[Made]) -> Vec<Option<usize>> {
    let start = |span: Range<usize>| {
        later.iter().try_fold(span, |span, made| moved(&span, &made.replaced)).map(|span| span.start)
    };
    new_spans(parts).into_iter().map(start).collect()
}

/// The bytes of the new text of each of `parts`.
fn new_spans(parts: &[Replaced]) -> Vec<Range<usize>> {
    let mut shift = 0;
    let span = |part: &Replaced| {
        let start = (part.at as usize).saturating_add_signed(shift);
        shift += growth(part);
        start..start + part.new.len()
    };
    parts.iter().map(span).collect()
}

/// How many bytes `part` adds.
fn growth(part: &Replaced) -> isize {
    part.new.len().cast_signed() - part.old.len().cast_signed()
}

/// Where `span` is after `parts` were replaced; `None` if one of them is in it, or if it is not certain on which side.
fn moved(span: &Range<usize>, parts: &[Replaced]) -> Option<Range<usize>> {
    let mut shift = 0;
    for part in parts {
        let other = part.at as usize..part.at as usize + part.old.len();
        let is_unsure = other.is_empty() && span.is_empty() && other.start == span.start;
        if is_unsure {
            return None;
        } else if other.end <= span.start {
            shift += growth(part);
        } else if other.start < span.end {
            return None;
        }
    }
    Some(span.start.saturating_add_signed(shift)..span.end.saturating_add_signed(shift))
}

/// `change` without its parts that are undone, and `later` as if these had never been made. `after` is the text now.
/// `None` if some later change cannot be told without them.
pub(super) fn rebased(
    change: &Made,
    is_undone: impl Fn(usize) -> bool,
    later: &[Made],
    after: &EditableText,
) -> Option<Vec<Made>> {
    // The undone parts in the text before each of the later changes.
    let spans = new_spans(&change.replaced);
    let undone = change.replaced.iter().zip(spans).enumerate().filter(|&(index, _)| is_undone(index));
    let mut undone: Vec<(isize, Range<usize>)> = undone.map(|(_, (part, span))| (growth(part), span)).collect();
    let mut history = vec![change.clone()];
    history[0].replaced = kept(&change.replaced, &is_undone);
    for made in later {
        let mut made = made.clone();
        let next: Vec<_> =
            undone.iter().map(|(growth, span)| Some((*growth, moved(span, &made.replaced)?))).collect::<Option<_>>()?;
        for part in &mut made.replaced {
            let at = part.at as usize;
            let before = undone.iter().filter(|(_, span)| span.end <= at).map(|(growth, _)| growth).sum::<isize>();
            part.at = u32::try_from(at.checked_add_signed(-before)?).ok()?;
        }
        undone = next;
        history.push(made);
    }
    // Back from the text now, which gives the versions and the lines around each part.
    let mut text = after.text.clone();
    for made in history.iter_mut().rev() {
        let back: Vec<_> = made
            .replaced
            .iter()
            .zip(new_spans(&made.replaced))
            .map(|(part, span)| Replacement { span, new: part.old.clone() })
            .collect();
        let matches = |(part, back): (&Replaced, &Replacement)| text.get(back.span.clone()) == Some(&*part.new);
        if !made.replaced.iter().zip(&back).all(matches) {
            return None;
        }
        let before = replaced(&text, &back);
        let forth: Vec<_> = made
            .replaced
            .iter()
            .map(|part| Replacement {
                span: part.at as usize..part.at as usize + part.old.len(),
                new: part.new.clone(),
            })
            .collect();
        made.new_version = Some(version(&after.encode(&text).ok()?));
        if made.version.is_some() {
            made.version = Some(version(&after.encode(&before).ok()?));
        }
        made.replaced = of_journal(&before, &forth);
        text = before;
    }
    Some(history)
}

/// `parts` without those that are undone.
fn kept(parts: &[Replaced], is_undone: &impl Fn(usize) -> bool) -> Vec<Replaced> {
    parts.iter().enumerate().filter(|&(index, _)| !is_undone(index)).map(|(_, part)| part.clone()).collect()
}
