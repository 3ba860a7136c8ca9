//! Changes to be undone, as the journal keeps them.

use serde::{Deserialize, Serialize};
use serde_bytes::ByteBuf;
use tsify::Tsify;

/// A part of a text that was replaced.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Tsify)]
pub struct Replaced {
    /// Where it begins in the text before, in bytes of UTF-8.
    pub at: u32,
    /// The line it begins on, 1-indexed in the text before.
    pub line: u32,
    /// What was there.
    pub old: String,
    /// What is there now.
    pub new: String,
    /// Up to three unchanged lines above, so that the place is found again.
    pub above: String,
    /// Up to three unchanged lines below.
    pub below: String,
}

/// A change that was made, as the journal keeps it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
#[tsify(missing_as_null)]
pub struct Made {
    /// The file's version before; null if the change made the file.
    pub version: Option<String>,
    /// Its version afterwards; null if the change moved it to the trash.
    pub new_version: Option<String>,
    /// What was replaced, in order.
    pub replaced: Vec<Replaced>,
}

/// A change to be undone.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Tsify)]
#[tsify(missing_as_null)]
pub struct Undo {
    /// The file.
    pub path: String,
    /// The change.
    pub change: Made,
    /// The indices of what to undo of it; null for all.
    pub hunks: Option<Vec<u32>>,
    /// All changes of the file that were made after it and not undone, oldest first.
    pub later: Vec<Made>,
    /// If the change moved the file: how to move it back. Null or absent for other changes.
    #[tsify(optional)]
    pub moved: Option<MovedBack>,
    /// If the change moved the file to the trash: what the trash has of its name. Absent for other changes.
    #[serde(default)]
    #[tsify(optional, type = "Uint8Array[]")]
    pub trashed: Vec<ByteBuf>,
}

/// A move to be undone.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Tsify)]
#[tsify(missing_as_null)]
pub struct MovedBack {
    /// Where the file was.
    pub to: String,
    /// What the move changed in notes with links. Null if the host itself updates links, which it then does again.
    pub linked: Option<Vec<Undo>>,
}
