//! The entries of a listing, for programs.

use serde::Serialize;
use tsify::Tsify;

use crate::note::PropertyValue;

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
        /// A note's title, if it differs from the file's name.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[tsify(optional)]
        title: Option<String>,
        /// The properties that the call asks for, as far as the note has them.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[tsify(optional)]
        properties: Option<Vec<PropertyShown>>,
    },
    /// A folder, summed up.
    Folder {
        /// Its path in the vault.
        path: String,
        /// The number of listed files in it, at any depth.
        files: u32,
        /// The number of folders with such files, at any depth.
        folders: u32,
        /// The latest modification time of a file in it, in milliseconds since 1970.
        newest: f64,
    },
}

/// A property of a listed note.
#[derive(Debug, Clone, PartialEq, Serialize, Tsify)]
pub struct PropertyShown {
    /// Its name, as the call gave it.
    pub name: String,
    /// Its value. A date is a text, such as `2026-10-09`.
    #[tsify(type = "string | number | boolean | (string | number | boolean | null)[]")]
    pub value: PropertyValue,
}
