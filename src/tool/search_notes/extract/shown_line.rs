//! The part of a line that is shown: all of it, or what is around the hits of a long one.

use std::ops::Range;

use unicode_segmentation::GraphemeCursor;

use crate::text::Text;

/// Bytes around a cut that are searched for the boundaries of its grapheme. A larger grapheme is cut between
/// characters.
const GRAPHEME_BYTES: usize = 256;

/// Space for any scalar value, wherever the cut falls.
const MIN_BYTES: usize = 8;

/// A line, or a part of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ShownLine {
    pub text: String,
    /// The first column, and whether the part reaches the end of the line.
    pub column: u32,
    pub is_end: bool,
    /// The matches, as byte ranges of `text`.
    pub ranges: Vec<Range<usize>>,
}

impl ShownLine {
    /// Up to `width` bytes of `line` of `text`, with as many of `found`, byte ranges of the line, as possible. `None`
    /// if it is not UTF-8.
    pub fn new(text: &Text, line: u32, found: &[Range<usize>], width: usize) -> Option<Self> {
        let bytes = text.line(line);
        let (start, shown) = window(bytes, found, width)?;
        let column = if start == 0 { 1 } else { text.column(line, start) };
        Some(Self::at(start, shown, column, bytes.len(), found))
    }

    /// Narrows it to `width` bytes.
    pub fn narrowed(&self, width: usize) -> Option<Self> {
        let (start, shown) = window(self.text.as_bytes(), &self.ranges, width)?;
        let column = self.column + columns(&self.text[..start]);
        let part = Self::at(start, shown, column, self.text.len(), &self.ranges);
        Some(Self { is_end: part.is_end && self.is_end, ..part })
    }

    fn at(start: usize, shown: &str, column: u32, len: usize, found: &[Range<usize>]) -> Self {
        let end = start + shown.len();
        let inside = |span: &Range<usize>| {
            let (from, to) = (span.start.clamp(start, end) - start, span.end.clamp(start, end) - start);
            // The matches may come from another version of the note.
            (from < to && shown.is_char_boundary(from) && shown.is_char_boundary(to)).then_some(from..to)
        };
        let ranges = found.iter().filter_map(inside).collect();
        Self { text: shown.to_owned(), column, is_end: end == len, ranges }
    }

    /// The last column.
    pub fn last_column(&self) -> u32 {
        self.column + columns(&self.text) - 1
    }

    /// The matches, as inclusive ranges of columns of the line.
    pub fn spans(&self) -> Vec<(u32, u32)> {
        let (mut column, mut at) = (self.column, 0);
        let mut column_at = |offset: usize| {
            column += columns(&self.text[at..offset]);
            at = offset;
            column
        };
        self.ranges.iter().map(|span| (column_at(span.start), column_at(span.end) - 1)).collect()
    }
}

fn columns(text: &str) -> u32 {
    u32::try_from(text.chars().count()).unwrap_or(u32::MAX)
}

/// Up to `width` bytes of `line` around `found`, at least one character, and their offset. Reads only these and what is
/// around them.
fn window<'t>(line: &'t [u8], found: &[Range<usize>], width: usize) -> Option<(usize, &'t str)> {
    if line.len() <= width.max(MIN_BYTES) {
        return Some((0, str::from_utf8(line).ok()?));
    }
    let (start, end) = chosen(line.len(), found, width.max(MIN_BYTES));
    let scalar =
        |at: usize| (0..=at.min(line.len())).rev().find(|&at| line.get(at).is_none_or(|byte| byte & 0xc0 != 0x80));
    let around = scalar(start.saturating_sub(GRAPHEME_BYTES))?..scalar(end.saturating_add(GRAPHEME_BYTES))?;
    let text = str::from_utf8(&line[around.clone()]).ok()?;
    let (start, end) = (text.ceil_char_boundary(start - around.start), text.floor_char_boundary(end - around.start));
    // All of the text around is given, so the cursor never asks for more.
    let cursor = |at: usize| GraphemeCursor::new(at, text.len(), true);
    let is_boundary = |at: usize| cursor(at).is_boundary(text, 0) == Ok(true);
    let after = |at: usize| cursor(at).next_boundary(text, 0).ok().flatten().filter(|&next| next < end);
    let before = |at: usize| cursor(at).prev_boundary(text, 0).ok().flatten();
    let is_first = around.start + start == 0 || is_boundary(start);
    let first = if is_first { start } else { after(start).unwrap_or(start) };
    let last = if is_boundary(end) { Some(end) } else { before(end) }.filter(|&at| at > first);
    let last = last.unwrap_or_else(|| text.ceil_char_boundary((first + 1).max(end)));
    Some((around.start + first, &text[first..last]))
}

/// The range of `width` bytes, in a line of `len` bytes, with most of `found`; the first one if there are several. It
/// begins at the start of the line if that contains the same matches.
fn chosen(len: usize, found: &[Range<usize>], width: usize) -> (usize, usize) {
    let (mut best, mut most, mut next) = ((0, 0), 0, 0);
    for (first, span) in found.iter().enumerate() {
        while found.get(next).is_some_and(|next| next.end <= span.start.saturating_add(width)) {
            next += 1;
        }
        let count = next.saturating_sub(first).max(1);
        if count > most {
            let last = if next > first { found[next - 1].end } else { span.end };
            (most, best) = (count, (span.start, last));
        }
    }
    let (start, end) = best;
    if end <= width {
        return (0, width);
    }
    let before = width.saturating_sub(end - start) / 2;
    let start = start.saturating_sub(before).min(len - width);
    (start, start + width)
}
