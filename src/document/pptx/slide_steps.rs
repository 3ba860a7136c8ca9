//! Writes text into the open paragraph of a slide, and handles the ends of elements.

use std::rc::Rc;

use super::bullets::Bullet;
use super::slide_story::{MAX_NAME, Role, Shape, SlideStory};
use crate::document::docx::frame::Frame;
use crate::document::docx::look::Look;
use crate::document::docx::paragraph::{MARKS, Paragraph};
use crate::document::docx::writer::Line;
use crate::document::docx::{math, symbols};
use crate::document::stop::Stop;
use crate::document::xml::Xml;

impl SlideStory<'_> {
    pub(super) fn open_text(&mut self, xml: &mut Xml<'_>) -> Result<(), Stop> {
        match xml.name() {
            "p" => {
                (self.bullet, self.level) = (Bullet::default(), 0);
                self.end_run();
                self.frames.push(Frame::Paragraph(Box::default()));
            }
            "pPr" => self.level = xml.attribute("lvl").and_then(|level| level.parse().ok()).unwrap_or_default(),
            "rPr" => {
                let baseline = xml.attribute("baseline").and_then(|percent| percent.trim_end_matches('%').parse().ok());
                self.look = Look {
                    is_struck: xml.attribute("strike").map(|strike| &*strike != "noStrike"),
                    sign: baseline.map(|raised: f64| {
                        if raised > 0.0 {
                            "^"
                        } else if raised < 0.0 {
                            "_"
                        } else {
                            ""
                        }
                    }),
                    ..Look::default()
                };
            }
            "latin" => self.look.font = symbol_font(xml).or(self.look.font),
            "sym" => self.sign_font = symbol_font(xml),
            "hlinkClick" => {
                let relation = xml.prefixed("id").and_then(|id| self.relations.get(&*id));
                let target =
                    relation.filter(|relation| relation.is_external).map(|relation| Rc::clone(&relation.target));
                let target = target.filter(|target| self.frames.hold(target.len()));
                if let Some(paragraph) = self.frames.paragraph() {
                    paragraph.open_link(target);
                }
            }
            "t" => {
                let text = xml.whole_text()?;
                self.say(&text);
            }
            "br" => self.say("\n"),
            "oMath" => {
                let mut formula = String::new();
                let (is_whole, end) = math::read(xml, &mut formula);
                self.frames.is_cut |= !is_whole;
                if !formula.trim().is_empty() {
                    self.say(&format!("${}$", formula.trim()));
                }
                end?;
            }
            _ => {
                if let Some(bullet) = Bullet::read(xml) {
                    self.bullet = bullet;
                }
            }
        }
        Ok(())
    }

    pub(super) fn end_picture(&mut self) {
        let Shape { name, kind, .. } = std::mem::take(&mut self.shape);
        if kind == "image" && name.is_empty() {
            self.images += 1;
        } else if !kind.is_empty() {
            self.line(&described(kind, &name));
        }
    }

    pub(super) fn embedded_object(&mut self, xml: &Xml<'_>) {
        let program = xml.attribute("progId").unwrap_or_default();
        let program: String = program.chars().take(MAX_NAME).collect();
        self.line(&described("embedded object", &program));
    }

    /// Appends text to the open paragraph.
    pub(super) fn say(&mut self, text: &str) {
        if text.is_empty() || !self.frames.hold(text.len() + MARKS) {
            return;
        }
        let look = self.look;
        let Some(paragraph) = self.frames.paragraph() else { return };
        paragraph.mark(look.sign.unwrap_or_default(), look.is_struck == Some(true));
        let is_sign = !text.is_ascii() && text.chars().nth(1).is_none();
        match look.font.or(self.sign_font.filter(|_| is_sign)) {
            Some(font) => paragraph.text.extend(text.chars().map(|letter| symbols::shown(font, letter))),
            // PowerPoint writes a line break in a title as a vertical tab.
            None => paragraph.text.push_str(&text.replace(['\r', '\u{b}'], "\n")),
        }
    }

    pub(super) fn end_run(&mut self) {
        (self.look, self.sign_font) = (Look::default(), None);
    }

    pub(super) fn end_paragraph(&mut self) {
        if !matches!(self.frames.last(), Some(Frame::Paragraph(_))) {
            return;
        }
        let Some(Frame::Paragraph(mut paragraph)) = self.frames.pop() else { return };
        paragraph.close_links();
        let Paragraph { text, .. } = *paragraph;
        let text = text.trim().to_owned();
        if text.is_empty() {
            return;
        }
        let is_list = self.shape.role == Role::Body && !self.is_notes && self.frames.cell().is_none();
        let label = self.counters.label(&self.bullet, self.level, is_list);
        self.frames.emit(Line { heading: None, label, text });
    }

    /// Ends the text of a shape.
    pub(super) fn end_text(&mut self) {
        match self.frames.last() {
            Some(Frame::Box(_)) => {
                let Some(Frame::Box(mut lines)) = self.frames.pop() else { return };
                // A text of one paragraph is mostly no list, whatever the layout says.
                if let [line] = &mut lines[..]
                    && matches!(self.bullet, Bullet::Inherited)
                {
                    line.label = None;
                }
                for line in lines {
                    self.frames.emit(line);
                }
                self.frames.emit(Line::default());
            }
            Some(Frame::Aside(_)) => {
                let Some(Frame::Aside(aside)) = self.frames.pop() else { return };
                match self.shape.role {
                    _ if self.is_notes => self.frames.asides.push(aside),
                    Role::Footer => self.footers.push(aside.lines.join(" ")),
                    _ if self.titles.is_empty() => self.titles = aside.lines,
                    _ => aside.lines.iter().for_each(|line| self.line(line)),
                }
            }
            _ => {}
        }
    }

    pub(super) fn end_cell(&mut self) {
        if !matches!(self.frames.last(), Some(Frame::Cell(_))) {
            return;
        }
        let Some(Frame::Cell(cell)) = self.frames.pop() else { return };
        let text = cell.text();
        if self.frames.hold(64)
            && let Some(table) = self.frames.table()
        {
            table.add(text, 1);
        }
    }

    /// Shows the text of the chart or diagram that was just opened.
    pub(super) fn drawing(&mut self, xml: &Xml<'_>) {
        let is_chart = xml.name() == "chart";
        let Some(id) = xml.prefixed(if is_chart { "id" } else { "dm" }) else { return };
        let text = self.relations.get(&*id).and_then(|relation| self.drawings.get(&relation.target)).cloned();
        let text = text.unwrap_or_default();
        let mut lines = text.split('\n');
        let name = [&*self.shape.name, lines.next().unwrap_or_default()];
        let name = name.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(": ");
        self.line(&described(if is_chart { "chart" } else { "diagram" }, &name));
        lines.for_each(|line| self.line(&format!("[{line}]")));
    }

    /// Writes a line that is no paragraph of the slide.
    pub(super) fn line(&mut self, text: &str) {
        if !self.is_notes && self.frames.hold(text.len()) {
            self.frames.emit(Line { text: text.to_owned(), ..Line::default() });
        }
    }
}

/// `[image: A cat]`, or `[image]` without a name.
fn described(kind: &str, name: &str) -> String {
    let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
    if name.is_empty() { format!("[{kind}]") } else { format!("[{kind}: {name}]") }
}

fn symbol_font(xml: &Xml<'_>) -> Option<&'static str> {
    xml.attribute("typeface").map(|name| symbols::font(&name)).filter(|name| !name.is_empty())
}
