//! A stored index that is restored, piece by piece.

use std::collections::HashMap;

use super::documents::KnownDocument;
use super::kept::{Header, Saved, Stored, unsealed};
use super::stored::{restore_document, restore_standing};
use super::unread::FileState;
use super::{Catalogue, KnownNote};
use crate::path::VaultPath;
use crate::search::index::{Index, StoredItems};
use crate::stored_bytes::ByteReader;

/// What is restored.
#[derive(Debug, Default)]
pub(crate) struct Restored {
    index: Index,
    /// Filled piece by piece, because 20,000 take longer than a frame.
    notes: HashMap<VaultPath, KnownNote>,
    documents: HashMap<VaultPath, KnownDocument>,
    saved: Saved,
    /// The checksum of the pieces so far.
    sum: u64,
}

impl Restored {
    /// Nothing yet, of an index with this `header`.
    pub fn begin(header: Header) -> Self {
        let count = header.notes as usize;
        let (index, notes) = (Index::to_restore(count), HashMap::with_capacity(count));
        Self { index, notes, saved: header.saved, ..Self::default() }
    }

    /// Whether all is there that the `header` says.
    pub fn is_whole(&mut self, header: Header) -> bool {
        self.sum == header.sum && self.index.len() == header.notes as usize && self.index.is_restored()
    }

    /// Restores a piece; `None` if it is damaged.
    pub fn take(&mut self, piece: &[u8]) -> Option<()> {
        let mut piece = ByteReader(unsealed(piece, &mut self.sum)?);
        match StoredItems::of(&mut piece)? {
            StoredItems::Notes => {
                while !piece.is_empty() {
                    let note = self.index.restore_note(&mut piece)?;
                    if note.is_document {
                        restore_document(&mut piece, note, &mut self.documents)?;
                        continue;
                    }
                    let state = FileState::of(note);
                    let path = VaultPath::parse(&note.path).ok()?;
                    let mut standing = None;
                    restore_standing(&mut piece, &mut standing)?;
                    self.notes.insert(path, KnownNote { state, standing });
                }
            }
            StoredItems::Dictionary => self.index.restore_dictionary(&mut piece)?,
        }
        Some(())
    }
}

impl Catalogue {
    /// Takes in a restored index, if nothing was indexed meanwhile. All files have to be listed before it counts.
    pub fn restored(&mut self, restored: Restored) {
        let Restored { index, notes, documents, saved, .. } = restored;
        if !self.index.is_empty() {
            return;
        }
        self.kept.stored = Stored::Saved(saved, index.changes());
        self.index = index;
        // What a listing has read is newer.
        let newer = std::mem::replace(&mut self.notes, notes);
        self.notes.extend(newer);
        self.documents.restored(documents);
        self.list_anew();
    }
}
