//! What may be changed: less than what may be read.

use serde::{Serialize, Serializer};

use super::marks::Marks;
use super::{Denied, Granted, PathKind, Policy};
use crate::path::VaultPath;

/// A path that may be written. Only [`Policy`] creates one, and requests that write take nothing else.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Writable(Granted);

impl Writable {
    /// The path that was checked.
    #[must_use]
    pub fn path(&self) -> &VaultPath {
        self.0.path()
    }
}

impl Serialize for Writable {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

/// Why a file may not be changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NotWritable {
    /// It is excluded.
    Denied(Denied),
    /// It may be read only.
    ReadOnly,
}

impl Policy {
    /// Grants writing to the file at `path`, whose content now is `content`; `None` if there is no file yet.
    ///
    /// # Errors
    /// [`NotWritable`], with the reason.
    pub fn check_writing(&self, path: &VaultPath, content: Option<&[u8]>) -> Result<Writable, NotWritable> {
        let granted = self.check_as(path, PathKind::File).map_err(NotWritable::Denied)?;
        if content.is_some_and(|content| self.closes_content(path, content)) {
            return Err(NotWritable::Denied(Denied(path.to_string())));
        }
        let is_kept = content.is_some_and(|content| path.is_note() && Marks::keep(content));
        if is_kept || self.is_read_only(path) {
            return Err(NotWritable::ReadOnly);
        }
        Ok(Writable(granted))
    }

    /// Whether the user's list makes `path` read-only.
    fn is_read_only(&self, path: &VaultPath) -> bool {
        !self.read_only.is_empty()
            && (self.read_only.closes(path, PathKind::File) || self.read_only.closes_equivalent(path, PathKind::File))
    }
}
