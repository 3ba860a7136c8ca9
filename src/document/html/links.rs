//! Writes the marks of links and code. Both marks are inserted when the element ends.

use super::flow::{Flow, Mark};

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
        let text = text.trim();
        if target == text || target.strip_prefix("mailto:") == Some(text) {
            return;
        }
        let target = if target.contains([' ', '(', ')']) { format!("<{target}>") } else { target };
        self.line.insert(start, '[');
        shift(&mut self.code, start, 1);
        self.line.push_str("](");
        self.line.push_str(&target);
        self.line.push(')');
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
