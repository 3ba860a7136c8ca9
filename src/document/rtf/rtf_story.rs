//! Writes paragraphs, tables, notes, comments and links.

use lectern_base::Document;

use super::group::{End, Group};
use crate::markup::{self, link_end, needs_braces};
use crate::rich_text::lines::{Label, Line, Writer};

/// Maximum length of a paragraph in bytes. A longer one is written in parts.
pub(super) const MAX_PARAGRAPH_BYTES: usize = 1024 * 1024;
/// Maximum number of bytes kept of an instruction or a name.
const MAX_NAME_BYTES: usize = 4096;
/// Maximum number of columns of a table: Word's own limit.
const MAX_COLUMNS: usize = 63;

/// A field that is open.
#[derive(Debug, Default)]
struct Field {
    instruction: String,
    /// The line in which its text begins, by its number, and where.
    line: usize,
    start: usize,
}

/// The text while it is written.
#[derive(Debug, Default)]
pub(super) struct Story {
    pub writer: Writer,
    line: String,
    /// The number of lines that were taken out.
    taken: usize,
    /// The lines in which asides are open.
    outer: Vec<String>,
    /// The sign of the open superscript or subscript, and where it is in the line.
    script: Option<(char, usize)>,
    pub label: String,
    pub author: String,
    fields: Vec<Field>,
    /// Text boxes of the paragraph.
    boxes: Vec<String>,
    notes: Vec<String>,
    row: Vec<String>,
    /// The number of columns of the table.
    columns: usize,
}

impl Story {
    /// Adds text to the paragraph.
    pub fn put(&mut self, text: &str, group: &Group) {
        let is_blank = text.trim().is_empty();
        if self.script.map(|(sign, _)| sign) != group.script && !is_blank {
            self.close_script();
            if let Some(sign) = group.script {
                self.script = Some((sign, self.line.len()));
                self.line.push(sign);
            }
        }
        if text == "\n" {
            self.line.truncate(self.line.trim_end_matches(' ').len());
        }
        self.line.push_str(text);
        if self.line.len() > MAX_PARAGRAPH_BYTES {
            self.end_paragraph(group);
        }
    }

    fn close_script(&mut self) {
        let Some((sign, start)) = self.script.take() else { return };
        let text = self.line.get(start..).and_then(|text| text.strip_prefix(sign)).unwrap_or_default();
        if needs_braces(text.trim_end()) {
            let end = self.line.trim_end().len();
            self.line.insert(end, '}');
            self.line.insert(start + 1, '{');
        }
    }

    /// Takes the line out.
    fn take(&mut self) -> String {
        self.close_script();
        self.taken += 1;
        std::mem::take(&mut self.line)
    }

    /// Ends a paragraph, which is a line in cells and asides.
    pub fn end_paragraph(&mut self, group: &Group) {
        if self.line.len() < MAX_PARAGRAPH_BYTES && (!self.outer.is_empty() || group.is_in_table) {
            self.close_script();
            return self.line.push('\n');
        }
        self.end_table();
        let line = self.take();
        let text = if group.heading.is_some() { line.trim() } else { line.trim_end() };
        let label = std::mem::take(&mut self.label);
        let label =
            (!label.trim().is_empty()).then(|| Label { text: mark(label.trim()).to_owned(), level: group.level });
        self.writer.write(&Line { heading: group.heading, label, text: text.to_owned() });
        self.write_boxes();
    }

    fn write_boxes(&mut self) {
        for text in std::mem::take(&mut self.boxes) {
            self.writer.raw(&text);
        }
    }

    pub fn end_cell(&mut self) {
        if !self.outer.is_empty() {
            return self.line.push_str(" | ");
        }
        if self.row.len() >= MAX_COLUMNS {
            self.end_row();
        }
        let text = self.take();
        let label = std::mem::take(&mut self.label);
        let label = mark(label.trim());
        self.row.push(format!("{label} {}", text.trim()).trim().to_owned());
    }

    pub fn end_row(&mut self) {
        if !self.outer.is_empty() {
            return self.line.push('\n');
        }
        let row = std::mem::take(&mut self.row);
        if !row.is_empty() {
            let is_first = self.columns == 0;
            self.columns = self.columns.max(row.len());
            self.writer.row(&row, self.columns, is_first);
        }
    }

    fn end_table(&mut self) {
        self.end_row();
        self.columns = 0;
    }

