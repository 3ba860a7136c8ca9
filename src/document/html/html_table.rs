//! Collects the cells of a table, and detects layout tables, as in old pages and most e-mails.

use super::flow::Flow;

/// Maximum number of bytes buffered to detect a layout table. After that, rows are written one by one.
const MAX_HELD_BYTES: usize = 512 * 1024;

/// Maximum number of columns and of rows that a cell can span: more than in tables made for reading.
const MAX_SPAN: usize = 50;

/// Number of cells after which spans are ignored.
const MAX_SPANNED: usize = 100_000;

/// Maximum number of columns before a row is split. Browsers also allow 1,000.
const MAX_COLUMNS: usize = 1000;

/// An open table.
#[derive(Debug, Default)]
pub(super) struct Table {
    /// Whether it is used for layout, so that its cells are paragraphs.
    pub is_layout: bool,
    rows: Vec<Vec<String>>,
    row: Vec<String>,
    /// For each column, the number of rows that a cell above still covers.
    covered: Vec<usize>,
    held_bytes: usize,
    cells: usize,
    /// Whether the header row has been written.
    has_begun: bool,
    /// The number of columns and rows that the open cell spans.
    span: (usize, usize),
}

impl Table {
    pub fn new(is_layout: bool) -> Self {
        Self { is_layout, ..Self::default() }
    }

    /// Starts a cell with the given `colspan` and `rowspan`.
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

    /// Adds empty cells for columns that cells above cover.
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

    /// Turns the table into a layout table: writes its cells so far, and all later ones, as paragraphs.
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
