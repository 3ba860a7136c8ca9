//! The index between starts: the host keeps its bytes, in pieces, and knows nothing of what is in them: in a database of
//! the app, in a terminal in a file of the user's cache folder (`host/node-index.ts`).
//!
//! Whatever is damaged, or was written by another version or under other rules, is forgotten, never an error, and the
//! notes are read instead. A restored note counts only if the size and time of its file are those that it was read with: the listing
//! compares them, as in a session.
//!
//! What is kept of the index between starts is written by `search/index/storing.rs` from live notes and terms, part by
//! part, so its bytes are those of a vault without the excluded notes. The dictionary is stored as it is in memory
//! (`stored_dictionary.rs`), so restoring copies it.

use std::rc::{Rc, Weak};

use crate::search::index::checksum;
use crate::stored_bytes::{ByteReader, ByteWriter};

/// What a session knows of the stored index.
#[derive(Debug, Default)]
pub(crate) struct KeptState {
    pub stored: Stored,
    /// Marks the call that restores it, as long as that exists.
    restoring: Weak<Restoring>,
}

/// The state of the host's bytes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Stored {
    /// The host has not been asked.
    #[default]
    Unknown,
    /// There is none.
    Nothing,
    /// An index that can be restored.
    Waiting(Saved),
    /// This session's index, as it was at these [`changes`](crate::search::index::Index::changes).
    Saved(Saved, (u64, u64)),
    /// The host could not keep it.
    Failed,
}

/// An index that the host keeps.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Saved {
    pub rules: u64,
    pub bytes: u32,
}

/// Marks a restoration in progress.
#[derive(Debug)]
pub(crate) struct Restoring;

impl KeptState {
    /// The state after everything read was dropped.
    pub fn dropped(&self) -> Self {
        Self { stored: self.stored, ..Self::default() }
    }

    /// Whether there may be something to restore.
    pub(crate) fn is_restorable(&self) -> bool {
        matches!(self.stored, Stored::Unknown | Stored::Waiting(_))
    }

    /// Starts to restore; `None` if another call does.
    pub(crate) fn restore(&mut self) -> Option<Rc<Restoring>> {
        if self.restoring.strong_count() > 0 {
            return None;
        }
        let marker = Rc::new(Restoring);
        self.restoring = Rc::downgrade(&marker);
        Some(marker)
    }

    /// The size of the stored index in bytes; 0 if there is none.
    pub fn bytes(&self) -> u32 {
        match self.stored {
            Stored::Waiting(saved) | Stored::Saved(saved, _) => saved.bytes,
            _ => 0,
        }
    }
}

/// The format. Another number, or another version of Lectern, which may read words differently, is not restored.
const FORMAT: &str = concat!("lectern index 10, ", env!("CARGO_PKG_VERSION"));

/// The bytes of a checksum, at the end of each piece.
const SUM: usize = 8;

/// The head of a stored index: its first piece, which is written last.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Header {
    pub saved: Saved,
    pub notes: u32,
    /// The number of other pieces, and the checksum of all of them.
    pub pieces: u32,
    pub sum: u64,
}

impl Header {
    pub fn to_bytes(self) -> Vec<u8> {
        let mut bytes = ByteWriter::default();
        bytes.bytes(FORMAT.as_bytes());
        bytes.word64(self.saved.rules);
        for number in [self.saved.bytes, self.notes, self.pieces] {
            bytes.number(number);
        }
        bytes.word64(self.sum);
        let mut sum = 0;
        seal(&mut bytes.0, &mut sum);
        bytes.0
    }

    /// The header; `None` if it is damaged, or of another version or other rules.
    pub fn of(bytes: &[u8], rules: u64) -> Option<Self> {
        let mut reader = ByteReader(unsealed(bytes, &mut 0)?);
        if reader.text()? != FORMAT || reader.word64()? != rules {
            return None;
        }
        let (bytes, notes, pieces) = (reader.number()?, reader.number()?, reader.number()?);
        // Each takes more than a byte, and memory for all is allocated first.
        (notes <= bytes).then_some(())?;
        Some(Self { saved: Saved { rules, bytes }, notes, pieces, sum: reader.word64()? })
    }
}

/// Appends the checksum of this piece and all before it, which is `sum`.
pub(crate) fn seal(piece: &mut Vec<u8>, sum: &mut u64) {
    *sum = next_sum(piece, *sum);
    piece.extend(sum.to_le_bytes());
}

/// The piece without its checksum; `None` if it does not match.
pub(crate) fn unsealed<'a>(piece: &'a [u8], sum: &mut u64) -> Option<&'a [u8]> {
    let (content, end) = piece.split_at_checked(piece.len().checked_sub(SUM)?)?;
    *sum = next_sum(content, *sum);
    (end == sum.to_le_bytes()).then_some(content)
}

fn next_sum(piece: &[u8], sum: u64) -> u64 {
    let mut both = [0; 2 * SUM];
    both[..SUM].copy_from_slice(&sum.to_le_bytes());
    both[SUM..].copy_from_slice(&checksum(piece).to_le_bytes());
    checksum(&both)
}
