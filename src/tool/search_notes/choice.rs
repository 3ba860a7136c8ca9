//! Choosing: which notes may be meant, as far as the index tells, and in which order they are looked at.

use super::params::Asked;
use super::seeker::Seeker;
use crate::error::{ErrorCode, ToolError};
use crate::path::quoted;
use crate::search::index::{Index, NoteId};

/// The notes that may be meant, best first.
#[derive(Debug, Default)]
pub(super) struct Chosen {
    notes: Vec<NoteId>,
    /// How many of them hold all the words, where there are several.
    pub with_all: Option<usize>,
}

impl Chosen {
    pub fn len(&self) -> usize {
        self.notes.len()
    }

    /// Path and size of the note at `place`; nothing behind the last.
    pub fn note(&self, index: &Index, place: usize) -> Option<(String, f64)> {
        let note = index.note(*self.notes.get(place)?);
        Some((note.path.to_string(), note.size))
    }
}

/// Chooses from `index`.
pub(super) fn choose(asked: &mut Asked, index: &Index) -> Result<Chosen, ToolError> {
    let holds_any = |asked: &Asked| index.notes().any(|note| asked.within.holds(&note.path));
    if !holds_any(asked) && let Some(twin) = asked.within.twin() {
        asked.within = twin;
        if !holds_any(asked) {
            let path = quoted(asked.given.path.as_deref().unwrap_or_default());
            return Err(ToolError::new(
                ErrorCode::NotFound,
                format!("no note is at {path} or in it"),
                "leave path out to search everywhere; list_files shows the folders there are",
            ));
        }
    }
    let Asked { within, tag, seeker, .. } = asked;
    todo
}
