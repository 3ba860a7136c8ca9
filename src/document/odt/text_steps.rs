//! Writes text into the open paragraph, and handles the ends of elements.

use super::odf_styles::Family;
use super::text_story::{Drawing, TextStory};
use crate::document::docx::footnotes::Aside;
use crate::document::docx::frame::Frame;
use crate::document::docx::paragraph::{MARKS, Paragraph};
use crate::document::docx::writer::Line;
use crate::document::stop::Stop;
use crate::document::xml::Xml;

impl TextStory<'_> {
    pub(super) fn open_paragraph(&mut self, xml: &Xml<'_>) {
        let name = xml.attribute("style-name").unwrap_or_default();
        let (look, is_title) = self.styles.look(Family::Paragraph, &name);
        let mut paragraph = Paragraph { look, ..Paragraph::default() };
        let styles = &*self.styles;
        let mut label = self.lists.label(|name| styles.list(name));
        if xml.full_name() == "text:h" {
            let level = xml.attribute("outline-level").and_then(|level| level.parse().ok()).unwrap_or(1_u8).max(1);
            let is_numbered = xml.attribute("is-list-header").as_deref() != Some("true");
            paragraph.style.outline = Some(level);
            if is_numbered && label.is_none() {
                label = self.lists.heading(usize::from(level) - 1, &self.styles.outline);
            }
        } else if is_title && !self.is_slide {
            paragraph.style.outline = Some(1);
        }
        paragraph.label = label;
        self.frames.push(Frame::Paragraph(Box::new(paragraph)));
        self.looks.push(look);
    }

    pub(super) fn open_drawing(&mut self, xml: &mut Xml<'_>) -> Result<(), Stop> {
        match xml.name() {
            "frame" => {
                let class = xml.attribute("class").unwrap_or_default().chars().take(64).collect();
                self.drawings.push(Drawing { class, ..Drawing::default() });
            }
            "image" | "plugin" | "object" | "object-ole" => {
                let (kind, folder) = (xml.name().to_owned(), xml.attribute("href").unwrap_or_default());
                let folder = folder.trim_start_matches("./").trim_end_matches('/').to_owned();
                let Some(drawing) = self.drawings.last_mut() else { return Ok(()) };
                match &*kind {
                    "image" => drawing.kind = drawing.kind.or(Some("image")),
                    "plugin" => drawing.kind = Some("media"),
                    _ => {
                        let known = self.objects.get(&folder).filter(|(_, text)| self.frames.hold(text.len()));
                        drawing.kind = Some(known.map_or("embedded object", |(kind, _)| kind));
                        drawing.text = known.map(|(_, text)| text.clone()).unwrap_or_default();
                    }
                }
                // Its data may be in place.
                xml.skip()?;
            }
            "text-box" => {
                let is_title = self.is_slide && self.drawings.last().is_some_and(|drawing| drawing.class == "title");
                let is_first = is_title && self.beside.title.is_empty();
                self.frames.push(if is_first { Frame::Aside(Aside::default()) } else { Frame::Box(Vec::new()) });
            }
            "page-thumbnail" => xml.skip()?,
            name if Self::is_shape(name) => self.frames.push(Frame::Box(Vec::new())),
            _ => {}
        }
        Ok(())
    }

    /// Appends text to the open paragraph, with each run of white space as one space.
    pub(super) fn say(&mut self, text: &str) {
        let Some(paragraph) = self.frames.paragraph() else { return };
        let mut after_space = paragraph.text.is_empty() || paragraph.text.ends_with([' ', '\n', '\t']);
        let mut shown = String::with_capacity(text.len());
        for letter in text.chars() {
            let is_space = matches!(letter, ' ' | '\t' | '\n' | '\r');
            if !(is_space && after_space) {
                shown.push(if is_space { ' ' } else { letter });
            }
            after_space = is_space;
        }
        self.push(&shown);
    }

    /// Appends text as it is, unless it is hidden.
    pub(super) fn push(&mut self, text: &str) {
        let look = self.looks.last().copied().unwrap_or_default();
        if text.is_empty() || look.is_hidden == Some(true) || !self.frames.hold(text.len() + MARKS) {
            return;
        }
        if let Some(paragraph) = self.frames.paragraph() {
            paragraph.mark(look.sign.unwrap_or_default(), look.is_struck == Some(true));
            paragraph.text.push_str(text);
        }
    }

    pub(super) fn end_paragraph(&mut self) {
        if !matches!(self.frames.last(), Some(Frame::Paragraph(_))) {
            return;
        }
        let Some(Frame::Paragraph(mut paragraph)) = self.frames.pop() else { return };
        self.looks.pop();
        paragraph.close_links();
        let Paragraph { text, style, after, label, .. } = *paragraph;
        let text = text.trim_matches('\n').trim_end().to_owned();
        self.frames.emit(Line { heading: style.outline, label, text });
        for line in after {
            self.frames.emit(line);
        }
    }

    /// Ends a text box, or the title of a slide.
    pub(super) fn end_box(&mut self) {
        match self.frames.last() {
            Some(Frame::Box(_)) => {
                let Some(Frame::Box(lines)) = self.frames.pop() else { return };
                let has_text = !lines.is_empty();
                for line in lines {
                    self.frames.emit(line);
                }
                if self.is_slide && has_text {
                    self.frames.emit(Line::default());
                }
            }
            Some(Frame::Aside(_)) if self.is_slide => {
                let Some(Frame::Aside(aside)) = self.frames.pop() else { return };
                self.beside.title = aside.lines;
            }
            _ => {}
        }
    }

    /// Ends a note, a comment, or the notes of a slide.
    pub(super) fn end_aside(&mut self, is_note: bool) {
        if !matches!(self.frames.last(), Some(Frame::Aside(_))) {
            return;
        }
        let Some(Frame::Aside(aside)) = self.frames.pop() else { return };
        if is_note {
            let count = if aside.id.is_empty() { &mut self.beside.footnotes } else { &mut self.beside.endnotes };
            *count += 1;
            let mark = format!("[^{}{count}]", aside.id);
            self.push(&mark);
            self.beside.notes.push((mark, aside));
        } else if self.is_slide && aside.author.is_empty() {
            self.beside.speech.extend(aside.lines);
        } else {
            let author = if aside.author.trim().is_empty() { "unknown" } else { aside.author.trim() };
            let comment = format!("[comment by {author}: {}]", aside.lines.join(" ").replace('\n', " "));
            match self.frames.paragraph().map(|paragraph| paragraph.text.ends_with(|letter| letter != ' ')) {
                Some(true) => self.push(&format!(" {comment}")),
                Some(false) => self.push(&comment),
                None => self.line(comment),
            }
        }
    }

    pub(super) fn end_margin(&mut self, kind: &'static str) {
        if !matches!(self.frames.last(), Some(Frame::Aside(_))) {
            return;
        }
        if let Some(Frame::Aside(aside)) = self.frames.pop() {
            self.beside.margins.extend(aside.lines.into_iter().map(|line| (kind, line)));
        }
    }

    pub(super) fn end_cell(&mut self) {
        if !matches!(self.frames.last(), Some(Frame::Cell(_))) {
            return;
        }
        let Some(Frame::Cell(cell)) = self.frames.pop() else { return };
        let columns = cell.columns;
        let text = cell.text();
        if self.frames.hold((64 + text.len()) * columns)
            && let Some(table) = self.frames.table()
        {
            (0..columns).for_each(|_| table.add(text.clone(), 1));
        }
    }

    pub(super) fn end_drawing(&mut self) {
        let Some(Drawing { kind: Some(kind), text, name, .. }) = self.drawings.pop() else { return };
        let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
        let mut lines = text.split('\n');
        let all = [kind, &name, lines.next().unwrap_or_default()];
        let all = all.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(": ");
        let mut shown = format!("[{all}]");
        lines.for_each(|line| shown.extend(["\n[", line, "]"]));
        if self.frames.paragraph().is_some() { self.push(&shown) } else { self.line(shown) }
    }

    /// Writes a line outside paragraphs.
    pub(super) fn line(&mut self, text: String) {
        if self.frames.hold(text.len()) {
            self.frames.emit(Line { text, ..Line::default() });
        }
    }

    /// Whether a drawing with this name may have a text of its own.
    pub(super) fn is_shape(name: &str) -> bool {
        matches!(
            name,
            "custom-shape"
                | "rect"
                | "ellipse"
                | "circle"
                | "line"
                | "connector"
                | "polyline"
                | "polygon"
                | "regular-polygon"
                | "path"
                | "caption"
                | "measure"
        )
    }
}
