//! Reads the shapes of one slide: turns their elements into paragraphs, rows and lines for pictures.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::bullets::{Bullet, Counters};
use super::places::Piece;
use super::shape::{Role, Shape};
use crate::draft::Stop;
use crate::markup::{described, joined, one_line};
use crate::package::Relations;
use crate::rich_text::frames::{Aside, Frame, Frames};
use crate::rich_text::lines::{Line, Writer};
use crate::rich_text::look::{Look, raised};
use crate::rich_text::paragraph::{MARKS, Paragraph};
use crate::rich_text::steps::{Step, Story};
use crate::rich_text::table::Cell;
use crate::rich_text::{MAX_NAME, slide, symbols};
use crate::xml::Xml;

/// Maximum number of bytes of a title. The rest of a longer one is cut.
const MAX_TITLE: usize = 1_000;

/// The reader of one slide or of its notes.
pub(super) struct SlideStory<'a> {
    relations: &'a Relations,
    /// The texts of charts and diagrams by the name of their part.
    drawings: &'a BTreeMap<Rc<str>, Rc<str>>,
    pub frames: Frames<'a>,
    pub(super) shape: Shape,
    bullet: Bullet,
    level: usize,
    counters: Counters,
    look: Look,
    /// The font of signs in the current run, which may be letters in the file: an arrow is `à`.
    sign_font: Option<&'static str>,
    is_notes: bool,
    pub is_hidden: bool,
    titles: Vec<String>,
    footers: Vec<String>,
    /// The number of pictures without a description.
    pub(super) images: usize,
    /// The shapes that are in no group.
    pub pieces: Vec<Piece>,
    /// The number of open shapes and groups.
    pub(super) depth: usize,
    /// The depth of the outermost one that is hidden.
    pub(super) hidden: Option<usize>,
}

impl<'a> SlideStory<'a> {
    /// Creates a reader for a slide, which is written as it is read. Without a writer, it is of the notes of a slide, which
    /// are kept.
    pub fn new(
        relations: &'a Relations,
        drawings: &'a BTreeMap<Rc<str>, Rc<str>>,
        writer: Option<&'a mut Writer>,
    ) -> Self {
        Self {
            relations,
            drawings,
            is_notes: writer.is_none(),
            frames: Frames::new(writer),
            shape: Shape::default(),
            bullet: Bullet::default(),
            level: 0,
            counters: Counters::default(),
            look: Look::default(),
            sign_font: None,
            is_hidden: false,
            titles: Vec::new(),
            footers: Vec::new(),
            images: 0,
            pieces: Vec::new(),
            depth: 0,
            hidden: None,
        }
    }

    /// The title of the slide, on one line. Empty if it has none.
    pub fn title(&self) -> String {
        let mut title = slide::title(&self.titles);
        title.truncate(title.floor_char_boundary(MAX_TITLE));
        title
    }

    /// Its footers, each on one line.
    pub fn footers(&self) -> Vec<String> {
        self.footers.iter().map(|line| one_line(line)).collect()
    }

