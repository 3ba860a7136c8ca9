//! Lines that are read as one text: a link or a code span may begin on one and end on the next.

use std::ops::Range;

use super::links::{Link, links};
use super::scanner::NoteLine;
use super::tables::{cells, is_table};

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
