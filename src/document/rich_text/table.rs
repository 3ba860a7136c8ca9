//! Tables while they are read, one row at a time: the cells of a row, including merged cells.

/// Maximum number of columns of a table. Word allows 63 and `PowerPoint` 75.
pub(crate) const MAX_COLUMNS: usize = 256;

/// A table that is still being read.
#[derive(Debug, Default)]
pub(crate) struct Table {
    /// Number of columns of the table grid.
    pub columns: usize,
    pub rows: usize,
    pub row: Vec<String>,
    /// Whether the current row was deleted.
    pub is_gone: bool,
    /// Number of columns left empty at the end of the row.
    pub after: usize,
    /// The rows of the tables in its first cell, as long as that may be only a frame.
    pub inner: Vec<Vec<String>>,
}

impl Table {
    /// Adds columns to the grid.
    pub fn add_columns(&mut self, count: usize) {
        self.columns = (self.columns + count).min(MAX_COLUMNS);
    }

    /// Starts a row.
    pub fn begin_row(&mut self) {
        self.row.clear();
        self.is_gone = false;
        self.after = 0;
    }

    /// Adds a cell that spans `columns` columns.
    pub fn add(&mut self, text: String, columns: usize) {
        let room = MAX_COLUMNS.saturating_sub(self.row.len()).min(columns);
        self.row.extend(std::iter::once(text).chain(std::iter::repeat_with(String::new)).take(room));
    }

    /// Ends the row. Returns whether to show it.
    pub fn end_row(&mut self) -> bool {
        self.add(String::new(), self.after);
        if self.is_gone || self.row.is_empty() {
            return false;
        }
        self.rows += 1;
        self.columns = self.columns.max(self.row.len());
        true
    }
}

/// A cell that is still being read.
#[derive(Debug)]
pub(crate) struct Cell {
    pub lines: Vec<String>,
    /// How many columns it spans.
    pub columns: usize,
    /// How many cells of the row have a copy of its text, in formats that say so. 0 in others.
    pub copies: usize,
    /// It was deleted, or it is merged into the cell above or before it.
    pub is_gone: bool,
    /// It takes its whole row and contains a table, so it is only a frame: what is in it is written as if it were not.
    pub is_frame: bool,
}

impl Default for Cell {
    fn default() -> Self {
        Self { lines: Vec::new(), columns: 1, copies: 0, is_gone: false, is_frame: false }
    }
}

impl Cell {
    /// The text that the cell shows.
    pub fn text(self) -> String {
        if self.is_gone { String::new() } else { self.lines.join("\n") }
    }
}
