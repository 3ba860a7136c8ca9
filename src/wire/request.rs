//! The requests that the core makes of its host.
//!
//! A request that names a file carries a [`Granted`] path, so that nothing unchecked can be requested.

use lectern_base::{Format, Place};
use serde::Serialize;
use tsify::Tsify;

use super::embedding_texts::{EmbedPurpose, TextToEmbed};
use super::proposal::{Move, Proposal, Write};
use crate::policy::Granted;

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
        /// How much of a PDF to read from its start. All that can be read in a time if left out; the answer is
        /// `unfinished` if there is more.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[tsify(optional)]
        enough: Option<Enough>,
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
    pub(crate) fn convert(path: Granted, format: Format) -> Self {
        Self::convert_part(path, format, None, None)
    }

    /// Asks for the text of a part of a document.
    pub(crate) fn convert_part(path: Granted, format: Format, place: Option<Place>, enough: Option<Enough>) -> Self {
        Self::Convert { path, format, place, slice: None, enough, bytes: None }
    }

    /// Asks for the text of `bytes`, which are in an older encoding and the content of the file at `path`.
    pub(crate) fn convert_bytes(path: Granted, bytes: Vec<u8>) -> Self {
        Self::Convert { path, format: Format::Legacy, place: None, slice: None, enough: None, bytes: Some(bytes) }
    }

    /// Whether the answer contains a file's content.
    pub(crate) fn is_content(&self) -> bool {
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

/// How much text is enough for a reply.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Tsify)]
pub struct Enough {
    /// The line from which it is wanted, counted from 1.
    pub line: u32,
    /// The bytes from there on.
    pub bytes: u32,
    /// The lines from there on, if they have fewer bytes.
    pub lines: u32,
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
