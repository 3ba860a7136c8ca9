//! What the core asks of its host, and what the host answers.
//!
//! A request that names a file carries a [`Granted`] path: what was not checked cannot be asked for.

use serde::{Deserialize, Serialize};
use tsify::Tsify;

use crate::document::{Document, Fault, Format};
use crate::policy::Granted;

/// How many symbolic links in a row are followed: as many as Linux follows.
pub(super) const MAX_MOVES: u32 = 40;

/// A question to the host. In TypeScript an object with one key: `{ stat: "Notes/a.md" }`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Tsify)]
#[serde(rename_all = "snake_case")]
pub enum Request {
    /// What is at this path? Answers: `file`, `"folder"`, `"missing"`, `moved`, `"outside"`, `"special"`.
    Stat(#[tsify(type = "string")] Granted),
    /// What is in this folder (`""` is the root)? Answer: `listing`.
    List {
        /// The folder.
        #[tsify(type = "string")]
        folder: Granted,
        /// Where to go on: 0, or the `next` of the listing before.
        from: u32,
    },
    /// Can you tell of changes to files, from now on? Answer: `watched`.
    Watch,
    /// Which file does the app open for this link text? Answer: `link`.
    Link(String),
    /// The file's content. Answers: `text` or `bytes`; `"missing"` if it has gone.
    Read(#[tsify(type = "string")] Granted),
    /// The text of a document. Answers: `document` or `fault`; `"missing"` if it has gone.
    Convert {
        /// The file.
        #[tsify(type = "string")]
        path: Granted,
        /// What it is by its name; its content may say otherwise, which is a `fault`.
        format: Format,
    },
    /// A picture in a form that models take (PNG, JPEG, GIF, WebP), scaled down as far as it must be. Answers: `image`;
    /// `"missing"` if it has gone; `failed` where there is nothing to draw with.
    Draw {
        /// The file.
        #[tsify(type = "string")]
        path: Granted,
        /// What it is.
        mime_type: String,
        /// How many bytes it may take as base64.
        max_bytes: u32,
    },
}

impl Request {
    /// Whether the answer carries what is in a file.
    pub(super) fn is_content(&self) -> bool {
        matches!(self, Self::Read(_) | Self::Convert { .. } | Self::Draw { .. })
    }
}

/// The host's answer to one [`Request`]. `failed` answers any of them.
#[derive(Debug, Clone, PartialEq, Deserialize, Tsify)]
#[serde(rename_all = "snake_case")]
#[tsify(missing_as_null)]
pub enum Answer {
    /// A file.
    File(FileStat),
    /// A folder.
    Folder,
    /// Nothing is there.
    Missing,
    /// Another path is meant, which is to be asked about instead: a symbolic link is on the way, or the file system
    /// takes another name for the same.
    Moved(String),
    /// A symbolic link on the way leads out of the vault.
    Outside,
    /// Neither a file nor a folder: a pipe, a socket, a device.
    Special,
    /// A folder's content.
    Listing(Listing),
    /// Whether changes are told, as [`Change`](super::Change)s, until the session ends.
    Watched(bool),
    /// The path of the file that a link opens, or null.
    Link(Option<String>),
    /// A file's text, decoded without loss by the host.
    Text(String),
    /// A file's bytes.
    Bytes(
        #[serde(with = "serde_bytes")]
        #[tsify(type = "Uint8Array")]
        Vec<u8>,
    ),
    /// What was read of a document.
    Document(Document),
    /// Why nothing could be read of a document.
    Fault(Fault),
    /// A picture.
    Image(Image),
    /// The host could not do it, and this is why, in one line.
    Failed(String),
}

impl Answer {
    /// Stands for an answer that the host did not give.
    pub(super) fn none() -> Self {
        Self::Failed("the host gave no answer".to_owned())
    }

    /// How many bytes of text or content it holds.
    pub(super) fn content_len(&self) -> usize {
        match self {
            Self::Text(text) => text.len(),
            Self::Bytes(bytes) => bytes.len(),
            Self::Document(document) => document.text.len(),
            _ => 0,
        }
    }
}

/// A picture as a model gets it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct Image {
    /// The bytes, as base64.
    pub data: String,
    /// What they are, such as `image/png`.
    pub mime_type: String,
    /// In pixels.
    pub width: u32,
    /// In pixels.
    pub height: u32,
}

/// What identifies a state of a file without reading it.
#[derive(Debug, Clone, PartialEq, Deserialize, Tsify)]
pub struct FileStat {
    /// Size in bytes.
    pub size: f64,
    /// When it was last changed, in milliseconds since 1970.
    pub mtime: f64,
}

/// A folder's content, or a page of it: at most 1,000 files and folders, so that none takes long to take in.
#[derive(Debug, Clone, Default, PartialEq, Deserialize, Tsify)]
#[tsify(missing_as_null)]
pub struct Listing {
    /// Files in it or below it.
    pub files: Vec<ListedFile>,
    /// Folders in it whose content is not in `files`, and which can be asked for in turn; as paths from the vault's root.
    pub folders: Vec<String>,
    /// Where the next page begins; null on the last.
    pub next: Option<u32>,
}

/// A file of a [`Listing`].
#[derive(Debug, Clone, PartialEq, Deserialize, Tsify)]
pub struct ListedFile {
    /// Its path from the vault's root.
    pub path: String,
    /// Size in bytes.
    pub size: f64,
    /// When it was last changed, in milliseconds since 1970.
    pub mtime: f64,
}
