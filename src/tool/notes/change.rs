//! What a host that watches its vault tells of, and how far the notes are known. The catalogue takes it in.

use serde::{Deserialize, Serialize};
use tsify::Tsify;

use crate::tool::host::ListedFile;

/// A change of the vault, as a host that watches it tells. In TypeScript an object with one key, but for `moved` ones.
#[derive(Debug, Clone, PartialEq, Deserialize, Tsify)]
#[serde(rename_all = "snake_case")]
pub enum Change {
    /// A file was made, or its content is another.
    Written(ListedFile),
    /// A file has gone.
    Gone(String),
    /// Something has changed, and the host cannot tell what: all files are listed anew, once.
    Unknown,
    /// The host tells of changes no longer.
    Unwatched,
    /// A folder has gone, with all that was in it.
    FolderGone(String),
    /// A file has another path. If it was no open note before, the host tells what it is now by `written`.
    Moved {
        /// Where it was.
        from: String,
        /// Where it is.
        to: String,
    },
}

/// How far the notes are known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Tsify)]
pub struct Indexed {
    /// Notes in the index.
    pub notes: u32,
    /// Notes that wait to be read.
    pub unread: u32,
    /// Memory that the index takes, in bytes.
    pub bytes: u32,
    /// Whether all there are have been listed.
    pub is_listed: bool,
}
