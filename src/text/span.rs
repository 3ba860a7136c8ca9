//! Resolves requested lines to lines that exist.

use thiserror::Error;

/// Requested lines: 1-indexed, inclusive, negative from the end, never 0.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct LineRange {
    /// First line; by default the first of the text.
    pub start: Option<i64>,
    /// Last line; by default, or past the end, the last of the text.
    pub end: Option<i64>,
    /// Where in the first line to begin: 1-indexed, in characters.
    pub column: Option<u32>,
}

/// Existing lines: `first` to `last`, 1-indexed, inclusive, from `column` of `first` on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Span {
    /// First line.
    pub first: u32,
    /// Where in it to begin: 1 is its start.
    pub column: u32,
    /// Last line.
    pub last: u32,
}

/// Why a [`LineRange`] matches no lines of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum SpanError {
    /// The requested first line is after the last line of the text.
    #[error("start_line {start} is past the end")]
    StartPastEnd {
        /// As given.
        start: i64,
    },
    /// The requested last line is before the first line of the text.
    #[error("end_line {end} is before the first line")]
    EndBeforeText {
        /// As given.
        end: i64,
    },
    /// The requested last line is before the requested first line.
    #[error("end_line {end} is before start_line {start}")]
    EndBeforeStart {
        /// First line as given; 1 by default.
        start: i64,
        /// Last line as given.
        end: i64,
    },
    /// The line has fewer columns.
    #[error("start_column {column} is past the end of line {line}")]
    ColumnPastEnd {
        /// The line, from the start of the text.
        line: u32,
        /// The column as given.
        column: u32,
        /// The number of columns in the line.
        columns: u32,
    },
}

impl LineRange {
    /// Resolves the range in a text of `total` lines. `None` for the empty text, if the range includes its first line.
    /// `columns` returns the number of columns of a line.
    ///
    /// A start before the first line is the first line: of 120 lines, -200 starts at line 1.
    ///
    /// # Errors
    /// [`SpanError`] if the range matches no line.
    pub fn resolve(self, total: u32, columns: impl Fn(u32) -> u32) -> Result<Option<Span>, SpanError> {
        let from_start = |line: i64| if line < 0 { line.saturating_add(i64::from(total) + 1) } else { line };
        let start = self.start.unwrap_or(1);
        let first = match u32::try_from(from_start(start).max(1)) {
            Ok(first) if first <= total.max(1) => first,
            _ => return Err(SpanError::StartPastEnd { start }),
        };
        if total == 0 {
            return Ok(None);
        }
        let last = match self.end {
            None => total,
            Some(end) => match u32::try_from(from_start(end).min(i64::from(total))) {
                Ok(last) if last >= first => last,
                Ok(last) if last >= 1 => return Err(SpanError::EndBeforeStart { start, end }),
                _ => return Err(SpanError::EndBeforeText { end }),
            },
        };
        let column = self.column.unwrap_or(1);
        if column > 1 && column > columns(first) {
            return Err(SpanError::ColumnPastEnd { line: first, column, columns: columns(first) });
        }
        Ok(Some(Span { first, column, last }))
    }
}
