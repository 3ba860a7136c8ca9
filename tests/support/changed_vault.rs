//! How a vault in memory is changed, and what its user decides.

use lectern::{ChangeOutcome, Decision, Move, Write, Written};

use super::Vault;

/// The user accepts these hunks of a change, or all.
pub fn accepted(hunks: Option<Vec<u32>>) -> Decision {
    Decision { outcome: ChangeOutcome::Accepted, hunks, comment: None, edited: None, warnings: None }
}

/// The user rejects a change.
pub fn rejected() -> Decision {
    Decision { outcome: ChangeOutcome::Rejected, ..accepted(None) }
}

impl Vault {
    /// Makes a change that was approved, unless the file is another one now.
    pub(super) fn write(&mut self, write: &Write) -> Written {
        let path = write.path.path().as_str();
        if self.files.get(path) != write.before.as_ref() {
            return Written::Outdated;
        }
        match &write.after {
            Some(after) => self.files.insert(path.to_owned(), after.clone()),
            None => self.files.remove(path),
        };
        self.writes.push(write.clone());
        Written::Done
    }

    /// Moves a file as a disk does, and then updates links, unless something has changed.
    pub(super) fn move_file(&mut self, file: &Move) -> Written {
        let (from, to) = (file.path.path().as_str(), file.to.path().as_str());
        if self.files.get(from) != Some(&file.before) || self.files.contains_key(to) {
            return Written::Outdated;
        }
        self.files.remove(from);
        self.files.insert(to.to_owned(), file.before.clone());
        self.moves.push(file.clone());
        for link in &file.links {
            self.write(link);
        }
        Written::Done
    }

    /// The content of the file at `path`.
    pub fn content(&self, path: &str) -> Option<&[u8]> {
        self.files.get(path).map(Vec::as_slice)
    }
}
