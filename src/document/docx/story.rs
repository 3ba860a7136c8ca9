//! Reads the text of one part: what each element does, and how text gets into paragraphs.
//!
//! Where the content of an element has its own structure (properties, the signs of a formula), the module responsible for
//! it reads up to the end of the element.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::field::Fields;
use super::footnotes::Asides;
use super::form_field::Control;
use super::numbering::Numbering;
use super::properties::{Layout, Properties, read_cell, read_row};
use super::styles::{Item, Styles, read_look};
use crate::draft::Stop;
use crate::package::Relations;
use crate::rich_text::frames::{Frame, Frames};
use crate::rich_text::lines::{Line, Writer};
use crate::rich_text::look::Look;
use crate::rich_text::paragraph::{MARKS, Paragraph};
use crate::rich_text::steps::{Step, Story};
use crate::rich_text::symbols;
use crate::rich_text::table::Cell;
use crate::xml::Xml;

/// State shared by all parts of a document.
#[derive(Debug, Default)]
pub(super) struct Shared {
    pub styles: Styles,
    pub numbering: Numbering,
    pub asides: Asides,
    /// The text of the diagrams and charts, by the name of their part.
    pub diagrams: BTreeMap<String, Rc<str>>,
    /// The text of the documents inside it, in the same way.
    pub inner: BTreeMap<String, Rc<str>>,
}

/// The reader of one part.
pub(super) struct WordStory<'a> {
    pub(super) shared: &'a mut Shared,
    pub(super) relations: &'a Relations,
    pub(super) frames: Frames<'a>,
    /// For each open paragraph, what Word says of it.
    layouts: Vec<Layout>,
    pub(super) fields: Fields,
    /// Text carried into the next paragraph, because the mark of its own paragraph was deleted or hidden.
    carried: String,
    /// Whether formulas are on lines of their own.
    pub(super) is_display: bool,
    /// The form field whose properties were just read.
    pub(super) control: Option<Control>,
    /// For each open content control: the form field that it is, until that is shown.
    pub(super) controls: Vec<Option<Control>>,
    pub(super) drawing: Drawing,
    pub(super) is_aside: bool,
}

/// A picture, chart or object while it is read.
#[derive(Debug, Default)]
pub(super) struct Drawing {
    pub(super) name: String,
    pub(super) kind: Option<&'static str>,
    /// The text of a diagram or chart: a line, then a line for each series.
    pub(super) text: Option<Rc<str>>,
    /// The text of an embedded document.
    pub(super) inner: Option<Rc<str>>,
}

impl<'a> WordStory<'a> {
    /// Creates a reader for a part. The body of a document is written as it is read. Without a writer, it is of notes,
    /// comments, headers or footers, which are kept for later.
    pub fn new(shared: &'a mut Shared, relations: &'a Relations, writer: Option<&'a mut Writer>) -> Self {
        Self {
            shared,
            relations,
            is_aside: writer.is_none(),
            frames: Frames::new(writer),
            layouts: Vec::new(),
            fields: Fields::default(),
            carried: String::new(),
            is_display: false,
            control: None,
            controls: Vec::new(),
            drawing: Drawing::default(),
        }
    }

    /// The open paragraph, if it is the innermost frame, and what Word says of it.
    pub(super) fn paragraph(&mut self) -> Option<(&mut Paragraph, &mut Layout)> {
        self.frames.paragraph().zip(self.layouts.last_mut())
    }

    fn open_paragraph(&mut self) {
        let text = std::mem::take(&mut self.carried);
        self.frames.push(Frame::Paragraph(Box::new(Paragraph { text, ..Paragraph::default() })));
        self.layouts.push(Layout::default());
    }

    fn read_properties(&mut self, xml: &mut Xml<'_>) -> Result<(), Stop> {
        let properties = Properties::read(xml)?;
        let style = self.shared.styles.get(properties.style.as_deref().unwrap_or("Normal"));
        if let Some((_, layout)) = self.paragraph() {
            layout.look = style.look;
            (layout.style, layout.properties) = (style, properties);
        }
        Ok(())
    }

