//! Writes the marks of links, code, notes, superscripts and subscripts. Most are inserted when the element ends.

use super::flow::{Flow, Mark};
use crate::markup::{link_end, needs_braces};

impl Flow {
    /// Starts the mark of a note, which is not raised.
    pub fn open_note_mark(&mut self) {
        self.script = None;
        self.text("[^");
        self.note_mark = Some(self.line.len());
    }

    pub fn open_link(&mut self, target: Option<String>) {
        self.close_link();
        self.link = Some(Mark { start: None, target, is_inner: self.code.is_some() });
    }

    pub fn close_link(&mut self) {
        if self.note_mark.take().is_some() {
            self.join("]");
        }
        let Some(Mark { start: Some(start), target: Some(target), .. }) = self.link.take() else { return };
        let Some(text) = self.line.get(start..).filter(|text| !text.trim().is_empty()) else { return };
        let Some(end) = link_end(text.trim(), &target) else { return };
        self.line.insert(start, '[');
        shift(&mut self.code, start, 1);
        self.line.push_str(&end);
    }

    /// Starts a superscript or subscript.
    pub fn open_script(&mut self, sign: char) {
        self.script = Some((sign, None)).filter(|_| self.note_mark.is_none());
    }

    pub fn close_script(&mut self) {
        let Some((sign, Some(start))) = self.script.take() else { return };
        let text = self.line.get(start..).and_then(|text| text.strip_prefix(sign));
        if !text.is_some_and(needs_braces) {
            return;
        }
        self.line.insert(start + 1, '{');
        self.line.push('}');
        for mark in [&mut self.link, &mut self.code].into_iter().flatten() {
            mark.start = mark.start.map(|at| if at > start { at + 1 } else { at });
        }
    }

    pub fn open_code(&mut self) {
        if self.code.is_none() && !self.is_verbatim {
            self.code = Some(Mark { start: None, target: None, is_inner: self.link.is_some() });
        }
    }

    pub fn close_code(&mut self) {
        let Some(Mark { start: Some(start), .. }) = self.code.take() else { return };
        let Some(text) = self.line.get(start..).filter(|text| !text.trim().is_empty()) else { return };
        let fence = if text.contains('`') { "``" } else { "`" };
        self.line.insert_str(start, fence);
        shift(&mut self.link, start, fence.len());
        self.line.push_str(fence);
    }
}

/// Moves the start of a mark by `by` bytes after text was inserted at `at`.
fn shift(mark: &mut Option<Mark>, at: usize, by: usize) {
    if let Some(Mark { start: Some(start), is_inner, .. }) = mark
        && (*start > at || (*start == at && *is_inner))
    {
        *start += by;
    }
}
