//! Open tables: the current row, its cells, and merged cells.

use crate::document::stop::Stop;
use crate::document::xml::Xml;

/// Maximum columns of a table, as in Word.
const MAX_COLUMNS: usize = 63;

/// A table that is being read.
#[derive(Debug, Default)]
pub(super) struct Table {
    /// Number of columns of its grid.
    pub columns: usize,
    pub rows: usize,
    pub row: Vec<String>,
    /// Whether the row was deleted.
    is_gone: bool,
    /// Number of empty columns at the end of the row.
    after: usize,
}

impl Table {
    /// Adds a column to the grid.
    pub fn add_column(&mut self) {
        self.columns = (self.columns + 1).min(MAX_COLUMNS);
    }

    /// Begins a row.
    pub fn begin_row(&mut self) {
        self.row.clear();
        self.is_gone = false;
        self.after = 0;
    }

    /// Reads the `trPr` element whose start tag was read last.
    pub fn read_row(&mut self, xml: &mut Xml<'_>) -> Result<(), Stop> {
        let inside = xml.depth();
        while xml.opens(inside)? {
            match xml.name() {
                "gridBefore" => self.add(String::new(), columns(xml)),
                "gridAfter" => self.after = columns(xml),
                "del" => self.is_gone = true,
                "trPrChange" => xml.skip()?,
                _ => {}
            }
        }
        Ok(())
    }

    /// Adds a cell that spans `columns`.
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

/// A cell that is being read.
#[derive(Debug, Default)]
pub(super) struct Cell {
    pub lines: Vec<String>,
    /// Number of columns it spans.
    pub columns: usize,
    /// Whether it is merged into the cell above or to the left, or was deleted.
    pub is_gone: bool,
}

impl Cell {
    /// Reads the `tcPr` element whose start tag was read last.
    pub fn read(&mut self, xml: &mut Xml<'_>) -> Result<(), Stop> {
        let inside = xml.depth();
        while xml.opens(inside)? {
            match xml.name() {
                "gridSpan" => self.columns = columns(xml).max(1),
                "vMerge" | "hMerge" => self.is_gone |= xml.attribute("val").as_deref() != Some("restart"),
                "cellDel" => self.is_gone = true,
                "tcPrChange" => xml.skip()?,
                _ => {}
            }
        }
        Ok(())
    }

    /// The text of the cell: its lines, or nothing if it is gone.
    pub fn text(self) -> String {
        if self.is_gone { String::new() } else { self.lines.join("\n") }
    }
}

fn columns(xml: &Xml<'_>) -> usize {
    xml.number().and_then(|columns| usize::try_from(columns).ok()).unwrap_or_default().min(MAX_COLUMNS)
}
