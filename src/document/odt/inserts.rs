//! Content other than plain text: pictures, objects, text boxes and shapes; notes, comments, headers and footers.

use super::text_story::{Drawing, TextStory};
use crate::draft::Stop;
use crate::markup::{self, described, one_line};
use crate::rich_text::MAX_NAME;
use crate::rich_text::frames::{Aside, Frame};
use crate::rich_text::steps::{Step, Story};
use crate::xml::Xml;

impl TextStory<'_> {
    /// What the element with this name does, which begins with `draw:`.
    pub(super) fn step_of_drawing(name: &str) -> Step<Self> {
        match name {
            "frame" => Step::Spans(Self::open_drawing, Self::end_drawing),
            "image" | "plugin" | "object" | "object-ole" => Step::Reads(Self::read_content),
            "text-box" => Step::Spans(|it, _| it.open_text_box(), Self::end_box),
            "a" => Step::Ends(|it| it.frames.close_link()),
            // Shapes that may have a text of their own.
            "custom-shape" | "rect" | "ellipse" | "circle" | "line" | "connector" | "polyline" | "polygon"
            | "regular-polygon" | "path" | "caption" | "measure" => {
                Step::Spans(|it, _| it.frames.push(Frame::Box(Vec::new())), Self::end_box)
            }
            _ => Step::Nothing,
        }
    }

    fn open_drawing(&mut self, xml: &Xml<'_>) {
        let class = xml.short("class", 64);
        self.drawings.push(Drawing { class, ..Drawing::default() });
    }

    fn read_content(&mut self, xml: &mut Xml<'_>) -> Result<(), Stop> {
        let Some(drawing) = self.drawings.last_mut() else { return Ok(()) };
        match xml.name() {
            "image" => drawing.kind = drawing.kind.or(Some("image")),
            "plugin" => drawing.kind = Some("media"),
            _ => {
                let folder = xml.attribute("href").unwrap_or_default();
                let known = self.objects.get(folder.trim_start_matches("./").trim_end_matches('/'));
                let known = known.filter(|(_, text)| self.frames.hold(text.len()));
                drawing.kind = Some(known.map_or("embedded object", |(kind, _)| kind));
                drawing.text = known.map(|(_, text)| text.clone()).unwrap_or_default();
            }
        }
        // Its data may be in place.
        xml.skip()
    }

    pub(super) fn name_drawing(&mut self, xml: &mut Xml<'_>) -> Result<(), Stop> {
        let name = xml.whole_text()?;
        if let Some(drawing) = self.drawings.last_mut().filter(|drawing| drawing.name.is_empty()) {
            drawing.name = name.chars().take(MAX_NAME).collect();
        }
        Ok(())
    }

    fn open_text_box(&mut self) {
        let is_title = self.is_slide && self.drawings.last().is_some_and(|drawing| drawing.class == "title");
        let is_first = is_title && self.beside.title.is_empty();
        self.frames.push(if is_first { Frame::Aside(Aside::default()) } else { Frame::Box(Vec::new()) });
    }

    fn end_drawing(&mut self) {
        let Some(Drawing { kind: Some(kind), text, name, .. }) = self.drawings.pop() else { return };
        let mut lines = text.split('\n');
        let mut shown = described(&[kind, &one_line(&name), lines.next().unwrap_or_default()]);
        lines.for_each(|line| shown.extend(["\n[", line, "]"]));
        if self.frames.paragraph().is_some() { self.say(&shown) } else { self.line(shown) }
    }

    pub(super) fn open_note(&mut self, xml: &Xml<'_>) {
        let is_end = xml.attribute("note-class").as_deref() == Some("endnote");
        let id = if is_end { "e" } else { "" }.to_owned();
        self.frames.push(Frame::Aside(Aside { id, ..Aside::default() }));
    }

    pub(super) fn open_aside(&mut self) {
        self.frames.push(Frame::Aside(Aside::default()));
    }

    pub(super) fn read_author(&mut self, xml: &mut Xml<'_>) -> Result<(), Stop> {
        let name: String = xml.whole_text()?.chars().take(MAX_NAME).collect();
        if let Some(Frame::Aside(aside)) = self.frames.last_mut() {
            aside.author = name;
        }
        Ok(())
    }

    pub(super) fn end_note(&mut self) {
        let Some(aside) = self.frames.end_aside() else { return };
        let count = if aside.id.is_empty() { &mut self.beside.footnotes } else { &mut self.beside.endnotes };
        *count += 1;
        let mark = format!("[^{}{count}]", aside.id);
        self.say(&mark);
        self.beside.notes.push(markup::note(&mark, &aside.lines.join("\n")));
    }

    /// Ends a comment, or the notes of a slide.
    pub(super) fn end_comment(&mut self) {
        let Some(aside) = self.frames.end_aside() else { return };
        if self.is_slide && aside.author.is_empty() {
            return self.beside.speech.extend(aside.lines);
        }
        let comment = markup::comment(&aside.author, &aside.lines.join(" "));
        match self.frames.paragraph().map(|paragraph| paragraph.is_after_word()) {
            Some(true) => self.say(&format!(" {comment}")),
            Some(false) => self.say(&comment),
            None => self.line(comment),
        }
    }

    pub(super) fn end_margin(&mut self, kind: &'static str) {
        if let Some(aside) = self.frames.end_aside() {
            self.beside.margins.extend(aside.lines.into_iter().map(|line| (kind, line)));
        }
    }
}
