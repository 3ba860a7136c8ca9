//! Reads the text of one part of an `OpenDocument` file, or of one slide: turns elements into paragraphs, rows and notes.

use std::collections::BTreeMap;

use super::odf_lists::Lists;
use super::odf_styles::{Family, Styles};
use crate::document::docx::footnotes::Aside;
use crate::document::docx::frame::{Frame, Frames};
use crate::document::docx::look::Look;
use crate::document::docx::word_table::{Cell, Table};
use crate::document::docx::writer::Writer;
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

/// A picture, object or text box that is read.
#[derive(Debug, Default)]
pub(super) struct Drawing {
    pub(super) kind: Option<&'static str>,
    /// What an object shows: a line, then a line for each series of a chart.
    pub(super) text: String,
    pub(super) name: String,
    /// The part that it has in a slide, such as `title`.
    pub(super) class: String,
}

/// What is kept beside the text.
#[derive(Debug, Default)]
pub(super) struct Beside {
    /// Footnotes and endnotes, each with its mark.
    pub notes: Vec<(String, Aside)>,
    pub(super) footnotes: usize,
    pub(super) endnotes: usize,
    /// The lines of headers and footers.
    pub margins: Vec<(&'static str, String)>,
    /// The title of a slide.
    pub title: Vec<String>,
    /// The notes of a slide.
    pub speech: Vec<String>,
}

/// The reader.
pub(super) struct TextStory<'a> {
    pub(super) styles: &'a mut Styles,
    /// The texts of objects by their folder.
    pub(super) objects: &'a BTreeMap<String, (&'static str, String)>,
    pub(super) frames: Frames<'a>,
    pub(super) lists: Lists,
    pub(super) looks: Vec<Look>,
    pub(super) drawings: Vec<Drawing>,
    pub beside: Beside,
    pub(super) is_slide: bool,
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
            name if Self::is_shape(name) => self.end_box(),
            _ => {}
        }
    }
}

/// How many columns the column or cell stands for.
fn repeats(xml: &Xml<'_>) -> usize {
    let count = xml.attribute("number-columns-repeated").and_then(|count| count.parse().ok());
    count.unwrap_or(1).clamp(1, MAX_REPEATS)
}
