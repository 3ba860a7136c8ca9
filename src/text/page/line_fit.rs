//! How much of a line fits on a page, and where a line is cut that does not.

use unicode_segmentation::GraphemeCursor;

use super::estimate::tokens_within;
use super::{Excerpt, NUMBER_BYTES};
use crate::text::decode::{NotText, utf8};
use crate::text::line_index::{find_line_break, is_continuation, line_break_in};
use crate::text::{Amount, Limit};

/// Minimum bytes of a part of a line below other lines.
const PART_BYTES: usize = 64;

/// How much of a line fits on a page.
pub(super) enum Fit {
    /// All of it, and the millitokens it takes.
    Whole(LineEnd, u64),
    /// At most this many bytes, and what runs out.
    Part(Limit, usize),
}

/// A line that fits: the length of its text and of its line break.
pub(super) struct LineEnd {
    pub len: usize,
    pub break_len: usize,
    pub crlf: bool,
}

impl Excerpt<'_> {
    /// Whether the line at `at` fits after the `used` bytes of a page, which end in the line's `number`. `left`: the
    /// millitokens that are left, if they are limited.
    pub(super) fn fit(
        &self,
        at: usize,
        limit: &Amount,
        used: usize,
        number: &[u8],
        left: Option<u64>,
        is_first: bool,
    ) -> Fit {
        let room = limit.bytes.saturating_sub(used);
        // Past the limit, only the first line may be empty.
        let whole = self.line_within(at, room).filter(|_| is_first || used <= limit.bytes);
        let mut taken = 0;
        if let Some(left) = left {
            // If the line is too long for the bytes, only the part that may be shown is read.
            let len = whole.as_ref().map_or(room.min(self.bytes.len() - at), |whole| whole.len);
            let (tokens, fitting) = tokens_within(&[number, &self.bytes[at..at + len], b"\n"].concat(), left);
            if tokens > left {
                return Fit::Part(Limit::Tokens, fitting.saturating_sub(number.len()));
            }
            taken = tokens;
        }
        whole.map_or(Fit::Part(Limit::Bytes, room), |whole| Fit::Whole(whole, taken))
    }

    /// Whether no page can hold the line at `at`, and at most half of the page comes before it. `room`: the bytes left.
    pub(super) fn is_too_long(&self, at: usize, room: usize, limit: &Amount) -> bool {
        if room < at.max(PART_BYTES) {
            return false;
        }
        let Some(line) = self.line_within(at, limit.bytes.saturating_sub(NUMBER_BYTES)) else { return true };
        let tokens = || tokens_within(&self.bytes[at..at + line.len], limit.millitokens).0;
        limit.limits_tokens() && tokens() > limit.millitokens
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
