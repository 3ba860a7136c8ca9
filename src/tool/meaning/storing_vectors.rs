//! Has the host keep the vectors until the next start: only the pieces that changed, then which notes they belong to, and
//! at last the header.

use super::Meaning;
use crate::stored_bytes::ByteWriter;
use crate::tool::host::Request;
use crate::tool::notes::kept::seal;

/// The format of what is stored. The texts and their keys are part of it.
pub(super) const FORMAT: &str = "lectern vectors 1";

/// The first piece with notes. Vectors are in the pieces from 1 on.
pub(super) const NOTES: u32 = 1 << 20;

/// Bytes of a piece with notes.
const PIECE_BYTES: usize = 128 * 1024;

/// Vectors being stored.
#[derive(Debug)]
pub(super) struct StoringVectors {
    notes: Vec<Vec<u8>>,
    passed: u32,
    is_ended: bool,
}

impl StoringVectors {
    /// Starts to store what `meaning` has; `None` if nothing changed.
    pub fn new(meaning: &mut Meaning) -> Option<Self> {
        if !meaning.is_changed && !meaning.set.has_changed() {
            return None;
        }
        meaning.is_changed = false;
        let mut pieces = Vec::new();
        let mut piece = ByteWriter::default();
        for (path, note) in meaning.notes() {
            piece.bytes(path.as_str().as_bytes());
            for number in [note.state.size, note.state.mtime, note.state.ctime] {
                piece.float(number);
            }
            piece.count(note.texts.len());
            for &(slot, (first, last)) in &note.texts {
                piece.word64(meaning.set.key(slot));
                piece.number(first);
                piece.number(last);
            }
            if piece.0.len() > PIECE_BYTES {
                pieces.push(std::mem::take(&mut piece.0));
            }
        }
        if !piece.0.is_empty() {
            pieces.push(piece.0);
        }
        Some(Self { notes: pieces, passed: 0, is_ended: false })
    }

    /// The next request; `None` once all is stored.
    pub fn next(&mut self, meaning: &mut Meaning) -> Option<Request> {
        if let Some((piece, bytes)) = meaning.set.next_changed() {
            return Some(keep(piece + 1, bytes));
        }
        if let Some(bytes) = self.notes.get_mut(self.passed as usize) {
            let request = keep(NOTES + self.passed, std::mem::take(bytes));
            self.passed += 1;
            return Some(request);
        }
        let model = meaning.model.as_ref().filter(|_| !self.is_ended)?;
        self.is_ended = true;
        let mut header = ByteWriter::default();
        header.bytes(FORMAT.as_bytes());
        header.bytes(model.key.as_bytes());
        header.count(model.dims);
        header.number(meaning.set.pieces());
        header.number(self.passed);
        Some(keep(0, header.0))
    }
}

fn keep(piece: u32, mut bytes: Vec<u8>) -> Request {
    seal(&mut bytes, &mut 0);
    Request::KeepVectors { piece, bytes }
}
