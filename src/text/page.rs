//! The page: the numbered lines of a span that fit into a byte budget, and where to go on.
//!
//! Its cost is that of the page, not of the text: no step looks further than the budget reaches.

use std::fmt::Write;

use unicode_segmentation::GraphemeCursor;

use super::decode::{NotText, utf8};
use super::line_index::is_continuation;
use super::{Eol, Span, Text};

/// Where a page that could not hold its whole span stops.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cut {
    /// First line that the page leaves out, in whole or from `column` on.
    pub line: u32,
    /// Where in `line` to go on, 1-indexed in Unicode scalar values; 1 is its start.
    pub column: u32,
}

/// The part of a text that one reply shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page {
    /// Numbered lines, joined by `\n`: `7: text`, or `7+: text` where a line goes on.
    pub text: String,
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
    ///
    /// # Errors
    /// [`NotText`] when what would be shown is not UTF-8.
    pub fn page(&self, span: Span, byte_limit: usize) -> Result<Page, NotText> {
        let mut page = Page { text: String::new(), last: span.first, cut: None, crlf: Vec::new() };
        let mixed = self.eol() == Some(Eol::Mixed);
        let mut at = self.offset(span.first, span.column);
        for line in span.first..=span.last {
            let page_len = page.text.len();
            let (separator, mark) = match (line == span.first, span.column) {
                (true, 1) => ("", ""),
                (true, _) => ("", "+"),
                (false, _) => ("\n", ""),
            };
            // Writing to a String cannot fail.
            let _ = write!(page.text, "{separator}{line}{mark}: ");
            let room = byte_limit.saturating_sub(page.text.len());
            let (text, end) = match self.line_within(at, room)? {
                Some(whole) => (whole.text, Some(whole)),
                None if line == span.first => {
                    let part = self.part_within(at, room)?;
                    (part, self.line_within(at + part.len(), 0)?)
                }
                None => {
                    page.text.truncate(page_len);
                    page.cut = Some(Cut { line, column: 1 });
                    break;
                }
            };
            page.text.push_str(text);
            page.last = line;
            let Some(end) = end else {
                let columns = u32::try_from(text.chars().count()).unwrap_or(u32::MAX);
                page.cut = Some(Cut { line, column: span.column + columns });
                break;
            };
            if mixed && end.crlf {
                extend(&mut page.crlf, line);
            }
            at = end.next;
        }
        Ok(page)
    }

    /// The line, or the rest of it, that stands at `at`, if it has at most `room` bytes.
    fn line_within(&self, at: usize, room: usize) -> Result<Option<Line<'_>>, NotText> {
        let rest = &self.bytes[at..];
        let window = &rest[..rest.len().min(room.saturating_add("\r\n".len()))];
        let (end, next, crlf) = match window.iter().position(|&byte| byte == b'\n') {
            Some(end) if window[..end].ends_with(b"\r") => (end - 1, end + 1, true),
            Some(end) => (end, end + 1, false),
            None if window.len() == rest.len() => (rest.len(), rest.len(), false),
            None => return Ok(None),
        };
        if end > room {
            return Ok(None);
        }
        Ok(Some(Line { text: utf8(&self.bytes, at, at + end)?, next: at + next, crlf }))
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

/// A line that fits.
struct Line<'t> {
    text: &'t str,
    /// Byte offset of the line behind it.
    next: usize,
    crlf: bool,
}

/// Adds `line` to `ranges`, in which it is the highest.
fn extend(ranges: &mut Vec<(u32, u32)>, line: u32) {
    match ranges.last_mut() {
        Some((_, end)) if *end + 1 == line => *end = line,
        _ => ranges.push((line, line)),
    }
}
