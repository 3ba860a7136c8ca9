//! Collects the cells of one sheet, in whatever order they come, and writes them as lines.
//!
//! Cells are held in blocks, so a table lists only the columns it uses, whatever the size of the sheet.

use std::fmt::Write;

use lectern_base::cell_range::CellRange;
use lectern_base::sort::sort_by_key;

use super::cell_text::{letters, push_clean, shown};
use super::layout::{Layout, View, used_columns};
use crate::draft::Draft;
use crate::markup::one_line;

/// Maximum number of cells in a block. Each takes 16 bytes. Writing a block takes some milliseconds.
const BLOCK_CELLS: usize = 32 * 1024;
/// Maximum number of bytes of text in a block.
const BLOCK_BYTES: usize = 512 * 1024;
/// Maximum number of bytes shown of one cell. More than Excel's 32,767 characters take; `LibreOffice` allows longer
/// cells.
const MAX_CELL: usize = 256 * 1024;
/// Sheets with at most this many used columns are written as a table, even if few of their cells are used.
const NARROW: usize = 26;
/// A wider table is written as a list of cells if fewer than one in this many of its cells is used.
const SPARSE: usize = 4;
/// Maximum bytes of the comments and links shown below the table.
const MAX_REMARKS: usize = 1024 * 1024;

struct Cell {
    row: u32,
    column: u16,
    /// The byte range of its text in the block.
    start: u32,
    end: u32,
}

/// A sheet while it is written.
pub(super) struct Table<'d> {
    draft: &'d mut Draft,
    name: String,
    heading: String,
    /// The used range as the file declares it. Shown for sheets that take more than one block.
    declared: Option<String>,
    is_headed: bool,
    text: String,
    added: usize,
    cells: Vec<Cell>,
    remarks: Vec<String>,
    remark_bytes: usize,
    last_row: u32,
    /// The rightmost column with a cell.
    last_column: u32,
    /// Merged cells, and hidden rows and columns.
    layout: Layout,
    /// The last row that was written.
    written_row: u32,
    /// The cells to show.
    view: View,
}

impl<'d> Table<'d> {
    /// The table of a sheet, for the cells of `view`.
    pub fn new(draft: &'d mut Draft, name: &str, is_hidden: bool, view: View) -> Self {
        draft.blank();
        draft.part(1, name);
        let hidden = if is_hidden { " (hidden)" } else { "" };
        let heading = format!("## Sheet: {}{hidden}", one_line(name));
        Self {
            draft,
            name: shown(name),
            heading,
            declared: None,
            is_headed: false,
            text: String::new(),
            added: 0,
            cells: Vec::new(),
            remarks: Vec::new(),
            remark_bytes: 0,
            last_row: 0,
            last_column: 0,
            layout: Layout::default(),
            written_row: 0,
            view,
        }
    }

