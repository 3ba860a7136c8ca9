//! Reads the text of one part of an `OpenDocument` file, or of one slide: turns elements into paragraphs, rows and notes.

use std::collections::BTreeMap;

use super::odf_lists::Lists;
use super::odf_styles::{Family, Styles};
use crate::markup::collapsed;
use crate::rich_text::frames::{Frame, Frames};
use crate::rich_text::lines::{Line, Writer};
use crate::rich_text::look::Look;
use crate::rich_text::paragraph::{MARKS, Paragraph};
use crate::rich_text::steps::{Step, Story};
use crate::rich_text::table::Cell;
use crate::xml::Xml;

/// Maximum length of a link's target in bytes. All browsers support 2,083.
const MAX_TARGET: usize = 4_096;
/// Maximum number of spaces in one element.
const MAX_SPACES: usize = 1_024;
/// Maximum number of times that a cell is repeated.
const MAX_REPEATS: usize = 256;

/// Deleted text, templates, properties, and fields that are not shown.
const SKIPPED: [&str; 23] = [
    "text:tracked-changes",
    "text:note-citation",
    "text:number",
    "text:hidden-text",
    "office:forms",
    "office:scripts",
    "office:binary-data",
    "office:event-listeners",
    "dc:date",
    "meta:date-string",
    "meta:creator-initials",
    "loext:sender-initials",
    "text:sender-initials",
    "presentation:header-decl",
    "presentation:footer-decl",
    "presentation:date-time-decl",
    "text:table-of-content-source",
    "text:illustration-index-source",
    "text:table-index-source",
    "text:object-index-source",
    "text:user-index-source",
    "text:alphabetical-index-source",
    "text:bibliography-source",
];

/// A picture, object or text box that is read.
#[derive(Debug, Default)]
pub(super) struct Drawing {
    pub kind: Option<&'static str>,
    /// What an object shows: a line, then a line for each series of a chart.
    pub text: String,
    pub name: String,
    /// The part that it has in a slide, such as `title`.
    pub class: String,
}

/// What is kept beside the text.
#[derive(Debug, Default)]
pub(super) struct Beside {
    /// Footnotes and endnotes, as they are shown.
    pub notes: Vec<String>,
    pub footnotes: usize,
    pub endnotes: usize,
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
    pub(super) objects: &'a BTreeMap<String, (&'static str, String)>,
    pub frames: Frames<'a>,
    lists: Lists,
    looks: Vec<Look>,
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

    fn open_paragraph(&mut self, xml: &Xml<'_>) {
        let name = xml.attribute("style-name").unwrap_or_default();
        let (look, is_title) = self.styles.look(Family::Paragraph, &name);
        let mut paragraph = Paragraph::default();
        let styles = &*self.styles;
        let mut label = self.lists.label(|name| styles.list(name));
        if xml.name() == "h" {
            let level = xml.parsed("outline-level").unwrap_or(1_u8).max(1);
            let is_numbered = xml.attribute("is-list-header").as_deref() != Some("true");
            paragraph.heading = Some(level);
            if is_numbered && label.is_none() {
                label = self.lists.heading(usize::from(level) - 1, &self.styles.outline);
            }
        } else if is_title && !self.is_slide {
            paragraph.heading = Some(1);
        }
        paragraph.label = label;
        self.frames.push(Frame::Paragraph(Box::new(paragraph)));
        self.looks.push(look);
    }

    fn open_item(&mut self, xml: &Xml<'_>) {
        let styles = &*self.styles;
        self.lists.item(xml, |name| styles.list(name));
    }

    fn open_span(&mut self, xml: &Xml<'_>) {
        let look = xml.attribute("style-name").map(|name| self.styles.look(Family::Text, &name).0);
        let below = self.looks.last().copied().unwrap_or_default();
        self.looks.push(look.unwrap_or_default().or(below));
    }

    fn end_span(&mut self) {
        self.looks.pop();
    }

    fn open_link(&mut self, xml: &Xml<'_>) {
        let target = xml.attribute("href").filter(|href| href.len() <= MAX_TARGET && !href.starts_with('#'));
        self.frames.open_link(target.map(|target| (&*target).into()));
    }

    fn spaces(&mut self, xml: &Xml<'_>) {
        let spaces = xml.parsed("c").unwrap_or(1_usize);
        self.say(&" ".repeat(spaces.min(MAX_SPACES)));
    }

    /// Writes a line outside paragraphs.
    pub(super) fn line(&mut self, text: String) {
        if self.frames.hold(text.len()) {
            self.frames.emit_text(text);
        }
    }
}