    /// Whether the paragraph is a line of the body.
    pub fn is_in_body(&self) -> bool {
        self.outer.is_empty()
    }

    /// Begins a text that interrupts the paragraph.
    pub fn open_aside(&mut self) {
        let line = self.take();
        self.outer.push(line);
    }

    /// Adds the mark of a note, and returns its index.
    pub fn open_note(&mut self) -> usize {
        self.close_script();
        self.notes.push(String::new());
        let number = self.notes.len();
        self.line.extend(["[^", &number.to_string(), "]"]);
        number - 1
    }

    pub fn open_field(&mut self) {
        self.fields.push(Field::default());
    }

    /// Adds to what the innermost field does.
    pub fn instruct(&mut self, text: &str) {
        if let Some(field) = self.fields.last_mut()
            && field.instruction.len() + text.len() < MAX_NAME_BYTES
        {
            field.instruction.push_str(text);
        }
    }

    pub fn open_field_text(&mut self) {
        self.close_script();
        if let Some(field) = self.fields.last_mut() {
            (field.line, field.start) = (self.taken, self.line.len());
        }
    }

    /// The end of a group.
    pub fn end(&mut self, end: End) {
        match end {
            End::Nothing | End::Fonts => {}
            End::Field => {
                self.fields.pop();
            }
            End::FieldText => self.end_field_text(),
            End::Note(_) | End::Comment | End::TextBox => self.end_aside(end),
        }
    }

    fn end_aside(&mut self, end: End) {
        let text = self.take();
        let text = text.trim();
        self.line = self.outer.pop().unwrap_or_default();
        match end {
            End::Note(index) => {
                if let Some(note) = self.notes.get_mut(index) {
                    text.clone_into(note);
                }
            }
            End::Comment if !text.is_empty() => {
                let author = std::mem::take(&mut self.author);
                let gap = if self.line.ends_with(|c: char| !c.is_whitespace()) { " " } else { "" };
                self.line.extend([gap, &markup::comment(&author, text)]);
            }
            _ if !text.is_empty() => self.boxes.push(text.to_owned()),
            _ => {}
        }
    }

    /// Makes the text of a field a link.
    fn end_field_text(&mut self) {
        self.close_script();
        let Some(field) = self.fields.last() else { return };
        let Some(target) = address(&field.instruction) else { return };
        let begins = if field.line == self.taken { field.start } else { 0 };
        let Some(text) = self.line.get(begins..) else { return };
        let shown = text.trim();
        let Some(link_end) = link_end(shown, target).filter(|_| !shown.is_empty() && !shown.contains('\n')) else {
            return;
        };
        let start = begins + text.find(shown).unwrap_or(0);
        self.line.insert_str(start + shown.len(), &link_end);
        self.line.insert(start, '[');
    }

    pub fn finish(mut self) -> Document {
        while !self.outer.is_empty() {
            self.end_aside(End::TextBox);
        }
        if self.row.is_empty() || !self.line.trim().is_empty() {
            self.end_paragraph(&Group::default());
        }
        self.end_table();
        self.write_boxes();
        self.writer.ends_block();
        for (index, text) in self.notes.iter().enumerate().filter(|(_, text)| !text.is_empty()) {
            self.writer.raw(&markup::note(&format!("[^{}]", index + 1), text));
        }
        let mut draft = self.writer.draft;
        if draft.is_empty() {
            draft.note("the document has no text");
        }
        draft.finish()
    }
}

/// The mark of a list item: a dash for all bullets.
fn mark(label: &str) -> &str {
    let mut letters = label.chars();
    match (letters.next(), letters.next()) {
        // The bullet of the second level in Word is this letter of a font.
        (Some('o'), None) => "-",
        (Some(letter), None) if !letter.is_alphanumeric() => "-",
        _ => label,
    }
}

/// The address that a field links to.
fn address(instruction: &str) -> Option<&str> {
    let rest = instruction.trim_start();
    let rest = rest.get(..9).filter(|word| word.eq_ignore_ascii_case("HYPERLINK")).and(rest.get(9..))?.trim_start();
    let target = match rest.strip_prefix('"') {
        Some(quoted) => quoted.split('"').next()?,
        None => rest.split_whitespace().next()?,
    };
    let is_plain = !target.starts_with('\\') && !target.contains(char::is_control);
    (is_plain && !target.is_empty() && target.len() < 2000).then_some(target)
}
