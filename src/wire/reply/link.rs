//! Links between files, for programs.

use serde::Serialize;
use tsify::Tsify;

/// A link of a note.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Tsify)]
#[tsify(missing_as_null)]
pub struct LinkFound {
    /// The path of the note that has it.
    pub from: String,
    /// Its line, 1-indexed; 0 in a canvas, whose cards have no lines.
    pub line: u32,
    /// As it is written, such as `[[a#b|c]]`.
    pub link: String,
    /// The path of the file that it opens; null if there is none.
    pub to: Option<String>,
    /// The heading or block that it names, such as `Heading` or `^id`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(optional)]
    pub fragment: Option<String>,
    /// Whether the file has this heading or block; absent if the link names none, or the file is no note.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(optional)]
    pub fragment_found: Option<bool>,
    /// Whether it is an embed.
    pub embed: bool,
    /// 1 for a link of the file itself, 2 for one of a file at the other end of those.
    pub distance: u32,
}
