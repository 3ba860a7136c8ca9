//! Where the lines of a file are in a reply's text, for hosts that show them separately or check citations.

use serde::Serialize;
use tsify::Tsify;

/// Where a file's lines are in a reply. A row is a line of a part's text as `text.split("\n")` gives it, counted from
/// 0.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Tsify)]
#[tsify(missing_as_null)]
pub struct Layout {
    /// Which part of the reply's `content`, counted from 0.
    pub part: u32,
    /// The row with the file's name; null if it is the only file.
    pub header: Option<u32>,
    /// Its lines, in row order.
    pub lines: Vec<LineRun>,
}

/// Consecutive lines of a file in consecutive rows, each after its number: `12: text`. With compact numbering, a blank
/// line after the page's first has an empty row.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Tsify)]
pub struct LineRun {
    /// The row of the first.
    pub row: u32,
    /// The number of the first, 1-indexed.
    pub line: u32,
    /// The number of lines.
    pub count: u32,
    /// Whether the first row starts inside its line, so that its number is followed by `+`.
    pub starts_inside: bool,
    /// Whether the last row ends before its line does.
    pub is_cut: bool,
}

impl Layout {
    /// The layout within `part` of a reply, with the file's name in the row `header` and its lines from the row `first`
    /// on.
    pub(crate) fn placed(self, part: u32, header: u32, first: u32) -> Self {
        let lines = self.lines.into_iter().map(|run| LineRun { row: first + run.row, ..run }).collect();
        Self { part, header: Some(header), lines }
    }
}
