//! Reads a workbook of Excel 5 to 2003: its sheets, cells, merged cells and texts in drawings.

use std::collections::BTreeMap;

use encoding_rs::WINDOWS_1252;
use lectern_base::cell_range::CellRange;
use lectern_base::{Document, Fault, Place};

use super::biff::{Letters, Record, TextTable, float, packed, record};
use super::cell_text::{MAX_NAMED, letters, no_sheet, shown};
use super::format::Shape;
use super::layout::View;
use super::number;
use super::table::Table;
use crate::code_pages::encoding;
use crate::compound::{place, short};
use crate::draft::Draft;
use crate::slices::give_way;

/// Maximum number of sheets, number formats, cell formats and texts.
const MAX_SHEETS: usize = 10_000;
const MAX_FORMATS: usize = 65_536;
const MAX_TEXTS: usize = 1024 * 1024;
/// Maximum length of all texts, in bytes.
const MAX_TEXT_BYTES: usize = 12 * 1024 * 1024;
/// The kind of drawing that is a comment.
const COMMENT: usize = 0x19;
/// How many records are read in a slice.
const SLICE: usize = 4_096;
/// The names of errors by their codes.
const ERRORS: [(u8, &str); 7] =
    [(0, "#NULL!"), (7, "#DIV/0!"), (15, "#VALUE!"), (23, "#REF!"), (29, "#NAME?"), (36, "#NUM!"), (42, "#N/A")];

struct Sheet {
    name: String,
    is_hidden: bool,
    at: usize,
}

/// The parts of a workbook that all sheets share.
pub(super) struct Xls {
    stream: Vec<u8>,
    sheets: Vec<Sheet>,
    letters: Letters,
    from_1904: bool,
    formats: BTreeMap<usize, Shape>,
    /// The number formats of cell formats.
    looks: Vec<usize>,
    texts: Vec<String>,
}

impl Xls {
    /// Reads what stands before the sheets.
    ///
    /// # Errors
    /// [`Fault::Locked`] if the workbook has a password, and [`Fault::Broken`] if it has no sheets.
    pub async fn open(stream: Vec<u8>) -> Result<Self, Fault> {
        let letters = Letters { is_unicode: false, encoding: WINDOWS_1252 };
        let (sheets, formats, looks, texts) = Default::default();
        let mut book = Self { stream: Vec::new(), sheets, letters, from_1904: false, formats, looks, texts };
        let (mut at, mut count) = (0, 0);
        while let Some(next) = record(&stream, at) {
            count += 1;
            if count % SLICE == 0 {
                give_way().await;
            }
            at = next.end;
            match next.kind {
                0x2f => return Err(Fault::Locked),
                0x0a => break,
                0xfc => book.read_texts(TextTable::new(&stream, &next)).await,
                _ => book.take(&next),
            }
        }
        book.stream = stream;
        if book.sheets.is_empty() {
            return Err(Fault::Broken("a workbook without sheets".to_owned()));
        }
        Ok(book)
    }

    fn take(&mut self, record: &Record<'_>) {
        let content = record.content;
        match record.kind {
            0x809 => self.letters.is_unicode = short(content, 0) >= 0x600,
            0x42 => self.letters.encoding = encoding(short(content, 0).try_into().unwrap_or(0)).unwrap_or(WINDOWS_1252),
            0x22 => self.from_1904 = short(content, 0) == 1,
            // Sheets and charts, but no macros.
            0x85 if matches!(content.get(5), Some(0 | 2)) && self.sheets.len() < MAX_SHEETS => {
                self.sheets.push(Sheet {
                    name: self.letters.text(content, 6, false),
                    is_hidden: content[4] & 3 != 0,
                    at: place(content, 0),
                });
            }
            0x41e if self.formats.len() < MAX_FORMATS => {
                let code = self.letters.text(content, 2, self.letters.is_unicode);
                self.formats.insert(short(content, 0), Shape::of_code(&code));
            }
            0xe0 if self.looks.len() < MAX_FORMATS => self.looks.push(short(content, 2)),
            _ => {}
        }
    }

    async fn read_texts(&mut self, mut table: TextTable<'_>) {
        let mut len = 0;
        while let Some(text) = table.text().filter(|_| self.texts.len() < MAX_TEXTS && len < MAX_TEXT_BYTES) {
            len += text.len();
            self.texts.push(text);
            if self.texts.len().is_multiple_of(SLICE) {
                give_way().await;
            }
        }
    }

    /// Reads what is at `place`.
    pub async fn read(&mut self, place: &Place) -> Result<Document, Fault> {
        let range = place.range.as_deref().and_then(CellRange::parse);
        let named = |name: &String| {
            let names = self.sheets.iter().take(MAX_NAMED).map(|sheet| format!("\"{}\"", shown(&sheet.name)));
            let at =
                self.sheets.iter().position(|sheet| shown(&sheet.name).to_lowercase() == shown(name).to_lowercase());
            at.ok_or_else(|| no_sheet(name, &names.collect::<Vec<_>>().join(", ")))
        };
        let wanted = match place.sheet.as_ref().map(named).transpose()? {
            Some(at) => at..at + 1,
            None if range.is_some() => 0..1,
            None => 0..self.sheets.len(),
        };
        let view = View { range: range.unwrap_or(CellRange::ALL), formulas: false };
        let mut draft = Draft::default();
        let mut count = 0;
        for sheet in &self.sheets[wanted] {
            // In a damaged file, many sheets may be the same.
            if draft.is_full() || count > self.stream.len() {
                draft.note("not all sheets are shown");
                break;
            }
            let mut table = Table::new(&mut draft, &sheet.name, sheet.is_hidden, view.clone());
            let mut cells =
                Cells { book: self, formula: None, has_drawing_text: None, comment: None, comments: BTreeMap::new() };
            let (mut at, mut depth) = (sheet.at, 0);
            while let Some(next) = record(&self.stream, at).filter(|_| !table.is_full()) {
                at = next.end;
                count += 1;
                if count % SLICE == 0 {
                    give_way().await;
                }
                match next.kind {
                    0x809 => depth += 1,
                    0x0a if depth <= 1 => break,
                    0x0a => depth -= 1,
                    // A chart inside a sheet has records of the same kinds.
                    _ if depth <= 1 => cells.take(&next, &mut table),
                    _ => {}
                }
            }
            table.finish("(empty)");
        }
        Ok(draft.finish())
    }

