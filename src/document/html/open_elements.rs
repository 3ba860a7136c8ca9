//! The stack of open elements that affect the text, and what happens when they end.

use super::page_text::Page;

/// Maximum depth of the stack. Deeper elements are ignored, and only their text is kept.
const MAX_FRAMES: usize = 128;

/// An open element that affects the text.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Frame {
    Heading(u8),
    /// The value is the number of its next item, if its items are numbered.
    List(Option<i64>),
    Item {
        is_indented: bool,
    },
    Description {
        is_indented: bool,
    },
    Quote {
        is_indented: bool,
    },
    Pre {
        language: String,
    },
    Table,
    Cell,
    /// `start` is the offset of its text in the line.
    Select {
        start: usize,
        has_option: bool,
    },
    Math {
        start: usize,
    },
    Annotation,
}

impl Frame {
    /// Its index in [`Page::open`].
    fn kind(&self) -> usize {
        match self {
            Self::Heading(_) => HEADING,
            Self::List(_) => LIST,
            Self::Item { .. } => ITEM,
            Self::Description { .. } => DESCRIPTION,
            Self::Quote { .. } => QUOTE,
            Self::Pre { .. } => PRE,
            Self::Table => TABLE,
            Self::Cell => CELL,
            Self::Select { .. } => SELECT,
            Self::Math { .. } => MATH,
            Self::Annotation => ANNOTATION,
        }
    }
}

pub(super) const HEADING: usize = 0;
pub(super) const LIST: usize = 1;
pub(super) const ITEM: usize = 2;
pub(super) const DESCRIPTION: usize = 3;
pub(super) const QUOTE: usize = 4;
pub(super) const PRE: usize = 5;
pub(super) const TABLE: usize = 6;
pub(super) const CELL: usize = 7;
pub(super) const SELECT: usize = 8;
pub(super) const MATH: usize = 9;
pub(super) const ANNOTATION: usize = 10;
/// Number of kinds of frames.
pub(super) const KINDS: usize = 11;

impl Page {
    /// The depth of the innermost frame of a kind, 0-indexed. `None` if none is open.
    pub(super) fn last(&self, kind: usize) -> Option<usize> {
        let open = self.open[kind];
        (open != 0).then(|| 127 - open.leading_zeros() as usize)
    }

    pub(super) fn push(&mut self, frame: Frame) -> bool {
        let depth = self.frames.len();
        if depth == MAX_FRAMES {
            return false;
        }
        self.open[frame.kind()] |= 1 << depth;
        self.frames.push(frame);
        true
    }

    pub(super) fn push_indented(&mut self, frame: Frame, is_indented: bool) {
        if !self.push(frame) && is_indented {
            self.flow.outdent();
        }
    }

    /// Closes the innermost frame of a kind, unless it is outside of the current cell.
    pub(super) fn close(&mut self, kind: usize) {
        self.close_within(kind, CELL);
    }

    /// Closes the innermost frame of a kind, unless it is outside of the innermost `border` frame or the current cell.
    /// A cell itself is closed unless it is outside of the innermost table.
    pub(super) fn close_within(&mut self, kind: usize, border: usize) {
        let borders = if kind == CELL { [self.last(TABLE), None] } else { [self.last(border), self.last(CELL)] };
        if let Some(depth) = self.last(kind)
            && borders.into_iter().flatten().all(|border| border < depth)
        {
            self.pop_to(depth);
        }
    }

    /// Closes all frames at `depth` or deeper.
    pub(super) fn pop_to(&mut self, depth: usize) {
        while self.frames.len() > depth {
            let Some(frame) = self.frames.last().cloned() else { return };
            self.leave(&frame);
            self.frames.pop();
            self.open[frame.kind()] &= !(1 << self.frames.len());
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

    /// Handles the end of a frame, while it is still on the stack.
    pub(super) fn leave(&mut self, frame: &Frame) {
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

    pub(super) fn end_row(&mut self) {
        self.close_within(CELL, TABLE);
        if self.last(CELL) < self.last(TABLE)
            && let Some(table) = self.tables.last_mut()
            && !table.is_layout
        {
            table.end_row(&mut self.flow);
        }
    }

    /// Handles content that data tables do not have, such as a heading: treats the table around it as a layout table.
    pub(super) fn lay_out(&mut self) {
        if self.last(CELL) > self.last(TABLE)
            && let Some(table) = self.tables.last_mut()
            && !table.is_layout
        {
            let text = self.flow.take();
            table.lay_out(&mut self.flow);
            self.flow.text(&text);
        }
    }
}
