//! Undoes a change that was made before.
//!
//! If the note is as the last change left it, every place is known exactly, through all changes since. Otherwise a place
//! is sought by the lines around it. Where a later change, or some other program, changed the same lines, the change is
//! not undone.
//!
//! Undoing is exact while the journal's last version is the note's: places are carried through all later changes, in
//! both directions, so changes can be undone in any order. Else a place is found by the lines on both sides of it.

mod history;
mod changed_place;

use lectern_base::sort::sort_by_key;
use serde_bytes::ByteBuf;

use self::changed_place::place;
use self::history::{places, rebased};
use super::call::Host;
use super::change::{Draft, Outcome, Target, change};
use super::move_file::move_back;
use crate::edit::{EditableText, Replacement, replaced, version};
use crate::error::{ErrorCode, ToolError};
use crate::path::quoted;
use crate::wire::reply::Reply;
use crate::wire::{Made, Undo};

impl Undo {
    /// Undoes it.
    pub(super) async fn undo(self, host: Host) -> Result<Reply, ToolError> {
        match self.moved {
            Some(back) => move_back(host, self.path, back).await,
            None => change(host, self.path.clone(), Box::new(self)).await,
        }
    }

    fn is_undone(&self, index: usize) -> bool {
        self.hunks.as_ref().is_none_or(|hunks| hunks.iter().any(|&hunk| hunk as usize == index))
    }

    /// Whether the file is as the last of the changes left it.
    fn is_as_left(&self, version: Option<&str>) -> bool {
        let last = self.later.last().unwrap_or(&self.change);
        let is_unbroken = self.later.iter().all(|made| made.version.is_some() && made.new_version.is_some());
        is_unbroken && version.is_some() && version == last.new_version.as_deref()
    }

    /// What of `text`, of the version `version`, has to be replaced. `None` if a place is not certain.
    pub(super) fn places(&self, text: &str, version: &str) -> Option<Vec<Replacement>> {
        self.replacements(text, self.is_as_left(Some(version)))
    }

    /// What of `text` has to be replaced. `None` if a place is not certain.
    fn replacements(&self, text: &str, is_as_left: bool) -> Option<Vec<Replacement>> {
        let parts = self.change.replaced.iter().enumerate().filter(|&(index, _)| self.is_undone(index));
        let mut known = if is_as_left { places(&self.change.replaced, &self.later) } else { Vec::new() };
        let mut replacements = Vec::new();
        for (index, part) in parts {
            let start = if is_as_left { known.get_mut(index)?.take()? } else { place(text, part)? };
            let span = start..start + part.new.len();
            if text.get(span.clone())? != part.new {
                return None;
            }
            replacements.push(Replacement { span, new: part.old.clone() });
        }
        sort_by_key(&mut replacements, |place| (place.span.start, place.span.end));
        let overlap = replacements.windows(2).any(|pair| pair[1].span.start < pair[0].span.end);
        (!overlap).then_some(replacements)
    }
}

impl Draft for Undo {
    fn creates(&self) -> bool {
        self.change.new_version.is_none()
    }

    fn restored(&self) -> Option<EditableText> {
        let Made { version: before, new_version, replaced: parts } = &self.change;
        if new_version.is_some() {
            return None;
        }
        let text = || parts.iter().map(|part| part.old.as_str()).collect::<String>();
        let is_it = |bytes: &&ByteBuf| before.as_deref() == Some(&version(bytes));
        let found = self.trashed.iter().find(is_it).and_then(|bytes| EditableText::decode(bytes.to_vec()).ok());
        Some(found.filter(|found| found.text == text()).unwrap_or_default().without_text())
    }

    fn is_whole(&self) -> bool {
        true
    }

    fn draft(&self, target: &Target<'_>) -> Result<Outcome, ToolError> {
        let Made { version, new_version, replaced: parts } = &self.change;
        let path = target.path.as_str();
        let changed = |message: String| {
            let help = "undo the later changes first, or change it by hand";
            Err(ToolError::new(ErrorCode::Outdated, message, help).about(path))
        };
        let Some(text) = target.text else {
            // The change deleted it.
            return Ok(Outcome::Text(parts.iter().map(|part| part.old.as_str()).collect()));
        };
        if new_version.is_none() {
            return changed(format!("there is a new {} since", quoted(path)));
        }
        if version.is_none() && self.hunks.is_none() {
            return if target.version == new_version.as_deref() {
                Ok(Outcome::Trashed)
            } else {
                changed(format!("{} has changed since it was made", quoted(path)))
            };
        }
        if version.as_deref() == target.version && self.hunks.is_none() && self.later.is_empty() {
            return Ok(Outcome::Text(text.text.clone()));
        }
        match self.replacements(&text.text, self.is_as_left(target.version)) {
            Some(places) => Ok(Outcome::Text(replaced(&text.text, &places))),
            None => changed(format!("the place in {} has changed since", quoted(path))),
        }
    }

    fn journal(&self, before: Option<&str>, after: &EditableText) -> Option<Vec<Made>> {
        self.is_as_left(before).then(|| rebased(&self.change, |index| self.is_undone(index), &self.later, after))?
    }
}
