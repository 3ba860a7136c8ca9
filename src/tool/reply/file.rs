//! What a reply tells programs of a file that was read.

use serde::Serialize;
use tsify::Tsify;

use super::layout::Layout;
use crate::error::ToolError;
use crate::text::Eol;

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
    /// Where its lines are in the reply; absent unless the call's context asks for it, and where none is shown.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(optional)]
    pub layout: Option<Layout>,
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
