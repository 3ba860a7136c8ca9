//! Reads the sheets, rows and cells of an `OpenDocument` spreadsheet, as `LibreOffice` writes it.
//!
//! `ods_cell.rs` reads the cells, `ods_value.rs` formats their values.

use std::collections::BTreeSet;

use lectern_base::cell_range::{CellRange, MAX_COLUMN, MAX_ROW};
use lectern_base::{Document, Fault, Place};

use super::cell_text::{MAX_NAMED, letters, no_sheet, shown};
use super::layout::View;
use super::ods_cell::Cell;
use super::ods_value::Value;
use super::table::Table;
use crate::draft::{Draft, Stop};
use crate::package::Package;
use crate::xml::{Node, Xml};

/// Maximum bytes buffered of a repeated row.
const MAX_ROW_BYTES: usize = 2 * 1024 * 1024;
/// Maximum hidden-sheet styles that are tracked.
const MAX_STYLES: usize = 10_000;
/// Maximum number of sheets read.
const MAX_SHEETS: usize = 10_000;

/// Reads what is at `place`.
pub(super) async fn read(package: &mut Package<'_>, place: &Place) -> Result<Document, Fault> {
    package.objects().await?;
    let Some(mut xml) = package.xml("content.xml")? else { return Err(Stop::Missing.into()) };
    let range = place.range.as_deref().and_then(CellRange::parse);
    let mut sheets = Sheets {
        wanted: place.sheet.as_deref(),
        is_one: place.sheet.is_some() || range.is_some(),
        view: View { range: range.unwrap_or(CellRange::ALL), formulas: place.formulas },
        draft: Draft::default(),
        count: 0,
        others: Vec::new(),
        has_text: false,
    };
    let outcome = sheets.read(&mut xml).await;
    let Sheets { mut draft, count, others, has_text, .. } = sheets;
    if let (Some(name), true) = (&place.sheet, draft.is_empty()) {
        return Err(no_sheet(name, &others.join(", ")));
    }
    match outcome {
        Err(flaw) if !has_text => return Err(flaw.into()),
        Err(flaw) => draft.note(format!("what follows could not be read: {flaw}")),
        Ok(()) if count == 0 => return Err(Fault::Broken("a workbook without sheets".into())),
        Ok(()) => {}
    }
    Ok(draft.finish())
}

/// The sheets that are asked for, and what was read of them.
struct Sheets<'p> {
    /// The name of the wanted sheet. `None` for all.
    wanted: Option<&'p str>,
    /// Whether one sheet is all.
    is_one: bool,
    view: View,
    draft: Draft,
    /// The number of sheets so far.
    count: usize,
    /// The first names of those that are not wanted, in quotes.
    others: Vec<String>,
    has_text: bool,
}

