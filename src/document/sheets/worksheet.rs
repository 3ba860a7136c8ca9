//! One sheet of an Excel workbook: its cells, and what belongs to them.

use std::collections::BTreeMap;

use super::cell_text::position;
use super::drawing;
use super::remarks::{self, Link, MAX_REMARKS};
use super::row_index::RowIndex;
use super::shared_formula::SharedFormulas;
use super::strings::{Strings, rich_text, unescape};
use super::table::Table;
use super::workbook::{Sheet, Styles};
use crate::document::cell_range::{CellRange, MAX_ROW};
use crate::document::package::Package;
use crate::document::stop::Stop;
use crate::document::xml::{Node, Xml};

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
        let (mut value, mut formula) = (String::new(), String::new());
        loop {
            match xml.next()? {
                Node::Open => match xml.name() {
                    "row" => {
                        let number = xml.attribute("r").and_then(|row| row.parse().ok());
                        self.row = number.unwrap_or(self.row + 1).min(MAX_ROW);
                        self.column = 0;
                        if self.row > last {
                            return Ok(false);
                        }
                    }
                    "c" => {
                        xml.pause().await;
                        let (mut kind, mut style) = (CellKind::Number, 0);
                        let mut at = (self.row, self.column + 1);
                        xml.attributes(|name, value| match name {
                            "r" => at = position(&value).unwrap_or(at),
                            "s" => style = value.parse().unwrap_or(0),
                            "t" => kind = CellKind::of(&value),
                            _ => {}
                        });
                        (self.row, self.column) = at;
                        value.clear();
                        formula.clear();
                        let shared = content(xml, &mut value, &mut formula)?;
                        if let Some(index) = shared.filter(|_| formula.len() > 1) {
                            self.formulas.keep(index, self.row, self.column, &formula);
                        }
                        let before = table.added();
                        if !self.show(kind, style, &value, (&formula, shared), table) {
                            return Ok(true);
                        }
                        xml.charge(table.added() - before);
                    }
                    "dimension" => {
                        if let Some(range) = xml.attribute("ref") {
                            table.declare(&range);
                        }
                    }
                    "hyperlink" if self.links.len() < MAX_REMARKS => self.links.push(remarks::link(xml)),
                    _ => {}
                },
                Node::End => return Ok(true),
                _ => {}
            }
        }
    }

    /// Adds the text of the current cell to the table. Returns false once the document is full.
    fn show(
        &self,
        kind: CellKind,
        style: usize,
        value: &str,
        (formula, shared): (&str, Option<u32>),
        table: &mut Table<'_>,
    ) -> bool {
        let (row, column) = (self.row, self.column);
        if !table.range().contains(row, column) {
            return !table.is_full();
        }
        let Shared { strings, styles, from_1904, .. } = self.shared;
        let number;
        let plain;
        let text = match kind {
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
                number = styles.shape(style).show(value.trim(), *from_1904);
                &number
            }
        };
        if formula.is_empty() || !(value.is_empty() || table.shows_formulas()) {
            return table.cell(row, column, text);
        }
        let shared = shared.filter(|_| formula == "=").and_then(|index| self.formulas.at(index, row, column));
        // Functions newer than the file format are stored with a prefix that Excel hides.
        let formula = shared.as_deref().unwrap_or(formula).replace("_xlfn.", "").replace("_xlws.", "");
        let formula = if formula == "=" { "=(shared formula)" } else { &formula };
        let arrow = if value.is_empty() { "" } else { " → " };
        table.cell(row, column, &format!("{formula}{arrow}{text}"))
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum CellKind {
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

/// Reads a cell to its end. Returns the index of its shared formula.
fn content(xml: &mut Xml<'_>, value: &mut String, formula: &mut String) -> Result<Option<u32>, Stop> {
    let (mut in_value, mut in_formula) = (false, false);
    let mut shared = None;
    loop {
        match xml.next()? {
            Node::Open => match xml.name() {
                "v" => in_value = true,
                "f" => {
                    in_formula = true;
                    formula.push('=');
                    if xml.attribute("t").as_deref() == Some("shared") {
                        shared = xml.attribute("si").and_then(|index| index.parse().ok());
                    }
                }
                "is" => rich_text(xml, "is", value)?,
                _ => {}
            },
            Node::Close => match xml.name() {
                "v" => in_value = false,
                "f" => in_formula = false,
                "c" => return Ok(shared),
                _ => {}
            },
            Node::Text if in_value && value.len() < MAX_CELL => value.push_str(xml.text()),
            Node::Text if in_formula && formula.len() < MAX_CELL => formula.push_str(xml.text()),
            Node::Text => {}
            Node::End => return Ok(shared),
        }
    }
}
