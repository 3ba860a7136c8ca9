//! The notes that have to be read, and in what order.

use std::collections::BTreeMap;

use crate::path::VaultPath;
use crate::search::index::Entry;

/// What identifies a version of a file.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct FileState {
    pub size: f64,
    pub mtime: f64,
    /// When the file was created; 0 if unknown.
    pub ctime: f64,
}

impl FileState {
    /// The version that is indexed.
    pub fn of(entry: &Entry) -> Self {
        Self { size: entry.size, mtime: entry.mtime, ctime: entry.ctime }
    }

    /// Whether a text of `len` bytes can be this version. The app strips a byte order mark of 3 bytes.
    #[expect(clippy::cast_precision_loss, reason = "no memory holds that many bytes")]
    pub fn has_len(&self, len: usize) -> bool {
        [len, len + 3].iter().any(|len| (*len as f64).to_bits() == self.size.to_bits())
    }
}

/// When a note became unread: the later, the greater.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Turn(u64);

/// Notes by their vault path, each with its [`Turn`].
#[derive(Debug, Default)]
pub(crate) struct Unread {
    notes: BTreeMap<VaultPath, (FileState, Turn)>,
    /// The last turn that was assigned.
    turn: Turn,
}

impl Unread {
    /// Adds the note at `path` with a new turn.
    pub fn insert(&mut self, path: VaultPath, state: FileState) {
        self.turn = Turn(self.turn.0 + 1);
        self.notes.insert(path, (state, self.turn));
    }

    /// Removes the note at `path`, and returns its version.
    pub fn remove(&mut self, path: &VaultPath) -> Option<FileState> {
        self.notes.remove(path).map(|(state, _)| state)
    }

    /// The current turn. Notes that become unread later have a later one.
    pub fn turn(&self) -> Turn {
        self.turn
    }

    /// The version of the note at `path`, if it has to be read.
    pub fn state(&self, path: &VaultPath) -> Option<FileState> {
        self.notes.get(path).map(|(state, _)| *state)
    }

    pub fn len(&self) -> usize {
        self.notes.len()
    }

    pub fn paths(&self) -> impl Iterator<Item = &VaultPath> {
        self.notes.keys()
    }

    /// The first notes up to the turn `last`: at most `count` and at most `bytes` in total, but at least one.
    pub fn first(&self, last: Turn, count: usize, bytes: f64) -> Vec<(VaultPath, FileState)> {
        let mut sum = 0.0;
        let mut notes = Vec::new();
        for (path, (state, _)) in self.notes.iter().filter(|(_, (_, turn))| *turn <= last).take(count) {
            sum += state.size;
            if !notes.is_empty() && sum > bytes {
                break;
            }
            notes.push((path.clone(), *state));
        }
        notes
    }
}
