//! Replies: what a tool call ends in. The shape is the Model Context Protocol's `CallToolResult`, so that every front
//! end passes it on as it is.

use serde::Serialize;
use tsify::Tsify;

use crate::error::ToolError;
use crate::text::{Eol, Shown, own};

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
}

/// The reply for programs.
#[derive(Debug, Clone, PartialEq, Serialize, Tsify)]
pub struct Structured {
    /// One line for the person: what was read, or why not.
    pub display: String,
    /// What was shown of which file; empty in an error reply.
    pub files: Vec<FileShown>,
    /// What went wrong; absent unless something did.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(optional)]
    pub error: Option<ToolError>,
}

/// What was shown of a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Tsify)]
#[tsify(missing_as_null)]
pub struct FileShown {
    /// Its own path in the vault, also where another spelling was given.
    pub path: String,
    /// First line shown, 1-indexed; 0 when the file is empty.
    pub start_line: u32,
    /// Last line shown, 1-indexed, inclusive, in whole or in part; 0 when the file is empty.
    pub end_line: u32,
    /// How many lines the file has.
    pub total_lines: u32,
    /// Whether the byte limit left out lines, or a part of one, that were asked for.
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
    /// A reply that shows `file` as `text`.
    pub(super) fn shown(text: Shown, display: String, file: FileShown) -> Self {
        Self {
            content: vec![Content::Text { text }],
            is_error: false,
            structured_content: Structured { display, files: vec![file], error: None },
        }
    }
}

impl From<ToolError> for Reply {
    fn from(error: ToolError) -> Self {
        Self {
            content: vec![Content::Text { text: own(format!("error: {}\nhelp: {}", error.message, error.help)) }],
            is_error: true,
            structured_content: Structured {
                display: format!("Could not read: {}", error.message),
                files: Vec::new(),
                error: Some(error),
            },
        }
    }
}
