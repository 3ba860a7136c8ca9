//! The changes that a host reports, and the state of the index.

use crate::wire::ListedFile;
use serde::{Deserialize, Serialize};
use tsify::Tsify;

/// A change in the vault. In TypeScript an object with one key, except for those without a value.
#[derive(Debug, Clone, PartialEq, Deserialize, Tsify)]
#[serde(rename_all = "snake_case")]
pub enum Change {
    /// A file was created or modified.
    Written(ListedFile),
    /// A file is gone.
    Gone(String),
    /// Something has changed, and the host does not know what: all files are listed again, once.
    Unknown,
    /// The host no longer reports changes.
    Unwatched,
    /// A folder and everything in it is gone.
    FolderGone(String),
    /// A file was moved. If it was not an open note before, the host also reports it as `written`.
    Moved {
        /// The old path.
        from: String,
        /// The new path.
        to: String,
    },
}

/// The state of the index.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Tsify)]
pub struct Indexed {
    /// Notes in the index.
    pub notes: u32,
    /// Notes that have to be read.
    pub unread: u32,
    /// Memory of the index, in bytes.
    pub bytes: u32,
    /// Whether all notes have been listed.
    pub is_listed: bool,
    /// Bytes that the host keeps between starts; 0 if none.
    pub kept: u32,
    /// Documents in the index.
    pub documents: u32,
    /// Documents that have to be read.
    pub documents_unread: u32,
    /// Documents that are too large to be read, or to be read to the end.
    pub documents_too_large: u32,
    /// Documents that can't be read.
    pub documents_unreadable: u32,
    /// Memory of the index for documents, in bytes.
    pub document_bytes: u32,
}
