//! The stack of open paragraphs, tables, cells and text boxes while a part is read, and where the text of each goes
//! when it ends.

use std::rc::Rc;

use super::lines::{Line, Writer};
use super::math;
use super::paragraph::Paragraph;
use super::table::{Cell, Table};
use crate::draft::Stop;
use crate::xml::Xml;

/// Maximum number of bytes held before they are written: one paragraph, one table row, or all notes of a part.
const MAX_HELD: usize = 3 * 1024 * 1024;
/// Bytes that an empty line, cell or note counts towards [`MAX_HELD`], because it takes memory too.
const HOLDER: usize = 64;

/// A note or comment.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Aside {
    pub id: String,
    pub author: String,
    pub lines: Vec<String>,
}

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
    pub(super) open: Vec<Frame>,
    pub(super) writer: Option<&'a mut Writer>,
    pub asides: Vec<Aside>,
    held: usize,
    /// For each open element with alternatives: whether one of them has been read.
    pub chosen: Vec<bool>,
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

    /// The bytes of text that are written so far.
    pub fn written(&self) -> usize {
        self.writer.as_ref().map_or(0, |writer| writer.draft.len())
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
        if self.is_outermost() && self.writer.is_some() {
            self.held = 0;
        }
        frame
    }

    /// Whether lines go to the writer: nothing is open but cells that are frames.
    pub(super) fn is_outermost(&self) -> bool {
        self.open.last().is_none_or(|frame| matches!(frame, Frame::Cell(cell) if cell.is_frame))
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

    pub fn last_mut(&mut self) -> Option<&mut Frame> {
        self.open.last_mut()
    }

    /// Whether to read the alternative that was just opened: only the first one is.
    pub fn choose(&mut self) -> bool {
        !self.chosen.last_mut().is_some_and(|chosen| std::mem::replace(chosen, true))
    }

    /// Starts a link in the open paragraph. The target counts as text, because a million links to one address write it a
    /// million times.
    pub fn open_link(&mut self, target: Option<Rc<str>>) {
        let target = target.filter(|target| self.hold(target.len()));
        if let Some(paragraph) = self.paragraph() {
            paragraph.open_link(target);
        }
    }

    pub fn close_link(&mut self) {
        if let Some(paragraph) = self.paragraph() {
            paragraph.close_link();
        }
    }

    /// The formula in the element `oMath` that was just opened, as LaTeX without spaces around it, also if an error ends
    /// it.
    pub fn formula(&mut self, xml: &mut Xml<'_>) -> (String, Result<(), Stop>) {
        let mut formula = String::new();
        let (is_whole, end) = math::read(xml, &mut formula);
        self.is_cut |= !is_whole;
        (formula.trim().to_owned(), end)
    }

    /// Ends the innermost frame and returns it, if it is a paragraph.
    pub fn end_paragraph(&mut self) -> Option<Paragraph> {
        self.paragraph()?.close_links();
        match self.pop() {
            Some(Frame::Paragraph(paragraph)) => Some(*paragraph),
            _ => None,
        }
    }

    /// The same for an aside.
    pub fn end_aside(&mut self) -> Option<Aside> {
        match self.pop_if(|frame| matches!(frame, Frame::Aside(_))) {
            Some(Frame::Aside(aside)) => Some(aside),
            _ => None,
        }
    }

    /// The same for the lines of a text box.
    pub fn end_box(&mut self) -> Option<Vec<Line>> {
        match self.pop_if(|frame| matches!(frame, Frame::Box(_))) {
            Some(Frame::Box(lines)) => Some(lines),
            _ => None,
        }
    }

    pub(super) fn pop_if(&mut self, is_it: fn(&Frame) -> bool) -> Option<Frame> {
        self.last().is_some_and(is_it).then(|| self.pop())?
    }

    /// Passes a complete line to the enclosing frame.
    pub fn emit(&mut self, line: Line) {
        let is_outermost = self.is_outermost();
        if !is_outermost && !self.hold(HOLDER) {
            return;
        }
        match self.open.last_mut().filter(|_| !is_outermost) {
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

    /// Passes lines to the enclosing frame.
    pub fn emit_all(&mut self, lines: Vec<Line>) {
        for line in lines {
            self.emit(line);
        }
    }

    /// Passes a line without a label to the enclosing frame.
    pub fn emit_text(&mut self, text: String) {
        self.emit(Line { text, ..Line::default() });
    }
}