impl<'a> Story<'a> for TextStory<'a> {
    fn step(xml: &Xml<'_>) -> Step<Self> {
        match xml.full_name() {
            "text:p" | "text:h" => Step::Spans(Self::open_paragraph, Self::end_paragraph),
            "text:span" => Step::Spans(Self::open_span, Self::end_span),
            "text:s" => Step::Starts(Self::spaces),
            "text:tab" => Step::Says("\t"),
            "text:line-break" => Step::Says("\n"),
            "text:a" => Step::Spans(Self::open_link, |it| it.frames.close_link()),
            "text:list" => Step::Spans(|it, xml| it.lists.begin(xml), |it| it.lists.end()),
            "text:list-item" => Step::Starts(Self::open_item),
            "text:ruby-text" => Step::Spans(|it, _| it.say("("), |it| it.say(")")),
            "table:table" => Step::Table,
            "table:table-column" => Step::Columns(repeats),
            "table:table-row" => Step::Row,
            "table:table-cell" | "table:covered-table-cell" => Step::Cell(|xml| {
                let is_gone = xml.name() == "covered-table-cell";
                Cell { copies: repeats(xml), is_gone, ..Cell::default() }
            }),
            "text:note" => Step::Spans(Self::open_note, Self::end_note),
            "office:annotation" | "presentation:notes" => Step::Spans(|it, _| it.open_aside(), Self::end_comment),
            "style:header" | "style:header-left" | "style:header-first" => {
                Step::Spans(|it, _| it.open_aside(), |it| it.end_margin("header"))
            }
            "style:footer" | "style:footer-left" | "style:footer-first" => {
                Step::Spans(|it, _| it.open_aside(), |it| it.end_margin("footer"))
            }
            "dc:creator" => Step::Reads(Self::read_author),
            "svg:title" | "svg:desc" => Step::Reads(Self::name_drawing),
            "style:style" => Step::Reads(|it, xml| it.styles.read_style(xml)),
            "text:list-style" | "text:outline-style" => Step::Reads(|it, xml| it.styles.read_list(xml)),
            "text:section" | "text:index-body" => Step::Reads(|_, xml| match xml.attribute("display").as_deref() {
                Some("none") => xml.skip(),
                _ => Ok(()),
            }),
            "draw:page-thumbnail" => Step::Skip,
            name if name.starts_with("draw:") => Self::step_of_drawing(xml.name()),
            name if SKIPPED.contains(&name) => Step::Skip,
            _ => Step::Nothing,
        }
    }

    fn frames(&mut self) -> &mut Frames<'a> {
        &mut self.frames
    }

    /// Appends text as it is, unless it is hidden.
    fn say(&mut self, text: &str) {
        let look = self.looks.last().copied().unwrap_or_default();
        if text.is_empty() || look.is_hidden == Some(true) || !self.frames.hold(text.len() + MARKS) {
            return;
        }
        if let Some(paragraph) = self.frames.paragraph() {
            paragraph.push(text, look);
        }
    }

    /// Appends text to the open paragraph, with each run of white space as one space.
    fn text(&mut self, text: &str) {
        let Some(paragraph) = self.frames.paragraph() else { return };
        let before = if paragraph.text.is_empty() { " " } else { &paragraph.text };
        let shown = collapsed(before, text);
        self.say(&shown);
    }

    fn end_paragraph(&mut self) {
        let Some(Paragraph { text, heading, after, label, .. }) = self.frames.end_paragraph() else { return };
        self.looks.pop();
        let text = text.trim_matches('\n').trim_end().to_owned();
        self.frames.emit(Line { heading, label, text });
        self.frames.emit_all(after);
    }

    /// Ends a text box, or the title of a slide.
    fn end_box(&mut self) {
        if let Some(lines) = self.frames.end_box() {
            let has_text = !lines.is_empty();
            self.frames.emit_all(lines);
            if self.is_slide && has_text {
                self.frames.emit(Line::default());
            }
        } else if self.is_slide
            && let Some(aside) = self.frames.end_aside()
        {
            self.beside.title = aside.lines;
        }
    }

    fn cut_aside(&mut self) {
        self.frames.end_aside();
    }
}

/// How many columns the column or cell stands for.
fn repeats(xml: &Xml<'_>) -> usize {
    let count = xml.parsed("number-columns-repeated");
    count.unwrap_or(1).clamp(1, MAX_REPEATS)
}
