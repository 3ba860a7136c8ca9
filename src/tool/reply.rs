//! Replies: what a tool call ends in. The shape is the Model Context Protocol's `CallToolResult`, so that every front
//! end passes it on as it is.

use serde::Serialize;
use tsify::Tsify;

use super::search_notes::HitLine;
use crate::error::ToolError;
use crate::text::{Amount, Eol, Shown, fitting, millitokens, own};

/// What a tool call ends in, for the model (`content`) and for the person and programs (`structuredContent`).
#[derive(Debug, Clone, PartialEq, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
#[tsify(missing_as_null)]
pub struct Reply {
    /// What the model reads.
    pub content: Vec<Content>,
    /// Whether the call failed.
    pub is_error: bool,
    /// The same for programs.
    pub structured_content: Structured,
}

/// A part of what the model reads.
#[derive(Debug, Clone, PartialEq, Serialize, Tsify)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum Content {
    /// Plain text.
    Text {
        /// The text.
        #[tsify(type = "string")]
        text: Shown,
    },
    /// A picture.
    #[serde(rename_all = "camelCase")]
    Image {
        /// Its bytes as base64.
        #[tsify(type = "string")]
        data: Shown,
        /// What they are, such as `image/png`.
        mime_type: String,
    },
}

/// The reply for programs.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Tsify)]
pub struct Structured {
    /// One line for the person: what was read, or why not.
    pub display: String,
    /// What was shown of which file, in the order asked. Empty where the only file asked for could not be read.
    pub files: Vec<FileShown>,
    /// What a listing shows, in its order; absent where nothing was listed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(optional)]
    pub entries: Option<Vec<Entry>>,
    /// What a search found, best first; absent where nothing was searched for.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(optional)]
    pub notes: Option<Vec<NoteFound>>,
    /// The arguments of the call that goes on with a listing or a search; absent at its end.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(optional)]
    #[tsify(type = "NextEntries | NextNotes")]
    pub next: Option<Box<NextCall>>,
    /// What went wrong; absent unless the call failed. Of several files that all failed, the first's.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(optional)]
    pub error: Option<ToolError>,
}

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

/// A note that a search found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Tsify)]
pub struct NoteFound {
    /// Its path in the vault.
    pub path: String,
    /// How many of its lines match.
    pub lines: u32,
    /// Those of them that are shown.
    pub hits: Vec<HitLine>,
}

/// The arguments of the call that goes on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Tsify)]
#[serde(untagged)]
pub enum NextCall {
    /// Of a listing.
    Entries(NextEntries),
    /// Of a search.
    Notes(NextNotes),
}

/// The arguments of the call that goes on where a search ended; those that the call did not give are absent.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Tsify)]
pub struct NextNotes {
    /// What is searched for.
    pub query: String,
    /// In which way.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(optional)]
    pub mode: Option<String>,
    /// Where.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(optional)]
    pub path: Option<String>,
    /// With which tag.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(optional)]
    pub tag: Option<String>,
    /// Whether case counts.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(optional)]
    pub case: Option<bool>,
    /// With how many lines around each.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(optional)]
    pub context: Option<u32>,
    /// How many notes.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(optional)]
    pub limit: Option<u32>,
    /// Where to go on.
    pub cursor: String,
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

/// What was shown of a file.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Tsify)]
#[tsify(missing_as_null)]
pub struct FileShown {
    /// Its own path in the vault, also where another spelling was given; as it was given where nothing was found.
    pub path: String,
    /// First line shown, 1-indexed; 0 when no line is.
    pub start_line: u32,
    /// Last line shown, 1-indexed, inclusive, in whole or in part; 0 when no line is.
    pub end_line: u32,
    /// How many lines the file has, or the text that was made of it.
    pub total_lines: u32,
    /// Whether a limit left out lines, or a part of one, that were asked for.
    pub truncated: bool,
    /// Whether the file's last line is ended by a line break.
    pub final_newline: bool,
    /// How the file's lines end; null when it has no line break.
    pub eol: Option<Eol>,
    /// Which of the lines shown end in CRLF, as inclusive ranges. Only where `eol` is `"mixed"`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(optional)]
    pub crlf_lines: Option<Vec<(u32, u32)>>,
    /// The arguments of the call that goes on; null when all that was asked for has been shown.
    pub next: Option<Next>,
    /// What the file is, if it is no text by itself: `pdf`, `docx`, `image/png`, `audio (MP3)`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(optional)]
    pub format: Option<String>,
    /// The encoding that was taken; absent for UTF-8.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(optional)]
    pub encoding: Option<String>,
    /// What reading left out, one sentence each; absent where nothing was.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[tsify(optional)]
    pub notes: Vec<String>,
    /// Why nothing of this file is shown, where others are; absent otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(optional)]
    pub error: Option<ToolError>,
}

/// The arguments of the call that goes on where a reply was cut.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Tsify)]
pub struct Next {
    /// The file's path.
    pub path: String,
    /// First line to show.
    pub start_line: u32,
    /// Last line, where the call that was cut gave one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(optional)]
    pub end_line: Option<u32>,
    /// Where in the first line to go on, if inside it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(optional)]
    pub start_column: Option<u32>,
}

impl Reply {
    /// A reply to a call for several files, which has failed only if it did for each.
    pub(super) fn several(content: Vec<Content>, display: String, files: Vec<FileShown>) -> Self {
        let error = files.first().and_then(|file| file.error.clone());
        let error = error.filter(|_| files.iter().all(|file| file.error.is_some()));
        Self {
            content,
            is_error: error.is_some(),
            structured_content: Structured { display, files, error, ..Structured::default() },
        }
    }

    /// A reply that shows `files` as `content`.
    pub(super) fn shown(content: Vec<Content>, display: String, files: Vec<FileShown>) -> Self {
        Self { content, is_error: false, structured_content: Structured { display, files, ..Structured::default() } }
    }
}

impl Reply {
    /// A reply that lists `entries` as `text`.
    pub(super) fn listed(text: String, display: String, entries: Vec<Entry>, next: Option<NextEntries>) -> Self {
        Self {
            content: vec![Content::Text { text: own(text) }],
            is_error: false,
            structured_content: Structured {
                display,
                entries: Some(entries),
                next: next.map(NextCall::Entries).map(Box::new),
                ..Structured::default()
            },
        }
    }

    /// A reply that shows the `notes` that a search found as `text`.
    pub(super) fn found(text: String, display: String, notes: Vec<NoteFound>, next: Option<NextNotes>) -> Self {
        Self {
            content: vec![Content::Text { text: own(text) }],
            is_error: false,
            structured_content: Structured {
                display,
                notes: Some(notes),
                next: next.map(NextCall::Notes).map(Box::new),
                ..Structured::default()
            },
        }
    }

    /// An error reply that takes no more tokens than `limit` has.
    pub(super) fn error_within(error: ToolError, limit: Amount) -> Self {
        let text = error.text();
        let mut reply = Self::from(error);
        if limit.limits_tokens() && millitokens(&text) > limit.millitokens {
            let room = limit.millitokens.saturating_sub(millitokens("…"));
            let text = own(format!("{}…", &text[..fitting(&text, room)]));
            reply.content = vec![Content::Text { text }];
        }
        reply
    }
}

impl From<ToolError> for Reply {
    fn from(error: ToolError) -> Self {
        Self {
            content: vec![Content::Text { text: own(error.text()) }],
            is_error: true,
            structured_content: Structured {
                display: format!("Could not read: {}", error.message),
                error: Some(error),
                ..Structured::default()
            },
        }
    }
}
