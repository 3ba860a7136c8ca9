//! Documents of Word 97 to 2003: their text in pieces, and what is said of its paragraphs.

use lectern_base::{Document, Fault};

use super::narrow;
use super::paragraphs::Looks;
use crate::compound::{Compound, long, mistaken, place, short, wide};
use crate::markup;
use crate::rich_text::lines::{Label, Line, Writer};

/// Maximum number of bytes of a paragraph or a row.
const MAX_PARAGRAPH: usize = 1024 * 1024;
/// Where the lengths of the parts of the text are: the body, notes, headers, comments, endnotes, text boxes.
const LENGTHS: usize = 0x4c;
/// Where the place of the list of pieces is, and that of the pages about paragraphs.
const PIECES: usize = 0x1a2;
const PARAGRAPHS: usize = 0x102;

/// A part of the text.
struct Piece {
    /// Where it is in the text, in letters.
    start: usize,
    end: usize,
    /// Where it is in the file, in bytes.
    at: usize,
    is_wide: bool,
}

/// Reads a document.
///
/// # Errors
/// A [`Fault`] if it has a password, another format, or no text that could be read.
pub(crate) fn read(bytes: &[u8]) -> Result<Document, Fault> {
    let file = Compound::open(bytes)?;
    let Some(main) = file.named("WordDocument") else { return Err(mistaken(&file)) };
    let flags = short(&main, 10);
    if flags & 0x100 != 0 {
        return Err(Fault::Locked);
    }
    if short(&main, 2) < 0xc0 {
        let what = "it is of Word 95 or older; save it as .docx with a newer Word or LibreOffice";
        return Err(Fault::Broken(what.to_owned()));
    }
    let table = file.named(if flags & 0x200 == 0 { "0Table" } else { "1Table" }).unwrap_or_default();
    let part = |at: usize| {
        let start = place(&main, at);
        table.get(start..start.saturating_add(place(&main, at + 4)).min(table.len())).unwrap_or_default()
    };
    let pieces = pieces(part(PIECES));
    if pieces.is_empty() {
        return Err(Fault::Broken("the list of its text is missing".to_owned()));
    }
    let mut text = Text { looks: Looks::read(&main, part(PARAGRAPHS)), ..Text::default() };
    let mut start = 0;
    for (at, heading) in
        [(0, ""), (1, "[footnotes]"), (2, ""), (3, ""), (4, "[comments]"), (5, "[endnotes]"), (6, "[text boxes]")]
    {
        let end = start + place(&main, LENGTHS + at * 4);
        // Headers repeat on each page, and macros are no text.
        if !matches!(at, 2 | 3) && start < end {
            text.heading = heading;
            text.read(&main, &pieces, start, end);
        }
        start = end;
    }
    Ok(text.writer.draft.finish())
}

/// The pieces of the text, in order.
fn pieces(list: &[u8]) -> Vec<Piece> {
    let mut at = 0;
    // Changes to the look of pieces come first.
    while list.get(at) == Some(&1) {
        at += 3 + short(list, at + 1);
    }
    let plan = list.get(at + 5..).filter(|_| list.get(at) == Some(&2)).unwrap_or_default();
    let count = plan.len().min(place(list, at + 1)).saturating_sub(4) / 12;
    let piece = |at: usize| {
        let (start, end) = (place(plan, at * 4), place(plan, at * 4 + 4));
        let packed = long(plan, (count + 1) * 4 + at * 8 + 2);
        let (is_wide, place) = (packed & 0x4000_0000 == 0, (packed & 0x3fff_ffff) as usize);
        Piece { start, end, at: if is_wide { place } else { place / 2 }, is_wide }
    };
    (0..count).map(piece).filter(|piece| piece.start < piece.end).collect()
}

/// The text while it is written.
#[derive(Default)]
struct Text {
    writer: Writer,
    looks: Looks,
    /// A line before the first paragraph of a part.
    heading: &'static str,
    line: String,
    /// The cells of the open row.
    row: Vec<String>,
    /// Whether a row of the table is written.
    is_in_table: bool,
    /// For each open field: whether its result has begun, and where.
    fields: Vec<Option<(usize, String)>>,
    instruction: String,
    /// The bytes that were read so far.
    work: usize,
}

