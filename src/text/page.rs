//! The page: the numbered lines of a span that fit into a byte budget, and where to go on.
//!
//! Its cost is that of the page, not of the text: no step looks further than the budget reaches.

use unicode_segmentation::GraphemeCursor;

use super::decode::{NotText, utf8};
use super::line_index::{find_line_break, is_continuation};
use super::shown::{Shown, decoded};
use super::{Eol, Span, Text};

/// Room for the number of a note's only line, and what stands around it.
const NUMBER_BYTES: usize = 16;

/// Where a page that could not hold its whole span stops.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cut {
    /// First line that the page leaves out, in whole or from `column` on.
    pub line: u32,
    /// Where in `line` to go on, 1-indexed in Unicode scalar values; 1 is its start.
    pub column: u32,
}

/// The part of a text that one reply shows.
#[derive(Debug, Clone, PartialEq)]
pub struct Page {
    /// Numbered lines, joined by `\n`: `7: text`, or `7+: text` where a line goes on.
    pub text: Shown,
    /// Last line shown, in whole or in part.
    pub last: u32,
    /// Where the page stops short of its span.
    pub cut: Option<Cut>,
    /// The lines shown that end in `\r\n`, as inclusive ranges. Only in a text of mixed line endings: elsewhere
    /// [`Text::eol`] says it of all.
    pub crlf: Vec<(u32, u32)>,
}

impl Text {
    /// Shows as much of `span` as `byte_limit` bytes of numbered text hold.
    ///
    /// Whole lines first. A line that does not fit alone is cut at a grapheme boundary, or at a scalar value where a
    /// single grapheme is too large. A page always goes on by at least one scalar value, even over the limit.
    /// `span` must be of this text, as [`LineRange::resolve`](super::LineRange::resolve) gives it.
    ///
    /// # Errors
    /// [`NotText`] when what would be shown is not UTF-8.
    pub fn page(&self, span: Span, byte_limit: usize) -> Result<Page, NotText> {
        self.fill(span, byte_limit).map_err(|NotText { offset }| NotText { offset: self.mark + offset })
    }

    fn fill(&self, span: Span, byte_limit: usize) -> Result<Page, NotText> {
        let mixed = self.eol() == Some(Eol::Mixed);
        let (mut last, mut cut, mut crlf) = (span.first, None, Vec::new());
        let start = self.offset(span.first, span.column);
        let mut at = start;
        let mut shown = Vec::with_capacity(byte_limit.min(2 * (self.bytes.len() - start) + NUMBER_BYTES));
        for line in span.first..=span.last {
            let shown_before = shown.len();
            let is_first = line == span.first;
            push_number(&mut shown, line, is_first, span.column > 1);
            let room = byte_limit.saturating_sub(shown.len());
            // Past the limit not even an empty line has room, but the first.
            let fits = is_first || shown.len() <= byte_limit;
            let (len, end) = match self.line_within(at, room).filter(|_| fits) {
                Some(whole) => (whole.len, Some(whole)),
                None if is_first => {
                    let part = self.part_within(at, room)?;
                    let columns = u32::try_from(part.chars().count()).unwrap_or(u32::MAX);
                    cut = Some(Cut { line, column: span.column + columns });
                    (part.len(), self.line_within(at + part.len(), 0))
                }
                None => {
                    shown.truncate(shown_before);
                    cut = Some(Cut { line, column: 1 });
                    break;
                }
            };
            shown.extend_from_slice(&self.bytes[at..at + len]);
            last = line;
            at += len;
            // A part without an end is where the page stops; one that reached the line's end is no part.
            let Some(end) = end else { break };
            cut = None;
            if mixed && end.crlf {
                extend(&mut crlf, line);
            }
            at += end.break_len;
        }
        match decoded(&shown) {
            Some(text) => Ok(Page { text, last, cut, crlf }),
            None => Err(utf8(&self.bytes, start, at).err().unwrap_or(NotText { offset: start })),
        }
    }

    /// The line, or the rest of it, that stands at `at`, if it has at most `room` bytes.
    #[inline]
    fn line_within(&self, at: usize, room: usize) -> Option<Line> {
        let rest = &self.bytes[at..];
        let window = &rest[..rest.len().min(room.saturating_add("\r\n".len()))];
        let line = match find_line_break(window) {
            Some(end) if window[..end].ends_with(b"\r") => Line { len: end - 1, break_len: 2, crlf: true },
            Some(end) => Line { len: end, break_len: 1, crlf: false },
            None if window.len() == rest.len() => Line { len: rest.len(), break_len: 0, crlf: false },
            None => return None,
        };
        (line.len <= room).then_some(line)
    }

    /// The beginning of what stands at `at`, of at most `room` bytes but never nothing. It is known not to fit whole.
    fn part_within(&self, at: usize, room: usize) -> Result<&str, NotText> {
        let bytes = &self.bytes;
        let starts_scalar = |&end: &usize| bytes.get(end).is_none_or(|&byte| !is_continuation(byte));
        let next = |offset: usize| (offset + 1..bytes.len()).find(starts_scalar).unwrap_or(bytes.len());
        let end = (at..=at + room).rev().find(starts_scalar).unwrap_or(at);
        if end == at {
            return utf8(bytes, at, next(at));
        }
        let fitting = utf8(bytes, at, end)?;
        // One scalar value behind the end is enough to tell whether a grapheme goes on across it.
        let looked_at = utf8(bytes, at, next(end))?;
        let mut cursor = GraphemeCursor::new(fitting.len(), looked_at.len(), true);
        let end = match cursor.is_boundary(looked_at, 0) {
            Ok(false) => cursor.prev_boundary(looked_at, 0).ok().flatten().filter(|&end| end > 0),
            _ => None,
        };
        Ok(&fitting[..end.unwrap_or(fitting.len())])
    }
}

/// A line that fits: its bytes, and those of the line break behind it.
struct Line {
    len: usize,
    break_len: usize,
    crlf: bool,
}

/// Writes what stands before a line: `7: `, or `7+: ` where it goes on, and a line break if others came before.
#[inline]
fn push_number(shown: &mut Vec<u8>, line: u32, is_first: bool, goes_on: bool) {
    let mut digits = [b'0'; 10];
    let (mut rest, mut start) = (line, digits.len());
    while rest > 0 {
        start -= 1;
        // A remainder of ten fits a byte.
        digits[start] = b'0' + (rest % 10).to_le_bytes()[0];
        rest /= 10;
    }
    // Byte by byte: in wasm, copying a handful of bytes costs a call of its own.
    if !is_first {
        shown.push(b'\n');
    }
    for &digit in &digits[start..] {
        shown.push(digit);
    }
    if is_first && goes_on {
        shown.push(b'+');
    }
    shown.push(b':');
    shown.push(b' ');
}

/// Adds `line` to `ranges`, in which it is the highest.
fn extend(ranges: &mut Vec<(u32, u32)>, line: u32) {
    match ranges.last_mut() {
        Some((_, end)) if *end + 1 == line => *end = line,
        _ => ranges.push((line, line)),
    }
}
