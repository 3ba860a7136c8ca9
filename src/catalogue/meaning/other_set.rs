//! The vectors of the model before. They stay on the device until those of the model are complete, so that going back to
//! it sends nothing again. No search uses them: only their notes are in memory, so that what is excluded meanwhile is
//! deleted from the device.

use super::stored_set::{Header, StoredNote};
use crate::catalogue::Catalogue;

/// A stored set that is not in use.
#[derive(Debug)]
pub(crate) struct OtherSet {
    /// Its header's piece.
    pub first: u32,
    pub header: Header,
    pub notes: Vec<StoredNote>,
}

impl OtherSet {
    /// The number of notes that are not in the index: they are gone, or excluded now.
    pub fn gone(&self, catalogue: &Catalogue) -> usize {
        self.notes.iter().filter(|note| is_gone(note, catalogue)).count()
    }
}

/// Whether `note` is not in the index.
pub(crate) fn is_gone(note: &StoredNote, catalogue: &Catalogue) -> bool {
    catalogue.index.find(note.path.as_str()).is_none()
}
