//! Pages: the numbered lines of a span that fit a budget, and where to continue.
//!
//! Time is linear in the page, not in the text: no step looks further than the budget. Lines are found by counts at
//! every 4 KiB (0.1 % of the text), columns likewise, so that paging through a file of one line is linear too.

mod excerpt;
mod filling;
mod line_start;

use std::borrow::Cow;

use lectern_base::decode::{NotText, utf8};
use serde::{Deserialize, Serialize};
use tsify::Tsify;

pub use self::excerpt::Excerpt;
use self::excerpt::reached;
use self::filling::{Added, Filling};
use self::line_start::LineStart;
use super::amount::{Amount, Limit};
use super::host_text::{Shown, decoded};
use super::indexed_text::Text;
use super::line_index::Eol;
use super::span::Span;
use super::suspicious::{Suspicion, suspicious};

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

impl Excerpt<'_> {
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
        let mut page = Filling::new(self, limit);
        let mut line_start = LineStart::of(span.first);
        for line in span.first..=span.last {
            let is_first = line == span.first;
            if !is_first && line - span.first >= limit.lines {
                cut = Some(Cut { line, column: 1, limit: Limit::Lines });
                break;
            }
            let start = page.shown.len();
            let mut number = start + usize::from(!is_first);
            if numbering == Numbering::Compact && !is_first && self.is_blank_at(page.at) {
                page.shown.push(b'\n');
                number = page.shown.len();
            } else {
                line_start.write(&mut page.shown, is_first);
                if is_first && span.column > 1 {
                    page.shown.splice(page.shown.len() - ": ".len().., *b"+: ");
                }
            }
            line_start.advance();
            let end = match page.add(number, is_first)? {
                Added::Whole(end) => end,
                Added::Part(columns, limit) => {
                    let column = if is_first { span.column } else { 1 } + columns;
                    (last, cut) = (line, Some(Cut { line, column, limit }));
                    break;
                }
                Added::Nothing(limit) => {
                    page.shown.truncate(start);
                    cut = Some(Cut { line, column: 1, limit });
                    break;
                }
            };
            last = line;
            if mixed && end.crlf {
                extend(&mut crlf, line);
            }
            page.at += end.len + end.break_len;
        }
        let Filling { shown, at, millitokens, .. } = page;
        let suspicious = suspicious(&shown, span.first);
        let taken = Amount { bytes: shown.len(), lines: last - span.first + 1, millitokens };
        match decoded(&shown) {
            Some(text) => Ok(Page { text, last, cut, crlf, taken, suspicious }),
            None => Err(utf8(&self.bytes, 0, at).err().unwrap_or(NotText { offset: 0 })),
        }
    }
}

/// Adds `line`, which is above all lines in `ranges`.
fn extend(ranges: &mut Vec<(u32, u32)>, line: u32) {
    match ranges.last_mut() {
        Some((_, end)) if *end + 1 == line => *end = line,
        _ => ranges.push((line, line)),
    }
}
