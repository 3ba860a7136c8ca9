//! Reads the text of one part: turns elements into paragraphs, rows and notes.
//!
//! A single loop handles all elements, whatever their nesting. Where the content of an element has its own structure
//! (properties, the signs of a formula), the module responsible for it reads up to the end of the element.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::field::Fields;
use super::footnotes::{Aside, Asides};
use super::form_field::{self, Control};
use super::frame::{Frame, Frames};
use super::look::Look;
use super::numbering::Numbering;
use super::paragraph::{Paragraph, Properties};
use super::styles::Styles;
use super::symbols;
use super::word_table::{Cell, Table};
use super::writer::Writer;
use crate::document::package::Relation;
use crate::document::stop::Stop;
use crate::document::xml::{Node, Xml};

/// State shared by all parts of a document.
#[derive(Debug, Default)]
pub(super) struct Shared {
    pub styles: Styles,
    pub numbering: Numbering,
    pub asides: Asides,
    /// The text of the diagrams and charts, by the name of their part.
    pub diagrams: BTreeMap<String, Rc<str>>,
}

/// The reader of one part.
pub(super) struct Story<'a> {
    pub(super) shared: &'a mut Shared,
    pub(super) relations: &'a BTreeMap<String, Relation>,
    pub(super) frames: Frames<'a>,
    pub(super) fields: Fields,
    /// Text carried into the next paragraph, because the mark of its own paragraph was deleted or hidden.
    pub(super) carried: String,
    /// For each open `AlternateContent`: whether one of its alternatives has been read.
    chosen: Vec<bool>,
    /// Whether formulas are on lines of their own.
    pub(super) is_display: bool,
    /// The form field whose properties were just read.
    control: Option<Control>,
    /// For each open content control: the form field that it is, until that is shown.
    pub(super) controls: Vec<Option<Control>>,
    pub(super) drawing: Drawing,
    is_aside: bool,
}

/// A picture, chart or object while it is read.
#[derive(Debug, Default)]
pub(super) struct Drawing {
    pub(super) name: String,
    pub(super) kind: Option<&'static str>,
    /// The text of a diagram or chart: a line, then a line for each series.
    pub(super) text: Option<Rc<str>>,
}

impl<'a> Story<'a> {
    /// Creates a reader for the body of a document, which is written as it is read.
    pub fn body(shared: &'a mut Shared, relations: &'a BTreeMap<String, Relation>, writer: &'a mut Writer) -> Self {
        Self::new(shared, relations, Frames::new(Some(writer)), false)
    }

    /// Creates a reader for notes, comments, headers or footers, which are kept for later.
    pub fn aside(shared: &'a mut Shared, relations: &'a BTreeMap<String, Relation>) -> Self {
        Self::new(shared, relations, Frames::new(None), true)
    }

    fn new(
        shared: &'a mut Shared,
        relations: &'a BTreeMap<String, Relation>,
        frames: Frames<'a>,
        is_aside: bool,
    ) -> Self {
        Self {
            shared,
            relations,
            frames,
            is_aside,
            fields: Fields::default(),
            carried: String::new(),
            chosen: Vec::new(),
            is_display: false,
            control: None,
            controls: Vec::new(),
            drawing: Drawing::default(),
        }
    }

