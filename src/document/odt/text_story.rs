//! Reads the text of one part of an `OpenDocument` file, or of one slide: turns elements into paragraphs, rows and notes.

use std::collections::BTreeMap;

use super::odf_lists::Lists;
use super::odf_styles::{Family, Styles};
use crate::document::docx::footnotes::Aside;
use crate::document::docx::frame::{Frame, Frames};
use crate::document::docx::look::Look;
use crate::document::docx::paragraph::Paragraph;
use crate::document::docx::word_table::{Cell, Table};
use crate::document::docx::writer::{Line, Writer};
use crate::document::stop::Stop;
use crate::document::xml::{Node, Xml};

/// Maximum number of characters shown of a name or description.
const MAX_NAME: usize = 1_000;
/// Maximum length of a link's target in bytes. All browsers support 2,083.
const MAX_TARGET: usize = 4_096;
/// Maximum number of spaces in one element.
const MAX_SPACES: usize = 1_024;
/// Maximum number of times that a cell is repeated.
const MAX_REPEATS: usize = 256;
/// Bytes that the marks of one run may take, such as `~~^{}~~`.
const MARKS: usize = 8;

/// A picture, object or text box that is read.
#[derive(Debug, Default)]
struct Drawing {
    kind: Option<&'static str>,
    /// What an object shows: a line, then a line for each series of a chart.
    text: String,
    name: String,
    /// The part that it has in a slide, such as `title`.
    class: String,
}

/// What is kept beside the text.
#[derive(Debug, Default)]
pub(super) struct Beside {
    /// Footnotes and endnotes, each with its mark.
    pub notes: Vec<(String, Aside)>,
    footnotes: usize,
    endnotes: usize,
    /// The lines of headers and footers.
    pub margins: Vec<(&'static str, String)>,
    /// The title of a slide.
    pub title: Vec<String>,
    /// The notes of a slide.
    pub speech: Vec<String>,
}

/// The reader.
pub(super) struct TextStory<'a> {
    styles: &'a mut Styles,
    /// The texts of objects by their folder.
    objects: &'a BTreeMap<String, (&'static str, String)>,
    frames: Frames<'a>,
    lists: Lists,
    looks: Vec<Look>,
    drawings: Vec<Drawing>,
    pub beside: Beside,
    is_slide: bool,
}

