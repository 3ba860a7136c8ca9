//! The catalogue's documents: what listings and reading find out about them.

use lectern_base::Format;

use super::Catalogue;
use crate::catalogue::documents::{DocumentCounts, DocumentStanding, named_document};
use crate::catalogue::unread::FileState;
use crate::limits::is_readable_size;
use crate::path::VaultPath;
use crate::search::index::{Indexing, page_path};

impl Catalogue {
    /// A catalogue with documents of up to `max_document_bytes`; without any if it is `None`.
    pub fn searching(max_document_bytes: Option<f64>) -> Self {
        Self { max_document_bytes, ..Self::default() }
    }

    /// Whether an open file of `size` bytes at `path` is searched. A note that is too large to read counts as excluded:
    /// its tags are unknown.
    pub fn is_searched(&self, path: &VaultPath, size: f64) -> bool {
        if path.is_note() {
            is_readable_size(size)
        } else {
            self.max_document_bytes.is_some() && named_document(path).is_some()
        }
    }

    /// An open document is at `path` in this version.
    pub(crate) fn found_document(&mut self, path: &VaultPath, state: FileState) {
        let Some(max_bytes) = self.max_document_bytes else { return };
        self.documents.found(path, state, max_bytes, &mut self.index);
    }

    /// Whether the index has room for more documents, and some that are `wanted` have to be read.
    pub fn has_unread_documents(&mut self, max_bytes: u64, wanted: &dyn Fn(&VaultPath) -> bool) -> bool {
        self.unread.len() == 0 && self.index.document_bytes() < max_bytes && self.documents.has_unread(wanted)
    }

    /// Whether the document still has to be read in `state`, from the page `from` on.
    pub fn is_unread_document(&self, path: &VaultPath, state: FileState, from: u32) -> bool {
        let known = self.documents.get(path);
        known.is_some_and(|known| known.state == state && known.standing == DocumentStanding::Unread(from))
    }

    /// Adds a piece of a document with `len` bytes, or counts an empty one. Returns how many bytes are indexed.
    pub fn document_piece(&mut self, path: &VaultPath, entry: u32, len: usize, piece: Option<Indexing>) -> usize {
        let bytes = self.documents.add(path, entry, len);
        match piece {
            Some(piece) => drop(self.index.put(piece)),
            None => drop(self.index.remove(&page_path(path.as_str(), entry))),
        }
        bytes
    }

    /// The document was read, up to the entry `last`.
    pub fn document_read(&mut self, path: &VaultPath, standing: DocumentStanding, format: Option<Format>, last: u32) {
        self.documents.read(path, standing, format, last, &mut self.index);
    }

    /// The document could not be read in `state`.
    pub fn document_unreadable(&mut self, path: &VaultPath, state: FileState, why: String) {
        self.documents.unreadable(path, state, why, &mut self.index);
    }

    /// The document is gone or excluded.
    pub fn forget_document(&mut self, path: &VaultPath) {
        self.documents.forget(path, &mut self.index);
    }

    /// How many documents are searched.
    pub fn document_counts(&self, wanted: impl Fn(&VaultPath) -> bool) -> DocumentCounts {
        self.documents.counts(wanted)
    }
}
