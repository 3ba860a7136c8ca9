//! The requests that the core makes of its host, and the host's answers.
//!
//! A request that names a file carries a [`Granted`] path, so that nothing unchecked can be requested.

use serde::{Deserialize, Serialize};
use tsify::Tsify;

use super::change::{Decision, Move, Proposal, Write, Written};
use super::embedding_texts::{EmbedPurpose, TextToEmbed, Vectors};
use crate::document::{Document, Fault, Format, Place};
use crate::policy::Granted;

/// Maximum symbolic links in a row to follow: the limit of Linux.
pub(super) const MAX_MOVES: u32 = 40;

/// Up to this value, a float is exact for whole bytes.
const LARGEST_SIZE: f64 = 9e15;

/// The host's size in whole bytes.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "sizes are whole and positive")]
pub(super) fn whole_bytes(size: f64) -> u64 {
    size.clamp(0.0, LARGEST_SIZE) as u64
}

/// A request to the host. In TypeScript an object with one key: `{ stat: "Notes/a.md" }`.
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
        /// Where to continue: 0, or `next` of the previous listing.
        from: u32,
    },
    /// Can you report changes to files from now on? Answer: `watched`.
    Watch,
    /// When do these days begin where the user is? Each is written as `2026-10-09`. Answer: `day_starts`.
    DayStarts(Vec<String>),
    /// Which files does the app open for these links? Answer: `links`.
    Links(Vec<LinksFrom>),
    /// The file's content. Answers: `text` or `bytes`; `"missing"` if it is gone.
    Read(#[tsify(type = "string")] Granted),
    /// The text of a document. Answers: `document` or `fault`; `"missing"` if it is gone.
    Convert {
        /// The file.
        #[tsify(type = "string")]
        path: Granted,
        /// Its format by its name. If the content has another format, the answer is a `fault`.
        format: Format,
        /// The part to read. All of it if left out.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[tsify(optional)]
        place: Option<Place>,
        /// Only the pages of a PDF that can be read in a time. The answer is `unfinished` if there are more.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[tsify(optional)]
        slice: Option<Slice>,
        /// Bytes to read instead of the file's: what the file was or would be. Only for text.
        #[serde(skip_serializing_if = "Option::is_none", with = "serde_bytes")]
        #[tsify(optional, type = "Uint8Array")]
        bytes: Option<Vec<u8>>,
    },
    /// How much time does this call have left to read documents for the index? Answer: `time_left`.
    TimeLeft,
    /// An image in a format that models accept (PNG, JPEG, GIF, WebP), checked, and scaled down as needed. Answers:
    /// `image`; `"missing"` if it is gone; `fault` if it is damaged; `failed` if the host can't draw it.
    Draw {
        /// The file.
        #[tsify(type = "string")]
        path: Granted,
        /// Its format.
        mime_type: String,
        /// Its maximum size as base64, in bytes.
        max_bytes: u32,
    },
    /// One page of a PDF, drawn. Answers: as for `draw`, or `fault`.
    DrawPage {
        /// The file.
        #[tsify(type = "string")]
        path: Granted,
        /// The page, counted from 1.
        page: u32,
        /// The maximum size of the image as base64, in bytes.
        max_bytes: u32,
    },
    /// Does the user approve this change? Answer: `decision`.
    Approve(Box<Proposal>),
    /// Write these bytes, if the file is still what the user saw; keep what undoes it first. Answer: `written`.
    Write(Box<Write>),
    /// Move this file, if it is still what the user saw; keep what undoes it first. Answer: `written`.
    Move(Box<Move>),
    /// A piece of the index that was kept before. Answers: `bytes`; `"missing"` if there is none.
    Kept(u32),
    /// Keep this piece until the next start, on this device only. Answer: `"kept"`.
    Keep {
        /// Which one. The piece 0 is passed last.
        piece: u32,
        /// Its bytes.
        #[serde(with = "serde_bytes")]
        #[tsify(type = "Uint8Array")]
        bytes: Vec<u8>,
    },
    /// Delete all pieces. Answer: `"kept"`.
    Forget,
    /// The vectors of these texts. Answers: `vectors`; `"paused"` if nothing may be sent now; `failed`.
    Embed {
        /// What the texts are.
        purpose: EmbedPurpose,
        /// The texts, of open notes only.
        texts: Vec<TextToEmbed>,
    },
    /// A piece of the vectors that were kept before. Answer: `bytes`; `"missing"` if there is none.
    KeptVectors(u32),
    /// Keep this piece of the vectors, on this device only. Answer: `"kept"`.
    KeepVectors {
        /// Which one.
        piece: u32,
        /// Its bytes.
        #[serde(with = "serde_bytes")]
        #[tsify(type = "Uint8Array")]
        bytes: Vec<u8>,
    },
    /// Delete these pieces of the vectors, if they are there. Answer: `"kept"`.
    ForgetVectors {
        /// The first one.
        first: u32,
        /// The last one.
        last: u32,
    },
}

impl Request {
    /// Asks for the text of a whole document.
    pub(super) fn convert(path: Granted, format: Format) -> Self {
        Self::convert_place(path, format, None)
    }

    /// Asks for the text of a part of a document.
    pub(super) fn convert_place(path: Granted, format: Format, place: Option<Place>) -> Self {
        Self::Convert { path, format, place, slice: None, bytes: None }
    }

    /// Asks for the text of `bytes`, which are in an older encoding and the content of the file at `path`.
    pub(super) fn convert_bytes(path: Granted, bytes: Vec<u8>) -> Self {
        Self::Convert { path, format: Format::Legacy, place: None, slice: None, bytes: Some(bytes) }
    }

    /// Whether the answer contains a file's content.
    pub(super) fn is_content(&self) -> bool {
        matches!(self, Self::Read(_) | Self::Convert { .. } | Self::Draw { .. } | Self::DrawPage { .. })
    }
}

/// A part of a PDF that is read at a time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Tsify)]
pub struct Slice {
    /// The first page, counted from 1.
    pub from: u32,
    /// The time, in milliseconds.
    pub ms: u32,
}

/// Links of one note.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Tsify)]
pub struct LinksFrom {
    /// The note; the root if they are in none.
    #[tsify(type = "string")]
    pub note: Granted,
    /// What they name, without heading or block.
    pub links: Vec<String>,
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
    /// Ask about this path instead: a symbolic link is on the way, or the file system stores the name in another
    /// spelling.
    Moved(String),
    /// A symbolic link on the way leads out of the vault.
    Outside,
    /// Neither a file nor a folder: a pipe, a socket, a device.
    Special,
    /// A folder's content.
    Listing(Listing),
    /// Whether changes are reported, as [`Change`](super::Change)s, until the session ends.
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
    pub(super) fn none() -> Self {
        Self::Failed("the host gave no answer".to_owned())
    }

    /// Why there is not what was asked for.
    pub(super) fn reason(self) -> String {
        if let Self::Failed(reason) = self { reason } else { "the host gave no answer".to_owned() }
    }

    /// The size of the content in bytes.
    pub(super) fn content_len(&self) -> usize {
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
    pub(super) fn created(&self) -> f64 {
        self.ctime.filter(|time| time.is_finite()).unwrap_or(0.0)
    }
}
