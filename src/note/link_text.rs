//! Lines that are read as one text: a link or a code span may begin on one and end on the next.

use std::ops::Range;

use super::links::{Link, links};
use super::scanner::NoteLine;

/// A paragraph, a heading or a table.
#[derive(Debug, Default)]
pub(super) struct Paragraph {
    span: Range<usize>,
    /// The number of its first line.
    line: u32,
    /// The bytes of comments and formulas in it, in order.
    hidden: Vec<Range<usize>>,
}

impl Paragraph {
    /// Adds the next line. The bytes `hidden` of it are comments and formulas.
    pub fn add(&mut self, line: &NoteLine<'_>, hidden: &[Range<usize>]) {
        if self.span.is_empty() {
            self.span.start = line.start;
            self.line = line.number;
        }
        self.span.end = line.start + line.text.len();
        self.hidden.extend_from_slice(hidden);
    }

    /// The links in it. `note`: the note its lines are from.
    pub fn links(&self, note: &str) -> Vec<Link> {
        let text = &note[self.span.clone()];
        if !is_table(text) {
            return links(note, self.span.clone(), self.line, &self.hidden);
        }
        let mut found = Vec::new();
        let mut start = self.span.start;
        for (line, row) in (self.line..).zip(text.split_inclusive('\n')) {
            for cell in cells(row) {
                found.extend(links(note, start..start + cell.len(), line, &self.hidden));
                start += cell.len();
            }
        }
        found
    }
}

/// Whether the second line of `text` is a delimiter row, such as `|---|:-:|`.
fn is_table(text: &str) -> bool {
    let mut lines = text.lines().map(|line| line.trim_start_matches([' ', '\t', '>']).trim_ascii_end());
    let (Some(header), Some(row)) = (lines.next(), lines.next()) else { return false };
    let columns = |row: &str| cells(row.strip_prefix('|').unwrap_or(row)).count();
    let is_delimiter = row.contains('-') && row.bytes().all(|byte| b"|-: \t".contains(&byte));
    row.contains('|') && is_delimiter && columns(header) == columns(row)
}

/// The cells of `row`, each with the `|` that ends it.
fn cells(row: &str) -> impl Iterator<Item = &str> {
    let mut is_escaped = false;
    row.split_inclusive(move |c| {
        let was_escaped = is_escaped;
        is_escaped = c == '\\' && !was_escaped;
        c == '|' && !was_escaped
    })
}
