//! One sheet of an Excel workbook: its cells, and what belongs to them.

use std::collections::BTreeMap;

use lectern_base::cell_range::{CellRange, MAX_ROW};

use super::cell_text::position;
use super::drawing;
use super::remarks::{self, Link, MAX_REMARKS};
use super::row_index::RowIndex;
use super::shared_formula::SharedFormulas;
use super::strings::{Strings, rich_text, unescape};
use super::table::Table;
use super::workbook::{Sheet, Styles, is_true};
use crate::draft::Stop;
use crate::package::Package;
use crate::xml::{Node, Xml};

/// Maximum number of bytes read of one cell's text.
const MAX_CELL: usize = 1024 * 1024;

/// The parts of a workbook that all sheets share.
pub(super) struct Shared {
    pub strings: Strings,
    pub styles: Styles,
    pub from_1904: bool,
    /// The names of comment authors, by id.
    pub persons: BTreeMap<String, String>,
}

/// Writes a sheet into `table`. Returns the error that ended reading, if any. `index` finds the first row of a range.
pub(super) async fn read<'a>(
    package: &mut Package<'a>,
    sheet: &Sheet,
    shared: &Shared,
    index: Option<&mut RowIndex<'a>>,
    table: &mut Table<'_>,
) -> Option<Stop> {
    let mut cells = Cells { shared, formulas: SharedFormulas::default(), links: Vec::new(), row: 0, column: 0 };
    let outcome = match index {
        Some(index) => cells.range(package, sheet, index, table).await,
        None => cells.all(package, sheet, table).await,
    };
    let flaw = outcome.err();
    if !table.is_full() {
        let relations = package.relations(&sheet.part).unwrap_or_default();
        remarks::add(package, &relations, cells.links, &shared.persons, table).await;
        drawing::add(package, &relations, table).await;
    }
    flaw
}

/// The cells of a sheet while they are read.
struct Cells<'s> {
    shared: &'s Shared,
    formulas: SharedFormulas,
    links: Vec<Link>,
    row: u32,
    column: u32,
}

impl Cells<'_> {
    async fn all(&mut self, package: &mut Package<'_>, sheet: &Sheet, table: &mut Table<'_>) -> Result<(), Stop> {
        let mut xml = package.xml(&sheet.part)?.ok_or(Stop::Missing)?;
        self.read(&mut xml, MAX_ROW, table).await.map(drop)
    }

    /// Reads the rows of the table's range, and what is below all rows.
    async fn range<'a>(
        &mut self,
        package: &mut Package<'a>,
        sheet: &Sheet,
        index: &mut RowIndex<'a>,
        table: &mut Table<'_>,
    ) -> Result<(), Stop> {
        // The size of the sheet is above all rows.
        if self.read(&mut package.xml(&sheet.part)?.ok_or(Stop::Missing)?, 0, table).await? {
            return Ok(());
        }
        let CellRange { rows, .. } = table.range().clone();
        self.row = rows.start() - 1;
        let is_whole = match index.seek(*rows.start(), package.budget()).await {
            Ok(mut xml) => Some(self.read(&mut xml, *rows.end(), table).await?),
            Err(Stop::Cut | Stop::Long) => None,
            Err(stop) => return Err(stop),
        };
        let Some(is_whole) = is_whole else {
            // It is not as expected: read it from its start.
            self.row = 0;
            return self.all(package, sheet, table).await;
        };
        if !is_whole && !table.is_full() {
            let mut xml = index.seek(u32::MAX, package.budget()).await?;
            self.read(&mut xml, MAX_ROW, table).await?;
        }
        Ok(())
    }

    /// Reads up to the row `last`. Returns whether it came to the end of the part.
    async fn read(&mut self, xml: &mut Xml<'_>, last: u32, table: &mut Table<'_>) -> Result<bool, Stop> {
        let mut cell = Cell::default();
        while xml.opens(0)? {
            match xml.name() {
                "row" => {
                    let (mut number, mut is_hidden) = (None, false);
                    xml.attributes(|name, value| match name {
                        "r" => number = value.parse().ok(),
                        "hidden" => is_hidden = is_true(&value),
                        _ => {}
                    });
                    self.row = number.unwrap_or(self.row + 1).min(MAX_ROW);
                    self.column = 0;
                    if self.row > last {
                        return Ok(false);
                    }
                    if is_hidden {
                        let (layout, shown) = table.layout();
                        layout.hide_rows(self.row, self.row, shown);
                    }
                }
                "c" => {
                    xml.pause().await;
                    (self.row, self.column) = cell.read(xml, (self.row, self.column + 1))?;
                    if let Some(index) = cell.shared.filter(|_| cell.formula.len() > 1) {
                        self.formulas.keep(index, self.row, self.column, &cell.formula);
                    }
                    let before = table.added();
                    if !self.show(&cell, table) {
                        break;
                    }
                    xml.charge(table.added() - before);
                }
                "dimension" => {
                    if let Some(range) = xml.attribute("ref") {
                        table.declare(&range);
                    }
                }
                "col" if xml.attribute("hidden").is_some_and(|value| is_true(&value)) => {
                    let (layout, shown) = table.layout();
                    if let (Some(first), Some(last)) = (xml.parsed("min"), xml.parsed("max")) {
                        layout.hide_columns(first, last, shown);
                    }
                }
                "mergeCell" => {
                    let (layout, shown) = table.layout();
                    layout.merge(&xml.attribute("ref").unwrap_or_default(), shown);
                }
                "hyperlink" if self.links.len() < MAX_REMARKS => self.links.push(remarks::link(xml)),
                _ => {}
            }
        }
        Ok(true)
    }

    /// Adds the text of the current cell to the table. Returns false once the document is full.
    fn show(&self, cell: &Cell, table: &mut Table<'_>) -> bool {
        let (row, column) = (self.row, self.column);
        let (value, formula) = (&*cell.value, &*cell.formula);
        if !table.range().contains(row, column) {
            return !table.is_full();
        }
        let Shared { strings, styles, from_1904, .. } = self.shared;
        let number;
        let plain;
        let text = match cell.kind {
            _ if value.is_empty() => "",
            CellKind::Shared => {
                let text = value.trim().parse().ok().and_then(|index| strings.get(index));
                text.unwrap_or("(text not kept)")
            }
            CellKind::Boolean if value.trim() == "1" || value == "true" => "TRUE",
            CellKind::Boolean => "FALSE",
            CellKind::Text if value.contains("_x") => {
                plain = unescape(value);
                &plain
            }
            CellKind::Text => value,
            CellKind::Number => {
                number = styles.shape(cell.style).show(value.trim(), *from_1904);
                &number
            }
        };
        if formula.is_empty() || !(value.is_empty() || table.shows_formulas()) {
            return table.cell(row, column, text);
        }
        let shared = cell.shared.filter(|_| formula == "=").and_then(|index| self.formulas.at(index, row, column));
        // Functions newer than the file format are stored with a prefix that Excel hides.
        let formula = shared.as_deref().unwrap_or(formula).replace("_xlfn.", "").replace("_xlws.", "");
        let formula = if formula == "=" { "=(shared formula)" } else { &formula };
        let arrow = if value.is_empty() { "" } else { " → " };
        table.cell(row, column, &format!("{formula}{arrow}{text}"))
    }
}

