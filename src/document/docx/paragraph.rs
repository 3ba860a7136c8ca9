//! An open paragraph: its properties, its text and its links.

use std::rc::Rc;

use super::styles::{BODY_LEVEL, Style, Styles, outline};
use super::writer::Line;
use crate::document::stop::Stop;
use crate::document::xml::Xml;

/// The properties of a paragraph (`pPr`).
#[derive(Debug, Default)]
pub(super) struct Properties {
    pub style: Option<String>,
    pub list: Option<i64>,
    pub level: Option<usize>,
    outline: Option<u8>,
    /// The paragraph mark was deleted or moved away, so the text continues in the next paragraph.
    pub has_no_end: bool,
    /// The paragraph mark is hidden, which has the same effect.
    pub has_hidden_end: bool,
}

impl Properties {
    /// Reads the `pPr` element whose start tag was read last.
    pub fn read(xml: &mut Xml<'_>) -> Result<Self, Stop> {
        let (inside, mut properties) = (xml.depth(), Self::default());
        while xml.opens(inside)? {
            match xml.name() {
                "pStyle" => properties.style = xml.attribute("val").map(Into::into),
                "outlineLvl" => properties.outline = outline(xml),
                "numId" => properties.list = xml.number(),
                "ilvl" => properties.level = xml.number().and_then(|level| usize::try_from(level).ok()),
                "del" | "moveFrom" => properties.has_no_end = true,
                "vanish" => properties.has_hidden_end = xml.is_on(),
                "pPrChange" | "rPrChange" | "sectPr" | "numberingChange" => xml.skip()?,
                _ => {}
            }
        }
        Ok(properties)
    }

    /// The level of the heading, 1 being outermost. `None` if the paragraph is not a heading.
    pub fn heading(&self, style: &Style) -> Option<u8> {
        self.outline.or(style.outline).filter(|level| *level < BODY_LEVEL).map(|level| level + 1)
    }
}

/// Reads the `rPr` element whose start tag was read last. Returns whether the run is hidden.
pub(super) fn is_hidden(xml: &mut Xml<'_>, styles: &Styles, by_paragraph: bool) -> Result<bool, Stop> {
    let (inside, mut by_style, mut own) = (xml.depth(), None, None);
    while xml.opens(inside)? {
        match xml.name() {
            "rStyle" => by_style = xml.attribute("val").and_then(|id| styles.get(&id).is_hidden),
            "vanish" => own = Some(xml.is_on()),
            "rPrChange" => xml.skip()?,
            _ => {}
        }
    }
    Ok(own.or(by_style).unwrap_or(by_paragraph))
}

/// A paragraph that is being read.
#[derive(Debug, Default)]
pub(super) struct Paragraph {
    pub properties: Properties,
    pub style: Style,
    pub text: String,
    /// Whether the current run is hidden.
    pub is_hidden: bool,
    /// The content of its text boxes, shown after it.
    pub after: Vec<Line>,
    /// Open links: the offset of their text, and their target. `None` for a link in a link, or one without a target.
    pub links: Vec<Option<(usize, Rc<str>)>>,
    /// Offsets of the open pieces of a formula or phonetic guide.
    pub pieces: Vec<usize>,
    /// The phonetic guide of a word, until the word has been read.
    pub reading: Option<String>,
}

impl Paragraph {
    /// Begins a link. Without a target, only its text is kept.
    pub fn open_link(&mut self, target: Option<Rc<str>>) {
        let is_first = self.links.iter().all(Option::is_none);
        self.links.push(target.filter(|_| is_first).map(|target| (self.text.len(), target)));
    }

    /// Ends the link that began last. Writes it as `[label](target)` if it has a target that differs from its label.
    pub fn close_link(&mut self) {
        let Some((start, target)) = self.links.pop().flatten() else { return };
        let shown = self.cut_from(start);
        let label = shown.trim();
        let leads_where_it_says = *target == *label || target.strip_prefix("mailto:") == Some(label);
        if label.is_empty() || leads_where_it_says {
            self.text.push_str(&shown);
            return;
        }
        let is_plain = !target.contains([' ', '(', ')', '\n']);
        let (before, after) = shown.split_at(shown.len() - shown.trim_start().len());
        let spaces = &after[label.len()..];
        let target = if is_plain { target.to_string() } else { format!("<{}>", target.replace('\n', "")) };
        for piece in [before, "[", label, "](", &target, ")", spaces] {
            self.text.push_str(piece);
        }
    }

    /// Ends all open links, at the end of the paragraph.
    pub fn close_links(&mut self) {
        while !self.links.is_empty() {
            self.close_link();
        }
    }

    /// Removes and returns the text from the byte offset `start`.
    pub fn cut_from(&mut self, start: usize) -> String {
        if self.text.is_char_boundary(start) { self.text.split_off(start) } else { String::new() }
    }
}
