//! Content other than plain text: notes and comments, and references to them; links, fields, form fields, pictures,
//! formulas and phonetic guides.

use std::rc::Rc;

use super::field::{target_of, with_place};
use super::footnotes::NoteKind;
use super::form_field;
use super::story::{Drawing, WordStory};
use crate::draft::Stop;
use crate::markup::{described, one_line};
use crate::rich_text::MAX_NAME;
use crate::rich_text::frames::{Aside, Frame};
use crate::rich_text::lines::Line;
use crate::rich_text::steps::Story;
use crate::xml::Xml;

/// Maximum nesting depth of phonetic guides that are still marked. Each level moves its text once.
const MAX_PIECES: usize = 16;

impl WordStory<'_> {
    pub(super) fn open_aside(&mut self, xml: &mut Xml<'_>) -> Result<(), Stop> {
        if !self.is_aside {
            return Ok(());
        }
        // Separators are lines on the page, not notes.
        let is_note = xml.attribute("type").is_none_or(|kind| kind == "normal");
        let id = xml.attribute("id").unwrap_or_default().into_owned();
        let author = xml.attribute("author").unwrap_or_default().into_owned();
        if !is_note || !self.frames.hold(id.len() + author.len() + size_of::<Aside>()) {
            return xml.skip();
        }
        self.frames.push(Frame::Aside(Aside { id, author, lines: Vec::new() }));
        Ok(())
    }

    pub(super) fn end_aside(&mut self) {
        if !self.is_aside {
            return;
        }
        self.flush();
        if let Some(mut aside) = self.frames.end_aside() {
            // The text of a note starts with its number and a space.
            if let Some(first) = aside.lines.first_mut() {
                first.drain(..first.len() - first.trim_start().len());
            }
            self.frames.asides.push(aside);
        }
    }

    pub(super) fn open_reference(&mut self, xml: &Xml<'_>) {
        if self.is_silent() {
            return;
        }
        let id = xml.attribute("id").unwrap_or_default();
        let mark = match xml.name() {
            "footnoteReference" => self.shared.asides.mark(NoteKind::Foot, &id),
            "endnoteReference" => self.shared.asides.mark(NoteKind::End, &id),
            _ => self.shared.asides.comment(&id).map(|comment| {
                let follows_word = self.frames.paragraph().is_some_and(|paragraph| paragraph.is_after_word());
                if follows_word { format!(" {comment}") } else { comment }
            }),
        };
        if let Some(mark) = mark {
            self.say_plain(&mark);
        }
    }

    /// Starts the link of the element `hyperlink` or `fldSimple`.
    pub(super) fn open_link(&mut self, xml: &Xml<'_>) {
        let target = if xml.name() == "fldSimple" {
            xml.attribute("instr").and_then(|instruction| target_of(&instruction))
        } else {
            let relation = xml.prefixed("id").and_then(|id| self.relations.get(&*id));
            // A link to a bookmark is plain text: the bookmarks are not in the text.
            let relation = relation.filter(|relation| relation.is_external);
            relation.map(|relation| with_place(&relation.target, xml.attribute("anchor").as_deref()))
        };
        self.frames.open_link(target);
    }

    pub(super) fn field(&mut self, xml: &Xml<'_>) {
        match xml.attribute("fldCharType").as_deref() {
            Some("begin") => self.fields.begin(),
            Some("separate") => {
                if let Some(target) = self.fields.separate() {
                    self.frames.open_link(Some(target));
                }
            }
            Some("end") => {
                let Some(field) = self.fields.end() else { return };
                if field.is_link {
                    self.frames.close_link();
                }
                self.say_plain(&field.state);
            }
            _ => {}
        }
    }

    pub(super) fn read_form_field(&mut self, xml: &mut Xml<'_>) -> Result<(), Stop> {
        let state = form_field::legacy(xml)?;
        self.fields.set_state(state);
        Ok(())
    }

    /// Shows the state of the innermost form field: at its end, or at the end of its first paragraph.
    pub(super) fn end_control(&mut self) {
        if self.frames.paragraph().is_none() {
            return;
        }
        let Some(control) = self.controls.last_mut().and_then(Option::take) else { return };
        let Some((paragraph, layout)) = self.paragraph() else { return };
        paragraph.mark("", false);
        let text = layout.control.take().map(|start| paragraph.cut_from(start));
        self.say_plain(&control.shown(&text.unwrap_or_default()));
    }

    pub(super) fn end_content(&mut self) {
        self.end_control();
        self.controls.pop();
    }

    /// Reads the name of a picture, which several elements may give. The first name that is not empty is kept.
    pub(super) fn name_drawing(&mut self, xml: &Xml<'_>) {
        if self.drawing.name.is_empty() {
            self.drawing.name = xml.first_short(&["descr", "alt", "title", "name"], MAX_NAME);
        }
    }

    /// Reads the kind of a picture, and what else its element says of it.
    pub(super) fn open_drawing(&mut self, xml: &Xml<'_>) {
        let kind = match xml.name() {
            "imagedata" => {
                self.name_drawing(xml);
                "image"
            }
            "textpath" => {
                self.drawing.name = xml.short("string", MAX_NAME);
                "lettering"
            }
            name @ ("chart" | "relIds") => {
                let (id, kind) = if name == "chart" { ("id", "chart") } else { ("dm", "diagram") };
                let relation = xml.prefixed(id).and_then(|id| self.relations.get(&*id));
                let text = relation.and_then(|relation| self.shared.diagrams.get(&*relation.target));
                self.drawing.text = text.filter(|text| self.frames.hold(text.len())).cloned();
                kind
            }
            "OLEObject" => {
                self.drawing.kind = None;
                self.drawing.inner = self.inner(xml);
                self.drawing.name = xml.short("ProgID", MAX_NAME);
                "embedded object"
            }
            _ => "image",
        };
        self.drawing.kind.get_or_insert(kind);
    }

    pub(super) fn end_drawing(&mut self) {
        let Drawing { name, kind, text, inner } = std::mem::take(&mut self.drawing);
        if let Some(kind) = kind {
            let mut lines = text.as_deref().unwrap_or_default().split('\n');
            self.say_plain(&described(&[kind, &one_line(&name), lines.next().unwrap_or_default()]));
            lines.for_each(|line| self.say_plain(&format!("\n[{line}]")));
        }
        let inner = inner.filter(|text| !self.is_silent() && self.frames.hold(2 * text.len()));
        for line in inner.as_deref().unwrap_or_default().lines() {
            let line = Line { text: line.to_owned(), ..Line::default() };
            match self.frames.paragraph() {
                Some(paragraph) => paragraph.after.push(line),
                None => self.frames.emit(line),
            }
        }
    }

    /// The text of the document inside this one that the element refers to.
    fn inner(&self, xml: &Xml<'_>) -> Option<Rc<str>> {
        let relation = xml.prefixed("id").and_then(|id| self.relations.get(&*id))?;
        self.shared.inner.get(&*relation.target).cloned()
    }

    /// Shows a document in place of the element `altChunk`.
    pub(super) fn open_chunk(&mut self, xml: &Xml<'_>) {
        self.flush();
        let text = self.inner(xml);
        for line in text.as_deref().unwrap_or("[embedded document]").lines() {
            self.frames.emit_text(line.to_owned());
        }
    }

    pub(super) fn read_formula(&mut self, xml: &mut Xml<'_>) -> Result<(), Stop> {
        let (formula, end) = self.frames.formula(xml);
        if !formula.is_empty() {
            let sign = if self.is_display { "$$" } else { "$" };
            // Two formulas side by side would look like one with `$$`.
            let is_next = self.frames.paragraph().is_some_and(|paragraph| paragraph.text.ends_with('$'));
            self.say_plain(&format!("{}{sign}{formula}{sign}", if is_next { " " } else { "" }));
        }
        end
    }

    pub(super) fn begin_piece(&mut self) {
        if let Some((paragraph, layout)) = self.paragraph() {
            paragraph.mark("", false);
            layout.pieces.push(paragraph.text.len());
        }
    }

    /// Takes the reading of a word out of the text, unless it is empty or nested too deep. Word stores it before the word.
    pub(super) fn end_piece(&mut self) {
        let Some((paragraph, layout)) = self.paragraph() else { return };
        paragraph.mark("", false);
        let start = layout.pieces.pop().filter(|start| *start < paragraph.text.len());
        layout.reading = start.filter(|_| layout.pieces.len() < MAX_PIECES).map(|start| paragraph.cut_from(start));
    }

    /// Shows the reading after the word, in brackets.
    pub(super) fn end_reading(&mut self) {
        if let Some(reading) = self.paragraph().and_then(|(_, layout)| layout.reading.take()) {
            self.say_plain(&format!("({reading})"));
        }
    }
}
