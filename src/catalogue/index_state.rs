//! What the host is told of the index.

use super::Catalogue;
use crate::catalogue::change::Indexed;

impl Catalogue {
    /// The state of the index.
    pub fn indexed(&self) -> Indexed {
        let whole = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
        let documents = self.documents.counts(|_| true);
        Indexed {
            notes: whole(self.index.len() - self.index.documents()),
            unread: whole(self.unread.len()),
            bytes: whole(self.index.bytes()),
            is_listed: self.is_listed,
            kept: self.kept.bytes(),
            documents: whole(documents.read),
            documents_unread: whole(documents.unread),
            documents_too_large: whole(documents.large),
            documents_unreadable: whole(documents.unreadable),
            document_bytes: u32::try_from(self.index.document_bytes()).unwrap_or(u32::MAX),
        }
    }
}
