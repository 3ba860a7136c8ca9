//! A cell of an `OpenDocument` spreadsheet: its text, its comment and its links.

use super::cell_text::letters;
use super::table::Table;
use crate::draft::Stop;
use crate::markup::collapsed;
use crate::xml::{Node, Xml};

/// Maximum bytes read of one cell's text.
const MAX_CELL: usize = 1024 * 1024;

/// A cell while it is read.
#[derive(Default)]
pub(super) struct Cell {
    pub text: String,
    note: String,
    author: String,
    in_note: bool,
    in_author: bool,
    /// The number of open paragraphs.
    paragraphs: usize,
}

impl Cell {
    /// Reads the cell at this column and row to its end. Adds its comments and links to the table.
    pub fn read(&mut self, xml: &mut Xml<'_>, place: (u32, u32), table: &mut Table<'_>) -> Result<(), Stop> {
        loop {
            match xml.next()? {
                Node::Open => self.open(xml, place, table)?,
                Node::Close => match xml.name() {
                    "annotation" => {
                        self.in_note = false;
                        let author = &self.author;
                        let by = if author.trim().is_empty() { String::new() } else { format!(" by {author}") };
                        table.remark("comment on", &name_of(place), &by, &self.note);
                    }
                    "p" => self.paragraphs = self.paragraphs.saturating_sub(1),
                    "creator" => self.in_author = false,
                    "table-cell" => return Ok(()),
                    _ => {}
                },
                Node::Text if self.in_author => {
                    let room = 64_usize.saturating_sub(self.author.len());
                    self.author.extend(xml.text().chars().take(room));
                }
                Node::Text if self.paragraphs > 0 && self.open_text().len() < MAX_CELL => {
                    let text = collapsed(self.open_text(), xml.text());
                    self.open_text().push_str(&text);
                }
                Node::Text => {}
                Node::End => return Ok(()),
            }
        }
    }

    fn open(&mut self, xml: &mut Xml<'_>, place: (u32, u32), table: &mut Table<'_>) -> Result<(), Stop> {
        let into = self.open_text();
        match xml.name() {
            "p" => {
                if !into.is_empty() {
                    into.push('\n');
                }
                self.paragraphs += 1;
            }
            "s" => {
                let spaces = xml.parsed("c").unwrap_or(1_usize);
                into.push_str(&" ".repeat(spaces.min(1024).min(MAX_CELL.saturating_sub(into.len()))));
            }
            "tab" => into.push(' '),
            "line-break" => into.push('\n'),
            "a" => {
                let target = xml.attribute("href").unwrap_or_default();
                table.remark("link at", &name_of(place), "", &target.chars().take(2048).collect::<String>());
            }
            "annotation" => {
                self.in_note = true;
                self.note.clear();
                self.author.clear();
            }
            "creator" => self.in_author = true,
            "date" | "date-string" | "meta-date-string" | "sender-initials" | "table" => xml.skip()?,
            _ if xml.full_name().starts_with("draw:") => xml.skip()?,
            _ => {}
        }
        Ok(())
    }

    /// Where text goes: into the comment if one is open.
    fn open_text(&mut self) -> &mut String {
        if self.in_note { &mut self.note } else { &mut self.text }
    }
}

/// The name of the cell at this column and row: `B7`.
fn name_of((column, row): (u32, u32)) -> String {
    format!("{}{row}", letters(column))
}
