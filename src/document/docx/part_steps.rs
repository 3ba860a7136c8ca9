//! Writes text into the open paragraph, handles the ends of elements, and content other than plain text: pictures,
//! form fields, formulas and phonetic guides.

use super::frame::Frame;
use super::look::Look;
use super::math;
use super::paragraph::{MARKS, Paragraph};
use super::story::{Drawing, Story};
use super::styles::Item;
use super::symbols;
use super::writer::Line;
use crate::document::stop::Stop;
use crate::document::xml::Xml;

/// Maximum number of characters shown of a picture's description.
const MAX_NAME: usize = 1_000;
/// Maximum nesting depth of phonetic guides that are still marked. Each level moves its text once.
const MAX_PIECES: usize = 16;

impl Story<'_> {
    /// Appends text to the open paragraph, unless the text is hidden.
    pub(super) fn say(&mut self, text: &str) {
        self.write(text, Look::default());
    }

    /// Like [`Self::say`], in the look of the current run.
    pub(super) fn say_run(&mut self, text: &str) {
        let look = self.frames.paragraph().map(|paragraph| paragraph.look).unwrap_or_default();
        match look.font {
            None | Some("") => self.write(text, look),
            Some(font) => {
                let text: String = text.chars().map(|letter| symbols::shown(font, letter)).collect();
                self.write(&text, look);
            }
        }
    }

    fn write(&mut self, text: &str, look: Look) {
        let (sign, is_struck) = (look.sign.unwrap_or_default(), look.is_struck == Some(true));
        let marks = if sign.is_empty() && !is_struck { 0 } else { MARKS };
        if text.is_empty() || self.is_silent() || !self.frames.hold(text.len() + marks) {
            return;
        }
        let Some(paragraph) = self.frames.paragraph() else { return self.carried.push_str(text) };
        if paragraph.control.is_none() && matches!(self.controls.last(), Some(Some(_))) {
            paragraph.mark("", false);
            paragraph.control = Some(paragraph.text.len());
        }
        paragraph.mark(sign, is_struck);
        paragraph.text.push_str(text);
    }

    /// Whether the current text is not shown.
    pub(super) fn is_silent(&mut self) -> bool {
        self.fields.hide() || self.frames.paragraph().is_some_and(|paragraph| paragraph.look.is_hidden == Some(true))
    }

    /// Shows the state of the innermost form field: at its end, or at the end of its first paragraph.
    pub(super) fn end_control(&mut self) {
        let Some(paragraph) = self.frames.paragraph() else { return };
        let Some(control) = self.controls.last_mut().and_then(Option::take) else { return };
        paragraph.mark("", false);
        let text = paragraph.control.take().map(|start| paragraph.cut_from(start));
        self.say(&control.shown(&text.unwrap_or_default()));
    }

    /// Writes the text that was kept for the next paragraph, because there is no next paragraph.
    pub(super) fn flush(&mut self) {
        let text = std::mem::take(&mut self.carried);
        if !text.trim().is_empty() {
            self.frames.emit(Line { text: text.trim_end().to_owned(), ..Line::default() });
        }
    }

    pub(super) fn end_paragraph(&mut self) {
        self.end_control();
        let Some(Frame::Paragraph(mut paragraph)) = self.frames.pop() else { return };
        self.fields.break_line();
        paragraph.close_links();
        let Paragraph { properties, style, mut text, after, .. } = *paragraph;
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
            // The text of a note starts with its number and a space.
            if let Some(first) = aside.lines.first_mut() {
                first.drain(..first.len() - first.trim_start().len());
            }
            self.frames.asides.push(aside);
        }
    }

    /// Reads the kind and the name of a picture, which several elements may give. The first name that is not empty is
    /// kept.
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
            "chart" | "relIds" => {
                let is_chart = xml.name() == "chart";
                let relation = xml.prefixed(if is_chart { "id" } else { "dm" }).and_then(|id| self.relations.get(&*id));
                let text = relation.and_then(|relation| self.shared.diagrams.get(&*relation.target));
                self.drawing.text = text.filter(|text| self.frames.hold(text.len())).cloned();
                Some(if is_chart { "chart" } else { "diagram" })
            }
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
        let Drawing { name, kind, text } = std::mem::take(&mut self.drawing);
        if let Some(kind) = kind {
            let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
            let mut lines = text.as_deref().unwrap_or_default().split('\n');
            let all = [kind, &name, lines.next().unwrap_or_default()];
            let all: Vec<&str> = all.into_iter().filter(|part| !part.is_empty()).collect();
            self.say(&format!("[{}]", all.join(": ")));
            lines.for_each(|line| self.say(&format!("\n[{line}]")));
        }
    }

    pub(super) fn open_formula(&mut self, xml: &mut Xml<'_>) -> Result<(), Stop> {
        let mut formula = String::new();
        let (is_whole, end) = math::read(xml, &mut formula);
        self.frames.is_cut |= !is_whole;
        if !formula.trim().is_empty() {
            let sign = if self.is_display { "$$" } else { "$" };
            // Two formulas side by side would look like one with `$$`.
            let is_next = self.frames.paragraph().is_some_and(|paragraph| paragraph.text.ends_with('$'));
            self.say(&format!("{}{sign}{}{sign}", if is_next { " " } else { "" }, formula.trim()));
        }
        end
    }

    /// Word stores the reading before the word. It is shown after the word, in brackets.
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
            paragraph.mark("", false);
            paragraph.pieces.push(paragraph.text.len());
        }
    }

    /// Removes the innermost piece from the text and returns it. Returns `None` if the piece is empty or nested too
    /// deep.
    fn end_piece(&mut self) -> Option<String> {
        let paragraph = self.frames.paragraph()?;
        paragraph.mark("", false);
        let start = paragraph.pieces.pop()?;
        (paragraph.pieces.len() < MAX_PIECES && start < paragraph.text.len()).then(|| paragraph.cut_from(start))
    }
}
