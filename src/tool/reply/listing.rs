//! What a reply tells programs of a listing.

use serde::Serialize;
use tsify::Tsify;

/// A line of a listing.
#[derive(Debug, Clone, PartialEq, Serialize, Tsify)]
#[serde(untagged)]
pub enum Entry {
    /// A file.
    File {
        /// Its path in the vault.
        path: String,
        /// In bytes.
        size: f64,
        /// When it was last changed, in milliseconds since 1970.
        mtime: f64,
        /// What a note calls itself, if that is not its file's name.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[tsify(optional)]
        title: Option<String>,
    },
    /// A folder, in place of what is in it.
    Folder {
        /// Its path in the vault.
        path: String,
        /// How many of the listed files are in it, at any depth.
        files: u32,
        /// How many folders with such files are in it, at any depth.
        folders: u32,
        /// When the file in it that was changed last was, in milliseconds since 1970.
        newest: f64,
    },
}

/// The arguments of the call that goes on where a listing ended; those that the call did not give are absent.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Tsify)]
pub struct NextEntries {
    /// The folder.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(optional)]
    pub path: Option<String>,
    /// Which files.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(optional)]
    pub pattern: Option<String>,
    /// How deep.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(optional)]
    pub depth: Option<u32>,
    /// In which order.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(optional)]
    pub sort: Option<String>,
    /// Since when.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(optional)]
    pub modified_after: Option<String>,
    /// How many entries.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(optional)]
    pub limit: Option<u32>,
    /// How many entries have been shown.
    pub cursor: u32,
}
