//! Tables while they are read, one row at a time: the cells of a row, including merged cells.

use crate::document::stop::Stop;
use crate::document::xml::Xml;

/// Maximum number of columns of a table. Word allows 63 and `PowerPoint` 75.
const MAX_COLUMNS: usize = 256;

/// A table that is still being read.
#[derive(Debug, Default)]
pub(crate) struct Table {
    /// Number of columns of the table grid.
    pub columns: usize,
    pub rows: usize,
    pub row: Vec<String>,
    /// Whether the current row was deleted.
    is_gone: bool,
    /// Number of columns left empty at the end of the row.
    after: usize,
}

impl Table {
    /// Adds a column to the grid.
    pub fn add_column(&mut self) {
        self.columns = (self.columns + 1).min(MAX_COLUMNS);
    }

    /// Starts a row.
    pub fn begin_row(&mut self) {
        self.row.clear();
        self.is_gone = false;
        self.after = 0;
    }

    /// Reads the element `trPr` that was just opened.
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
#[derive(Debug, Default)]
pub(crate) struct Cell {
    pub lines: Vec<String>,
    /// How many columns it spans.
    pub columns: usize,
    /// It was deleted, or it is merged into the cell above or before it.
    pub is_gone: bool,
}

impl Cell {
    /// Reads the element `tcPr` that was just opened.
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

    /// The text that the cell shows.
    pub fn text(self) -> String {
        if self.is_gone { String::new() } else { self.lines.join("\n") }
    }
}

fn columns(xml: &Xml<'_>) -> usize {
    xml.number().and_then(|columns| usize::try_from(columns).ok()).unwrap_or_default().min(MAX_COLUMNS)
}
