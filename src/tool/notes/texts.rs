//! Texts that listings have read, kept for the first search, so that it need not read them again.

use std::collections::HashMap;

use super::unread::State;
use crate::path::VaultPath;
use crate::tool::judge::JudgedText;

/// How much is kept at most; the notes of most vaults are smaller together. The rest is read again.
const MAX_BYTES: usize = 16 * 1024 * 1024;

/// Texts of open notes.
#[derive(Debug, Default)]
pub(super) struct Texts {
    held: HashMap<VaultPath, (State, JudgedText)>,
    bytes: usize,
}

impl Texts {
    /// Keeps the text of the note at `path` in `state`, if there is room.
    pub fn put(&mut self, path: &VaultPath, state: State, text: JudgedText) {
        self.remove(path);
        if self.bytes + text.bytes.len() <= MAX_BYTES {
            self.bytes += text.bytes.len();
            self.held.insert(path.clone(), (state, text));
        }
    }

    /// Takes the text of the note at `path` out, and gives it if it is that in `state`.
    pub fn take(&mut self, path: &VaultPath, state: State) -> Option<JudgedText> {
        let (held, text) = self.remove(path)?;
        (held == state).then_some(text)
    }

    /// Drops the text of the note at `path`.
    pub fn remove(&mut self, path: &VaultPath) -> Option<(State, JudgedText)> {
        let removed = self.held.remove(path)?;
        self.bytes -= removed.1.bytes.len();
        Some(removed)
    }
}
