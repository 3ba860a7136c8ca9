//! Collects the cells of a table, and detects tables used for layout, as in old pages and all HTML mail.

use super::flow::Flow;

/// Maximum bytes buffered to detect a layout table. Beyond it, the buffered rows are written.
const MAX_HELD_BYTES: usize = 512 * 1024;

/// Maximum columns, and maximum rows, of one cell: more than in tables that people read.
const MAX_SPAN: usize = 50;

/// Number of cells of a table after which spans are ignored.
const MAX_SPANNED: usize = 100_000;

/// Maximum columns of a row, as in browsers. A longer row is split.
const MAX_COLUMNS: usize = 1000;

/// An open table.
#[derive(Debug, Default)]
pub(super) struct Table {
    /// Whether it is a layout table: its cells become paragraphs.
    pub is_layout: bool,
    rows: Vec<Vec<String>>,
    row: Vec<String>,
    /// For each column, how many rows the cell above still covers.
    covered: Vec<usize>,
    held_bytes: usize,
    cells: usize,
    /// Whether the header row has been written.
    has_begun: bool,
    /// The column and row span of the open cell.
    span: (usize, usize),
}

impl Table {
    pub fn new(is_layout: bool) -> Self {
        Self { is_layout, ..Self::default() }
    }

    /// Begins a cell with the values of `colspan` and `rowspan`.
    pub fn open_cell(&mut self, columns: Option<String>, rows: Option<String>) {
        let number =
            |text: Option<String>| text.and_then(|text| text.parse().ok()).unwrap_or(1_usize).clamp(1, MAX_SPAN);
        let has_room = self.cells < MAX_SPANNED;
        self.span = if has_room { (number(columns), number(rows)) } else { (1, 1) };
    }

    pub fn close_cell(&mut self, text: &str, flow: &mut Flow) {
        if self.row.len() >= MAX_COLUMNS {
            self.end_row(flow);
        }
        self.skip_covered();
        let (columns, rows) = self.span;
        let text = text.replace('\n', " ").replace('|', "\\|");
        self.cells += columns;
        self.held_bytes += text.len() + columns * size_of::<String>();
        for column in 0..columns {
            let at = self.row.len();
            if rows > 1 {
                self.covered.resize(self.covered.len().max(at + 1), 0);
                self.covered[at] = rows;
            }
            self.row.push(if column == 0 { text.clone() } else { String::new() });
        }
    }

    /// Adds empty cells for the columns that are covered by cells above.
    fn skip_covered(&mut self) {
        while self.row.len() < MAX_COLUMNS && self.covered.get(self.row.len()).is_some_and(|rows| *rows > 0) {
            self.row.push(String::new());
        }
    }

    pub fn end_row(&mut self, flow: &mut Flow) {
        if self.row.is_empty() {
            return;
        }
        self.skip_covered();
        self.covered.iter_mut().for_each(|rows| *rows = rows.saturating_sub(1));
        let row = std::mem::take(&mut self.row);
        if row.iter().any(|cell| !cell.is_empty()) {
            self.rows.push(row);
        }
        if self.held_bytes > MAX_HELD_BYTES {
            self.write(flow);
        }
    }

    /// Turns this into a layout table: buffered and later cells become paragraphs.
    pub fn lay_out(&mut self, flow: &mut Flow) {
        self.is_layout = true;
        let rows = std::mem::take(&mut self.rows);
        for cell in rows.iter().flatten().chain(&std::mem::take(&mut self.row)).filter(|cell| !cell.is_empty()) {
            flow.write(&cell.replace("\\|", "|"));
        }
    }

    pub fn finish(mut self, flow: &mut Flow) {
        self.end_row(flow);
        let is_one_column = !self.has_begun && self.rows.iter().all(|row| row.len() == 1);
        if is_one_column { self.lay_out(flow) } else { self.write(flow) }
    }

    /// Writes the buffered rows.
    fn write(&mut self, flow: &mut Flow) {
        self.held_bytes = 0;
        for row in std::mem::take(&mut self.rows) {
            flow.write(&format!("| {} |", row.join(" | ")));
            if !std::mem::replace(&mut self.has_begun, true) {
                flow.write(&format!("|{}", " --- |".repeat(row.len())));
            }
        }
    }
}
