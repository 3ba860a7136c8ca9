//! Reads the shapes of one slide: turns their elements into paragraphs, rows and lines for pictures.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::Relations;
use super::bullets::{Bullet, Counters};
use crate::document::docx::footnotes::Aside;
use crate::document::docx::frame::{Frame, Frames};
use crate::document::docx::look::Look;
use crate::document::docx::word_table::{Cell, Table};
use crate::document::docx::writer::Writer;
use crate::document::stop::Stop;
use crate::document::xml::{Node, Xml};

/// Maximum number of characters shown of a description.
pub(super) const MAX_NAME: usize = 1_000;
/// Maximum number of bytes of a title. The rest of a longer one is cut.
const MAX_TITLE: usize = 1_000;

/// What a shape is for.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Role {
    #[default]
    Other,
    Title,
    /// The main text.
    Body,
    /// A footer or a date.
    Footer,
    /// The number of a slide, or its image in the notes: not shown.
    Number,
}

/// The shape that is read.
#[derive(Debug, Default)]
pub(super) struct Shape {
    pub(super) role: Role,
    /// Its description.
    pub(super) name: String,
    /// `image`, `video` or `audio`.
    pub(super) kind: &'static str,
}

/// The reader of one slide or of its notes.
pub(super) struct SlideStory<'a> {
    pub(super) relations: &'a Relations,
    /// The texts of charts and diagrams by the name of their part.
    pub(super) drawings: &'a BTreeMap<Rc<str>, Rc<str>>,
    pub(super) frames: Frames<'a>,
    pub(super) shape: Shape,
    pub(super) bullet: Bullet,
    pub(super) level: usize,
    pub(super) counters: Counters,
    pub(super) look: Look,
    /// The font of signs in the current run, which may be letters in the file: an arrow is `à`.
    pub(super) sign_font: Option<&'static str>,
    /// For each open `AlternateContent`: whether one of its alternatives has been read.
    pub(super) chosen: Vec<bool>,
    pub(super) is_notes: bool,
    pub is_hidden: bool,
    pub(super) titles: Vec<String>,
    pub(super) footers: Vec<String>,
    /// The number of pictures without a description.
    pub(super) images: usize,
}

impl<'a> SlideStory<'a> {
    /// Creates a reader for a slide, which is written as it is read.
    pub fn slide(relations: &'a Relations, drawings: &'a BTreeMap<Rc<str>, Rc<str>>, writer: &'a mut Writer) -> Self {
        Self::new(relations, drawings, Frames::new(Some(writer)), false)
    }

    /// Creates a reader for the notes of a slide, which are kept.
    pub fn notes(relations: &'a Relations, drawings: &'a BTreeMap<Rc<str>, Rc<str>>) -> Self {
        Self::new(relations, drawings, Frames::new(None), true)
    }

    fn new(
        relations: &'a Relations,
        drawings: &'a BTreeMap<Rc<str>, Rc<str>>,
        frames: Frames<'a>,
        is_notes: bool,
    ) -> Self {
        Self {
            relations,
            drawings,
            frames,
            shape: Shape::default(),
            bullet: Bullet::default(),
            level: 0,
            counters: Counters::default(),
            look: Look::default(),
            sign_font: None,
            chosen: Vec::new(),
            is_notes,
            is_hidden: false,
            titles: Vec::new(),
            footers: Vec::new(),
            images: 0,
        }
    }

    /// The title of the slide, on one line. Empty if it has none.
    pub fn title(&self) -> String {
        let title = self.titles.iter().flat_map(|line| line.split_whitespace()).collect::<Vec<_>>().join(" ");
        title[..title.floor_char_boundary(MAX_TITLE)].to_owned()
    }

    /// Its footers, each on one line.
    pub fn footers(&self) -> Vec<String> {
        self.footers.iter().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect()
    }

    /// The lines of the notes.
    pub fn texts(&self) -> Vec<&str> {
        self.frames.asides.iter().flat_map(|aside| &aside.lines).flat_map(|line| line.lines()).collect()
    }

    /// Whether something was left out because it was too long.
    pub fn is_cut(&self) -> bool {
        self.frames.is_cut
    }

