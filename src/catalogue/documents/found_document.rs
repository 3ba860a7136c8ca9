//! A document that a search has found, and how its text is read.

use super::Documents;
use crate::catalogue::unread::FileState;
use crate::document::{Format, Place};
use crate::path::VaultPath;
use crate::search::index::file_and_page;

/// A document, or a page of one, in the index.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct FoundDocument {
    pub path: VaultPath,
    /// The page of a PDF. Its lines are counted in it.
    pub page: Option<u32>,
    pub format: Option<Format>,
    /// The version that is indexed.
    pub state: FileState,
}

impl FoundDocument {
    /// The part of it to read.
    pub fn place(&self) -> Option<Place> {
        self.page.map(|page| Place { page: Some(page), ..Place::default() })
    }
}

impl Documents {
    /// The document of the entry at `entry_path`.
    pub fn find_entry(&self, entry_path: &str) -> Option<FoundDocument> {
        let (file, entry) = file_and_page(entry_path);
        let (path, known) = self.of_entry(file)?;
        let page = entry.filter(|_| known.format == Some(Format::Pdf));
        Some(FoundDocument { path: path.clone(), page, format: known.format, state: known.state })
    }

    /// Keeps the text of a document that was read again, if it is still the version that is indexed.
    pub fn keep_text(&mut self, document: &FoundDocument, text: &str) {
        if self.get(&document.path).is_some_and(|known| known.state == document.state) {
            self.texts.put(&document.path, document.page, text);
        }
    }

    /// The text of a document, if it is cached.
    pub fn text_of(&self, document: &FoundDocument) -> Option<&str> {
        self.texts.get(&document.path, document.page)
    }
}