    /// The lines of the notes.
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        self.frames.asides.iter().flat_map(|aside| &aside.lines).flat_map(|line| line.lines())
    }

    /// Reads a slide to its end, or up to the first error.
    pub async fn read_slide(&mut self, xml: &mut Xml<'_>) -> Result<(), Stop> {
        let end = self.read(xml, 0).await;
        match self.images {
            0 => {}
            1 => self.line("[image]"),
            images => self.line(&format!("[{images} images]")),
        }
        end
    }

    fn open_body(&mut self, xml: &mut Xml<'_>) -> Result<(), Stop> {
        if self.frames.cell().is_some() {
            return Ok(());
        }
        let role = self.shape.role;
        let is_kept = if self.is_notes { role == Role::Body } else { role != Role::Number };
        if !is_kept {
            return xml.skip();
        }
        let is_aside = self.is_notes || matches!(role, Role::Title | Role::Footer);
        self.frames.push(if is_aside { Frame::Aside(Aside::default()) } else { Frame::Box(Vec::new()) });
        self.counters = Counters::default();
        Ok(())
    }

    /// Ends the text of a shape.
    fn end_body(&mut self) {
        if let Some(mut lines) = self.frames.end_box() {
            // A text of one paragraph is mostly no list, whatever the layout says.
            if let [line] = &mut lines[..]
                && matches!(self.bullet, Bullet::Inherited)
            {
                line.label = None;
            }
            if let Some(line) = lines.first_mut().filter(|_| self.hidden.is_some()) {
                line.text.insert_str(0, "[hidden] ");
            }
            self.frames.emit_all(lines);
            self.frames.emit(Line::default());
        } else if let Some(aside) = self.frames.end_aside() {
            match self.shape.role {
                _ if self.is_notes => self.frames.asides.push(aside),
                Role::Footer => self.footers.push(aside.lines.join(" ")),
                _ if self.titles.is_empty() => self.titles = aside.lines,
                _ => aside.lines.iter().for_each(|line| self.line(line)),
            }
        }
    }

    fn open_paragraph(&mut self) {
        (self.bullet, self.level) = (Bullet::default(), 0);
        (self.look, self.sign_font) = (Look::default(), None);
        self.frames.push(Frame::Paragraph(Box::default()));
    }

    fn read_look(&mut self, xml: &Xml<'_>) {
        let baseline = xml.attribute("baseline").and_then(|percent| percent.trim_end_matches('%').parse().ok());
        self.look = Look {
            is_struck: xml.attribute("strike").map(|strike| &*strike != "noStrike"),
            sign: baseline.map(raised),
            ..Look::default()
        };
    }

    fn end_run(&mut self) {
        (self.look, self.sign_font) = (Look::default(), None);
        if let Some(paragraph) = self.frames.paragraph() {
            paragraph.close_links();
        }
    }

    fn open_link(&mut self, xml: &Xml<'_>) {
        let relation = xml.prefixed("id").and_then(|id| self.relations.get(&*id));
        let relation = relation.filter(|relation| relation.is_external);
        self.frames.open_link(relation.map(|relation| Rc::clone(&relation.target)));
    }

    fn read_formula(&mut self, xml: &mut Xml<'_>) -> Result<(), Stop> {
        let (formula, end) = self.frames.formula(xml);
        if !formula.is_empty() {
            self.say(&format!("${formula}$"));
        }
        end
    }

    fn read_object(&mut self, xml: &mut Xml<'_>) -> Result<(), Stop> {
        let program: String = xml.short("progId", MAX_NAME);
        self.line(&described(&["embedded object", &one_line(&program)]));
        xml.skip()
    }

    /// Shows the text of the chart or diagram that was just opened.
    fn open_drawing(&mut self, xml: &Xml<'_>) {
        let (kind, id) = if xml.name() == "chart" { ("chart", "id") } else { ("diagram", "dm") };
        let Some(id) = xml.prefixed(id) else { return };
        let text = self.relations.get(&*id).and_then(|relation| self.drawings.get(&relation.target)).cloned();
        let text = text.unwrap_or_default();
        let mut lines = text.split('\n');
        let name = one_line(&joined(&[&self.shape.name, lines.next().unwrap_or_default()]));
        self.line(&described(&[kind, &name]));
        lines.for_each(|line| self.line(&format!("[{line}]")));
    }

    /// Writes a line that is no paragraph of the slide.
    pub(super) fn line(&mut self, text: &str) {
        if !self.is_notes && self.frames.hold(text.len()) {
            let mark = if self.hidden.is_some() { "[hidden] " } else { "" };
            self.frames.emit_text(format!("{mark}{text}"));
        }
    }
}