    /// Reads to the end of the part, or up to the first error. Then ends everything that is still open.
    pub fn read(&mut self, xml: &mut Xml<'_>) -> Result<(), Stop> {
        let end = self.read_all(xml);
        while let Some(frame) = self.frames.last() {
            match frame {
                Frame::Paragraph(_) => self.end_paragraph(),
                Frame::Box(_) | Frame::Aside(_) => self.end_text(),
                Frame::Cell(_) => self.end_cell(),
                Frame::Table(_) => {
                    self.frames.end_row();
                    self.frames.pop();
                }
            }
        }
        match self.images {
            0 => {}
            1 => self.line("[image]"),
            images => self.line(&format!("[{images} images]")),
        }
        end
    }

    fn read_all(&mut self, xml: &mut Xml<'_>) -> Result<(), Stop> {
        while !self.frames.is_full() {
            match xml.next()? {
                Node::Open => self.open(xml)?,
                Node::Close => self.close(xml),
                Node::Text => {}
                Node::End => break,
            }
        }
        Ok(())
    }

    fn open(&mut self, xml: &mut Xml<'_>) -> Result<(), Stop> {
        match xml.name() {
            "sld" => self.is_hidden = matches!(xml.attribute("show").as_deref(), Some("0" | "false")),
            "sp" | "graphicFrame" | "cxnSp" | "grpSp" => self.shape = Shape::default(),
            "pic" => self.shape = Shape { kind: "image", ..Shape::default() },
            "cNvPr" => {
                let name =
                    ["descr", "title"].iter().find_map(|name| xml.attribute(name).filter(|it| !it.trim().is_empty()));
                self.shape.name = name.map(|name| name.chars().take(MAX_NAME).collect()).unwrap_or_default();
            }
            "videoFile" => self.shape.kind = "video",
            "audioFile" | "wavAudioFile" => self.shape.kind = "audio",
            "ph" => {
                self.shape.role = match xml.attribute("type").as_deref() {
                    Some("title" | "ctrTitle") => Role::Title,
                    None | Some("body" | "obj") => Role::Body,
                    Some("dt" | "ftr" | "hdr") => Role::Footer,
                    Some("sldNum" | "sldImg") => Role::Number,
                    Some(_) => Role::Other,
                }
            }
            "txBody" if self.frames.cell().is_none() => {
                let is_kept =
                    if self.is_notes { self.shape.role == Role::Body } else { self.shape.role != Role::Number };
                if !is_kept {
                    return xml.skip();
                }
                let is_aside = self.is_notes || matches!(self.shape.role, Role::Title | Role::Footer);
                self.frames.push(if is_aside { Frame::Aside(Aside::default()) } else { Frame::Box(Vec::new()) });
                self.counters = Counters::default();
            }
            "AlternateContent" => self.chosen.push(false),
            "Choice" | "Fallback" => {
                let is_other = self.chosen.last_mut().is_some_and(|chosen| std::mem::replace(chosen, true));
                if is_other {
                    xml.skip()?;
                }
            }
            "tbl" => self.frames.push(Frame::Table(Table::default())),
            "gridCol" => {
                if let Some(table) = self.frames.table() {
                    table.add_column();
                }
            }
            "tr" => {
                if let Some(table) = self.frames.table() {
                    table.begin_row();
                }
            }
            "tc" => {
                let is_on = |name| matches!(xml.attribute(name).as_deref(), Some("1" | "true"));
                let is_gone = is_on("hMerge") || is_on("vMerge");
                self.frames.push(Frame::Cell(Cell { columns: 1, is_gone, ..Cell::default() }));
            }
            "chart" | "relIds" => self.drawing(xml),
            "oleObj" => {
                self.embedded_object(xml);
                xml.skip()?;
            }
            "extLst" | "timing" | "transition" => xml.skip()?,
            _ => self.open_text(xml)?,
        }
        Ok(())
    }

    fn close(&mut self, xml: &Xml<'_>) {
        match xml.name() {
            "p" => self.end_paragraph(),
            "r" | "fld" => {
                self.end_run();
                if let Some(paragraph) = self.frames.paragraph() {
                    paragraph.close_links();
                }
            }
            "txBody" => self.end_text(),
            "tr" => self.frames.end_row(),
            "tc" => self.end_cell(),
            "tbl" => {
                if matches!(self.frames.last(), Some(Frame::Table(_))) {
                    self.frames.pop();
                }
            }
            "pic" => self.end_picture(),
            "AlternateContent" => drop(self.chosen.pop()),
            _ => {}
        }
    }
}
