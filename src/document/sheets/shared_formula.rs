//! Shared formulas: many cells use the formula of one cell, with its references moved along.

use std::collections::BTreeMap;

use lectern_base::cell_range::{MAX_COLUMN, MAX_ROW};

use super::cell_text::letters;

/// Maximum number of shared formulas kept per sheet, and of their bytes.
const MAX_COUNT: usize = 65_536;
const MAX_BYTES: usize = 4 * 1024 * 1024;

/// The shared formulas of a sheet, by their index.
#[derive(Default)]
pub(super) struct SharedFormulas {
    by_index: BTreeMap<u32, (u32, u32, String)>,
    bytes: usize,
}

impl SharedFormulas {
    /// Keeps the formula of the cell at `row` and `column`, which later cells share.
    pub fn keep(&mut self, index: u32, row: u32, column: u32, formula: &str) {
        if self.by_index.len() < MAX_COUNT && self.bytes + formula.len() <= MAX_BYTES {
            self.bytes += formula.len();
            self.by_index.insert(index, (row, column, formula.to_owned()));
        }
    }

    /// The shared formula as it is in the cell at `row` and `column`. `None` if it is not kept.
    pub fn at(&self, index: u32, row: u32, column: u32) -> Option<String> {
        let (from_row, from_column, formula) = self.by_index.get(&index)?;
        let by = |to: u32, from: u32| i64::from(to) - i64::from(from);
        Some(moved(formula, by(row, *from_row), by(column, *from_column)))
    }
}

/// The formula with its relative references moved by some rows and columns.
fn moved(formula: &str, rows: i64, columns: i64) -> String {
    let mut text = String::with_capacity(formula.len() + 8);
    let mut rest = formula;
    // Whether the last character can be part of a name or a number.
    let mut in_word = false;
    while let Some(char) = rest.chars().next() {
        let length = match char {
            // Text, and the names of sheets.
            '"' | '\'' => 1 + rest[1..].find(char).map_or(rest.len() - 1, |end| end + 1),
            // Another workbook, or columns of a table.
            '[' => rest.find(']').map_or(rest.len(), |end| end + 1),
            _ if !in_word && let Some((reference, length)) = reference(rest, rows, columns) => {
                text.push_str(&reference);
                rest = &rest[length..];
                in_word = true;
                continue;
            }
            char => char.len_utf8(),
        };
        in_word = char.is_alphanumeric() || matches!(char, '_' | '.' | '$' | '\\');
        text.push_str(&rest[..length]);
        rest = &rest[length..];
    }
    text
}

/// The reference at the start of `text`, moved, and its length there: `A1`, `$A$1`, `A:B` or `1:2`.
fn reference(text: &str, rows: i64, columns: i64) -> Option<(String, usize)> {
    let (column, row, length) = half(text)?;
    let after = &text[length..];
    let is_end = |rest: &str| {
        !rest.starts_with(|char: char| char.is_alphanumeric() || matches!(char, '_' | '(' | '!' | '.' | '['))
    };
    let shifted = |column: Option<Part>, row: Option<Part>| {
        let column = column.map(|part| part.moved(columns, MAX_COLUMN, letters));
        let row = row.map(|part| part.moved(rows, MAX_ROW, |row| row.to_string()));
        match (column.unwrap_or(Some(String::new())), row.unwrap_or(Some(String::new()))) {
            (Some(column), Some(row)) => column + &row,
            _ => "#REF!".to_owned(),
        }
    };
    match (column, row) {
        (Some(_), Some(_)) if is_end(after) => Some((shifted(column, row), length)),
        (Some(_), Some(_)) | (None, None) => None,
        // Whole columns or rows.
        _ => {
            let (other_column, other_row, other_length) = half(after.strip_prefix(':')?)?;
            let length = length + 1 + other_length;
            let is_alike = column.is_some() == other_column.is_some() && row.is_some() == other_row.is_some();
            (is_alike && is_end(&text[length..]))
                .then(|| (format!("{}:{}", shifted(column, row), shifted(other_column, other_row)), length))
        }
    }
}

/// A column or a row in a reference.
#[derive(Clone, Copy)]
struct Part {
    number: u32,
    is_fixed: bool,
}

impl Part {
    fn moved(self, by: i64, max: u32, write: impl Fn(u32) -> String) -> Option<String> {
        if self.is_fixed {
            return Some(format!("${}", write(self.number)));
        }
        let to = u32::try_from(i64::from(self.number) + by).ok()?;
        (1..=max).contains(&to).then(|| write(to))
    }
}

/// The column and the row at the start of `text`, and the length of both.
fn half(text: &str) -> Option<(Option<Part>, Option<Part>, usize)> {
    let bytes = text.as_bytes();
    let mut at = 0;
    let mut part = |is_of: fn(&u8) -> bool, most: usize, number: fn(u32, u8) -> u32, max: u32| {
        let is_fixed = bytes.get(at) == Some(&b'$');
        let start = at + usize::from(is_fixed);
        let count = bytes[start.min(bytes.len())..].iter().take(most + 1).take_while(|byte| is_of(byte)).count();
        if count == 0 || count > most {
            return None;
        }
        at = start + count;
        let number = bytes[start..at].iter().fold(0, |value, &byte| number(value, byte));
        (1..=max).contains(&number).then_some(Part { number, is_fixed })
    };
    let column = part(
        u8::is_ascii_alphabetic,
        3,
        |value, byte| value * 26 + u32::from(byte.to_ascii_uppercase() - b'A') + 1,
        MAX_COLUMN,
    );
    let row = part(u8::is_ascii_digit, 8, |value, byte| value * 10 + u32::from(byte - b'0'), MAX_ROW);
    (column.is_some() || row.is_some()).then_some((column, row, at))
}

#[cfg(test)]
mod tests {
    use super::moved;

    #[test]
    fn relative_references_move_and_all_else_stays() {
        for (formula, expected) in [
            ("A1*B2", "B4*C5"),
            ("$A1+A$1+$A$1", "$A4+B$1+$A$1"),
            ("SUM(A1:B2)", "SUM(B4:C5)"),
            ("SUM(A:B)+SUM(1:2)+SUM($A:B)", "SUM(B:C)+SUM(4:5)+SUM($A:C)"),
            ("\"A1\"&A1", "\"A1\"&B4"),
            ("'My A1'!A1+Sheet1!A1", "'My A1'!B4+Sheet1!B4"),
            ("LOG10(A1)+A1B+_A1+x.A1", "LOG10(B4)+A1B+_A1+x.A1"),
            ("Table1[A1]+[1]Data!A1", "Table1[A1]+[1]Data!B4"),
            ("1.5E3+12+TRUE", "1.5E3+12+TRUE"),
            ("XFD1", "#REF!"),
            ("a1+é&A1", "B4+é&B4"),
            ("\"open", "\"open"),
            ("$", "$"),
            ("A1:", "B4:"),
        ] {
            assert_eq!(moved(formula, 3, 1), expected, "{formula}");
        }
        assert_eq!(moved("A1", -1, 0), "#REF!");
    }
}