#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum CellKind {
    #[default]
    Number,
    Shared,
    Boolean,
    Text,
}

impl CellKind {
    fn of(kind: &str) -> Self {
        match kind {
            "s" => Self::Shared,
            "b" => Self::Boolean,
            // Includes errors and ISO 8601 dates, which are shown unchanged.
            "str" | "inlineStr" | "e" | "d" => Self::Text,
            _ => Self::Number,
        }
    }
}

/// A cell as the sheet stores it.
#[derive(Default)]
struct Cell {
    kind: CellKind,
    /// The index of its number format.
    style: usize,
    value: String,
    /// Begins with `=`. Empty if it has none.
    formula: String,
    /// The index of a formula that several cells share.
    shared: Option<u32>,
}

impl Cell {
    /// Reads the cell whose element was just opened to its end. Returns its row and column, which are `at` if it does not
    /// say so.
    fn read(&mut self, xml: &mut Xml<'_>, mut at: (u32, u32)) -> Result<(u32, u32), Stop> {
        (self.kind, self.style, self.shared) = (CellKind::Number, 0, None);
        self.value.clear();
        self.formula.clear();
        xml.attributes(|name, value| match name {
            "r" => at = position(&value).unwrap_or(at),
            "s" => self.style = value.parse().unwrap_or(0),
            "t" => self.kind = CellKind::of(&value),
            _ => {}
        });
        let (mut in_value, mut in_formula) = (false, false);
        loop {
            match xml.next()? {
                Node::Open => match xml.name() {
                    "v" => in_value = true,
                    "f" => {
                        in_formula = true;
                        self.formula.push('=');
                        if xml.attribute("t").as_deref() == Some("shared") {
                            self.shared = xml.parsed("si");
                        }
                    }
                    "is" => rich_text(xml, "is", &mut self.value)?,
                    _ => {}
                },
                Node::Close => match xml.name() {
                    "v" => in_value = false,
                    "f" => in_formula = false,
                    "c" => break,
                    _ => {}
                },
                Node::Text if in_value && self.value.len() < MAX_CELL => self.value.push_str(xml.text()),
                Node::Text if in_formula && self.formula.len() < MAX_CELL => self.formula.push_str(xml.text()),
                Node::Text => {}
                Node::End => break,
            }
        }
        Ok(at)
    }
}