impl<'a> TextStory<'a> {
    /// Creates a reader that writes what it reads. Without a writer, only headers and footers are kept.
    pub fn new(
        styles: &'a mut Styles,
        objects: &'a BTreeMap<String, (&'static str, String)>,
        writer: Option<&'a mut Writer>,
        is_slide: bool,
    ) -> Self {
        Self {
            styles,
            objects,
            frames: Frames::new(writer),
            lists: Lists::default(),
            looks: Vec::new(),
            drawings: Vec::new(),
            beside: Beside::default(),
            is_slide,
        }
    }

    /// Whether something was left out because it was too long.
    pub fn is_cut(&self) -> bool {
        self.frames.is_cut
    }

    /// Reads to the end of the element at depth `inside`, or up to the first error. Then ends everything that is still
    /// open.
    pub fn read(&mut self, xml: &mut Xml<'_>, inside: usize) -> Result<(), Stop> {
        let end = self.read_all(xml, inside);
        while let Some(frame) = self.frames.last() {
            match frame {
                Frame::Paragraph(_) => self.end_paragraph(),
                Frame::Box(_) => self.end_box(),
                Frame::Aside(_) => drop(self.frames.pop()),
                Frame::Cell(_) => self.end_cell(),
                Frame::Table(_) => {
                    self.frames.end_row();
                    self.frames.pop();
                }
            }
        }
        end
    }

    fn read_all(&mut self, xml: &mut Xml<'_>, inside: usize) -> Result<(), Stop> {
        while !self.frames.is_full() && xml.depth() >= inside {
            match xml.next()? {
                Node::Open => self.open(xml)?,
                Node::Close => self.close(xml),
                Node::Text => self.say(xml.text()),
                Node::End => break,
            }
        }
        Ok(())
    }

    fn open(&mut self, xml: &mut Xml<'_>) -> Result<(), Stop> {
        if xml.full_name().starts_with("draw:") {
            return self.open_drawing(xml);
        }
        match xml.full_name() {
            "style:style" => self.styles.read_style(xml)?,
            "text:list-style" | "text:outline-style" => self.styles.read_list(xml)?,
            "text:p" | "text:h" => self.open_paragraph(xml),
            "text:list" => self.lists.begin(xml),
            "text:list-item" => {
                let styles = &*self.styles;
                self.lists.item(xml, |name| styles.list(name));
            }
            "text:span" => {
                let look = xml.attribute("style-name").map(|name| self.styles.look(Family::Text, &name).0);
                let below = self.looks.last().copied().unwrap_or_default();
                self.looks.push(look.unwrap_or_default().or(below));
            }
            "text:s" => {
                let spaces = xml.attribute("c").and_then(|count| count.parse().ok()).unwrap_or(1_usize);
                self.push(&" ".repeat(spaces.min(MAX_SPACES)));
            }
            "text:tab" => self.push("\t"),
            "text:line-break" => self.push("\n"),
            "text:a" => {
                let target = xml.attribute("href").filter(|href| href.len() <= MAX_TARGET && !href.starts_with('#'));
                let target = target.filter(|target| self.frames.hold(target.len())).map(|target| (&*target).into());
                if let Some(paragraph) = self.frames.paragraph() {
                    paragraph.open_link(target);
                }
            }
            "text:note" => {
                let is_end = xml.attribute("note-class").as_deref() == Some("endnote");
                self.frames
                    .push(Frame::Aside(Aside { id: if is_end { "e" } else { "" }.to_owned(), ..Aside::default() }));
            }
            "office:annotation" | "presentation:notes" | "style:header" | "style:footer" | "style:header-left"
            | "style:footer-left" | "style:header-first" | "style:footer-first" => {
                self.frames.push(Frame::Aside(Aside::default()));
            }
            "dc:creator" => {
                let name: String = xml.whole_text()?.chars().take(MAX_NAME).collect();
                if let Some(author) = self.frames.author() {
                    *author = name;
                }
            }
            "table:table" => self.frames.push(Frame::Table(Table::default())),
            "table:table-column" => {
                let repeats = repeats(xml);
                if let Some(table) = self.frames.table() {
                    (0..repeats).for_each(|_| table.add_column());
                }
            }
            "table:table-row" => {
                if let Some(table) = self.frames.table() {
                    table.begin_row();
                }
            }
            "table:table-cell" | "table:covered-table-cell" => {
                let is_gone = xml.full_name() == "table:covered-table-cell";
                self.frames.push(Frame::Cell(Cell { columns: repeats(xml), is_gone, ..Cell::default() }));
            }
            "text:ruby-text" => self.push("("),
            "svg:title" | "svg:desc" => {
                let name = xml.whole_text()?;
                if let Some(drawing) = self.drawings.last_mut().filter(|drawing| drawing.name.is_empty()) {
                    drawing.name = name.chars().take(MAX_NAME).collect();
                }
            }
            "text:section" | "text:index-body" if xml.attribute("display").as_deref() == Some("none") => xml.skip()?,
            // Deleted text, templates, properties, and fields that are not shown.
            "text:tracked-changes"
            | "text:note-citation"
            | "text:number"
            | "text:hidden-text"
            | "office:forms"
            | "office:scripts"
            | "office:binary-data"
            | "office:event-listeners"
            | "dc:date"
            | "meta:date-string"
            | "meta:creator-initials"
            | "loext:sender-initials"
            | "text:sender-initials"
            | "presentation:header-decl"
            | "presentation:footer-decl"
            | "presentation:date-time-decl"
            | "text:table-of-content-source"
            | "text:illustration-index-source"
            | "text:table-index-source"
            | "text:object-index-source"
            | "text:user-index-source"
            | "text:alphabetical-index-source"
            | "text:bibliography-source" => xml.skip()?,
            _ => {}
        }
        Ok(())
    }

    fn open_paragraph(&mut self, xml: &Xml<'_>) {
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

    fn open_drawing(&mut self, xml: &mut Xml<'_>) -> Result<(), Stop> {
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
            name if is_shape(name) => self.frames.push(Frame::Box(Vec::new())),
            _ => {}
        }
        Ok(())
    }

    fn close(&mut self, xml: &Xml<'_>) {
        match xml.name() {
            "p" | "h" => self.end_paragraph(),
            "list" => self.lists.end(),
            "span" => drop(self.looks.pop()),
            "a" => {
                if let Some(paragraph) = self.frames.paragraph() {
                    paragraph.close_link();
                }
            }
            "note" | "annotation" | "notes" => self.end_aside(xml.name() == "note"),
            "header" | "header-left" | "header-first" => self.end_margin("header"),
            "footer" | "footer-left" | "footer-first" => self.end_margin("footer"),
            "table-row" => self.frames.end_row(),
            "table-cell" | "covered-table-cell" => self.end_cell(),
            "table" => {
                if matches!(self.frames.last(), Some(Frame::Table(_))) {
                    self.frames.pop();
                }
            }
            "ruby-text" => self.push(")"),
            "frame" => self.end_drawing(),
            "text-box" => self.end_box(),
            name if is_shape(name) => self.end_box(),
            _ => {}
        }
    }

    /// Appends text to the open paragraph, with each run of white space as one space.
    fn say(&mut self, text: &str) {
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
    fn push(&mut self, text: &str) {
        let look = self.looks.last().copied().unwrap_or_default();
        if text.is_empty() || look.is_hidden == Some(true) || !self.frames.hold(text.len() + MARKS) {
            return;
        }
        if let Some(paragraph) = self.frames.paragraph() {
            paragraph.mark(look.sign.unwrap_or_default(), look.is_struck == Some(true));
            paragraph.text.push_str(text);
        }
    }

    fn end_paragraph(&mut self) {
        if !matches!(self.frames.last(), Some(Frame::Paragraph(_))) {
            return;
        }
        let Some(Frame::Paragraph(mut paragraph)) = self.frames.pop() else { return };
        self.looks.pop();
        paragraph.close_links();
        let Paragraph { text, style, after, label, .. } = *paragraph;
        let text = text.trim_matches('\n').trim_end().to_owned();
        self.frames.emit(Line { heading: style.outline, label, text });
        after.into_iter().for_each(|line| self.frames.emit(line));
    }

    /// Ends a text box, or the title of a slide.
    fn end_box(&mut self) {
        match self.frames.last() {
            Some(Frame::Box(_)) => {
                let Some(Frame::Box(lines)) = self.frames.pop() else { return };
                let has_text = !lines.is_empty();
                lines.into_iter().for_each(|line| self.frames.emit(line));
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
    fn end_aside(&mut self, is_note: bool) {
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

    fn end_margin(&mut self, kind: &'static str) {
        if !matches!(self.frames.last(), Some(Frame::Aside(_))) {
            return;
        }
        if let Some(Frame::Aside(aside)) = self.frames.pop() {
            self.beside.margins.extend(aside.lines.into_iter().map(|line| (kind, line)));
        }
    }

    fn end_cell(&mut self) {
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

    fn end_drawing(&mut self) {
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
    fn line(&mut self, text: String) {
        if self.frames.hold(text.len()) {
            self.frames.emit(Line { text, ..Line::default() });
        }
    }
}

/// Whether a drawing with this name may have a text of its own.
fn is_shape(name: &str) -> bool {
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

/// How many columns the column or cell stands for.
fn repeats(xml: &Xml<'_>) -> usize {
    let count = xml.attribute("number-columns-repeated").and_then(|count| count.parse().ok());
    count.unwrap_or(1).clamp(1, MAX_REPEATS)
}
