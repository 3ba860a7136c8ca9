//! The notes that a search found, for programs.

use serde::Serialize;
use tsify::Tsify;

use super::layout::Layout;

/// A note that a search found.
#[derive(Debug, Clone, PartialEq, Serialize, Tsify)]
pub struct NoteFound {
    /// Its path in the vault.
    pub path: String,
    /// The page of a PDF. Its lines are counted in it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(optional)]
    pub page: Option<u32>,
    /// How many of its lines match.
    pub lines: u32,
    /// The first and last line of the passage that matches best, 1-indexed; not for an expression.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(optional)]
    pub passage: Option<(u32, u32)>,
    /// The passage; only if the call asks for passages. A note may then be there several times.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(optional)]
    pub found: Option<PassageFound>,
    /// Whether it was found by its meaning alone; absent if not.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[tsify(optional)]
    pub similar: bool,
    /// The matching lines that are shown.
    pub hits: Vec<HitLine>,
    /// The lines shown that may be meant for a model behind the reader's back; absent if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[tsify(optional)]
    pub suspicious: Vec<u32>,
    /// Where its lines are in the reply; only if the call's context asks for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(optional)]
    pub layout: Option<Layout>,
}

/// A passage that a search found, for programs.
#[derive(Debug, Clone, PartialEq, Serialize, Tsify)]
pub struct PassageFound {
    /// The titles of the headings above it, outermost first.
    pub headings: Vec<String>,
    /// Its text, as written. Of a long paragraph, the best sentence and what is around it.
    pub text: String,
    /// Whether its paragraph begins before it.
    pub starts_inside: bool,
    /// Whether its paragraph goes on after it.
    pub ends_inside: bool,
    /// How well it matches: 1 at most; comparable within one search.
    pub score: f32,
    /// The share of the query's words that it has, or the headings above it, by rarity: 1 for all.
    pub covered: f32,
    /// Whether it has so many of them, beyond chance, that it is likely to answer.
    pub likely: bool,
    /// The other words of the query, as written, without function words; and first what is asked for, such as
    /// `phone number`, if the passage has none.
    pub missing: Vec<String>,
    /// Those of `missing` that no note has.
    pub absent: Vec<String>,
    /// The day of a task, such as `2026-10-09`; absent if it has none, and for passages.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(optional)]
    pub due: Option<String>,
    /// Why it belongs to the days that are asked for; only then.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(optional)]
    pub dated: Option<DatedBy>,
}

/// Why something belongs to a day, the surest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Tsify)]
#[serde(rename_all = "lowercase")]
pub enum DatedBy {
    /// The date is in the note's name.
    Name,
    /// It is in the line, or in a heading above it.
    Line,
    /// It is in a property of the note, or in its first heading.
    Property,
    /// The note's file was changed then.
    Changed,
}

/// What a question is understood to ask for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Tsify)]
pub struct Asked {
    /// The kind of answer.
    pub kind: AskedKind,
    /// What it is about, without the words that say what is asked for; empty for any.
    pub about: String,
    /// The number of notes, tasks or passages that there are of a list, of tasks and of days.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(optional)]
    pub total: Option<u32>,
    /// What else it seemed to ask for, of which nothing was found.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(optional)]
    pub tried: Option<AskedKind>,
}

/// The kind of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Tsify)]
#[serde(rename_all = "lowercase")]
pub enum AskedKind {
    /// Open tasks: each passage is one, the first ones due first.
    Tasks,
    /// What notes of some days begin with.
    Days,
    /// Notes: those of a folder, a tag or a type.
    List,
    /// Passages, to sum up.
    Summary,
    /// Passages.
    Passages,
}

/// A matching line, for programs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Tsify)]
pub struct HitLine {
    /// Its number, 1-indexed.
    pub line: u32,
    /// The first column that is shown: 1, unless the line is long.
    pub column: u32,
    /// The matches in what is shown, as inclusive ranges of columns of the line: 1-indexed, in Unicode scalar values.
    pub spans: Vec<(u32, u32)>,
}