    fn read_look(&mut self, xml: &mut Xml<'_>) -> Result<(), Stop> {
        let by_paragraph = self.paragraph().map(|(_, layout)| layout.style.look).unwrap_or_default();
        let look = read_look(xml, |id| self.shared.styles.get(id).look, by_paragraph)?;
        if let Some((_, layout)) = self.paragraph() {
            layout.look = look;
        }
        Ok(())
    }

    fn end_run(&mut self) {
        if let Some((_, layout)) = self.paragraph() {
            layout.look = layout.style.look;
        }
    }

    fn read_text(&mut self, xml: &mut Xml<'_>) -> Result<(), Stop> {
        // Word removes spaces at both ends unless the element says to preserve them.
        let keeps = xml.attribute("space").as_deref() == Some("preserve");
        let text = xml.whole_text()?;
        self.say(if keeps { &text } else { text.trim_matches([' ', '\t', '\n', '\r']) });
        Ok(())
    }

    fn open_symbol(&mut self, xml: &Xml<'_>) {
        let (font, code) = (xml.attribute("font").unwrap_or_default(), xml.attribute("char"));
        if let Some(letter) = code.and_then(|code| symbols::letter(&font, &code)) {
            self.say(letter.encode_utf8(&mut [0; 4]));
        }
    }

    /// Appends text to the open paragraph in the look of a style, unless the text is hidden.
    pub(super) fn say_plain(&mut self, text: &str) {
        self.write(text, Look::default());
    }

    fn write(&mut self, text: &str, look: Look) {
        let is_marked = look.sign.is_some_and(|sign| !sign.is_empty()) || look.is_struck == Some(true);
        let marks = if is_marked { MARKS } else { 0 };
        if text.is_empty() || self.is_silent() || !self.frames.hold(text.len() + marks) {
            return;
        }
        let begins_control = matches!(self.controls.last(), Some(Some(_)));
        let Some((paragraph, layout)) = self.paragraph() else { return self.carried.push_str(text) };
        if layout.control.is_none() && begins_control {
            paragraph.mark("", false);
            layout.control = Some(paragraph.text.len());
        }
        paragraph.push(text, look);
    }

    /// Whether the current text is not shown.
    pub(super) fn is_silent(&mut self) -> bool {
        self.fields.hide() || self.paragraph().is_some_and(|(_, layout)| layout.look.is_hidden == Some(true))
    }
}