    /// A number as its cell shows it.
    fn number(&self, look: usize, value: f64) -> String {
        let format = self.looks.get(look).copied().unwrap_or_default();
        let text = number::number(value);
        match self.formats.get(&format) {
            Some(shape) => shape.show(&text, self.from_1904),
            None => Shape::builtin(format.try_into().unwrap_or(0)).show(&text, self.from_1904),
        }
    }
}

/// The cells of a sheet while they are read.
struct Cells<'b> {
    book: &'b Xls,
    /// The cell of a formula whose result is a text, which comes in the next record.
    formula: Option<(u32, u32)>,
    /// The length of the text of a drawing, which comes in the next record.
    has_drawing_text: Option<usize>,
    /// The number of the drawing, if it is a comment.
    comment: Option<usize>,
    /// The texts of the comments by the numbers of their drawings.
    comments: BTreeMap<usize, String>,
}

impl Cells<'_> {
    fn take(&mut self, record: &Record<'_>, table: &mut Table<'_>) {
        let (book, content) = (self.book, record.content);
        let part = |at: usize| u32::try_from(short(content, at)).unwrap_or_default();
        let (row, column, look) = (part(0) + 1, part(2) + 1, short(content, 4));
        let drawing_text = self.has_drawing_text.take();
        let text = match record.kind {
            0xfd => book.texts.get(place(content, 6)).cloned(),
            0x27e => Some(book.number(look, packed(content, 6))),
            0x203 => Some(book.number(look, float(content, 6))),
            0xbd => {
                for (column, pair) in (column..).zip(content.get(4..).unwrap_or_default().chunks_exact(6)) {
                    table.cell(row, column, &book.number(short(pair, 0), packed(pair, 2)));
                }
                None
            }
            0x204 | 0xd6 => Some(book.letters.text(content, 6, true)),
            0x205 => content.get(6..8).map(|value| constant(value[0], value[1] != 0)),
            0x06 => self.result(content, row, column, look),
            0x207 => {
                if let Some((row, column)) = self.formula.take() {
                    table.cell(row, column, &book.letters.text(content, 0, true));
                }
                None
            }
            0xe5 => {
                for cells in content.get(2..).unwrap_or_default().chunks_exact(8) {
                    let corner = |row: usize, column: usize| {
                        format!(
                            "{}{}",
                            letters(u32::try_from(short(cells, column) + 1).unwrap_or(1)),
                            short(cells, row) + 1
                        )
                    };
                    let (layout, shown) = table.layout();
                    layout.merge(&format!("{}:{}", corner(0, 4), corner(2, 6)), shown);
                }
                None
            }
            0x208 if content.get(12).is_some_and(|flags| flags & 0x20 != 0) => {
                let (layout, shown) = table.layout();
                layout.hide_rows(row, row, shown);
                None
            }
            0x7d if short(content, 8) & 1 != 0 => {
                let (layout, shown) = table.layout();
                layout.hide_columns(row, column, shown);
                None
            }
            0x5d => {
                self.comment = Some(short(content, 6)).filter(|_| short(content, 4) == COMMENT);
                None
            }
            0x1c => {
                if let Some(text) = self.comments.remove(&short(content, 6)) {
                    table.remark("comment on", &format!("{}{row}", letters(column)), "", &text);
                }
                None
            }
            0x1b6 => {
                self.has_drawing_text = Some(short(content, 10)).filter(|len| *len > 0);
                None
            }
            0x3c => {
                if let Some(len) = drawing_text {
                    let len = u16::try_from(len).unwrap_or(u16::MAX).to_le_bytes();
                    let text = book.letters.text(&[&len, content].concat(), 0, true);
                    match self.comment.take() {
                        Some(number) => drop(self.comments.insert(number, text)),
                        None => drop(table.remark("text", "", "", &text)),
                    }
                }
                None
            }
            _ => None,
        };
        if let Some(text) = text {
            table.cell(row, column, &text);
        }
    }

    /// The result of a formula. A text comes in the next record.
    fn result(&mut self, content: &[u8], row: u32, column: u32, look: usize) -> Option<String> {
        if short(content, 12) != 0xffff {
            return Some(self.book.number(look, float(content, 6)));
        }
        let value = content.get(8).copied().unwrap_or_default();
        match content.get(6)? {
            0 => {
                self.formula = Some((row, column));
                None
            }
            1 => Some(constant(value, false)),
            2 => Some(constant(value, true)),
            _ => None,
        }
    }
}

/// A truth value or an error.
fn constant(value: u8, is_error: bool) -> String {
    let error = ERRORS.iter().find(|(code, _)| is_error && *code == value).map(|(_, name)| *name);
    error.unwrap_or(if value == 0 { "FALSE" } else { "TRUE" }).to_owned()
}
