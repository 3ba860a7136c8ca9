//! What Word says of paragraphs, runs, rows and cells.

use super::styles::{BODY_LEVEL, Style, outline};
use crate::draft::Stop;
use crate::rich_text::look::Look;
use crate::rich_text::table::{Cell, MAX_COLUMNS, Table};
use crate::xml::Xml;

/// What is said of a paragraph, with what is open in it.
#[derive(Debug, Default)]
pub(super) struct Layout {
    pub properties: Properties,
    pub style: Style,
    /// The look of the current run.
    pub look: Look,
    /// The offset where the content of the open form field starts.
    pub control: Option<usize>,
    /// The start offsets of the open readings of phonetic guides.
    pub pieces: Vec<usize>,
    /// The reading of a word (its ruby text), kept until the word has been read.
    pub reading: Option<String>,
}

/// The properties set on the paragraph itself.
#[derive(Debug, Default)]
pub(super) struct Properties {
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
                "ilvl" => properties.level = xml.index(),
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

/// Reads the element `trPr` that was just opened.
pub(super) fn read_row(table: &mut Table, xml: &mut Xml<'_>) -> Result<(), Stop> {
    let inside = xml.depth();
    while xml.opens(inside)? {
        match xml.name() {
            "gridBefore" => table.add(String::new(), columns(xml)),
            "gridAfter" => table.after = columns(xml),
            "del" => table.is_gone = true,
            "trPrChange" => xml.skip()?,
            _ => {}
        }
    }
    Ok(())
}

/// Reads the element `tcPr` that was just opened.
pub(super) fn read_cell(cell: &mut Cell, xml: &mut Xml<'_>) -> Result<(), Stop> {
    let inside = xml.depth();
    while xml.opens(inside)? {
        match xml.name() {
            "gridSpan" => cell.columns = columns(xml).max(1),
            "vMerge" | "hMerge" => cell.is_gone |= xml.attribute("val").as_deref() != Some("restart"),
            "cellDel" => cell.is_gone = true,
            "tcPrChange" => xml.skip()?,
            _ => {}
        }
    }
    Ok(())
}

fn columns(xml: &Xml<'_>) -> usize {
    xml.index().unwrap_or_default().min(MAX_COLUMNS)
}
