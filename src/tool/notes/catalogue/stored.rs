//! The catalogue's part of the stored index.

use super::{Catalogue, Standing};
use crate::search::index::{Entry, Index};
use crate::stored_bytes::{ByteReader, ByteWriter};
use crate::tool::notes::kept::{RestoredNotes, Saved, Stored};

/// What is stored of a note's standing. Excluded notes are not stored.
const UNKNOWN: u32 = 0;
const NAMED_AS_FILE: u32 = 1;
const TITLED: u32 = 2;

impl Catalogue {
    /// Takes in a restored index, if nothing was indexed meanwhile. All files have to be listed before it counts.
    pub(in crate::tool::notes) fn restored(&mut self, index: Index, notes: RestoredNotes, saved: Saved) {
        if !self.index.is_empty() {
            return;
        }
        self.kept.stored = Stored::Saved(saved, index.changes());
        self.index = index;
        // What a listing has read is newer.
        let newer = std::mem::replace(&mut self.notes, notes);
        self.notes.extend(newer);
        self.list_anew();
    }

    /// Writes what is known of an indexed note apart from the index.
    pub fn store_standing(&self, note: &Entry, into: &mut ByteWriter) {
        match self.notes.get(&*note.path).and_then(|known| known.standing.as_ref()) {
            Some(Standing::Open { title: Some(title) }) => {
                into.number(TITLED);
                into.bytes(title.as_bytes());
            }
            Some(Standing::Open { title: None }) => into.number(NAMED_AS_FILE),
            _ => into.number(UNKNOWN),
        }
    }
}

/// Reads what [`Catalogue::store_standing`] has written, into `standing`; `None` if it is damaged.
pub fn restore_standing(from: &mut ByteReader<'_>, standing: &mut Option<Standing>) -> Option<()> {
    *standing = match from.number()? {
        UNKNOWN => None,
        NAMED_AS_FILE => Some(Standing::Open { title: None }),
        TITLED => Some(Standing::Open { title: Some(from.text()?.into()) }),
        _ => return None,
    };
    Some(())
}
