//! Restores the stored index, piece by piece, before the first listing.

use std::collections::HashMap;

use super::Saved;
use super::header::{Header, unsealed};
use crate::path::VaultPath;
use crate::search::index::{Index, StoredItems};
use crate::stored_bytes::ByteReader;
use crate::tool::call::Host;
use crate::tool::notes::catalogue::KnownNote;
use crate::tool::notes::catalogue::stored::{restore_document, restore_standing};
use crate::tool::notes::documents::KnownDocument;
use crate::tool::notes::unread::FileState;
use crate::wire::{Answer, Request};

/// Pieces to request at a time. One step restores one of them.
const AT_ONCE: u32 = 8;

/// What is restored.
#[derive(Debug, Default)]
pub(in crate::tool::notes) struct Restored {
    pub index: Index,
    pub notes: RestoredNotes,
    pub documents: RestoredDocuments,
    pub saved: Saved,
    /// The checksum of the pieces so far.
    sum: u64,
}

/// The restored notes by their paths. Filled piece by piece, because 20,000 take longer than a frame.
pub(in crate::tool::notes) type RestoredNotes = HashMap<VaultPath, KnownNote>;

/// The restored documents by their paths.
pub(in crate::tool::notes) type RestoredDocuments = HashMap<VaultPath, KnownDocument>;

/// Why nothing is restored.
pub(in crate::tool::notes) enum NotRestored {
    /// There is none.
    Nothing,
    /// It can't be used, and has to be forgotten.
    Damaged,
}

impl Restored {
    /// Reads the index that the host has kept.
    pub async fn read(host: &Host) -> Result<Box<Self>, NotRestored> {
        let Answer::Bytes(bytes) = host.ask_one(Request::Kept(0)).await else { return Err(NotRestored::Nothing) };
        let header = Header::of(&bytes, host.shared(|shared| shared.keeping.rules)).ok_or(NotRestored::Damaged)?;
        let count = header.notes as usize;
        let (index, notes) = (Index::to_restore(count), HashMap::with_capacity(count));
        let mut restored = Box::new(Self { index, notes, saved: header.saved, ..Self::default() });
        host.give_way().await;
        for first in (1..=header.pieces).step_by(AT_ONCE as usize) {
            let last = header.pieces.min(first.saturating_add(AT_ONCE - 1));
            let mut pieces = host.ask((first..=last).map(Request::Kept).collect()).await.into_iter().peekable();
            while let Some(answer) = pieces.next() {
                let Answer::Bytes(piece) = answer else { return Err(NotRestored::Damaged) };
                restored.take(&piece).ok_or(NotRestored::Damaged)?;
                if pieces.peek().is_some() {
                    host.give_way().await;
                }
            }
        }
        let is_whole = restored.sum == header.sum && restored.index.len() == count && restored.index.is_restored();
        if is_whole { Ok(restored) } else { Err(NotRestored::Damaged) }
    }

    /// Restores a piece; `None` if it is damaged.
    fn take(&mut self, piece: &[u8]) -> Option<()> {
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
