//! The shapes of a slide while it is read: what they are, where they are, and whether they are hidden.

use super::places::{Piece, placeholder};
use super::shape::{Role, Shape};
use super::slide_story::SlideStory;
use crate::markup::{described, one_line};
use crate::rich_text::MAX_NAME;
use crate::xml::Xml;

impl SlideStory<'_> {
    pub(super) fn open_shape(&mut self, kind: &'static str) {
        self.shape = Shape { kind, ..Shape::default() };
        self.depth += 1;
        if self.depth == 1 {
            let at = self.frames.written();
            self.pieces.push(Piece { text: at..at, ..Piece::default() });
        }
    }

    pub(super) fn end_shape(&mut self) {
        self.depth = self.depth.saturating_sub(1);
        self.hidden = self.hidden.filter(|hidden| *hidden <= self.depth);
        let end = self.frames.written();
        if let Some(piece) = self.pieces.last_mut() {
            piece.text.end = end;
        }
    }

    pub(super) fn name_shape(&mut self, xml: &Xml<'_>) {
        self.shape.name = xml.first_short(&["descr", "title"], MAX_NAME);
        if xml.attribute("hidden").is_some_and(|value| matches!(&*value, "1" | "true")) {
            self.hidden.get_or_insert(self.depth);
        }
    }

    /// Reads where a shape is. Of a group, only itself counts.
    pub(super) fn read_place(&mut self, xml: &Xml<'_>) {
        let is_new = self.depth == 1 && (xml.name() == "off" || xml.tag_has("cx"));
        if let Some(piece) = self.pieces.last_mut().filter(|_| is_new) {
            piece.place.get_or_insert_default().read(xml);
        }
    }

    pub(super) fn read_placeholder(&mut self, xml: &Xml<'_>) {
        self.shape.role = Role::read(xml);
        if let Some(piece) = self.pieces.last_mut().filter(|_| self.depth == 1) {
            piece.placeholder = Some(placeholder(xml));
        }
    }

    pub(super) fn end_picture(&mut self) {
        let Shape { name, kind, .. } = std::mem::take(&mut self.shape);
        if kind == "image" && name.is_empty() {
            self.images += 1;
        } else if !kind.is_empty() {
            self.line(&described(&[kind, &one_line(&name)]));
        }
        self.end_shape();
    }
}
