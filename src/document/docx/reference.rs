//! References: links, fields, notes and comments.

use std::rc::Rc;

use super::field::{target_of, with_place};
use super::footnotes::{Aside, NoteKind};
use super::frame::Frame;
use super::story::Story;
use crate::document::stop::Stop;
use crate::document::xml::Xml;

impl Story<'_> {
    pub(super) fn open_aside(&mut self, xml: &mut Xml<'_>) -> Result<(), Stop> {
        // Separators are lines on the page, not notes.
        let is_note = xml.attribute("type").is_none_or(|kind| kind == "normal");
        let id = xml.attribute("id").unwrap_or_default().into_owned();
        let author = xml.attribute("author").unwrap_or_default().into_owned();
        if is_note && self.frames.hold(id.len() + author.len() + size_of::<Aside>()) {
            self.frames.push(Frame::Aside(Aside { id, author, lines: Vec::new() }));
            Ok(())
        } else {
            xml.skip()
        }
    }

    pub(super) fn open_reference(&mut self, xml: &Xml<'_>) {
        let id = xml.attribute("id").unwrap_or_default();
        let mark = match xml.name() {
            "hyperlink" => {
                let relation = xml.prefixed("id").and_then(|id| self.relations.get(&*id));
                let place = xml.attribute("anchor");
                // A link to a bookmark is plain text: the bookmarks are not in the text.
                let target = relation
                    .filter(|relation| relation.is_external)
                    .map(|relation| with_place(&relation.target, place.as_deref()));
                return self.begin_link(target);
            }
            "fldSimple" => {
                let target = xml.attribute("instr").and_then(|instruction| target_of(&instruction));
                return self.begin_link(target);
            }
            "fldChar" => return self.field(&xml.attribute("fldCharType").unwrap_or_default()),
            _ if self.is_silent() => return,
            "footnoteReference" => self.shared.asides.mark(NoteKind::Foot, &id),
            "endnoteReference" => self.shared.asides.mark(NoteKind::End, &id),
            _ => self.shared.asides.comment(&id).map(|comment| {
                let follows_word = self.frames.paragraph().is_some_and(|it| it.text.ends_with(|c: char| c != ' '));
                if follows_word { format!(" {comment}") } else { comment }
            }),
        };
        if let Some(mark) = mark {
            self.say(&mark);
        }
    }

    /// Starts a link. The target counts as text, because a million links to one address write it a million times.
    fn begin_link(&mut self, target: Option<Rc<str>>) {
        let target = target.filter(|target| self.frames.hold(target.len()));
        if let Some(paragraph) = self.frames.paragraph() {
            paragraph.open_link(target);
        }
    }

    fn field(&mut self, kind: &str) {
        match kind {
            "begin" => self.fields.begin(),
            "separate" => {
                if let Some(target) = self.fields.separate() {
                    self.begin_link(Some(target));
                }
            }
            "end" => {
                let Some(field) = self.fields.end() else { return };
                if field.is_link
                    && let Some(paragraph) = self.frames.paragraph()
                {
                    paragraph.close_link();
                }
                self.say(&field.state);
            }
            _ => {}
        }
    }
}
