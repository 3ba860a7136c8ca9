//! Spans: from the lines that a caller asked for to the lines that are there.

use thiserror::Error;

/// Lines as a caller asks for them: 1-indexed, inclusive, negative from the end, 0 never.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct LineRange {
    /// First line; `None` is the first of the text.
    pub start: Option<i64>,
    /// Last line; `None`, or past the end, is the last of the text.
    pub end: Option<i64>,
    /// Where in the first line to begin: 1-indexed, in Unicode scalar values.
    pub column: Option<u32>,
}

/// Lines that are there: `first` to `last`, 1-indexed, inclusive, from `column` of `first` on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Span {
    /// First line.
    pub first: u32,
    /// Where in it to begin: 1 is its start.
    pub column: u32,
    /// Last line.
    pub last: u32,
}

/// Why a [`LineRange`] names no lines of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum SpanError {
    /// The first line asked for comes after the last there is.
    #[error("start_line {start} is past the end")]
    StartPastEnd {
        /// As it was given.
        start: i64,
    },
    /// The last line asked for comes before the first line of the text.
    #[error("end_line {end} is before the first line")]
    EndBeforeText {
        /// As it was given.
        end: i64,
    },
    /// The last line asked for comes before the first asked for.
    #[error("end_line {end} is before start_line {start}")]
    EndBeforeStart {
        /// First line, as it was given; 1 if it was not.
        start: i64,
        /// Last line, as it was given.
        end: i64,
    },
    /// The line has fewer columns.
    #[error("start_column {column} is past the end of line {line}")]
    ColumnPastEnd {
        /// The line, from the start of the text.
        line: u32,
        /// The column, as it was given.
        column: u32,
        /// How many the line has.
        columns: u32,
    },
}

impl LineRange {
    /// Which lines of a text of `total` lines these are; `None` for the empty text, of which any range from its first
    /// line on is the whole. `columns` tells how many columns a line has.
    ///
    /// A start before the first line means the first line: the last 200 of 120 lines are all of them.
    ///
    /// # Errors
    /// [`SpanError`] when no line of the text was meant.
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
