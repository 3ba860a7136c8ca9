//! A range of cells, as people write it: `B2:F40`.

use std::ops::RangeInclusive;

/// The largest column number in any of the programs.
pub const MAX_COLUMN: u32 = 16_384;
/// The largest row number. `LibreOffice` can be built with 16 million rows.
pub const MAX_ROW: u32 = 16_777_216;

/// A rectangle of cells. Rows and columns count from 1.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CellRange {
    /// Its rows, from the first to the last.
    pub rows: RangeInclusive<u32>,
    /// Its columns, from the first to the last.
    pub columns: RangeInclusive<u32>,
}

impl CellRange {
    /// All cells of a sheet.
    pub const ALL: Self = Self { rows: 1..=MAX_ROW, columns: 1..=MAX_COLUMN };

    /// Parses `B2:F40`, `B2`, `B:F` or `2:40`, with or without `$`. The corners may be in any order.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim().replace('$', "");
        let (one, other) = text.split_once(':').unwrap_or((&text, &text));
        let ((row, column), (other_row, other_column)) = (corner(one)?, corner(other)?);
        // `foo` is a word, `foo:foo` a column.
        if !text.contains(':') && (row.is_none() || column.is_none()) {
            return None;
        }
        let span = |one: Option<u32>, other: Option<u32>, all: &RangeInclusive<u32>| match (one, other) {
            (None, None) => Some(all.clone()),
            (Some(one), Some(other)) => Some(one.min(other)..=one.max(other)),
            _ => None,
        };
        let range = Self {
            rows: span(row, other_row, &Self::ALL.rows)?,
            columns: span(column, other_column, &Self::ALL.columns)?,
        };
        (range != Self::ALL).then_some(range)
    }

    /// Whether the two have cells in common.
    #[must_use]
    pub fn overlaps(&self, other: &Self) -> bool {
        let meet = |one: &RangeInclusive<u32>, other: &RangeInclusive<u32>| {
            one.start() <= other.end() && other.start() <= one.end()
        };
        meet(&self.rows, &other.rows) && meet(&self.columns, &other.columns)
    }

    /// Whether the cell lies in it.
    #[must_use]
    pub fn contains(&self, row: u32, column: u32) -> bool {
        self.rows.contains(&row) && self.columns.contains(&column)
    }
}

/// The row and column of a corner; one of them is missing in a whole row or column.
fn corner(text: &str) -> Option<(Option<u32>, Option<u32>)> {
    let (letters, digits) = text.split_at(text.find(|char: char| !char.is_ascii_alphabetic()).unwrap_or(text.len()));
    let column = column(letters)?;
    let is_number = digits.bytes().all(|byte| byte.is_ascii_digit());
    let row =
        if digits.is_empty() { None } else { Some(digits.parse().ok().filter(|row| (1..=MAX_ROW).contains(row))?) };
    (is_number && !text.is_empty()).then_some((row, column))
}

/// The number of the column with these letters; `None` within if there are none.
#[expect(clippy::option_option, reason = "letters that are no column are another thing than no letters")]
fn column(letters: &str) -> Option<Option<u32>> {
    if letters.is_empty() {
        return Some(None);
    }
    let number =
        letters.bytes().take(4).fold(0, |number, byte| number * 26 + u32::from(byte.to_ascii_uppercase() - b'A') + 1);
    (letters.len() <= 3 && number <= MAX_COLUMN).then_some(Some(number))
}

#[cfg(test)]
mod tests {
    use super::CellRange;

    #[test]
    fn a_range_is_two_corners_a_cell_columns_or_rows() {
        let range = |text| CellRange::parse(text).map(|range| (range.rows, range.columns));
        assert_eq!(range("B2:F40"), Some((2..=40, 2..=6)));
        assert_eq!(range("$f$40:b2"), Some((2..=40, 2..=6)));
        assert_eq!(range("C7"), Some((7..=7, 3..=3)));
        assert_eq!(range("A:C"), Some((1..=16_777_216, 1..=3)));
        assert_eq!(range("5:20"), Some((5..=20, 1..=16_384)));
        assert_eq!(range("A1:XFD1048576"), Some((1..=1_048_576, 1..=16_384)));
        for wrong in [
            "",
            "foo",
            "B2:",
            ":F40",
            "B2:F",
            "B0",
            "XFE1",
            "ABCD1",
            "B2-F40",
            "B2:F40:G50",
            "1.5",
            "é1",
            "A99999999999",
        ] {
            assert_eq!(range(wrong), None, "{wrong}");
        }
    }
}
