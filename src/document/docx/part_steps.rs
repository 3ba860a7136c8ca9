//! Handles the ends of elements, and content other than plain text: pictures, formulas and phonetic guides (ruby).

use super::frame::Frame;
use super::math;
use super::paragraph::Paragraph;
use super::story::{Drawing, Story};
use super::styles::Item;
use super::writer::Line;
use crate::document::stop::Stop;
use crate::document::xml::Xml;

/// Maximum characters shown of a picture's description.
const MAX_NAME: usize = 1_000;
/// Maximum nesting of fractions, powers and so on that is marked. Each level copies its text once more.
const MAX_PIECES: usize = 16;

impl Story<'_> {
    /// Adds text to the open paragraph, unless it is hidden.
    pub(super) fn say(&mut self, text: &str) {
        if text.is_empty() || self.is_silent() || !self.frames.hold(text.len()) {
            return;
        }
        match self.frames.paragraph() {
            Some(paragraph) => paragraph.text.push_str(text),
            None => self.carried.push_str(text),
        }
    }

    /// Whether text at this point is hidden from the reader.
    pub(super) fn is_silent(&mut self) -> bool {
        self.fields.hide() || self.frames.paragraph().is_some_and(|paragraph| paragraph.is_hidden)
    }

    /// Writes the carried text, if no paragraph follows to continue it.
    pub(super) fn flush(&mut self) {
        let text = std::mem::take(&mut self.carried);
        if !text.trim().is_empty() {
            self.frames.emit(Line { text: text.trim_end().to_owned(), ..Line::default() });
        }
    }

    pub(super) fn end_paragraph(&mut self) {
        let Some(Frame::Paragraph(mut paragraph)) = self.frames.pop() else { return };
        self.fields.break_line();
        paragraph.close_links();
        let Paragraph { properties, style, mut text, after, .. } = *paragraph;
        let heading = properties.heading(&style);
        // A heading whose paragraph mark is hidden continues on the line of the next paragraph. It is still written as
        // a heading of its own, though.
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
        for line in after {
            self.frames.emit(line);
        }
    }

    pub(super) fn end_cell(&mut self) {
        self.flush();
        if let Some(Frame::Cell(cell)) = self.frames.pop() {
            let columns = cell.columns;
            let text = cell.text();
            if self.frames.hold(64 * columns) {
                match self.frames.table() {
                    Some(table) => table.add(text, columns),
                    None => self.frames.emit(Line { text, ..Line::default() }),
                }
            }
        }
    }

    pub(super) fn end_box(&mut self) {
        self.flush();
        if let Some(Frame::Box(lines)) = self.frames.pop() {
            for line in lines {
                self.frames.emit(line);
            }
        }
    }

    pub(super) fn end_aside(&mut self) {
        self.flush();
        if let Some(Frame::Aside(mut aside)) = self.frames.pop() {
            // In Word, the text of a note begins with its number and a space. The number is not text, so only the space
            // is left.
            if let Some(first) = aside.lines.first_mut() {
                first.drain(..first.len() - first.trim_start().len());
            }
            self.frames.asides.push(aside);
        }
    }

    /// Collects the kind and description of a picture, which may be in several elements.
    pub(super) fn open_drawing(&mut self, xml: &Xml<'_>) {
        let kind = match xml.name() {
            "docPr" | "shape" | "imagedata" | "cNvPr" => {
                if self.drawing.name.is_empty() {
                    let names = ["descr", "alt", "title", "name"];
                    let name = names.iter().find_map(|name| xml.attribute(name).filter(|name| !name.trim().is_empty()));
                    self.drawing.name = name.map(|name| name.chars().take(MAX_NAME).collect()).unwrap_or_default();
                }
                (xml.name() == "imagedata").then_some("image")
            }
            "textpath" => {
                self.drawing.name = xml.attribute("string").unwrap_or_default().chars().take(MAX_NAME).collect();
                Some("lettering")
            }
            "pic" => Some("image"),
            "chart" => Some("chart"),
            "relIds" => Some("diagram"),
            "OLEObject" => {
                self.drawing.kind = Some("embedded object");
                self.drawing.name = xml.attribute("ProgID").unwrap_or_default().chars().take(MAX_NAME).collect();
                None
            }
            _ => None,
        };
        self.drawing.kind = self.drawing.kind.or(kind);
    }

    pub(super) fn end_drawing(&mut self) {
        let Drawing { name, kind } = std::mem::take(&mut self.drawing);
        if let Some(kind) = kind {
            let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
            self.say(&if name.is_empty() { format!("[{kind}]") } else { format!("[{kind}: {name}]") });
        }
    }

    pub(super) fn open_formula(&mut self, xml: &mut Xml<'_>) -> Result<(), Stop> {
        match xml.name() {
            "naryPr" => {
                let sign = math::sign(xml, "chr", "∫")?;
                self.say(&sign);
            }
            "d" => {
                self.brackets.push(")".to_owned());
                self.say("(");
            }
            "dPr" => {
                let begin = math::brackets(xml, self.brackets.last_mut())?;
                if let (Some(begin), Some(paragraph)) = (begin, self.frames.paragraph())
                    && paragraph.text.ends_with('(')
                {
                    paragraph.text.pop();
                    paragraph.text.push_str(&begin);
                }
            }
            name if math::sign_before(name).is_some() => self.begin_piece(),
            _ => self.open_drawing(xml),
        }
        Ok(())
    }

    pub(super) fn close_formula(&mut self, xml: &Xml<'_>) {
        match xml.name() {
            "d" => {
                let end = self.brackets.pop().unwrap_or_default();
                self.say(&end);
            }
            "mr" => self.say("; "),
            name => {
                if let Some(sign) = math::sign_before(name)
                    && let Some(piece) = self.end_piece()
                {
                    self.say(&math::written(sign, &piece));
                }
            }
        }
    }

    /// Handles the end of a phonetic guide. In the file it precedes its word; in the text it follows, in parentheses.
    pub(super) fn end_reading(&mut self, xml: &Xml<'_>) {
        if xml.name() == "rt" {
            let reading = self.end_piece();
            if let Some(paragraph) = self.frames.paragraph() {
                paragraph.reading = reading;
            }
        } else if let Some(reading) = self.frames.paragraph().and_then(|paragraph| paragraph.reading.take()) {
            self.say(&format!("({reading})"));
        }
    }

    pub(super) fn begin_piece(&mut self) {
        if let Some(paragraph) = self.frames.paragraph() {
            paragraph.pieces.push(paragraph.text.len());
        }
    }

    /// Removes and returns the piece that began last. `None` if it is empty or deeper than [`MAX_PIECES`].
    fn end_piece(&mut self) -> Option<String> {
        let paragraph = self.frames.paragraph()?;
        let start = paragraph.pieces.pop()?;
        (paragraph.pieces.len() < MAX_PIECES && start < paragraph.text.len()).then(|| paragraph.cut_from(start))
    }
}
