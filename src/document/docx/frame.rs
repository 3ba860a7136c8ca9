//! The stack of open paragraphs, tables, cells and text boxes while a part is read, and where the text of each goes
//! when it ends.

use super::footnotes::Aside;
use super::paragraph::Paragraph;
use super::word_table::{Cell, Table};
use super::writer::{Line, Writer};

/// Maximum number of bytes held before they are written: one paragraph, one table row, or all notes of a part.
const MAX_HELD: usize = 3 * 1024 * 1024;
/// Bytes that an empty line, cell or note counts towards [`MAX_HELD`], because it takes memory too.
const HOLDER: usize = 64;

/// An open element.
#[derive(Debug)]
pub(crate) enum Frame {
    Paragraph(Box<Paragraph>),
    /// A text box. Its lines come after the paragraph it is anchored to.
    Box(Vec<Line>),
    Table(Table),
    Cell(Cell),
    /// A note, a comment, a header or a footer.
    Aside(Aside),
}

/// All open frames, innermost last.
#[derive(Debug, Default)]
pub(crate) struct Frames<'a> {
    open: Vec<Frame>,
    writer: Option<&'a mut Writer>,
    pub asides: Vec<Aside>,
    held: usize,
    /// Something was left out because [`MAX_HELD`] was reached.
    pub is_cut: bool,
}

impl<'a> Frames<'a> {
    /// Creates an empty stack. Without a writer, only the content of notes is kept.
    pub fn new(writer: Option<&'a mut Writer>) -> Self {
        Self { writer, ..Self::default() }
    }

    /// Whether the draft is full, so that reading can stop.
    pub fn is_full(&self) -> bool {
        self.writer.as_ref().is_some_and(|writer| writer.draft.is_full())
    }

    /// Reserves `len` bytes of the budget. Returns false if they do not fit.
    pub fn hold(&mut self, len: usize) -> bool {
        let fits = self.held + len + HOLDER <= MAX_HELD;
        if fits {
            self.held += len;
        }
        self.is_cut |= !fits;
        fits
    }

    pub fn push(&mut self, frame: Frame) {
        self.open.push(frame);
    }

    pub fn pop(&mut self) -> Option<Frame> {
        let frame = self.open.pop();
        if self.open.is_empty() && self.writer.is_some() {
            self.held = 0;
        }
        frame
    }

    pub fn last(&self) -> Option<&Frame> {
        self.open.last()
    }

    /// The innermost frame, if it is a paragraph. Text belongs to it.
    pub fn paragraph(&mut self) -> Option<&mut Paragraph> {
        match self.open.last_mut()? {
            Frame::Paragraph(paragraph) => Some(paragraph),
            _ => None,
        }
    }

    /// The innermost frame, if it is a table. `None` while a cell of the table is open.
    pub fn table(&mut self) -> Option<&mut Table> {
        match self.open.last_mut()? {
            Frame::Table(table) => Some(table),
            _ => None,
        }
    }

    /// The innermost frame, if it is a cell. `None` while something inside the cell is open.
    pub fn cell(&mut self) -> Option<&mut Cell> {
        match self.open.last_mut()? {
            Frame::Cell(cell) => Some(cell),
            _ => None,
        }
    }

    /// The author of the innermost frame, if it is a comment.
    pub fn author(&mut self) -> Option<&mut String> {
        match self.open.last_mut()? {
            Frame::Aside(aside) => Some(&mut aside.author),
            _ => None,
        }
    }

    /// Passes a complete line to the enclosing frame.
    pub fn emit(&mut self, line: Line) {
        if self.open.last().is_some() && !self.hold(HOLDER) {
            return;
        }
        match self.open.last_mut() {
            None => {
                if let Some(writer) = &mut self.writer {
                    writer.write(&line);
                }
            }
            // Text in a table but outside its cells. No known program writes this.
            Some(Frame::Table(table)) => table.add(line.plain(), 1),
            Some(Frame::Paragraph(paragraph)) => paragraph.after.push(line),
            Some(Frame::Box(lines)) => lines.push(line),
            Some(Frame::Cell(Cell { lines, .. }) | Frame::Aside(Aside { lines, .. })) => {
                let text = line.plain();
                if !text.trim().is_empty() {
                    lines.push(text.trim_end().to_owned());
                }
            }
        }
    }

    /// Ends a row of the innermost table.
    pub fn end_row(&mut self) {
        if !matches!(self.open.last(), Some(Frame::Table(_))) {
            return;
        }
        let Some(Frame::Table(mut table)) = self.pop() else { return };
        if table.end_row() {
            if let (Some(writer), true) = (&mut self.writer, self.open.is_empty()) {
                writer.row(&table.row, table.columns, table.rows == 1);
            } else {
                // A table inside a cell, a box or a note is written as one line per row.
                let cells: Vec<&str> =
                    table.row.iter().map(|cell| cell.trim()).filter(|cell| !cell.is_empty()).collect();
                let text = cells.join("; ").replace('\n', " ");
                if !text.is_empty() {
                    self.emit(Line { text, ..Line::default() });
                }
            }
        }
        table.row.clear();
        self.push(Frame::Table(table));
    }
}
