//! A page while it is read: what is open, and what happens when that ends.

use encoding_rs::Encoding;

use super::flow::Flow;
use super::html_table::Table;
use super::invisible::Hiding;
use super::main_content::Containers;
use super::open_elements::{CELL, Frame, HEADING, LIST, OpenElements, TABLE};

/// A page while it is read.
#[derive(Debug, Default)]
pub(super) struct Page {
    pub flow: Flow,
    pub open: OpenElements,
    /// The open tables.
    pub tables: Vec<Table>,
    pub hiding: Option<Hiding>,
    /// The title of the page while it is read.
    pub title: Option<String>,
    pub has_title: bool,
    /// Whether it is a page of a book: XML, without a title of its own, and its links lead into the book.
    pub is_chapter: bool,
    /// Its encoding, if that is known.
    pub encoding: Option<&'static Encoding>,
    /// The containers, to tell the main text from menus. Not counted unless it is asked for.
    pub containers: Option<Containers>,
}

impl Page {
    /// The depth of the innermost open frame of this kind.
    pub fn last(&self, kind: usize) -> Option<usize> {
        self.open.last(kind)
    }

    pub fn push(&mut self, frame: Frame) -> bool {
        self.open.push(frame)
    }

    /// Opens a frame whose lines begin with `first`, then `rest`, unless the text is in a line.
    pub fn push_indented(&mut self, first: String, rest: &'static str, frame: fn(bool) -> Frame) {
        let is_indented = !self.is_in_line() && self.flow.indent(first, rest);
        if !self.push(frame(is_indented)) && is_indented {
            self.flow.outdent();
        }
    }

    /// Closes the innermost frame of this kind, unless it is outside the current table cell.
    pub fn close(&mut self, kind: usize) {
        self.close_within(kind, CELL);
    }

    /// Closes the innermost frame of this kind, unless a frame of kind `border` or a table cell is between.
    pub fn close_within(&mut self, kind: usize, border: usize) {
        let borders = if kind == CELL { [self.last(TABLE), None] } else { [self.last(border), self.last(CELL)] };
        if let Some(depth) = self.last(kind)
            && borders.into_iter().flatten().all(|border| border < depth)
        {
            self.pop_to(depth);
        }
    }

    /// Closes all frames from `depth` on.
    pub fn pop_to(&mut self, depth: usize) {
        while self.open.len() > depth {
            let Some(frame) = self.open.innermost().cloned() else { return };
            self.leave(&frame);
            self.open.pop();
            if let Frame::Table = frame
                && let Some(table) = self.tables.pop()
            {
                if !table.is_layout {
                    table.finish(&mut self.flow);
                }
                self.flow.blank();
            }
            if let Frame::List(_) = frame
                && self.last(LIST).is_none()
            {
                self.boundary(true);
            }
        }
    }

    /// The effect of the end of a frame, while it is still open.
    fn leave(&mut self, frame: &Frame) {
        match frame {
            Frame::Heading(level) => self.flow.close_heading(*level),
            Frame::Item { is_indented } | Frame::Description { is_indented } | Frame::Quote { is_indented } => {
                self.boundary(false);
                if *is_indented {
                    self.flow.outdent();
                }
                if matches!(frame, Frame::Quote { .. }) {
                    self.boundary(true);
                }
            }
            Frame::Pre { language } => {
                let text = self.flow.take();
                self.flow.is_verbatim = false;
                self.flow.write_fenced(&text, language);
                self.flow.blank();
            }
            Frame::Cell => match self.tables.last_mut() {
                Some(table) if !table.is_layout => table.close_cell(&self.flow.take(), &mut self.flow),
                _ => self.boundary(false),
            },
            Frame::Table => {
                if let Some(table) = self.tables.last_mut()
                    && !table.is_layout
                {
                    table.end_row(&mut self.flow);
                }
                self.boundary(false);
            }
            Frame::Select { .. } => {
                self.flow.join("]");
                self.flow.space();
            }
            Frame::Annotation => self.flow.text("$"),
            Frame::List(_) => self.boundary(false),
            Frame::Math { .. } => {}
        }
    }

    pub fn end_row(&mut self) {
        self.close_within(CELL, TABLE);
        if self.last(CELL) < self.last(TABLE)
            && let Some(table) = self.tables.last_mut()
            && !table.is_layout
        {
            table.end_row(&mut self.flow);
        }
    }

    /// Called for content that does not occur in the cells of a data table. The innermost table is then a layout table.
    pub fn lay_out(&mut self) {
        if self.last(CELL) > self.last(TABLE)
            && let Some(table) = self.tables.last_mut()
            && !table.is_layout
        {
            let text = self.flow.take();
            table.lay_out(&mut self.flow);
            self.flow.text(&text);
        }
    }

    /// Whether blocks do not start a new line: inside headings and cells of data tables.
    pub fn is_in_line(&self) -> bool {
        self.last(HEADING).is_some()
            || (self.last(CELL).is_some() && self.tables.last().is_some_and(|table| !table.is_layout))
    }

    pub fn boundary(&mut self, wants_blank: bool) {
        if self.flow.is_verbatim {
            return;
        }
        if self.is_in_line() {
            self.flow.space();
            return;
        }
        self.flow.end_block();
        // The first paragraph of an item follows its marker.
        let is_at_mark = matches!(self.open.innermost(), Some(Frame::Item { .. } | Frame::Description { .. }));
        if wants_blank && !(is_at_mark && self.flow.is_at_mark()) {
            self.flow.blank();
        }
    }
}
