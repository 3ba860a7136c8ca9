//! Texts that listings have read, kept for the first search, so that it need not read them again.

use std::collections::HashMap;

use super::unread::FileState;
use crate::path::VaultPath;

/// How much is kept at most; the notes of most vaults are smaller together. The rest is read again.
const MAX_BYTES: usize = 16 * 1024 * 1024;

/// Texts of open notes.
#[derive(Debug, Default)]
pub(super) struct Texts {
    held: HashMap<VaultPath, (FileState, Vec<u8>)>,
    bytes: usize,
}

impl Texts {
    /// Keeps the text of the note at `path` in `state`, if there is room.
    pub fn put(&mut self, path: &VaultPath, state: FileState, text: Vec<u8>) {
        if self.bytes + text.len() > MAX_BYTES {
            return self.remove(path);
        }
        self.bytes += text.len();
        if let Some((_, replaced)) = self.held.insert(path.clone(), (state, text)) {
            self.bytes -= replaced.len();
        }
    }

    /// Takes the text of the note at `path` out, and gives it if it is that in `state`.
    pub fn take(&mut self, path: &VaultPath, state: FileState) -> Option<Vec<u8>> {
        let (held, text) = self.held.remove(path)?;
        self.bytes -= text.len();
        (held == state).then_some(text)
    }

    /// Drops the text of the note at `path`.
    pub fn remove(&mut self, path: &VaultPath) {
        if let Some((_, text)) = self.held.remove(path) {
            self.bytes -= text.len();
        }
    }
}