    /// Stores the used range that the file declares, such as `A1:F200`.
    pub fn declare(&mut self, range: &str) {
        if range.len() <= 30 && range.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b':') {
            self.declared = Some(range.to_owned());
        }
    }

    /// Adds a cell. Rows and columns count from 1. Cells without text are left out. Returns false once the document is
    /// full, so that the reader can stop.
    pub fn cell(&mut self, row: u32, column: u32, text: &str) -> bool {
        let text = text.trim();
        let is_shown = self.view.range.contains(row, column) && CellRange::ALL.contains(row, column);
        let Some(small) = u16::try_from(column).ok().filter(|_| is_shown && !text.is_empty()) else {
            return !self.draft.is_full();
        };
        let is_full = self.cells.len() >= BLOCK_CELLS || self.text.len() >= BLOCK_BYTES;
        // Keep a row in one block, unless its text is larger than two blocks.
        if is_full && (row != self.last_row || self.text.len() >= 2 * BLOCK_BYTES) {
            self.flush(true);
        }
        if self.draft.is_full() {
            return false;
        }
        self.last_row = row;
        self.last_column = self.last_column.max(column);
        let end = text.floor_char_boundary(MAX_CELL);
        if end < text.len() {
            self.draft.note(format!("cells are cut at {} KB", MAX_CELL / 1024));
        }
        let offset = |text: &str| u32::try_from(text.len()).unwrap_or(u32::MAX);
        let start = offset(&self.text);
        push_clean(&mut self.text, &text[..end], "<br>");
        self.added += self.text.len() - start as usize;
        self.cells.push(Cell { row, column: small, start, end: offset(&self.text) });
        true
    }

    /// Merged cells, and hidden rows and columns, with the cells to show.
    pub fn layout(&mut self) -> (&mut Layout, &CellRange) {
        (&mut self.layout, &self.view.range)
    }

    /// Adds a remark about a cell: `[comment on B2 by Ann: …]`. Returns false if the cell is not to be shown. Without a
    /// cell, the remark is always shown.
    pub fn remark(&mut self, kind: &str, at: &str, by: &str, text: &str) -> bool {
        if CellRange::parse(at).is_some_and(|cells| !self.view.range.overlaps(&cells)) {
            return false;
        }
        let kind = if at.is_empty() { kind.trim_end_matches(" at") } else { kind };
        let space = if at.is_empty() { "" } else { " " };
        let mut line = format!("[{kind}{space}");
        push_clean(&mut line, at, " ");
        push_clean(&mut line, by, " ");
        line.push_str(": ");
        push_clean(&mut line, text.trim(), " ");
        line.push(']');
        self.remark_bytes += line.len();
        if self.remark_bytes > MAX_REMARKS {
            self.draft.note("comments and links of a sheet past the first 1 MB are left out");
        } else {
            self.remarks.push(line);
        }
        true
    }

    /// The row of the last added cell.
    pub fn last_row(&self) -> u32 {
        self.last_row
    }

    /// The bytes of text that were added so far.
    pub fn added(&self) -> usize {
        self.added
    }

    /// The cells to show.
    pub fn range(&self) -> &CellRange {
        &self.view.range
    }

    /// Whether cells show their formulas too.
    pub fn shows_formulas(&self) -> bool {
        self.view.formulas
    }

    pub fn note(&mut self, note: String) {
        self.draft.note(note);
    }

    pub fn is_full(&self) -> bool {
        self.draft.is_full()
    }

    /// Writes the remaining cells and the remarks. Writes `otherwise` if the sheet is empty. Returns whether the sheet
    /// had any cells.
    pub fn finish(mut self, otherwise: &str) -> bool {
        self.flush(false);
        let has_cells = self.is_headed;
        if !has_cells {
            if self.view.range != CellRange::ALL {
                let _ = write!(self.heading, " (no cells{})", self.of_declared());
            }
            self.draft.line(&self.heading);
            if self.remarks.is_empty() {
                self.draft.line(otherwise);
            }
        }
        let layout = self.layout.lines(self.last_row, self.last_column);
        for line in layout.iter().filter(|_| has_cells).chain(&self.remarks) {
            self.draft.line(line);
        }
        if self.draft.is_full() {
            self.how_to_go_on();
        }
        has_cells
    }

    /// Writes the current block. `goes_on` means that the sheet has more cells.
    fn flush(&mut self, goes_on: bool) {
        if self.cells.is_empty() {
            return;
        }
        let mut cells = std::mem::take(&mut self.cells);
        sort_by_key(&mut cells, |cell| (cell.row, cell.column));
        cells.dedup_by_key(|cell| (cell.row, cell.column));
        let columns = used_columns(cells.iter().map(|cell| cell.column));
        let rows = 1 + cells.windows(2).filter(|pair| pair[0].row != pair[1].row).count();
        self.head(&columns, cells[0].row, cells[cells.len() - 1].row, goes_on);
        let is_list = columns.len() > NARROW && rows.saturating_mul(columns.len()) / SPARSE > cells.len();
        if !is_list {
            let name = |names: String, column: &u16| names + " " + &letters(u32::from(*column)) + " |";
            self.draft.line(&columns.iter().fold("| |".to_owned(), name));
            self.draft.line(&format!("| - |{}", " - |".repeat(columns.len())));
        }
        self.write_rows(&cells, &columns, is_list);
        self.text.clear();
        cells.clear();
        self.cells = cells;
    }

    /// Writes rows of a table with these columns, or lists of their cells.
    fn write_rows(&mut self, cells: &[Cell], columns: &[u16], is_list: bool) {
        let mut line = String::new();
        for row in cells.chunk_by(|one, next| one.row == next.row) {
            line.clear();
            let number = row[0].row;
            if !is_list {
                let _ = write!(line, "| {number} |");
            }
            let mut next = columns.iter();
            for &Cell { column, start, end, .. } in row {
                let text = &self.text[start as usize..end as usize];
                if is_list {
                    let gap = if line.is_empty() { "" } else { " | " };
                    let _ = write!(line, "{gap}{}{number}: {text}", letters(u32::from(column)));
                } else {
                    for _ in next.by_ref().take_while(|&&other| other < column) {
                        line.push_str(" |");
                    }
                    let _ = write!(line, " {text} |");
                }
            }
            self.draft.line(&line);
            if self.draft.is_full() {
                break;
            }
            self.written_row = number;
        }
    }

    /// Says how far the sheet is shown, and how to read what follows.
    fn how_to_go_on(&mut self) {
        let (name, row, next) = (&self.name, self.written_row, self.written_row + 1);
        if row == 0 {
            let what = format!("row {} of sheet \"{name}\"", self.last_row);
            return self.draft.note(format!("{what} is too long to show; give a range of fewer columns"));
        }
        let size = self.declared.as_ref().map(|declared| format!(" of {declared}")).unwrap_or_default();
        let last = next.saturating_add(499).min(*self.view.range.rows.end());
        let columns = self.view.range.columns.clone();
        let range = if columns == CellRange::ALL.columns {
            format!("{next}:{last}")
        } else {
            format!("{}{next}:{}{last}", letters(*columns.start()), letters(*columns.end()))
        };
        self.draft.note(format!(
            "sheet \"{name}\" is shown up to row {row}{size}; for the next rows give sheet=\"{name}\", range=\"{range}\""
        ));
    }

    /// ` of A1:F200` for a part of a sheet whose size is known.
    fn of_declared(&self) -> String {
        let declared = self.declared.as_ref().filter(|_| self.view.range != CellRange::ALL);
        declared.map(|declared| format!(" of {declared}")).unwrap_or_default()
    }

    /// Writes the heading of the sheet before its first block.
    fn head(&mut self, columns: &[u16], first_row: u32, last_row: u32, goes_on: bool) {
        if self.is_headed {
            return;
        }
        self.is_headed = true;
        if !goes_on {
            let (first, last) = (columns.first().copied().unwrap_or(1), columns.last().copied().unwrap_or(1));
            let (first, last) = (letters(u32::from(first)), letters(u32::from(last)));
            let _ = write!(self.heading, " ({first}{first_row}:{last}{last_row}{})", self.of_declared());
        } else if let Some(range) = &self.declared {
            let _ = write!(self.heading, " ({range})");
        }
        self.draft.line(&self.heading);
    }
}