    /// The notes, comments, headers or footers that were read.
    pub fn into_asides(self) -> Vec<Aside> {
        self.frames.asides
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
                Frame::Box(_) => self.end_box(),
                Frame::Cell(_) => self.end_cell(),
                Frame::Aside(_) => self.end_aside(),
                Frame::Table(_) => {
                    self.frames.end_row();
                    self.frames.pop();
                }
            }
        }
        self.flush();
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
            "t" | "delText" | "instrText" | "tab" | "br" | "cr" | "ptab" | "noBreakHyphen" | "sym" => {
                self.open_text(xml)?;
            }
            "p" => {
                let text = std::mem::take(&mut self.carried);
                let paragraph = Paragraph { text, ..Paragraph::default() };
                self.frames.push(Frame::Paragraph(Box::new(paragraph)));
            }
            "pPr" => {
                let properties = Properties::read(xml)?;
                if let Some(paragraph) = self.frames.paragraph() {
                    let style = properties.style.as_deref().unwrap_or("Normal");
                    paragraph.style = self.shared.styles.get(style);
                    paragraph.look = paragraph.style.look;
                    paragraph.properties = properties;
                }
            }
            "rPr" => {
                let by_paragraph = self.frames.paragraph().map(|it| it.style.look).unwrap_or_default();
                let look = Look::read(xml, |id| self.shared.styles.get(id).look, by_paragraph)?;
                if let Some(paragraph) = self.frames.paragraph() {
                    paragraph.look = look;
                }
            }
            "tbl" | "gridCol" | "tr" | "trPr" | "tc" | "tcPr" => self.open_table(xml)?,
            "footnote" | "endnote" | "comment" | "hdr" | "ftr" if self.is_aside => self.open_aside(xml)?,
            "hyperlink" | "fldSimple" | "fldChar" | "footnoteReference" | "endnoteReference" | "commentReference" => {
                self.open_reference(xml);
            }
            "txbxContent" => self.frames.push(Frame::Box(Vec::new())),
            "AlternateContent" => self.chosen.push(false),
            "Choice" | "Fallback" => {
                let is_other = self.chosen.last_mut().is_some_and(|chosen| std::mem::replace(chosen, true));
                if is_other {
                    xml.skip()?;
                }
            }
            "rt" => self.begin_piece(),
            "oMath" => self.open_formula(xml)?,
            "oMathPara" => self.is_display = true,
            "sdtPr" => self.control = Control::read(xml)?,
            "sdtContent" => self.controls.push(self.control.take()),
            "ffData" => {
                let state = form_field::legacy(xml)?;
                self.fields.set_state(state);
            }
            "altChunk" => self.say("[embedded document]"),
            // Deleted or moved text, the old properties of a tracked change, and properties that contain no text.
            "del" | "moveFrom" | "delInstrText" | "pPrChange" | "rPrChange" | "sectPrChange" | "tblPrChange"
            | "tblGridChange" | "sdtEndPr" | "smartTagPr" | "customXmlPr" | "rubyPr" | "tblPr" | "tblPrEx"
            | "sectPr" | "ctrlPr" | "numberingChange" => xml.skip()?,
            _ => self.open_drawing(xml),
        }
        Ok(())
    }

    fn close(&mut self, xml: &Xml<'_>) {
        match xml.name() {
            "p" => self.end_paragraph(),
            "r" => {
                if let Some(paragraph) = self.frames.paragraph() {
                    paragraph.look = paragraph.style.look;
                }
            }
            "tr" => self.frames.end_row(),
            "tc" => self.end_cell(),
            "tbl" => {
                if matches!(self.frames.last(), Some(Frame::Table(_))) {
                    self.frames.pop();
                }
            }
            "txbxContent" => self.end_box(),
            "footnote" | "endnote" | "comment" | "hdr" | "ftr" if self.is_aside => self.end_aside(),
            "hyperlink" | "fldSimple" => {
                if let Some(paragraph) = self.frames.paragraph() {
                    paragraph.close_link();
                }
            }
            "AlternateContent" => drop(self.chosen.pop()),
            "oMathPara" => self.is_display = false,
            "sdtContent" => {
                self.end_control();
                self.controls.pop();
            }
            "drawing" | "pict" | "object" => self.end_drawing(),
            "rt" | "ruby" => self.end_reading(xml),
            _ => {}
        }
    }

    fn open_text(&mut self, xml: &mut Xml<'_>) -> Result<(), Stop> {
        match xml.name() {
            "t" => {
                // Word removes spaces at both ends unless the element says to preserve them.
                let keeps = xml.attribute("space").as_deref() == Some("preserve");
                let text = xml.whole_text()?;
                self.say_run(if keeps { &text } else { text.trim_matches([' ', '\t', '\n', '\r']) });
            }
            "instrText" => {
                let text = xml.whole_text()?;
                self.fields.instruct(&text);
            }
            "tab" | "ptab" => self.say_run("\t"),
            "br" | "cr" => self.say_run("\n"),
            "noBreakHyphen" => self.say_run("\u{2011}"),
            "sym" => {
                let (font, code) = (xml.attribute("font").unwrap_or_default(), xml.attribute("char"));
                if let Some(letter) = code.and_then(|code| symbols::letter(&font, &code)) {
                    self.say_run(letter.encode_utf8(&mut [0; 4]));
                }
            }
            _ => xml.skip()?,
        }
        Ok(())
    }

    fn open_table(&mut self, xml: &mut Xml<'_>) -> Result<(), Stop> {
        match xml.name() {
            "tbl" => {
                self.flush();
                self.frames.push(Frame::Table(Table::default()));
            }
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
            "trPr" => match self.frames.table() {
                Some(table) => table.read_row(xml)?,
                None => xml.skip()?,
            },
            "tc" => self.frames.push(Frame::Cell(Cell { columns: 1, ..Cell::default() })),
            _ => match self.frames.cell() {
                Some(cell) => cell.read(xml)?,
                None => xml.skip()?,
            },
        }
        Ok(())
    }
}
