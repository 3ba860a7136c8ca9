//! What is known of notes from what is in them, so that nothing is read twice to be listed: whether it closes them, and
//! what they call themselves. Only while path, size and time of change are what they were.

use std::collections::HashMap;

use super::survey::Listed;
use crate::path::VaultPath;

/// As many notes as are kept; more than the largest vaults have. Then it is begun anew.
const MAX_NOTES: usize = 200_000;

/// Notes that have been read.
#[derive(Debug, Default)]
pub(super) struct Known(HashMap<VaultPath, Seen>);

#[derive(Debug)]
struct Seen {
    size: u64,
    mtime: u64,
    standing: Standing,
}

/// What a note's content says of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Standing {
    /// It closes the note.
    Closed,
    /// It does not.
    Open {
        /// What the note calls itself, if that is not its file's name.
        title: Option<Box<str>>,
    },
}

impl Known {
    /// What is known of `file`; nothing if it has to be read first.
    pub fn of(&self, file: &Listed) -> Option<Standing> {
        if !file.granted.path().is_note() {
            return Some(Standing::Open { title: None });
        }
        let seen = self.0.get(file.granted.path())?;
        (seen.size == file.size.to_bits() && seen.mtime == file.mtime.to_bits()).then(|| seen.standing.clone())
    }

    /// Keeps what was found out about `file`.
    pub fn keep(&mut self, file: &Listed, standing: Standing) {
        if self.0.len() >= MAX_NOTES {
            self.0.clear();
        }
        let seen = Seen { size: file.size.to_bits(), mtime: file.mtime.to_bits(), standing };
        self.0.insert(file.granted.path().clone(), seen);
    }
}
