//! The vectors of the vault's notes.

use std::collections::HashMap;
use std::rc::{Rc, Weak};

use serde::Serialize;
use tsify::Tsify;

use crate::catalogue::Catalogue;
use crate::catalogue::unread::FileState;
use crate::limits::VectorModel;
use crate::path::VaultPath;
use crate::search::index::{Entry, file_title};
use crate::search::vectors::VectorSet;

/// What a session knows of vectors.
#[derive(Debug, Default)]
pub(crate) struct Meaning {
    /// The model; `None` if there is no search by meaning.
    pub model: Option<VectorModel>,
    pub set: VectorSet,
    notes: HashMap<VaultPath, NoteVectors>,
    /// Whether stored vectors were restored.
    pub is_restored: bool,
    /// Marks the call that restores them, as long as that exists.
    restoring: Weak<Restoring>,
    /// Whether the notes are not stored as they are.
    pub is_changed: bool,
    /// Whether storing has begun and did not come to its end.
    pub is_storing: bool,
}

/// Marks a restoration in progress.
#[derive(Debug)]
pub(crate) struct Restoring;

/// The vectors of one note.
#[derive(Debug)]
pub(crate) struct NoteVectors {
    /// The version that they were made of.
    pub state: FileState,
    /// Each with the first and the last line of its text.
    pub texts: Box<[(u32, (u32, u32))]>,
}

/// How far the search by meaning has come.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Tsify)]
pub struct MeaningState {
    /// Vectors.
    pub vectors: u32,
    /// Notes that have theirs.
    pub notes: u32,
    /// Notes of the index that have none yet, or those of another version.
    pub waiting_notes: u32,
    /// The size of these notes in bytes.
    pub waiting_bytes: f64,
    /// Notes that have vectors, but are gone or excluded now. The next run drops these.
    pub gone_notes: u32,
    /// Memory, in bytes.
    pub bytes: u32,
    /// Whether there is no room for more.
    pub is_full: bool,
}

impl Meaning {
    /// The model is now `model`. The vectors of another one are dropped from memory.
    pub fn set_model(&mut self, model: Option<VectorModel>) {
        if self.model != model {
            let set = VectorSet::new(model.as_ref().map_or(0, |model| model.dims));
            *self = Self { model, set, ..Self::default() };
        }
    }

    /// Starts to restore what the device has; `None` if that is done, or if another call does it. What a call restored
    /// that was stopped does not count.
    pub fn begin_to_restore(&mut self) -> Option<Rc<Restoring>> {
        if self.is_restored || self.model.is_none() || self.restoring.strong_count() > 0 {
            return None;
        }
        self.drop_all();
        let marker = Rc::new(Restoring);
        self.restoring = Rc::downgrade(&marker);
        Some(marker)
    }

    /// Whether the call with this `marker` restores it.
    pub fn is_restored_by(&self, marker: Option<&Rc<Restoring>>) -> bool {
        marker.is_some_and(|marker| self.restoring.as_ptr() == Rc::as_ptr(marker))
    }

    /// Drops all vectors of the model.
    pub fn drop_all(&mut self) {
        self.set = VectorSet::new(self.set.dims());
        self.notes.clear();
        (self.is_changed, self.is_storing) = (false, false);
    }

    /// The vectors of `note`, if they are those of its version.
    pub fn of(&self, catalogue: &Catalogue, note: &Entry) -> Option<&NoteVectors> {
        let vectors = self.notes.get(catalogue.path(note)?)?;
        (vectors.state == FileState::of(note)).then_some(vectors)
    }

    /// All notes with vectors.
    pub fn notes(&self) -> impl Iterator<Item = (&VaultPath, &NoteVectors)> {
        self.notes.iter()
    }

    /// The note at `path` has the texts with these keys and lines. Those without a vector are left out.
    pub fn put(&mut self, path: VaultPath, state: FileState, texts: &[(u64, (u32, u32))]) {
        let held = texts.iter().filter_map(|&(key, lines)| Some((self.set.hold(key)?, lines)));
        let texts = held.collect();
        self.is_changed = true;
        if let Some(before) = self.notes.insert(path, NoteVectors { state, texts }) {
            before.texts.iter().for_each(|&(slot, _)| self.set.release(slot));
        }
    }

    /// The note at `from` is now at `to`. Its vectors stay the same if its name does, which is part of its texts.
    pub fn moved(&mut self, catalogue: &Catalogue, from: &str, to: &str) {
        let Some(entry) = catalogue.index.find(to).and_then(|id| catalogue.index.note(id)) else { return };
        let is_same = |note: &NoteVectors| note.state == FileState::of(entry) && file_title(from) == file_title(to);
        if from != to
            && self.notes.get(from).is_some_and(is_same)
            && let (Some(path), Some(note)) = (catalogue.path(entry).cloned(), self.notes.remove(from))
        {
            self.is_changed = true;
            if let Some(before) = self.notes.insert(path, note) {
                before.texts.iter().for_each(|&(slot, _)| self.set.release(slot));
            }
        }
    }

    /// Drops the vectors of all notes that are not in the index: they are gone, or excluded now. Those of a note that
    /// changed stay until its new ones are there, which are the same for most of its text.
    pub fn drop_others(&mut self, catalogue: &Catalogue) {
        let set = &mut self.set;
        let before = self.notes.len();
        self.notes.retain(|path, note| {
            let stays = catalogue.index.find(path.as_str()).is_some();
            if !stays {
                note.texts.iter().for_each(|&(slot, _)| set.release(slot));
            }
            stays
        });
        self.is_changed |= self.notes.len() < before;
    }

    /// How far it has come; with which notes would wait with another model if one is given.
    pub fn state(&self, catalogue: &Catalogue, model: Option<&VectorModel>) -> MeaningState {
        let whole = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
        let is_own = model.is_none() || model == self.model.as_ref();
        let gone = self.notes.keys().filter(|path| catalogue.index.find(path.as_str()).is_none()).count();
        let (mut notes, mut waiting_notes, mut waiting_bytes) = (0, 0_u32, 0.0);
        for (_, note) in catalogue.index.notes().filter(|(_, note)| !note.is_document) {
            if is_own && self.of(catalogue, note).is_some() {
                notes += 1;
            } else {
                waiting_notes += 1;
                waiting_bytes += note.size;
            }
        }
        MeaningState {
            vectors: whole(self.set.len()),
            notes,
            waiting_notes,
            waiting_bytes,
            gone_notes: whole(gone),
            bytes: whole(self.set.bytes()),
            is_full: self.set.is_full(),
        }
    }
}