impl Text {
    /// Reads the letters from `start` to `end`.
    fn read(&mut self, main: &[u8], pieces: &[Piece], start: usize, end: usize) {
        for piece in pieces.iter().filter(|piece| piece.start < end && piece.end > start) {
            let width = if piece.is_wide { 2 } else { 1 };
            let (from, to) = (piece.start.max(start) - piece.start, piece.end.min(end) - piece.start);
            let at = piece.at.saturating_add(from * width);
            let bytes = main.get(at..at.saturating_add((to - from) * width).min(main.len())).unwrap_or_default();
            // In a damaged file, many pieces may be the same.
            self.work += bytes.len();
            if self.work > 2 * main.len() {
                self.writer.draft.note("parts of the text are left out because they repeat");
                break;
            }
            let mut place = at;
            let text = if piece.is_wide { wide(bytes) } else { narrow(bytes) };
            for letter in text.chars() {
                self.letter(letter, place);
                place += letter.len_utf16() * width;
            }
            if self.writer.draft.is_full() {
                break;
            }
        }
        self.end_paragraph(usize::MAX);
        self.end_table();
        self.fields.clear();
    }

    fn letter(&mut self, letter: char, place: usize) {
        match letter {
            '\u{13}' => {
                self.fields.push(None);
                self.instruction.clear();
            }
            '\u{14}' => {
                let at = self.line.len();
                let target = target(&self.instruction);
                if let Some(field) = self.fields.last_mut() {
                    *field = Some((at, target));
                }
            }
            '\u{15}' => {
                if let Some(Some((start, target))) = self.fields.pop()
                    && !target.is_empty()
                    && let Some(label) = self.line.get(start..).filter(|label| !label.trim().is_empty())
                    && let Some(end) = markup::link_end(label, &target)
                {
                    self.line.insert(start, '[');
                    self.line.push_str(&end);
                }
            }
            // The rest of an instruction that is too long is left out too.
            letter if self.fields.iter().any(Option::is_none) => {
                self.instruction.extend(Some(letter).filter(|_| self.instruction.len() < 4096));
            }
            '\r' | '\u{c}' => self.end_paragraph(place),
            '\u{7}' => self.end_cell(place),
            '\u{b}' => self.line.push('\n'),
            '\u{1e}' => self.line.push('\u{2011}'),
            '\u{1}' | '\u{8}' => self.line.push_str("[image]"),
            '\t' => self.line.push('\t'),
            letter if letter.is_control() => {}
            letter if self.line.len() < MAX_PARAGRAPH => self.line.push(letter),
            _ => {}
        }
    }

    fn end_cell(&mut self, place: usize) {
        let cell = std::mem::take(&mut self.line);
        if !self.looks.at(place).ends_row {
            return self.row.push(cell);
        }
        let row = std::mem::take(&mut self.row);
        let columns = row.len();
        self.writer.row(&row, columns, !std::mem::replace(&mut self.is_in_table, true));
    }

    fn end_paragraph(&mut self, place: usize) {
        let look = self.looks.at(place);
        if look.is_in_table && place != usize::MAX {
            self.line.push('\n');
            return;
        }
        self.end_table();
        self.fields.retain(Option::is_some);
        for (at, _) in self.fields.iter_mut().flatten() {
            *at = 0;
        }
        let text = std::mem::take(&mut self.line);
        let text = text.trim_end().to_owned();
        if !text.is_empty() && !self.heading.is_empty() {
            self.writer.ends_block();
            self.writer.raw(std::mem::take(&mut self.heading));
        }
        let label = look.is_item.then(|| Label { text: "-".to_owned(), level: look.level });
        self.writer.write(&Line { heading: look.heading, label: label.filter(|_| look.heading.is_none()), text });
    }

    /// Writes what is left of a row.
    fn end_table(&mut self) {
        for cell in std::mem::take(&mut self.row) {
            self.writer.write(&Line { text: cell, ..Line::default() });
        }
        self.is_in_table = false;
    }
}

/// The address in the instruction of a field, such as `HYPERLINK "https://example.org"`. Empty for other fields.
fn target(instruction: &str) -> String {
    let rest = instruction.trim_start().strip_prefix("HYPERLINK").unwrap_or_default().trim_start();
    let address = rest.strip_prefix('"').and_then(|rest| rest.split('"').next()).unwrap_or_default();
    address.to_owned()
}