impl<'a> Story<'a> for SlideStory<'a> {
    fn step(xml: &Xml<'_>) -> Step<Self> {
        match xml.name() {
            "p" => Step::Spans(|it, _| it.open_paragraph(), Self::end_paragraph),
            "pPr" => Step::Starts(|it, xml| {
                it.level = xml.parsed("lvl").unwrap_or_default();
            }),
            "r" | "fld" => Step::Ends(Self::end_run),
            "rPr" => Step::Starts(Self::read_look),
            "t" => Step::Reads(|it, xml| xml.whole_text().map(|text| it.say(&text))),
            "br" => Step::Says("\n"),
            "latin" => Step::Starts(|it, xml| it.look.font = symbol_font(xml).or(it.look.font)),
            "sym" => Step::Starts(|it, xml| it.sign_font = symbol_font(xml)),
            "buNone" | "buChar" | "buBlip" | "buAutoNum" => Step::Starts(|it, xml| it.bullet = Bullet::read(xml)),
            "hlinkClick" => Step::Starts(Self::open_link),
            "oMath" => Step::Reads(Self::read_formula),
            "sld" => Step::Starts(|it, xml| {
                it.is_hidden = matches!(xml.attribute("show").as_deref(), Some("0" | "false"));
            }),
            "sp" | "graphicFrame" | "cxnSp" | "grpSp" => Step::Spans(|it, _| it.open_shape(""), Self::end_shape),
            "pic" => Step::Spans(|it, _| it.open_shape("image"), Self::end_picture),
            "cNvPr" => Step::Starts(Self::name_shape),
            "off" | "ext" => Step::Starts(Self::read_place),
            "videoFile" => Step::Starts(|it, _| it.shape.kind = "video"),
            "audioFile" | "wavAudioFile" => Step::Starts(|it, _| it.shape.kind = "audio"),
            "ph" => Step::Starts(Self::read_placeholder),
            "txBody" => Step::Holds(Self::open_body, Self::end_body),
            "AlternateContent" => Step::Alternatives,
            "Choice" | "Fallback" => Step::Alternative,
            "tbl" => Step::Table,
            "gridCol" => Step::Columns(|_| 1),
            "tr" => Step::Row,
            "tc" => Step::Cell(|xml| {
                let is_on = |name| matches!(xml.attribute(name).as_deref(), Some("1" | "true"));
                Cell { is_gone: is_on("hMerge") || is_on("vMerge"), ..Cell::default() }
            }),
            "chart" | "relIds" => Step::Starts(Self::open_drawing),
            "oleObj" => Step::Reads(Self::read_object),
            "extLst" | "timing" | "transition" => Step::Skip,
            _ => Step::Nothing,
        }
    }

    fn frames(&mut self) -> &mut Frames<'a> {
        &mut self.frames
    }

    fn say(&mut self, text: &str) {
        if text.is_empty() || !self.frames.hold(text.len() + MARKS) {
            return;
        }
        let Some(paragraph) = self.frames.paragraph() else { return };
        let is_sign = !text.is_ascii() && text.chars().nth(1).is_none();
        let shown = match self.look.font.or(self.sign_font.filter(|_| is_sign)) {
            Some(font) => symbols::shown_text(font, text),
            // PowerPoint writes a line break in a title as a vertical tab.
            None => text.replace(['\r', '\u{b}'], "\n"),
        };
        paragraph.push(&shown, self.look);
    }

    fn end_paragraph(&mut self) {
        let Some(Paragraph { text, .. }) = self.frames.end_paragraph() else { return };
        let text = text.trim().to_owned();
        if text.is_empty() {
            return;
        }
        let is_list = self.shape.role == Role::Body && !self.is_notes && self.frames.cell().is_none();
        let label = self.counters.label(&self.bullet, self.level, is_list);
        self.frames.emit(Line { heading: None, label, text });
    }

    fn end_box(&mut self) {
        self.end_body();
    }

    fn cut_aside(&mut self) {
        self.end_body();
    }
}

fn symbol_font(xml: &Xml<'_>) -> Option<&'static str> {
    xml.attribute("typeface").map(|name| symbols::font(&name)).filter(|name| !name.is_empty())
}
