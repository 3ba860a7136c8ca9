//! Compares the passages of all notes with a vector, in steps.

use crate::search::index::NoteId;
use crate::search::vectors::{Nearest, QueryVector};
use crate::tool::shared::Shared;

/// Vectors to compare in one step, which takes a few milliseconds in wasm.
const AT_ONCE: usize = 20_000;

/// A comparison in progress.
#[derive(Debug)]
pub(in crate::tool) struct Comparison {
    vector: QueryVector,
    /// The note that the vector is of, which is not compared.
    own: Option<NoteId>,
    /// The next note to look at.
    next: NoteId,
    nearest: Nearest,
}

impl Comparison {
    /// Starts with the first note.
    pub fn new(vector: QueryVector, own: Option<NoteId>) -> Self {
        Self { vector, own, next: NoteId(0), nearest: Nearest::default() }
    }

    /// Compares more notes. Returns whether there are others.
    pub fn go_on(&mut self, shared: &Shared) -> bool {
        let mut compared = 0;
        for (id, note) in shared.catalogue.index.notes_from(self.next) {
            if compared >= AT_ONCE {
                self.next = id;
                return true;
            }
            if Some(id) != self.own
                && let Some(vectors) = shared.meaning.of(&shared.catalogue, note)
            {
                compared += vectors.texts.len();
                let cosine = |&(slot, lines)| (shared.meaning.set.cosine(&self.vector, slot), lines);
                self.nearest.add(id, vectors.texts.iter().map(cosine));
            }
        }
        false
    }

    /// The nearest passages, once all notes are compared.
    pub fn finish(self) -> Nearest {
        self.nearest
    }
}
