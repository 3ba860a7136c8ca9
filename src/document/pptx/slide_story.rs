//! Reads the shapes of one slide: turns their elements into paragraphs, rows and lines for pictures.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::Relations;
use super::bullets::{Bullet, Counters};
use crate::document::docx::footnotes::Aside;
use crate::document::docx::frame::{Frame, Frames};
use crate::document::docx::look::Look;
use crate::document::docx::paragraph::Paragraph;
use crate::document::docx::word_table::{Cell, Table};
use crate::document::docx::writer::{Line, Writer};
use crate::document::docx::{math, symbols};
use crate::document::stop::Stop;
use crate::document::xml::{Node, Xml};

/// Maximum number of characters shown of a description.
const MAX_NAME: usize = 1_000;
/// Maximum number of bytes of a title. The rest of a longer one is cut.
const MAX_TITLE: usize = 1_000;
/// Bytes that the marks of one run may take, such as `~~^{}~~`.
const MARKS: usize = 8;

/// What a shape is for.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum Role {
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
struct Shape {
    role: Role,
    /// Its description.
    name: String,
    /// `image`, `video` or `audio`.
    kind: &'static str,
}

/// The reader of one slide or of its notes.
pub(super) struct SlideStory<'a> {
    relations: &'a Relations,
    /// The texts of charts and diagrams by the name of their part.
    drawings: &'a BTreeMap<Rc<str>, Rc<str>>,
    frames: Frames<'a>,
    shape: Shape,
    bullet: Bullet,
    level: usize,
    counters: Counters,
    look: Look,
    /// The font of signs in the current run, which may be letters in the file: an arrow is `à`.
    sign_font: Option<&'static str>,
    /// For each open `AlternateContent`: whether one of its alternatives has been read.
    chosen: Vec<bool>,
    is_notes: bool,
    pub is_hidden: bool,
    titles: Vec<String>,
    footers: Vec<String>,
    /// The number of pictures without a description.
    images: usize,
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
                let program = xml.attribute("progId").unwrap_or_default();
                let line = described("embedded object", &program.chars().take(MAX_NAME).collect::<String>());
                self.line(&line);
                xml.skip()?;
            }
            "extLst" | "timing" | "transition" => xml.skip()?,
            _ => self.open_text(xml)?,
        }
        Ok(())
    }

    fn open_text(&mut self, xml: &mut Xml<'_>) -> Result<(), Stop> {
        match xml.name() {
            "p" => {
                (self.bullet, self.level) = (Bullet::default(), 0);
                self.end_run();
                self.frames.push(Frame::Paragraph(Box::default()));
            }
            "pPr" => self.level = xml.attribute("lvl").and_then(|level| level.parse().ok()).unwrap_or_default(),
            "rPr" => {
                let baseline = xml.attribute("baseline").and_then(|percent| percent.trim_end_matches('%').parse().ok());
                self.look = Look {
                    is_struck: xml.attribute("strike").map(|strike| &*strike != "noStrike"),
                    sign: baseline.map(|raised: f64| {
                        if raised > 0.0 {
                            "^"
                        } else if raised < 0.0 {
                            "_"
                        } else {
                            ""
                        }
                    }),
                    ..Look::default()
                };
            }
            "latin" => self.look.font = symbol_font(xml).or(self.look.font),
            "sym" => self.sign_font = symbol_font(xml),
            "hlinkClick" => {
                let relation = xml.prefixed("id").and_then(|id| self.relations.get(&*id));
                let target =
                    relation.filter(|relation| relation.is_external).map(|relation| Rc::clone(&relation.target));
                let target = target.filter(|target| self.frames.hold(target.len()));
                if let Some(paragraph) = self.frames.paragraph() {
                    paragraph.open_link(target);
                }
            }
            "t" => {
                let text = xml.whole_text()?;
                self.say(&text);
            }
            "br" => self.say("\n"),
            "oMath" => {
                let mut formula = String::new();
                let (is_whole, end) = math::read(xml, &mut formula);
                self.frames.is_cut |= !is_whole;
                if !formula.trim().is_empty() {
                    self.say(&format!("${}$", formula.trim()));
                }
                end?;
            }
            _ => {
                if let Some(bullet) = Bullet::read(xml) {
                    self.bullet = bullet;
                }
            }
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
            "pic" => {
                let Shape { name, kind, .. } = std::mem::take(&mut self.shape);
                if kind == "image" && name.is_empty() {
                    self.images += 1;
                } else if !kind.is_empty() {
                    self.line(&described(kind, &name));
                }
            }
            "AlternateContent" => drop(self.chosen.pop()),
            _ => {}
        }
    }

    /// Appends text to the open paragraph.
    fn say(&mut self, text: &str) {
        if text.is_empty() || !self.frames.hold(text.len() + MARKS) {
            return;
        }
        let look = self.look;
        let Some(paragraph) = self.frames.paragraph() else { return };
        paragraph.mark(look.sign.unwrap_or_default(), look.is_struck == Some(true));
        let is_sign = !text.is_ascii() && text.chars().nth(1).is_none();
        match look.font.or(self.sign_font.filter(|_| is_sign)) {
            Some(font) => paragraph.text.extend(text.chars().map(|letter| symbols::shown(font, letter))),
            // PowerPoint writes a line break in a title as a vertical tab.
            None => paragraph.text.push_str(&text.replace(['\r', '\u{b}'], "\n")),
        }
    }

    fn end_run(&mut self) {
        (self.look, self.sign_font) = (Look::default(), None);
    }

    fn end_paragraph(&mut self) {
        if !matches!(self.frames.last(), Some(Frame::Paragraph(_))) {
            return;
        }
        let Some(Frame::Paragraph(mut paragraph)) = self.frames.pop() else { return };
        paragraph.close_links();
        let Paragraph { text, .. } = *paragraph;
        let text = text.trim().to_owned();
        if text.is_empty() {
            return;
        }
        let is_list = self.shape.role == Role::Body && !self.is_notes && self.frames.cell().is_none();
        let label = self.counters.label(&self.bullet, self.level, is_list);
        self.frames.emit(Line { heading: None, label, text });
    }

    /// Ends the text of a shape.
    fn end_text(&mut self) {
        match self.frames.last() {
            Some(Frame::Box(_)) => {
                let Some(Frame::Box(mut lines)) = self.frames.pop() else { return };
                // A text of one paragraph is mostly no list, whatever the layout says.
                if let [line] = &mut lines[..]
                    && matches!(self.bullet, Bullet::Inherited)
                {
                    line.label = None;
                }
                lines.into_iter().for_each(|line| self.frames.emit(line));
                self.frames.emit(Line::default());
            }
            Some(Frame::Aside(_)) => {
                let Some(Frame::Aside(aside)) = self.frames.pop() else { return };
                match self.shape.role {
                    _ if self.is_notes => self.frames.asides.push(aside),
                    Role::Footer => self.footers.push(aside.lines.join(" ")),
                    _ if self.titles.is_empty() => self.titles = aside.lines,
                    _ => aside.lines.iter().for_each(|line| self.line(line)),
                }
            }
            _ => {}
        }
    }

    fn end_cell(&mut self) {
        if !matches!(self.frames.last(), Some(Frame::Cell(_))) {
            return;
        }
        let Some(Frame::Cell(cell)) = self.frames.pop() else { return };
        let text = cell.text();
        if self.frames.hold(64)
            && let Some(table) = self.frames.table()
        {
            table.add(text, 1);
        }
    }

    /// Shows the text of the chart or diagram that was just opened.
    fn drawing(&mut self, xml: &Xml<'_>) {
        let is_chart = xml.name() == "chart";
        let Some(id) = xml.prefixed(if is_chart { "id" } else { "dm" }) else { return };
        let text = self.relations.get(&*id).and_then(|relation| self.drawings.get(&relation.target)).cloned();
        let text = text.unwrap_or_default();
        let mut lines = text.split('\n');
        let name = [&*self.shape.name, lines.next().unwrap_or_default()];
        let name = name.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(": ");
        self.line(&described(if is_chart { "chart" } else { "diagram" }, &name));
        lines.for_each(|line| self.line(&format!("[{line}]")));
    }

    /// Writes a line that is no paragraph of the slide.
    fn line(&mut self, text: &str) {
        if !self.is_notes && self.frames.hold(text.len()) {
            self.frames.emit(Line { text: text.to_owned(), ..Line::default() });
        }
    }
}

fn symbol_font(xml: &Xml<'_>) -> Option<&'static str> {
    xml.attribute("typeface").map(|name| symbols::font(&name)).filter(|name| !name.is_empty())
}

/// `[image: A cat]`, or `[image]` without a name.
fn described(kind: &str, name: &str) -> String {
    let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
    if name.is_empty() { format!("[{kind}]") } else { format!("[{kind}: {name}]") }
}
