//! What a reply tells programs of a search.

use serde::Serialize;
use tsify::Tsify;

use super::layout::Layout;

/// A note that a search found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Tsify)]
pub struct NoteFound {
    /// Its path in the vault.
    pub path: String,
    /// How many of its lines match.
    pub lines: u32,
    /// Those of them that are shown.
    pub hits: Vec<HitLine>,
    /// Where its lines are in the reply; absent unless the call's context asks for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(optional)]
    pub layout: Option<Layout>,
}

/// A line with hits, for programs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Tsify)]
pub struct HitLine {
    /// Its number, 1-indexed.
    pub line: u32,
    /// The column at which what is shown of it begins: 1, unless it is long.
    pub column: u32,
    /// What was found in what is shown, as inclusive ranges of columns of the line: 1-indexed, in Unicode scalar values.
    pub spans: Vec<(u32, u32)>,
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
