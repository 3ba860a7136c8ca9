//! Reads the text of one part: from tags to paragraphs, rows and notes.
//!
//! A single loop handles any nesting. Elements with a content model of their own, such as properties, are read to their
//! end by the module for them.

use std::collections::BTreeMap;

use super::field::Fields;
use super::footnotes::{Aside, Asides};
use super::frame::{Frame, Frames};
use super::numbering::Numbering;
use super::paragraph::{Paragraph, Properties, is_hidden};
use super::styles::Styles;
use super::symbols;
use super::word_table::{Cell, Table};
use super::writer::Writer;
use crate::document::package::Relation;
use crate::document::stop::Stop;
use crate::document::xml::{Node, Xml};

/// Definitions and notes that all parts of a document share.
#[derive(Debug, Default)]
pub(super) struct Shared {
    pub styles: Styles,
    pub numbering: Numbering,
    pub asides: Asides,
}

/// Reads one part.
pub(super) struct Story<'a> {
    pub(super) shared: &'a mut Shared,
    pub(super) relations: &'a BTreeMap<String, Relation>,
    pub(super) frames: Frames<'a>,
    pub(super) fields: Fields,
    /// Text carried into the next paragraph, because its paragraph mark was deleted or is hidden.
    pub(super) carried: String,
    /// For each open `AlternateContent`, whether one of its alternatives was read.
    chosen: Vec<bool>,
    /// Number of open formulas. Formulas should not nest, but a file may nest them.
    formulas: usize,
    /// The closing bracket for each open bracket of a formula.
    pub(super) brackets: Vec<String>,
    pub(super) drawing: Drawing,
    is_aside: bool,
}

/// A picture, chart or object that is being read.
#[derive(Debug, Default)]
pub(super) struct Drawing {
    pub(super) name: String,
    pub(super) kind: Option<&'static str>,
}

impl<'a> Story<'a> {
    /// Reads the body of a document and writes it to `writer` at once.
    pub fn body(shared: &'a mut Shared, relations: &'a BTreeMap<String, Relation>, writer: &'a mut Writer) -> Self {
        Self::new(shared, relations, Frames::new(Some(writer)), false)
    }

    /// Reads notes, comments, a header or a footer, and keeps them for [`Story::into_asides`].
    pub fn aside(shared: &'a mut Shared, relations: &'a BTreeMap<String, Relation>) -> Self {
        Self::new(shared, relations, Frames::new(None), true)
    }

    fn new(
        shared: &'a mut Shared,
        relations: &'a BTreeMap<String, Relation>,
        frames: Frames<'a>,
        is_aside: bool,
    ) -> Self {
        let (fields, carried, chosen, formulas) = (Fields::default(), String::new(), Vec::new(), 0);
        let (brackets, drawing) = (Vec::new(), Drawing::default());
        Self { shared, relations, frames, fields, carried, chosen, formulas, brackets, drawing, is_aside }
    }

    /// The notes, comments, headers or footers that were read.
    pub fn into_asides(self) -> Vec<Aside> {
        self.frames.asides
    }

    /// Whether something was omitted because it was too long.
    pub fn is_cut(&self) -> bool {
        self.frames.is_cut
    }

    /// Reads to the end or the first error, then ends everything that is still open.
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
                    paragraph.is_hidden = paragraph.style.is_hidden == Some(true);
                    paragraph.properties = properties;
                }
            }
            "rPr" => {
                let by_paragraph = self.frames.paragraph().is_some_and(|it| it.style.is_hidden == Some(true));
                let is_hidden = is_hidden(xml, &self.shared.styles, by_paragraph)?;
                if let Some(paragraph) = self.frames.paragraph() {
                    paragraph.is_hidden = is_hidden;
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
            "oMath" => self.formulas += 1,
            "altChunk" => self.say("[embedded document]"),
            // Deleted or moved text, the formatting before a tracked change, and properties without text.
            "del" | "moveFrom" | "delInstrText" | "pPrChange" | "rPrChange" | "sectPrChange" | "tblPrChange"
            | "tblGridChange" | "sdtPr" | "sdtEndPr" | "smartTagPr" | "customXmlPr" | "rubyPr" | "tblPr"
            | "tblPrEx" | "sectPr" | "ctrlPr" | "numberingChange" => xml.skip()?,
            _ if self.formulas > 0 => self.open_formula(xml)?,
            _ => self.open_drawing(xml),
        }
        Ok(())
    }

    fn close(&mut self, xml: &Xml<'_>) {
        match xml.name() {
            "p" => self.end_paragraph(),
            "r" => {
                if let Some(paragraph) = self.frames.paragraph() {
                    paragraph.is_hidden = paragraph.style.is_hidden == Some(true);
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
            "oMath" => self.formulas = self.formulas.saturating_sub(1),
            "drawing" | "pict" | "object" => self.end_drawing(),
            "rt" | "ruby" => self.end_reading(xml),
            _ if self.formulas > 0 => self.close_formula(xml),
            _ => {}
        }
    }

    fn open_text(&mut self, xml: &mut Xml<'_>) -> Result<(), Stop> {
        match xml.name() {
            "t" => {
                // Word ignores white space at both ends, unless the attribute says to preserve it.
                let keeps = self.formulas > 0 || xml.attribute("space").as_deref() == Some("preserve");
                let text = xml.whole_text()?;
                self.say(if keeps { &text } else { text.trim_matches([' ', '\t', '\n', '\r']) });
            }
            "instrText" => {
                let text = xml.whole_text()?;
                self.fields.instruct(&text);
            }
            "tab" | "ptab" => self.say("\t"),
            "br" | "cr" => self.say("\n"),
            "noBreakHyphen" => self.say("\u{2011}"),
            "sym" => {
                let (font, code) = (xml.attribute("font").unwrap_or_default(), xml.attribute("char"));
                if let Some(letter) = code.and_then(|code| symbols::letter(&font, &code)) {
                    self.say(letter.encode_utf8(&mut [0; 4]));
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
