//! Texts that listings have read, cached so that the first search need not read them again.

use std::collections::HashMap;

use super::unread::FileState;
use crate::path::VaultPath;

/// The size of the cache; most vaults are smaller. What does not fit is read again.
const MAX_BYTES: usize = 16 * 1024 * 1024;

/// A cache of texts of open notes.
#[derive(Debug, Default)]
pub(crate) struct Texts {
    held: HashMap<VaultPath, (FileState, Vec<u8>)>,
    bytes: usize,
}

impl Texts {
    /// Adds the text of the note at `path` in `state`, if there is room.
    pub fn put(&mut self, path: &VaultPath, state: FileState, text: Vec<u8>) {
        if self.bytes + text.len() > MAX_BYTES {
            return self.remove(path);
        }
        self.bytes += text.len();
        if let Some((_, replaced)) = self.held.insert(path.clone(), (state, text)) {
            self.bytes -= replaced.len();
        }
    }

    /// Removes the text of the note at `path`, and returns it if it is the one in `state`.
    pub fn take(&mut self, path: &VaultPath, state: FileState) -> Option<Vec<u8>> {
        let (held, text) = self.held.remove(path)?;
        self.bytes -= text.len();
        (held == state).then_some(text)
    }

    /// Removes the text of the note at `path`.
    pub fn remove(&mut self, path: &VaultPath) {
        if let Some((_, text)) = self.held.remove(path) {
            self.bytes -= text.len();
        }
    }
}
