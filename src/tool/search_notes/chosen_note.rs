//! A note or document to look through.

use crate::catalogue::documents::FoundDocument;
use crate::document::Place;
use crate::path::VaultPath;
use crate::policy::Granted;
use crate::search::index::page_path;

/// A note or document of those chosen.
pub(super) struct Chosen {
    /// Its index among them.
    pub place: usize,
    pub path: VaultPath,
    pub size: f64,
    pub document: Option<FoundDocument>,
}

/// The same once its path was checked.
pub(super) struct Look {
    pub place: usize,
    pub note: Granted,
    pub document: Option<FoundDocument>,
}

impl Look {
    /// The page of a PDF that its lines are counted in.
    pub fn page(&self) -> Option<u32> {
        self.document.as_ref().and_then(|document| document.page)
    }

    /// The part to read.
    pub fn part(&self) -> Option<Place> {
        self.document.as_ref().and_then(FoundDocument::place)
    }

    /// Its path as in the index, where only the first page has the name of its document.
    pub fn entry_path(&self) -> String {
        let path = self.note.path().as_str();
        self.page().map_or_else(|| path.to_owned(), |page| page_path(path, page))
    }
}
