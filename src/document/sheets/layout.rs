//! Which cells of a sheet are shown, which of them are merged, and which of its rows and columns are hidden.

use lectern_base::cell_range::{CellRange, MAX_COLUMN};

use super::cell_text::letters;

/// Maximum number of ranges that are named. The others are counted.
const MAX_NAMED: usize = 100;

/// Which cells of a sheet to show, and whether with their formulas.
#[derive(Debug, Clone)]
pub(super) struct View {
    pub range: CellRange,
    pub formulas: bool,
}

/// Merged cells, and hidden rows and columns.
#[derive(Default)]
pub(super) struct Layout {
    merged: Vec<String>,
    /// How many more merged ranges there are.
    more_merged: usize,
    rows: Spans,
    columns: Spans,
}

/// Ascending spans of rows or columns, of which neighbours are joined.
#[derive(Default)]
struct Spans {
    spans: Vec<(u32, u32)>,
    more: usize,
}

impl Spans {
    fn add(&mut self, first: u32, last: u32) {
        let len = self.spans.len();
        match self.spans.last_mut() {
            Some(span) if span.1 + 1 == first => span.1 = last,
            _ if len < MAX_NAMED => self.spans.push((first, last)),
            _ => self.more += 1,
        }
    }

    /// Their names up to `end`: `row 2`, `rows 5:9`.
    fn named(&self, kind: &str, end: u32, name: fn(u32) -> String, into: &mut Vec<String>) {
        for &(first, last) in self.spans.iter().filter(|(first, _)| *first <= end) {
            let last = last.min(end);
            into.push(if first == last {
                format!("{kind} {}", name(first))
            } else {
                format!("{kind}s {}:{}", name(first), name(last))
            });
        }
        if self.more > 0 {
            into.push(format!("{} more {kind}s", self.more));
        }
    }
}

impl Layout {
    /// Cells that are merged, such as `A1:B2`, if they meet the cells of `shown`.
    pub fn merge(&mut self, range: &str, shown: &CellRange) {
        let Some(cells) = CellRange::parse(range).filter(|cells| cells.overlaps(shown)) else { return };
        if self.merged.len() == MAX_NAMED {
            self.more_merged += 1;
        } else {
            let (rows, columns) = (cells.rows, cells.columns);
            let corner = |row: &u32, column: &u32| format!("{}{row}", letters(*column));
            let (first, last) = (corner(rows.start(), columns.start()), corner(rows.end(), columns.end()));
            self.merged.push(format!("{first}:{last}"));
        }
    }

    /// Hidden rows, later than those before.
    pub fn hide_rows(&mut self, first: u32, last: u32, shown: &CellRange) {
        if first <= *shown.rows.end() && last >= *shown.rows.start() {
            self.rows.add(first, last);
        }
    }

    /// Hidden columns, after those before.
    pub fn hide_columns(&mut self, first: u32, last: u32, shown: &CellRange) {
        if first <= *shown.columns.end() && last >= *shown.columns.start() {
            self.columns.add(first, last);
        }
    }

    /// The lines that tell it below a table with cells up to this row and column.
    pub fn lines(&self, last_row: u32, last_column: u32) -> Vec<String> {
        let (mut merged, mut hidden) = (self.merged.clone(), Vec::new());
        if self.more_merged > 0 {
            merged.push(format!("{} more", self.more_merged));
        }
        self.rows.named("row", last_row, |row| row.to_string(), &mut hidden);
        self.columns.named("column", last_column, letters, &mut hidden);
        let line = |(kind, ranges): (&str, Vec<String>)| format!("[{kind}: {}]", ranges.join(", "));
        let told = [("merged cells", merged), ("hidden", hidden)];
        told.into_iter().filter(|(_, ranges)| !ranges.is_empty()).map(line).collect()
    }
}

/// The different `columns`, in order.
pub(super) fn used_columns(columns: impl Iterator<Item = u16>) -> Vec<u16> {
    let mut is_used = vec![false; MAX_COLUMN as usize + 1];
    for column in columns {
        is_used[usize::from(column)] = true;
    }
    (1..).zip(&is_used[1..]).filter(|&(_, &used)| used).map(|(column, _)| column).collect()
}