impl<'a> Story<'a> for WordStory<'a> {
    fn step(xml: &Xml<'_>) -> Step<Self> {
        match xml.name() {
            "p" => Step::Spans(|it, _| it.open_paragraph(), Self::end_paragraph),
            "pPr" => Step::Reads(Self::read_properties),
            "r" => Step::Ends(Self::end_run),
            "rPr" => Step::Reads(Self::read_look),
            "t" => Step::Reads(Self::read_text),
            "tab" | "ptab" => Step::Says("\t"),
            "br" | "cr" => Step::Says("\n"),
            "noBreakHyphen" => Step::Says("\u{2011}"),
            "sym" => Step::Starts(Self::open_symbol),
            "instrText" => Step::Reads(|it, xml| xml.whole_text().map(|text| it.fields.instruct(&text))),
            "tbl" => Step::Table,
            "gridCol" => Step::Columns(|_| 1),
            "tr" => Step::Row,
            "trPr" => Step::Reads(|it, xml| match it.frames.table() {
                Some(table) => read_row(table, xml),
                None => xml.skip(),
            }),
            "tc" => Step::Cell(|_| Cell::default()),
            "tcPr" => Step::Reads(|it, xml| match it.frames.cell() {
                Some(cell) => read_cell(cell, xml),
                None => xml.skip(),
            }),
            "footnote" | "endnote" | "comment" | "hdr" | "ftr" => Step::Holds(Self::open_aside, Self::end_aside),
            "hyperlink" | "fldSimple" => Step::Spans(Self::open_link, |it| it.frames.close_link()),
            "fldChar" => Step::Starts(Self::field),
            "footnoteReference" | "endnoteReference" | "commentReference" => Step::Starts(Self::open_reference),
            "txbxContent" => Step::Spans(|it, _| it.frames.push(Frame::Box(Vec::new())), Self::end_box),
            "AlternateContent" => Step::Alternatives,
            "Choice" | "Fallback" => Step::Alternative,
            "rt" => Step::Spans(|it, _| it.begin_piece(), Self::end_piece),
            "ruby" => Step::Ends(Self::end_reading),
            "oMath" => Step::Reads(Self::read_formula),
            "oMathPara" => Step::Spans(|it, _| it.is_display = true, |it| it.is_display = false),
            "sdtPr" => Step::Reads(|it, xml| Control::read(xml).map(|control| it.control = control)),
            "sdtContent" => Step::Spans(|it, _| it.controls.push(it.control.take()), Self::end_content),
            "ffData" => Step::Reads(Self::read_form_field),
            "altChunk" => Step::Starts(Self::open_chunk),
            // Deleted or moved text, the old properties of a tracked change, and properties that contain no text.
            "delText" | "del" | "moveFrom" | "delInstrText" | "pPrChange" | "rPrChange" | "sectPrChange"
            | "tblPrChange" | "tblGridChange" | "sdtEndPr" | "smartTagPr" | "customXmlPr" | "rubyPr" | "tblPr"
            | "tblPrEx" | "sectPr" | "ctrlPr" | "numberingChange" => Step::Skip,
            "docPr" | "cNvPr" | "shape" => Step::Starts(Self::name_drawing),
            "imagedata" | "textpath" | "pic" | "chart" | "relIds" | "OLEObject" => Step::Starts(Self::open_drawing),
            "drawing" | "pict" | "object" => Step::Ends(Self::end_drawing),
            _ => Step::Nothing,
        }
    }

    fn frames(&mut self) -> &mut Frames<'a> {
        &mut self.frames
    }

    /// Appends text in the look of the current run.
    fn say(&mut self, text: &str) {
        let look = self.paragraph().map(|(_, layout)| layout.look).unwrap_or_default();
        match look.font {
            None | Some("") => self.write(text, look),
            Some(font) => self.write(&symbols::shown_text(font, text), look),
        }
    }

    fn flush(&mut self) {
        let text = std::mem::take(&mut self.carried);
        if !text.trim().is_empty() {
            self.frames.emit_text(text.trim_end().to_owned());
        }
    }

    fn end_paragraph(&mut self) {
        self.end_control();
        let Some(Paragraph { mut text, after, .. }) = self.frames.end_paragraph() else { return };
        let Layout { properties, style, .. } = self.layouts.pop().unwrap_or_default();
        self.fields.break_line();
        let heading = properties.heading(&style);
        // A heading with a hidden paragraph mark continues on the line of the text after it. It is kept as a heading.
        let goes_on = properties.has_no_end || (properties.has_hidden_end && (heading.is_none() || text.is_empty()));
        if goes_on {
            self.carried = text;
        } else {
            let by_style = style.item();
            let item = match properties.list {
                Some(list) => Some(Item { list, level: properties.level.or(by_style.and_then(|item| item.level)) }),
                None => by_style.map(|item| Item { level: properties.level.or(item.level), ..item }),
            };
            let label = item
                .and_then(|item| self.shared.numbering.label(item, properties.style.as_deref(), &self.shared.styles));
            text.truncate(text.trim_end().len());
            text.drain(..text.len() - text.trim_start_matches('\n').len());
            if heading.is_some() || label.is_some() {
                text.drain(..text.len() - text.trim_start().len());
            }
            self.frames.emit(Line { heading, label, text });
        }
        self.frames.emit_all(after);
    }

    fn end_box(&mut self) {
        self.flush();
        if let Some(lines) = self.frames.end_box() {
            self.frames.emit_all(lines);
        }
    }

    fn cut_aside(&mut self) {
        self.end_aside();
    }
}
