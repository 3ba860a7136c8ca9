//! A paragraph while it is read: its properties, its text and its links.

use std::rc::Rc;

use super::styles::{BODY_LEVEL, Style, Styles, outline};
use super::writer::Line;
use crate::document::stop::Stop;
use crate::document::xml::Xml;

/// The properties set on the paragraph itself.
#[derive(Debug, Default)]
pub(super) struct Properties {
    pub style: Option<String>,
    pub list: Option<i64>,
    pub level: Option<usize>,
    outline: Option<u8>,
    /// The paragraph mark was deleted or moved away, so the text continues in the next paragraph.
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

/// Reads the element `rPr` that was just opened, and returns whether its run is hidden.
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

/// A paragraph that is still being read.
#[derive(Debug, Default)]
pub(super) struct Paragraph {
    pub properties: Properties,
    pub style: Style,
    pub text: String,
    /// Whether the current run is hidden.
    pub is_hidden: bool,
    /// The content of the paragraph's text boxes, shown after it.
    pub after: Vec<Line>,
    /// The open links: the offset where the text starts, and the target. `None` for a link without a target or inside
    /// another link.
    pub links: Vec<Option<(usize, Rc<str>)>>,
    /// The start offsets of the open pieces of a formula or a phonetic guide.
    pub pieces: Vec<usize>,
    /// The reading of a word (its ruby text), kept until the word has been read.
    pub reading: Option<String>,
}

impl Paragraph {
    /// Starts a link. A link without a target, or inside another link, is written as plain text.
    pub fn open_link(&mut self, target: Option<Rc<str>>) {
        let is_first = self.links.iter().all(Option::is_none);
        self.links.push(target.filter(|_| is_first).map(|target| (self.text.len(), target)));
    }

    /// Ends the innermost link. Writes `[label](target)`, or just the label if it already shows the target.
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

    /// Ends the links that are still open at the end of the paragraph.
    pub fn close_links(&mut self) {
        while !self.links.is_empty() {
            self.close_link();
        }
    }

    /// Removes the text from the offset `start` to the end, and returns it.
    pub fn cut_from(&mut self, start: usize) -> String {
        if self.text.is_char_boundary(start) { self.text.split_off(start) } else { String::new() }
    }
}
