//! A paragraph while it is read: its properties, its text, its links and its marks.

use std::rc::Rc;

use super::look::Look;
use super::numbering::Label;
use super::styles::{BODY_LEVEL, Style, outline};
use super::writer::Line;
use crate::document::stop::Stop;
use crate::document::superscript::needs_braces;
use crate::document::xml::Xml;

/// Bytes that the marks of one run may take, such as `~~^{}~~`.
pub(in crate::document) const MARKS: usize = 8;

/// The properties set on the paragraph itself.
#[derive(Debug, Default)]
pub(crate) struct Properties {
    pub style: Option<String>,
    pub list: Option<i64>,
    pub level: Option<usize>,
    outline: Option<u8>,
    /// The paragraph mark was deleted or moved away, or the text is a drop cap: it continues in the next paragraph.
    pub has_no_end: bool,
    /// The paragraph mark is hidden, which looks the same.
    pub has_hidden_end: bool,
}

impl Properties {
    /// Reads the element `pPr` that was just opened.
    pub fn read(xml: &mut Xml<'_>) -> Result<Self, Stop> {
        let (inside, mut properties) = (xml.depth(), Self::default());
        while xml.opens(inside)? {
            match xml.name() {
                "pStyle" => properties.style = xml.attribute("val").map(Into::into),
                "outlineLvl" => properties.outline = outline(xml),
                "numId" => properties.list = xml.number(),
                "ilvl" => properties.level = xml.number().and_then(|level| usize::try_from(level).ok()),
                "del" | "moveFrom" => properties.has_no_end = true,
                "framePr" => {
                    let cap = xml.attribute("dropCap");
                    properties.has_no_end |= cap.is_some_and(|cap| matches!(&*cap, "drop" | "margin"));
                }
                "vanish" => properties.has_hidden_end = xml.is_on(),
                "pPrChange" | "rPrChange" | "sectPr" | "numberingChange" => xml.skip()?,
                _ => {}
            }
        }
        Ok(properties)
    }

    /// The heading level of the paragraph, 1 being outermost. `None` if it is not a heading.
    pub fn heading(&self, style: &Style) -> Option<u8> {
        self.outline.or(style.outline).filter(|level| *level < BODY_LEVEL).map(|level| level + 1)
    }
}

/// A paragraph that is still being read.
#[derive(Debug, Default)]
pub(crate) struct Paragraph {
    pub properties: Properties,
    pub style: Style,
    pub text: String,
    /// The label, in formats that know it before the text.
    pub label: Option<Label>,
    /// The look of the current run.
    pub look: Look,
    /// The offset where the open struck text starts.
    pub struck: Option<usize>,
    /// The sign of the open superscript or subscript, and the offset where it starts.
    pub script: Option<(&'static str, usize)>,
    /// The offset where the content of the open form field starts.
    pub control: Option<usize>,
    /// The content of the paragraph's text boxes, shown after it.
    pub after: Vec<Line>,
    /// The open links: the offset where the text starts, and the target. `None` for a link without a target or inside
    /// another link.
    pub links: Vec<Option<(usize, Rc<str>)>>,
    /// The start offsets of the open readings of phonetic guides.
    pub pieces: Vec<usize>,
    /// The reading of a word (its ruby text), kept until the word has been read.
    pub reading: Option<String>,
}

impl Paragraph {
    /// Starts a link. A link without a target, or inside another link, is written as plain text.
    pub fn open_link(&mut self, target: Option<Rc<str>>) {
        self.mark("", false);
        let is_first = self.links.iter().all(Option::is_none);
        self.links.push(target.filter(|_| is_first).map(|target| (self.text.len(), target)));
    }

    /// Ends the innermost link. Writes `[label](target)`, or just the label if it already shows the target.
    pub fn close_link(&mut self) {
        self.mark("", false);
        let Some((start, target)) = self.links.pop().flatten() else { return };
        let label = self.text.get(start..).unwrap_or_default().trim();
        if *target == *label || target.strip_prefix("mailto:") == Some(label) {
            return;
        }
        let is_plain = !target.contains([' ', '(', ')', '\n']);
        let target = if is_plain { target.to_string() } else { format!("<{}>", target.replace('\n', "")) };
        self.wrap(start, "[", &format!("]({target})"));
    }

    /// Ends the marks that do not belong to the text that follows, and starts those that do.
    pub fn mark(&mut self, sign: &'static str, is_struck: bool) {
        let turns = self.struck.is_some() != is_struck;
        if let Some((open, start)) = self.script.take_if(|(open, _)| turns || *open != sign) {
            if self.text.get(start..).is_some_and(|text| needs_braces(text.trim())) {
                self.wrap(start, if open == "^" { "^{" } else { "_{" }, "}");
            } else {
                self.wrap(start, open, "");
            }
        }
        if turns {
            match self.struck.take() {
                Some(start) => self.wrap(start, "~~", "~~"),
                None => self.struck = Some(self.text.len()),
            }
        }
        if self.script.is_none() && !sign.is_empty() {
            self.script = Some((sign, self.text.len()));
        }
    }

    /// Writes `before` and `after` around the text from the offset `start`, if it is more than spaces.
    fn wrap(&mut self, start: usize, before: &str, after: &str) {
        let shown = self.cut_from(start);
        let label = shown.trim();
        if label.is_empty() {
            self.text.push_str(&shown);
            return;
        }
        let (spaces, rest) = shown.split_at(shown.len() - shown.trim_start().len());
        for piece in [spaces, before, label, after, &rest[label.len()..]] {
            self.text.push_str(piece);
        }
    }

    /// Ends the links and marks that are still open at the end of the paragraph.
    pub fn close_links(&mut self) {
        self.mark("", false);
        while !self.links.is_empty() {
            self.close_link();
        }
    }

    /// Removes the text from the offset `start` to the end, and returns it.
    pub fn cut_from(&mut self, start: usize) -> String {
        if self.text.is_char_boundary(start) { self.text.split_off(start) } else { String::new() }
    }
}
