//! The tables of a note: which rows have how many cells.

use super::line_kind::LineKind;
use super::scanner::lines;

/// A table, from its header.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Table {
    /// The cells of its header.
    pub columns: usize,
    /// The rows below the header, the delimiter row first: the line, 1-indexed, and how many cells it has.
    pub rows: Vec<(u32, usize)>,
}

/// The tables of `note`, whether or not their rows have as many cells as their headers. Time: linear.
pub(crate) fn tables(note: &str) -> Vec<Table> {
    let mut found: Vec<Table> = Vec::new();
    let mut lines = lines(note.as_bytes());
    // The line above, of the same paragraph, and whether it is part of a table.
    let mut above = None;
    let mut is_in_table = false;
    while let Some(line) = lines.next() {
        if !lines.scanner().is_continuation() {
            (above, is_in_table) = (None, false);
        }
        if !matches!(line.kind, LineKind::Text | LineKind::Nested) {
            continue;
        }
        let row = row(&note[line.start..line.start + line.text.len()]);
        let count = columns(row);
        if is_in_table {
            // A block id may follow a table.
            if row.contains('|')
                && let Some(table) = found.last_mut()
            {
                table.rows.push((line.number, count));
            }
        } else if let Some(columns) = above.filter(|_| is_delimiter(row)) {
            found.push(Table { columns, rows: vec![(line.number, count)] });
            is_in_table = true;
        }
        above = row.contains('|').then_some(count);
    }
    found
}

/// The cells of `row`, each with the `|` that ends it.
pub(super) fn cells(row: &str) -> impl Iterator<Item = &str> {
    let mut is_escaped = false;
    row.split_inclusive(move |c| {
        let was_escaped = is_escaped;
        is_escaped = c == '\\' && !was_escaped;
        c == '|' && !was_escaped
    })
}

/// Whether the second line of `text` is a delimiter row, such as `|---|:-:|`, for the first.
pub(super) fn is_table(text: &str) -> bool {
    let mut lines = text.lines().map(row);
    let (Some(header), Some(row)) = (lines.next(), lines.next()) else { return false };
    is_delimiter(row) && columns(header) == columns(row)
}

/// `line` without the marks of quotes and blanks around it.
fn row(line: &str) -> &str {
    line.trim_start_matches([' ', '\t', '>']).trim_ascii_end()
}

/// Whether `line` divides the header of a table from its rows.
pub(super) fn is_delimiter_row(line: &[u8]) -> bool {
    line.iter().all(|byte| b"|-: \t>\r".contains(byte))
        && std::str::from_utf8(line).is_ok_and(|line| is_delimiter(row(line)))
}

fn is_delimiter(row: &str) -> bool {
    row.bytes().all(|byte| b"|-: \t".contains(&byte)) && row.contains('|') && row.contains('-')
}

fn columns(row: &str) -> usize {
    cells(row.strip_prefix('|').unwrap_or(row)).count()
}
