//! Pages: the numbered lines of a span that fit a budget, and where to continue.
//!
//! Time is linear in the page, not in the text: no step looks further than the budget.

mod estimate;
mod line_fit;
mod line_start;

use std::borrow::Cow;

use serde::{Deserialize, Serialize};
use tsify::Tsify;

use self::estimate::millitokens_of;
use self::line_fit::Fit;
use self::line_start::LineStart;
use super::decode::{NotText, utf8};
use super::host_text::{Shown, decoded};
use super::suspicious::{Suspicion, suspicious};
use super::{Amount, Eol, Limit, Span, Text};

/// Maximum bytes of a line number with its line break and separator.
const NUMBER_BYTES: usize = 16;

/// Bytes needed after a page: a line break takes two, a character up to four.
const BEHIND_BYTES: usize = 8;

/// Which lines of a page have a number.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, Tsify)]
#[serde(rename_all = "lowercase")]
pub enum Numbering {
    /// Every line.
    #[default]
    All,
    /// Every line except blank ones, which stay empty. The first line always has one.
    Compact,
}

/// Where a page stops before the end of its span.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cut {
    /// The first line that is not shown, wholly or from `column` on.
    pub line: u32,
    /// Where in `line` to continue: 1-indexed, in characters.
    pub column: u32,
    /// What ran out.
    pub limit: Limit,
}

/// The part of a text that one reply shows.
#[derive(Debug, Clone, PartialEq)]
pub struct Page {
    /// Numbered lines, joined by `\n`: `7: text`, or `7+: text` if the page begins inside the line.
    pub text: Shown,
    /// Last line shown, in whole or in part.
    pub last: u32,
    /// Where the page stops before the end of its span.
    pub cut: Option<Cut>,
    /// The lines shown that end in `\r\n`, as inclusive ranges. Empty unless line breaks are mixed: see [`Text::eol`].
    pub crlf: Vec<(u32, u32)>,
    /// The size of the page. Tokens are counted only if they are limited.
    pub taken: Amount,
    /// Its suspicious lines.
    pub suspicious: Vec<(u32, Suspicion)>,
}

impl Text {
    /// A page of `span` with at most `byte_limit` bytes: see [`Excerpt::page`].
    ///
    /// # Errors
    /// [`NotText`] if the text of the page is not UTF-8.
    pub fn page(&self, span: Span, byte_limit: usize) -> Result<Page, NotText> {
        self.excerpt(span, byte_limit).page(Amount::of_bytes(byte_limit), Numbering::All)
    }

    /// The part of `span` that pages of at most `byte_limit` bytes can show. `span` must come from
    /// [`LineRange::resolve`](super::LineRange::resolve) for this text.
    #[must_use]
    pub fn excerpt(&self, span: Span, byte_limit: usize) -> Excerpt<'_> {
        let start = self.offset(span.first, span.column);
        let bytes = reached(&self.bytes[start..], byte_limit);
        Excerpt { bytes: Cow::Borrowed(bytes), offset: self.mark + start, span, mixed: self.eol() == Some(Eol::Mixed) }
    }
}

