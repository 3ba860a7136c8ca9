//! Undoes a change that was made before, as far as its place is still as it left it.

use serde::{Deserialize, Serialize};
use tsify::Tsify;

use super::change::{ChangeCall, Draft, Outcome, Replaced, Target};
use super::running::{Shared, Started};
use crate::edit::{Replacement, replaced};
use crate::error::{ErrorCode, ToolError};
use crate::path::quoted;

/// The fewest characters by which alone a place is found.
const TELLING_CHARS: usize = 20;

/// A change to be undone, as the journal has it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
#[tsify(missing_as_null)]
pub struct Undo {
    /// The file.
    pub path: String,
    /// Its version before the change; null if the change made it.
    pub version: Option<String>,
    /// Its version after the change; null if the change moved it to the trash.
    pub new_version: Option<String>,
    /// What the change replaced, in order.
    pub replaced: Vec<Replaced>,
    /// The indices of what to undo, of `replaced`; null for all.
    pub hunks: Option<Vec<u32>>,
}

impl Undo {
    /// Starts a call that undoes it.
    pub(super) fn start(self, shared: &Shared) -> Result<Started, ToolError> {
        ChangeCall::start(&self.path.clone(), Box::new(self), shared)
    }

    fn is_undone(&self, index: usize) -> bool {
        self.hunks.as_ref().is_none_or(|hunks| hunks.iter().any(|&hunk| hunk as usize == index))
    }

    /// Where in `text` the replacements are that are to be undone. `None` if a place is not sure.
    fn places(&self, text: &str, is_as_left: bool) -> Option<Vec<Replacement>> {
        let mut shift = 0;
        let mut places = Vec::new();
        for (index, part) in self.replaced.iter().enumerate() {
            let start = (part.at as usize).checked_add_signed(shift)?;
            shift += isize::try_from(part.new.len()).ok()? - isize::try_from(part.old.len()).ok()?;
            if !self.is_undone(index) {
                continue;
            }
            let start = if is_as_left { start } else { place(text, part)? };
            let span = start..start + part.new.len();
            if text.get(span.clone())? != part.new {
                return None;
            }
            places.push(Replacement { span, new: part.old.clone() });
        }
        places.sort_by_key(|place| (place.span.start, place.span.end));
        let overlap = places.array_windows().any(|[first, second]| second.span.start < first.span.end);
        (!overlap).then_some(places)
    }
}

/// Where in `text`, which has changed since, `part` is for certain: found once with the lines around it, or at least with
/// those on one side.
fn place(text: &str, part: &Replaced) -> Option<usize> {
    let Replaced { new, above, below, .. } = part;
    let only = |wanted: &str, before: usize| {
        let mut found = text.match_indices(wanted).map(|(at, _)| at);
        let first = found.next().filter(|_| !wanted.is_empty() && found.next().is_none())?;
        // Whole lines: `a` is not at the end of `ba`.
        let start = first + before;
        let begins_line = |at: usize| at == 0 || text[..at].ends_with('\n');
        let end = start + new.len();
        (begins_line(first) && begins_line(start) && (begins_line(end) || end == text.len())).then_some(start)
    };
    only(&[above, new, below].map(String::as_str).concat(), above.len())
        .or_else(|| only(&[above, new].map(String::as_str).concat(), above.len()).filter(|_| !above.is_empty()))
        .or_else(|| only(&[new, below].map(String::as_str).concat(), 0).filter(|_| !below.is_empty()))
        .or_else(|| only(new, 0).filter(|_| new.chars().nth(TELLING_CHARS).is_some()))
}

impl Draft for Undo {
    fn creates(&self) -> bool {
        self.new_version.is_none()
    }

    fn draft(&self, target: &Target<'_>) -> Result<Outcome, ToolError> {
        let path = target.path.as_str();
        let changed = |message: String| {
            Err(ToolError::new(
                ErrorCode::Outdated,
                message,
                "change it by hand: the journal shows what was there before",
            )
            .about(path))
        };
        let Some(text) = target.text else {
            // The change deleted it.
            return Ok(Outcome::Text(self.replaced.iter().map(|part| part.old.as_str()).collect()));
        };
        if self.new_version.is_none() {
            return changed(format!("there is a new {} since", quoted(path)));
        }
        let is_as_left = target.version == self.new_version.as_deref();
        if self.version.is_none() && self.hunks.is_none() {
            return if is_as_left {
                Ok(Outcome::Trashed)
            } else {
                changed(format!("{} has changed since it was made", quoted(path)))
            };
        }
        if self.version.as_deref() == target.version && self.hunks.is_none() {
            return Ok(Outcome::Text(text.text.clone()));
        }
        match self.places(&text.text, is_as_left) {
            Some(places) => Ok(Outcome::Text(replaced(&text.text, &places))),
            None => changed(format!("the place in {} has changed since", quoted(path))),
        }
    }
}
