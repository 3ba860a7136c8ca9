//! The host's answers.

use lectern_base::{Document, Fault};
use serde::{Deserialize, Serialize};
use tsify::Tsify;

use super::embedding_texts::Vectors;
use super::proposal::{Decision, Written};

/// Up to this value, a float is exact for whole bytes.
const LARGEST_SIZE: f64 = 9e15;

/// The host's size in whole bytes.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "sizes are whole and positive")]
pub(crate) fn whole_bytes(size: f64) -> u64 {
    size.clamp(0.0, LARGEST_SIZE) as u64
}

/// The host's answer to one [`Request`](super::Request). `failed` answers any of them.
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
    /// Ask about this path instead: a symbolic link is on the way, or the file system stores the name in another
    /// spelling.
    Moved(String),
    /// A symbolic link on the way leads out of the vault.
    Outside,
    /// Neither a file nor a folder: a pipe, a socket, a device.
    Special,
    /// A folder's content.
    Listing(Listing),
    /// Whether changes are reported, as [`Change`](crate::Change)s, until the session ends.
    Watched(bool),
    /// How much time is left, in milliseconds.
    TimeLeft(u32),
    /// When each of the days begins, in milliseconds since 1970.
    DayStarts(Vec<f64>),
    /// The path of the file that each link opens, `""` for none, in the order of the request; no paths if there is no app.
    Links(Vec<String>),
    /// A file's text, decoded without loss by the host.
    Text(String),
    /// A file's bytes.
    Bytes(
        #[serde(with = "serde_bytes")]
        #[tsify(type = "Uint8Array")]
        Vec<u8>,
    ),
    /// The text of a document.
    Document(Document),
    /// Why a document could not be read.
    Fault(Fault),
    /// A picture.
    Image(Image),
    /// What the user decided about a change.
    Decision(Decision),
    /// What came of a write.
    Written(Written),
    /// A piece is kept, or all are deleted.
    Kept,
    /// Vectors, in the order of the texts.
    Vectors(Vectors),
    /// No text may be sent now.
    Paused,
    /// The host failed, with the reason on one line.
    Failed(String),
}

impl Answer {
    /// In place of an answer that the host did not give.
    pub(crate) fn none() -> Self {
        Self::Failed("the host gave no answer".to_owned())
    }

    /// The bytes of a file; what the host answered instead, if there are none.
    pub(crate) fn into_bytes(self) -> Result<Vec<u8>, Box<Self>> {
        match self {
            Self::Bytes(bytes) => Ok(bytes),
            Self::Text(text) => Ok(text.into_bytes()),
            other => Err(Box::new(other)),
        }
    }

    /// Why there is not what was asked for.
    pub(crate) fn reason(self) -> String {
        if let Self::Failed(reason) = self { reason } else { "the host gave no answer".to_owned() }
    }

    /// The size of the content in bytes.
    pub(crate) fn content_len(&self) -> usize {
        match self {
            Self::Text(text) => text.len(),
            Self::Bytes(bytes) => bytes.len(),
            Self::Document(document) => document.text.len(),
            _ => 0,
        }
    }
}

/// An image for a model.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct Image {
    /// The bytes, as base64.
    pub data: String,
    /// The format, such as `image/png`.
    pub mime_type: String,
    /// In pixels.
    pub width: u32,
    /// In pixels.
    pub height: u32,
    /// How many pages the document has, if it is one of them.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[tsify(optional)]
    pub pages: Option<u32>,
}

/// What identifies a version of a file without reading it.
#[derive(Debug, Clone, PartialEq, Deserialize, Tsify)]
pub struct FileStat {
    /// Size in bytes.
    pub size: f64,
    /// When it was last changed, in milliseconds since 1970.
    pub mtime: f64,
}

/// A folder's content, or a page of it: at most 1,000 files and folders, so that taking it in is quick.
#[derive(Debug, Clone, Default, PartialEq, Deserialize, Tsify)]
#[tsify(missing_as_null)]
pub struct Listing {
    /// Files in the folder or below it.
    pub files: Vec<ListedFile>,
    /// Folders whose content is not in `files` and has to be requested separately; as paths from the vault's root.
    pub folders: Vec<String>,
    /// Where the next page starts; null on the last.
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
    /// When it was created, in milliseconds since 1970, if the host knows.
    #[serde(default)]
    #[tsify(optional)]
    pub ctime: Option<f64>,
}

impl ListedFile {
    /// When it was created; 0 if unknown.
    pub(crate) fn created(&self) -> f64 {
        self.ctime.filter(|time| time.is_finite()).unwrap_or(0.0)
    }
}
