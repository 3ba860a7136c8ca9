//! The description of a file in a reply, for programs.

use lectern_base::Place;
use serde::Serialize;
use tsify::Tsify;

use super::layout::Layout;
use crate::error::ToolError;
use crate::text::Eol;

/// What was shown of a file.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Tsify)]
#[tsify(missing_as_null)]
pub struct FileShown {
    /// Its own path in the vault, even if another spelling was given; as given if nothing was found.
    pub path: String,
    /// First line shown, 1-indexed; 0 when no line is.
    pub start_line: u32,
    /// Last line shown, 1-indexed, inclusive, in whole or in part; 0 when no line is.
    pub end_line: u32,
    /// The number of lines of the file, or of the text made from it.
    pub total_lines: u32,
    /// Whether a limit omitted requested lines, or part of one.
    pub truncated: bool,
    /// Whether the last line ends with a line break.
    pub final_newline: bool,
    /// How the file's lines end; null if it has no line break.
    pub eol: Option<Eol>,
    /// The lines shown that end in CRLF, as inclusive ranges. Only if `eol` is `"mixed"`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(optional)]
    pub crlf_lines: Option<Vec<(u32, u32)>>,
    /// The arguments of the call that continues; null if everything requested was shown.
    pub next: Option<Next>,
    /// The format, unless it is plain text: `pdf`, `docx`, `image/png`, `audio (MP3)`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(optional)]
    pub format: Option<String>,
    /// The page that was read, if the call named one: all lines are counted in it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(optional)]
    pub page: Option<u32>,
    /// The encoding; absent for UTF-8.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(optional)]
    pub encoding: Option<String>,
    /// The version of its bytes, which changes with them; only of text, and if changes are allowed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(optional)]
    pub version: Option<String>,
    /// What reading left out, one sentence each; absent if nothing was.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[tsify(optional)]
    pub notes: Vec<String>,
    /// Why nothing of this file is shown, if others are.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(optional)]
    pub error: Option<ToolError>,
    /// The lines shown that may be meant for a model behind the reader's back; absent if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[tsify(optional)]
    pub suspicious: Vec<u32>,
    /// Where its lines are in the reply; only if the call's context asks for it and lines are shown.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(optional)]
    pub layout: Option<Layout>,
}

/// The arguments of the call that continues a truncated reply.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Tsify)]
pub struct Next {
    /// The file's path.
    pub path: String,
    /// First line to show.
    pub start_line: u32,
    /// Last line, if the truncated call named one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(optional)]
    pub end_line: Option<u32>,
    /// The page of the document that its lines are counted in, if the truncated call named one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(optional)]
    pub page: Option<u32>,
    /// The column of the first line to start at, unless it is 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(optional)]
    pub start_column: Option<u32>,
    /// The sheet, if the truncated call named one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(optional)]
    pub sheet: Option<String>,
    /// The range of cells, if the truncated call named one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(optional)]
    pub range: Option<String>,
    /// Whether the truncated call asked for formulas.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[tsify(optional)]
    pub formulas: bool,
    /// The notebook's cell, if the truncated call named one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(optional)]
    pub cell: Option<u32>,
}

impl Next {
    /// The same call, for the part of a document at `place`.
    pub(crate) fn at(self, place: &Place) -> Self {
        let Place { page, sheet, range, formulas, cell } = place.clone();
        Self { page, sheet, range, formulas, cell, ..self }
    }
}
