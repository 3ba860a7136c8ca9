//! Has the host keep the vectors until the next start: only the pieces that changed, then which notes they belong to, and
//! at last the header.

use super::Meaning;
use super::stored_set::{Header, NOTES, StoredNote, keep, last_requests, write_notes};
use crate::wire::Request;

/// Vectors being stored.
#[derive(Debug)]
pub(crate) struct StoringVectors {
    notes: Vec<Vec<u8>>,
    passed: u32,
    is_ended: bool,
}

impl StoringVectors {
    /// Starts to store what `meaning` has; `None` if nothing changed.
    pub fn new(meaning: &mut Meaning) -> Option<Self> {
        // What the one before has passed on may not be stored if it did not come to its end.
        if meaning.is_storing {
            meaning.set.change_all();
        } else if !meaning.is_changed && !meaning.set.has_changed() {
            return None;
        }
        (meaning.is_changed, meaning.is_storing) = (false, true);
        let notes = meaning.notes().map(|(path, note)| {
            let texts = note.texts.iter().map(|&(slot, lines)| (meaning.set.key(slot), lines));
            StoredNote { path: path.clone(), state: note.state, texts: texts.collect() }
        });
        Some(Self { notes: write_notes(notes), passed: 0, is_ended: false })
    }

    /// The next requests; `None` once all is stored.
    pub fn next(&mut self, meaning: &mut Meaning) -> Option<Vec<Request>> {
        if let Some((piece, bytes)) = meaning.set.next_changed() {
            return Some(vec![keep(piece + 1, bytes)]);
        }
        if let Some(bytes) = self.notes.get_mut(self.passed as usize) {
            let request = keep(NOTES + self.passed, std::mem::take(bytes));
            self.passed += 1;
            return Some(vec![request]);
        }
        if self.is_ended {
            meaning.is_storing = false;
            return None;
        }
        let model = meaning.model.clone()?;
        self.is_ended = true;
        let header = Header { model, len: meaning.set.len(), vectors: meaning.set.pieces(), notes: self.passed };
        Some(last_requests(&header).into())
    }
}
