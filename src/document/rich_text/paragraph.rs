//! A paragraph while it is read: its text, its links and its marks.

use std::rc::Rc;

use super::lines::{Label, Line};
use super::look::Look;
use crate::markup::{link_end, needs_braces};

/// Bytes that the marks of one run may take, such as `~~^{}~~`.
pub(crate) const MARKS: usize = 8;

/// A paragraph that is still being read.
#[derive(Debug, Default)]
pub(crate) struct Paragraph {
    pub text: String,
    /// The level of a heading and the label of an item, in formats that know them before the text.
    pub heading: Option<u8>,
    pub label: Option<Label>,
    /// The offset where the open struck text starts.
    pub struck: Option<usize>,
    /// The sign of the open superscript or subscript, and the offset where it starts.
    pub script: Option<(&'static str, usize)>,
    /// The content of the paragraph's text boxes, shown after it.
    pub after: Vec<Line>,
    /// The open links: the offset where the text starts, and the target. `None` for a link without a target or inside
    /// another link.
    pub links: Vec<Option<(usize, Rc<str>)>>,
}

impl Paragraph {
    /// Starts a link. A link without a target, or inside another link, is written as plain text.
    pub fn open_link(&mut self, target: Option<Rc<str>>) {
        self.mark("", false);
        let is_first = self.links.iter().all(Option::is_none);
        self.links.push(target.filter(|_| is_first).map(|target| (self.text.len(), target)));
    }

    /// Ends the innermost link. Writes `[label](target)`, or just the label if it already shows the target.
    pub fn close_link(&mut self) {
        self.mark("", false);
        let Some((start, target)) = self.links.pop().flatten() else { return };
        let label = self.text.get(start..).unwrap_or_default().trim();
        if let Some(end) = link_end(label, &target) {
            self.wrap(start, "[", &end);
        }
    }

    /// Appends text with this look.
    pub fn push(&mut self, text: &str, look: Look) {
        self.mark(look.sign.unwrap_or_default(), look.is_struck == Some(true));
        self.text.push_str(text);
    }

    /// Whether a word ends here, so that a comment needs a space before it.
    pub fn is_after_word(&self) -> bool {
        self.text.ends_with(|letter| letter != ' ')
    }

    /// Ends the marks that do not belong to the text that follows, and starts those that do.
    pub fn mark(&mut self, sign: &'static str, is_struck: bool) {
        let turns = self.struck.is_some() != is_struck;
        if let Some((open, start)) = self.script.take_if(|(open, _)| turns || *open != sign) {
            if self.text.get(start..).is_some_and(|text| needs_braces(text.trim())) {
                self.wrap(start, if open == "^" { "^{" } else { "_{" }, "}");
            } else {
                self.wrap(start, open, "");
            }
        }
        if turns {
            match self.struck.take() {
                Some(start) => self.wrap(start, "~~", "~~"),
                None => self.struck = Some(self.text.len()),
            }
        }
        if self.script.is_none() && !sign.is_empty() {
            self.script = Some((sign, self.text.len()));
        }
    }

    /// Writes `before` and `after` around the text from the offset `start`, if it is more than spaces.
    fn wrap(&mut self, start: usize, before: &str, after: &str) {
        let shown = self.cut_from(start);
        let label = shown.trim();
        if label.is_empty() {
            self.text.push_str(&shown);
            return;
        }
        let (spaces, rest) = shown.split_at(shown.len() - shown.trim_start().len());
        for piece in [spaces, before, label, after, &rest[label.len()..]] {
            self.text.push_str(piece);
        }
    }

    /// Ends the links and marks that are still open at the end of the paragraph.
    pub fn close_links(&mut self) {
        self.mark("", false);
        while !self.links.is_empty() {
            self.close_link();
        }
    }

    /// Removes the text from the offset `start` to the end, and returns it.
    pub fn cut_from(&mut self, start: usize) -> String {
        if self.text.is_char_boundary(start) { self.text.split_off(start) } else { String::new() }
    }
}
