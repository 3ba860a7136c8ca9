//! The part of a text that pages show, and how much of a line fits.

use std::borrow::Cow;

use lectern_base::decode::{NotText, utf8};
use unicode_segmentation::GraphemeCursor;

use crate::text::line_index::{find_line_break, is_continuation, line_break_in};
use crate::text::span::Span;

/// Bytes needed after a page: a line break takes two, a character up to four.
const BEHIND_BYTES: usize = 8;

/// The part of a text that pages up to a byte limit need.
#[derive(Debug, Clone)]
pub struct Excerpt<'t> {
    pub(super) bytes: Cow<'t, [u8]>,
    /// Byte offset in the file.
    pub(super) offset: usize,
    pub(super) span: Span,
    /// Whether the text has both kinds of line breaks.
    pub(super) mixed: bool,
}

/// A line that fits: the length of its text and of its line break.
pub(super) struct LineEnd {
    pub len: usize,
    pub break_len: usize,
    pub crlf: bool,
}

impl Excerpt<'_> {
    /// A copy that does not borrow the text, for pages up to `byte_limit`.
    #[must_use]
    pub fn detached(self, byte_limit: usize) -> Excerpt<'static> {
        let bytes = match self.bytes {
            Cow::Owned(mut bytes) => {
                bytes.truncate(reached(&bytes, byte_limit).len());
                bytes.shrink_to_fit();
                bytes
            }
            Cow::Borrowed(bytes) => reached(bytes, byte_limit).to_vec(),
        };
        Excerpt { bytes: Cow::Owned(bytes), offset: self.offset, span: self.span, mixed: self.mixed }
    }

    /// The requested lines.
    #[must_use]
    pub fn span(&self) -> Span {
        self.span
    }

    /// Whether the line that begins at `at` is blank.
    pub(super) fn is_blank_at(&self, at: usize) -> bool {
        let rest = &self.bytes[at..];
        rest.is_empty() || rest.starts_with(b"\n") || rest.starts_with(b"\r\n")
    }

    /// The rest of the line at `at`, if it has at most `room` bytes.
    #[inline]
    pub(super) fn line_within(&self, at: usize, room: usize) -> Option<LineEnd> {
        let rest = &self.bytes[at..];
        let window = &rest[..rest.len().min(room.saturating_add("\r\n".len()))];
        let line = match find_line_break(window) {
            Some(end) if window[..end].ends_with(b"\r") => LineEnd { len: end - 1, break_len: 2, crlf: true },
            Some(end) => LineEnd { len: end, break_len: 1, crlf: false },
            None if window.len() == rest.len() => LineEnd { len: rest.len(), break_len: 0, crlf: false },
            None => return None,
        };
        (line.len <= room).then_some(line)
    }

    /// Copies the line at `at` to `shown`, if it ends within `room` bytes: `line_within` and a copy, in one pass. Looks at
    /// eight bytes at a time, so it returns `None` for a line that ends in the last seven bytes.
    #[inline]
    pub(super) fn copy_line(&self, at: usize, room: usize, shown: &mut Vec<u8>) -> Option<LineEnd> {
        let (start, rest) = (shown.len(), &self.bytes[at..]);
        for word in rest[..rest.len().min(room)].as_chunks::<8>().0 {
            shown.extend_from_slice(word);
            if let Some(offset) = line_break_in(*word) {
                shown.truncate(shown.len() - word.len() + offset);
                let crlf = shown.len() > start && shown.ends_with(b"\r");
                if crlf {
                    shown.pop();
                }
                return Some(LineEnd { len: shown.len() - start, break_len: 1 + usize::from(crlf), crlf });
            }
        }
        shown.truncate(start);
        None
    }

    /// The start of the line at `at`, of at most `room` bytes, but at least one character. The whole line does not fit.
    pub(super) fn part_within(&self, at: usize, room: usize) -> Result<&str, NotText> {
        let bytes = &self.bytes;
        let starts_scalar = |&end: &usize| bytes.get(end).is_none_or(|&byte| !is_continuation(byte));
        let next = |offset: usize| (offset + 1..bytes.len()).find(starts_scalar).unwrap_or(bytes.len());
        let end = (at..=at + room).rev().find(starts_scalar).unwrap_or(at);
        if end == at {
            return utf8(bytes, at, next(at));
        }
        let fitting = utf8(bytes, at, end)?;
        // The next character is enough to tell whether a grapheme continues across the end.
        let looked_at = utf8(bytes, at, next(end))?;
        let mut cursor = GraphemeCursor::new(fitting.len(), looked_at.len(), true);
        let end = match cursor.is_boundary(looked_at, 0) {
            Ok(false) => cursor.prev_boundary(looked_at, 0).ok().flatten().filter(|&end| end > 0),
            _ => None,
        };
        Ok(&fitting[..end.unwrap_or(fitting.len())])
    }
}

/// The part of `rest` that a page of `byte_limit` needs, including a line break or character after it. Twice the
/// limit, because a blank line in CRLF takes two bytes here, but one in a compact page.
pub(super) fn reached(rest: &[u8], byte_limit: usize) -> &[u8] {
    &rest[..rest.len().min(byte_limit.saturating_mul(2).saturating_add(BEHIND_BYTES))]
}
