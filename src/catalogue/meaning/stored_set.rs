//! How the vectors of a model are stored: a header, pieces with vectors, and pieces with the notes they belong to.

use crate::catalogue::kept::{seal, unsealed};
use crate::catalogue::unread::FileState;
use crate::limits::VectorModel;
use crate::path::VaultPath;
use crate::stored_bytes::{ByteReader, ByteWriter};
use crate::wire::Request;

/// The format of what is stored. The texts and their keys are part of it.
const FORMAT: &str = "lectern vectors 2";

/// The header is piece 0. Vectors are in the pieces from 1 on, notes in those from this one on.
pub(crate) const NOTES: u32 = 1 << 20;

/// Bytes of a piece with notes.
const NOTES_BYTES: usize = 128 * 1024;

/// What is stored of a set.
#[derive(Debug, Default)]
pub(crate) struct Header {
    pub model: VectorModel,
    /// The number of vectors.
    pub len: usize,
    /// The numbers of pieces with vectors and with notes.
    pub vectors: u32,
    pub notes: u32,
}

/// A note, and the texts that have vectors: the key of each, and its first and last line.
#[derive(Debug, Clone)]
pub(crate) struct StoredNote {
    pub path: VaultPath,
    pub state: FileState,
    pub texts: Vec<(u64, (u32, u32))>,
}

impl Header {
    /// Reads a header; `None` if it can't be used.
    pub fn read(piece: &[u8]) -> Option<Self> {
        let mut reader = ByteReader(unsealed(piece, &mut 0)?);
        (reader.text()? == FORMAT).then_some(())?;
        let model = VectorModel { key: reader.text()?.to_owned(), dims: reader.count()? };
        let len = reader.count()?;
        let (vectors, notes) = (reader.number()?, reader.number()?);
        (vectors < NOTES && notes < NOTES).then_some(Self { model, len, vectors, notes })
    }

    fn write(&self) -> Vec<u8> {
        let mut header = ByteWriter::default();
        header.bytes(FORMAT.as_bytes());
        header.bytes(self.model.key.as_bytes());
        header.count(self.model.dims);
        header.count(self.len);
        header.number(self.vectors);
        header.number(self.notes);
        header.0
    }
}

/// A request that keeps a piece.
pub(crate) fn keep(piece: u32, mut bytes: Vec<u8>) -> Request {
    seal(&mut bytes, &mut 0);
    Request::KeepVectors { piece, bytes }
}

/// A request that deletes what is stored.
pub(crate) fn forget() -> Request {
    Request::ForgetVectors { first: 0, last: u32::MAX }
}

/// The last requests that keep a set: they delete what an earlier version left behind its pieces, and keep the header.
pub(crate) fn last_requests(header: &Header) -> [Request; 3] {
    [
        Request::ForgetVectors { first: 1 + header.vectors, last: NOTES - 1 },
        Request::ForgetVectors { first: NOTES + header.notes, last: u32::MAX },
        keep(0, header.write()),
    ]
}

/// The pieces with notes.
pub(crate) fn write_notes(notes: impl Iterator<Item = StoredNote>) -> Vec<Vec<u8>> {
    let mut pieces = Vec::new();
    let mut piece = ByteWriter::default();
    for StoredNote { path, state, texts } in notes {
        piece.bytes(path.as_str().as_bytes());
        for number in [state.size, state.mtime, state.ctime] {
            piece.float(number);
        }
        piece.count(texts.len());
        for (key, (first, last)) in texts {
            piece.word64(key);
            piece.number(first);
            piece.number(last);
        }
        if piece.0.len() > NOTES_BYTES {
            pieces.push(std::mem::take(&mut piece.0));
        }
    }
    if !piece.0.is_empty() {
        pieces.push(piece.0);
    }
    pieces
}

/// Reads the next note of a piece; `None` if it is damaged.
pub(crate) fn read_note(reader: &mut ByteReader) -> Option<StoredNote> {
    let path = VaultPath::parse(reader.text()?).ok()?;
    let state = FileState { size: reader.float()?, mtime: reader.float()?, ctime: reader.float()? };
    let mut texts = Vec::new();
    for _ in 0..reader.count()? {
        texts.push((reader.word64()?, (reader.number()?, reader.number()?)));
    }
    Some(StoredNote { path, state, texts })
}