impl Sheets<'_> {
    /// Reads the wanted sheets.
    async fn read(&mut self, xml: &mut Xml<'_>) -> Result<(), Stop> {
        let mut hidden = BTreeSet::new();
        let mut style = String::new();
        while xml.opens_in_slices(0).await? {
            match xml.name() {
                "style" => style = xml.short("name", 255),
                "table-properties"
                    if hidden.len() < MAX_STYLES && xml.attribute("display").as_deref() == Some("false") =>
                {
                    hidden.insert(style.clone());
                }
                "tracked-changes" | "dde-link" => xml.skip()?,
                "table" => {
                    if self.count == MAX_SHEETS || self.draft.is_full() {
                        self.draft.note("not all sheets are shown");
                        break;
                    }
                    self.count += 1;
                    if self.sheet(xml, &hidden).await? && self.is_one {
                        break;
                    }
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Reads the sheet whose element was just opened. Returns whether it is wanted.
    async fn sheet(&mut self, xml: &mut Xml<'_>, hidden: &BTreeSet<String>) -> Result<bool, Stop> {
        let (mut name, mut is_hidden) = (String::new(), false);
        xml.attributes(|key, value| match key {
            "name" => name = value.chars().take(255).collect(),
            "style-name" => is_hidden = hidden.contains(&*value),
            _ => {}
        });
        if self.wanted.is_some_and(|wanted| shown(wanted).to_lowercase() != shown(&name).to_lowercase()) {
            if self.others.len() < MAX_NAMED {
                self.others.push(format!("\"{}\"", shown(&name)));
            }
            let inside = xml.depth();
            while xml.opens_in_slices(inside).await? {}
            return Ok(false);
        }
        let mut table = Table::new(&mut self.draft, &name, is_hidden, self.view.clone());
        let outcome = Rows::read(xml, &mut table).await;
        if let Err(flaw) = &outcome {
            let (name, row) = (shown(&name), table.last_row());
            table.note(format!("sheet \"{name}\" could not be read after row {row}: {flaw}"));
        }
        self.has_text |= table.finish("(empty)");
        outcome.map(|()| true)
    }
}

/// A cell of a repeated row.
struct Repeated {
    column: u32,
    /// In how many columns it is.
    times: u32,
    text: String,
}

/// The rows of a sheet.
struct Rows<'t, 'd> {
    table: &'t mut Table<'d>,
    row: u32,
    column: u32,
    /// How many times the row is there.
    repeat: u32,
    held: Vec<Repeated>,
    held_bytes: usize,
}

impl<'t, 'd> Rows<'t, 'd> {
    /// Reads a sheet's rows up to its end, or to the end of the table's range.
    async fn read(xml: &mut Xml<'_>, table: &'t mut Table<'d>) -> Result<(), Stop> {
        let mut rows = Self { table, row: 1, column: 1, repeat: 1, held: Vec::new(), held_bytes: 0 };
        loop {
            xml.pause().await;
            let goes_on = match xml.next()? {
                Node::Open => match xml.full_name() {
                    "table:table-column" => {
                        let times = repeats(xml, "number-columns-repeated", MAX_COLUMN);
                        if is_hidden(xml) {
                            let (layout, shown) = rows.table.layout();
                            layout.hide_columns(rows.column, rows.column + times - 1, shown);
                        }
                        rows.column = rows.column.saturating_add(times).min(MAX_COLUMN + 1);
                        true
                    }
                    "table:table-row" => {
                        rows.repeat = repeats(xml, "number-rows-repeated", MAX_ROW);
                        if is_hidden(xml) {
                            let (layout, shown) = rows.table.layout();
                            layout.hide_rows(rows.row, rows.row.saturating_add(rows.repeat - 1).min(MAX_ROW), shown);
                        }
                        (rows.column, rows.held_bytes) = (1, 0);
                        rows.held.clear();
                        true
                    }
                    "table:table-cell" | "table:covered-table-cell" => rows.cell(xml)?,
                    // Drawings may contain tables and texts of their own.
                    "table:shapes" | "office:forms" => {
                        xml.skip()?;
                        true
                    }
                    _ => true,
                },
                Node::Close if xml.name() == "table-row" => rows.end_row(),
                Node::Close => xml.name() != "table",
                Node::End => false,
                Node::Text => true,
            };
            if !goes_on || rows.table.is_full() {
                return Ok(());
            }
        }
    }

    /// Reads a cell. Returns false if the table is full.
    fn cell(&mut self, xml: &mut Xml<'_>) -> Result<bool, Stop> {
        let (column, times) = (self.column, repeats(xml, "number-columns-repeated", MAX_COLUMN));
        self.column = column.saturating_add(times).min(MAX_COLUMN + 1);
        if xml.name() == "covered-table-cell" {
            return xml.skip().map(|()| true);
        }
        if xml.tag_has("-spanned") {
            self.merged(xml, column);
        }
        let value = Value::of(xml);
        let mut cell = Cell::default();
        cell.read(xml, (column, self.row), self.table)?;
        let text = value.show(cell.text, self.table.shows_formulas());
        let text = text.trim();
        if self.repeat == 1 || text.is_empty() {
            return Ok(text.is_empty() || spread(self.table, self.row, column, times, text));
        }
        self.held_bytes += text.len() + 32;
        if self.held_bytes <= MAX_ROW_BYTES {
            self.held.push(Repeated { column, times, text: text.to_owned() });
        } else {
            self.table.note("repeated rows are cut at 2 MB".into());
        }
        Ok(true)
    }

    /// Tells that the cell in this column covers those beside or below it.
    fn merged(&mut self, xml: &Xml<'_>, column: u32) {
        let last = column.saturating_add(repeats(xml, "number-columns-spanned", MAX_COLUMN) - 1).min(MAX_COLUMN);
        let last_row = self.row.saturating_add(repeats(xml, "number-rows-spanned", MAX_ROW) - 1).min(MAX_ROW);
        if (last, last_row) != (column, self.row) {
            let (layout, shown) = self.table.layout();
            layout.merge(&format!("{}{}:{}{last_row}", letters(column), self.row, letters(last)), shown);
        }
    }

    /// Writes a repeated row. Returns false if the table is full, or at the end of its range.
    fn end_row(&mut self) -> bool {
        let rows = self.table.range().rows.clone();
        let next = self.row.saturating_add(self.repeat).min(MAX_ROW + 1);
        if !self.held.is_empty() {
            for row in self.row.max(*rows.start())..next.min(rows.end() + 1) {
                for cell in &self.held {
                    if !spread(self.table, row, cell.column, cell.times, &cell.text) {
                        return false;
                    }
                }
            }
        }
        self.row = next;
        self.held.clear();
        next <= *rows.end()
    }
}

/// Whether the row or column that was just opened is hidden, by hand or by a filter.
fn is_hidden(xml: &Xml<'_>) -> bool {
    xml.attribute("visibility").is_some_and(|value| matches!(&*value, "collapse" | "filter"))
}

fn repeats(xml: &Xml<'_>, name: &str, limit: u32) -> u32 {
    xml.parsed(name).unwrap_or(1).clamp(1, limit)
}

/// Adds a repeated cell. Returns false if the table is full.
fn spread(table: &mut Table<'_>, row: u32, column: u32, times: u32, text: &str) -> bool {
    let columns = table.range().columns.clone();
    let mut own = column.max(*columns.start())..column.saturating_add(times).min(columns.end() + 1);
    own.all(|column| row <= MAX_ROW && table.cell(row, column, text))
}
