//! A cache of texts of documents, so that showing what was found need not read them again.

use std::collections::{HashMap, VecDeque};

use crate::path::VaultPath;

/// The size of the cache: about 3,000 pages.
const MAX_BYTES: usize = 8 * 1024 * 1024;

/// Texts of documents and of pages. The oldest go first.
#[derive(Debug, Default)]
pub(crate) struct DocumentTexts {
    /// Each with the number of its place in `order`.
    held: HashMap<VaultPath, Vec<(Option<u32>, String)>>,
    order: VecDeque<VaultPath>,
    bytes: usize,
}

impl DocumentTexts {
    /// The text of a document, or of a page.
    pub fn get(&self, path: &VaultPath, page: Option<u32>) -> Option<&str> {
        self.held.get(path)?.iter().find(|(held, _)| *held == page).map(|(_, text)| text.as_str())
    }

    /// Adds a text, if it is small enough.
    pub fn put(&mut self, path: &VaultPath, page: Option<u32>, text: &str) {
        if text.len() > MAX_BYTES / 4 || self.get(path, page).is_some() {
            return;
        }
        self.bytes += text.len();
        if !self.held.contains_key(path) {
            self.order.push_back(path.clone());
        }
        self.held.entry(path.clone()).or_default().push((page, text.to_owned()));
        while self.bytes > MAX_BYTES
            && let Some(oldest) = self.order.pop_front()
        {
            self.drop_texts(&oldest);
        }
    }

    /// Removes all texts of a document.
    pub fn remove(&mut self, path: &VaultPath) {
        self.order.retain(|held| held != path);
        self.drop_texts(path);
    }

    fn drop_texts(&mut self, path: &VaultPath) {
        let texts = self.held.remove(path).unwrap_or_default();
        self.bytes -= texts.iter().map(|(_, text)| text.len()).sum::<usize>();
    }
}