/// The part of a text that pages up to a byte limit need.
#[derive(Debug, Clone)]
pub struct Excerpt<'t> {
    bytes: Cow<'t, [u8]>,
    /// Byte offset in the file.
    offset: usize,
    span: Span,
    /// Whether the text has both kinds of line breaks.
    mixed: bool,
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

    /// The page that fits `limit`, whose bytes must not exceed those the excerpt was made with.
    ///
    /// Shows whole lines if possible. If the first line does not fit, it is cut at a grapheme boundary, or between
    /// characters if one grapheme is too large; so is a line that no page can hold, if half of the page is left for it. A page always shows at least one character, even beyond the limit.
    ///
    /// # Errors
    /// [`NotText`] if the text of the page is not UTF-8.
    pub fn page(&self, limit: Amount, numbering: Numbering) -> Result<Page, NotText> {
        self.fill(limit, numbering).map_err(|NotText { offset }| NotText { offset: self.offset + offset })
    }

    fn fill(&self, limit: Amount, numbering: Numbering) -> Result<Page, NotText> {
        let Self { span, mixed, .. } = *self;
        let (mut last, mut cut, mut crlf) = (span.first, None, Vec::new());
        let (mut at, mut millitokens) = (0, 0);
        let mut shown = Vec::with_capacity(limit.bytes.min(2 * self.bytes.len() + NUMBER_BYTES));
        let mut line_start = LineStart::of(span.first);
        for line in span.first..=span.last {
            let start = shown.len();
            let is_first = line == span.first;
            if !is_first && line - span.first >= limit.lines {
                cut = Some(Cut { line, column: 1, limit: Limit::Lines });
                break;
            }
            let is_bare = numbering == Numbering::Compact && !is_first && self.is_blank_at(at);
            if is_bare {
                shown.push(b'\n');
            } else {
                line_start.write(&mut shown, is_first);
                if is_first && span.column > 1 {
                    shown.splice(shown.len() - ": ".len().., *b"+: ");
                }
            }
            line_start.advance();
            let room = limit.bytes.saturating_sub(shown.len());
            let whole = if limit.limits_tokens() { None } else { self.copy_line(at, room, &mut shown) };
            let (len, end) = if let Some(end) = whole {
                (end.len, Some(end))
            } else {
                // The estimate adds up over lines that each have the line break after them.
                let number = if is_bare { &[] } else { &shown[start + usize::from(!is_first)..] };
                let left = limit.millitokens.saturating_sub(millitokens);
                let fit = self.fit(at, &limit, shown.len(), number, limit.limits_tokens().then_some(left), is_first);
                let (len, end) = match fit {
                    Fit::Whole(end, taken) => {
                        millitokens += taken;
                        (end.len, Some(end))
                    }
                    Fit::Part(ran_out, room) if is_first || self.is_too_long(at, room, &limit) => {
                        let part = self.part_within(at, room)?;
                        let columns = u32::try_from(part.chars().count()).unwrap_or(u32::MAX);
                        let column = if is_first { span.column } else { 1 };
                        cut = Some(Cut { line, column: column + columns, limit: ran_out });
                        if limit.limits_tokens() {
                            millitokens += millitokens_of(&shown[start + usize::from(!is_first)..], part);
                        }
                        (part.len(), self.line_within(at + part.len(), 0))
                    }
                    Fit::Part(ran_out, _) => {
                        shown.truncate(start);
                        cut = Some(Cut { line, column: 1, limit: ran_out });
                        break;
                    }
                };
                shown.extend_from_slice(&self.bytes[at..at + len]);
                (len, end)
            };
            last = line;
            at += len;
            // Without an end, the page stops inside the line. A part that reaches the end is the whole rest of the
            // line.
            let Some(end) = end else { break };
            cut = None;
            if mixed && end.crlf {
                extend(&mut crlf, line);
            }
            at += end.break_len;
        }
        let suspicious = suspicious(&shown, span.first);
        let taken = Amount { bytes: shown.len(), lines: last - span.first + 1, millitokens };
        match decoded(&shown) {
            Some(text) => Ok(Page { text, last, cut, crlf, taken, suspicious }),
            None => Err(utf8(&self.bytes, 0, at).err().unwrap_or(NotText { offset: 0 })),
        }
    }
}

/// The part of `rest` that a page of `byte_limit` needs, including a line break or character after it. Twice the
/// limit, because a blank line in CRLF takes two bytes here, but one in a compact page.
fn reached(rest: &[u8], byte_limit: usize) -> &[u8] {
    &rest[..rest.len().min(byte_limit.saturating_mul(2).saturating_add(BEHIND_BYTES))]
}

/// Adds `line`, which is above all lines in `ranges`.
fn extend(ranges: &mut Vec<(u32, u32)>, line: u32) {
    match ranges.last_mut() {
        Some((_, end)) if *end + 1 == line => *end = line,
        _ => ranges.push((line, line)),
    }
}
