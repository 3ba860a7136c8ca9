//! How a vault in memory is changed, and what its user decides.

use lectern::{ChangeOutcome, Decision, Write, Written};

use super::Vault;

/// The user accepts these hunks of a change, or all.
pub fn accepted(hunks: Option<Vec<u32>>) -> Decision {
    Decision { outcome: ChangeOutcome::Accepted, hunks, comment: None }
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

    /// The content of the file at `path`.
    pub fn content(&self, path: &str) -> Option<&[u8]> {
        self.files.get(path).map(Vec::as_slice)
    }
}
