//! What the index counts of documents, apart from notes.

use super::{Entry, Index};

/// About how much memory a posting of a document takes, with its share of the dictionary, and an entry.
const POSTING_BYTES: u64 = 4;
const ENTRY_BYTES: usize = size_of::<Entry>() + 128;

impl Index {
    /// How many entries are documents or pages of documents.
    #[must_use]
    pub fn documents(&self) -> usize {
        self.documents
    }

    /// About how much memory documents take.
    #[must_use]
    pub fn document_bytes(&self) -> u64 {
        self.document_terms * POSTING_BYTES + (self.documents * ENTRY_BYTES) as u64
    }

    /// Counts a new entry, whose text has `length` words. Long documents must not make notes look short.
    pub(super) fn count_in(&mut self, entry: &Entry, length: u32) {
        self.entry_bytes += entry.bytes();
        self.len += 1;
        if entry.is_document {
            self.documents += 1;
            self.document_terms += u64::from(entry.text_terms);
        } else {
            self.total_length += u64::from(length);
        }
    }
}
