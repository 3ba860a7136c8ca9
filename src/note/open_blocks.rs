//! Tracks the open blocks of `CommonMark` to determine the kind of each line.
//!
//! Not a full parser: in quotes only fenced code is tracked, and headings in quotes and lists count as nested text.

use std::ops::ControlFlow;

use super::block_id::without_block_id;
use super::line_kind::LineKind;
use super::line_starts::{Verbatim, closes_fence, contains, fence, heading, html, is_rule, list_marker, underline};

/// Maximum depth of nested lists to distinguish.
const MAX_LISTS: usize = 100;

/// The blocks that are open before the next line.
#[derive(Debug, Clone, Default)]
pub(super) struct Blocks {
    /// Columns at which the content of the open list items starts.
    items: Vec<usize>,
    verbatim: Option<Verbatim>,
    /// Whether a paragraph in a list or quote is open, so that a line without marks continues it.
    is_lazy: bool,
    /// Whether the last line is a list marker alone. A blank line ends such an item.
    is_bare_item: bool,
    /// Whether the last line continues the paragraph of the line before it.
    is_continuation: bool,
}

/// A line without its indentation.
struct Indented<'a> {
    /// The column of its first character that is not blank.
    column: usize,
    /// Where the content of the innermost open list item begins.
    base: usize,
    /// The line from that character on.
    rest: &'a [u8],
}

/// What a line may continue.
#[derive(Clone, Copy)]
struct Above {
    /// Whether an underline would turn the paragraph into a heading.
    is_plain: bool,
    /// Whether only a strong marker begins a list: `2.` does not in the middle of a paragraph.
    is_weak: bool,
    in_paragraph: bool,
}

impl Blocks {
    /// Whether a block of code or HTML is open.
    pub fn is_verbatim(&self) -> bool {
        self.verbatim.is_some()
    }

    /// Whether a fence is open.
    pub fn is_in_fence(&self) -> bool {
        matches!(self.verbatim, Some(Verbatim::Fence { .. }))
    }

    /// Whether HTML is open that a blank line does not end.
    pub fn is_in_html(&self) -> bool {
        matches!(self.verbatim, Some(Verbatim::Until(_)))
    }

    /// Whether the last line, text in a list or quote, continues the paragraph of the line before it.
    pub fn is_continuation(&self) -> bool {
        self.is_continuation
    }

    /// Reads line `number`. If the previous line is [`LineKind::Text`], `paragraph` is the number and text of the first
    /// line of its paragraph.
    pub fn line<'a>(&mut self, line: &'a [u8], number: u32, paragraph: Option<(u32, &'a [u8])>) -> LineKind<'a> {
        self.is_continuation = false;
        let (column, rest) = unindented(line, 0);
        if rest.is_empty() {
            return self.blank_line();
        }
        self.is_bare_item = false;
        let within = self.items.iter().take_while(|&&content| column >= content).count();
        let base = if within > 0 { self.items[within - 1] } else { 0 };
        if within == self.items.len() {
            if let Some(kind) = self.verbatim_line(column - base, rest) {
                return kind;
            }
        } else {
            let is_text = column - base >= 4 || !(starts_block(rest) || list_marker(rest).is_some());
            if self.is_lazy && self.verbatim.is_none() && is_text {
                self.is_continuation = true;
                return LineKind::Nested;
            }
            self.items.truncate(within);
            self.verbatim = None;
        }
        let is_plain = paragraph.is_some() && !self.is_lazy && self.items.is_empty();
        let above = Above {
            is_plain,
            is_weak: is_plain || (self.is_lazy && within > 0 && within == self.items.len()),
            in_paragraph: paragraph.is_some() || self.is_lazy,
        };
        match self.list_markers(&Indented { column, base, rest }, above) {
            ControlFlow::Break(kind) => kind,
            ControlFlow::Continue(rest) => self.leaf(rest, above.in_paragraph, number, paragraph),
        }
    }

    /// The kind of a blank line, which ends some blocks.
    fn blank_line(&mut self) -> LineKind<'static> {
        self.is_lazy = false;
        if std::mem::take(&mut self.is_bare_item) {
            self.items.pop();
        }
        if let Some(Verbatim::UntilBlank | Verbatim::Fence { is_quoted: true, .. }) = self.verbatim {
            self.verbatim = None;
        }
        self.verbatim.map_or(LineKind::Other, Verbatim::line)
    }

    /// Opens an item for each list marker of a line. Returns its kind, or what follows the markers.
    fn list_markers<'a>(&mut self, line: &Indented<'a>, above: Above) -> ControlFlow<LineKind<'a>, &'a [u8]> {
        let &Indented { mut column, mut base, mut rest } = line;
        loop {
            if column - base >= 4 {
                // Code, unless it continues a paragraph.
                return ControlFlow::Break(if above.in_paragraph { self.text() } else { LineKind::Code });
            }
            if is_rule(rest) && !(above.is_plain && underline(rest).is_some()) {
                self.is_lazy = false;
                return ControlFlow::Break(LineKind::Other);
            }
            let Some((marker, is_strong)) = list_marker(rest) else { return ControlFlow::Continue(rest) };
            if above.is_weak && !is_strong {
                return ControlFlow::Continue(rest);
            }
            let (content, behind) = unindented(&rest[marker..], column + marker);
            let is_code = content - column - marker > 4;
            base = if behind.is_empty() || is_code { column + marker + 1 } else { content };
            if self.items.len() < MAX_LISTS {
                self.items.push(base);
            }
            self.is_lazy = false;
            if behind.is_empty() {
                self.is_bare_item = true;
                return ControlFlow::Break(LineKind::Nested);
            }
            if is_code {
                return ControlFlow::Break(LineKind::Code);
            }
            (column, rest) = (content, behind);
        }
    }

    /// The kind of a line inside all open lists, if it is part of the open block of code or HTML.
    fn verbatim_line(&mut self, indent: usize, rest: &[u8]) -> Option<LineKind<'static>> {
        let open = self.verbatim?;
        match open {
            Verbatim::Fence { mark, len, is_quoted } => {
                let inner = if is_quoted { unquoted(rest) } else { Some(rest) };
                let Some(inner) = inner else {
                    self.verbatim = None;
                    return None;
                };
                if closes_fence(inner, mark, len) && indent < 4 {
                    self.verbatim = None;
                }
            }
            Verbatim::Until(end) => {
                if contains(rest, end) {
                    self.verbatim = None;
                }
            }
            Verbatim::UntilBlank => {}
        }
        Some(open.line())
    }

    /// The kind of a line without its list markers, from its first character that is not blank.
    fn leaf<'a>(
        &mut self,
        rest: &'a [u8],
        in_paragraph: bool,
        number: u32,
        paragraph: Option<(u32, &'a [u8])>,
    ) -> LineKind<'a> {
        let is_top = self.items.is_empty();
        if let Some(inner) = unquoted(rest) {
            self.verbatim = fence(inner).map(|(mark, len)| Verbatim::Fence { mark, len, is_quoted: true });
            let was_lazy = self.is_lazy;
            self.is_lazy = self.verbatim.is_none() && !inner.is_empty() && !starts_block(inner);
            self.is_continuation = was_lazy && self.is_lazy && list_marker(inner).is_none();
            return match self.verbatim {
                Some(code) => code.line(),
                None if inner.is_empty() => LineKind::Other,
                None => LineKind::Nested,
            };
        }
        if let Some((mark, len)) = fence(rest) {
            self.is_lazy = false;
            self.verbatim = Some(Verbatim::Fence { mark, len, is_quoted: false });
            return LineKind::Code;
        }
        if let Some((level, title)) = heading(rest) {
            self.is_lazy = false;
            let title = without_block_id(title);
            return if is_top { LineKind::Heading { level, title, first: number } } else { LineKind::Nested };
        }
        if let Some((first, title)) = paragraph
            && is_top
            && !self.is_lazy
            && let Some(level) = underline(rest)
        {
            return LineKind::Heading { level, title: without_block_id(title.trim_ascii()), first };
        }
        if let Some(verbatim) = html(rest, in_paragraph) {
            self.is_lazy = false;
            let ends_here = matches!(verbatim, Verbatim::Until(end) if contains(&rest[2..], end));
            self.verbatim = (!ends_here).then_some(verbatim);
            return LineKind::Html;
        }
        self.text()
    }

    fn text<'a>(&mut self) -> LineKind<'a> {
        let is_nested = self.is_lazy || !self.items.is_empty();
        self.is_continuation = self.is_lazy;
        self.is_lazy = is_nested;
        if is_nested { LineKind::Nested } else { LineKind::Text }
    }
}

/// The column of the first character of `text` that is not blank, and the text from there without trailing white space.
/// `text` starts at `column`.
fn unindented(text: &[u8], mut column: usize) -> (usize, &[u8]) {
    for (at, byte) in text.iter().enumerate() {
        match byte {
            b' ' => column += 1,
            b'\t' => column += 4 - column % 4,
            _ => return (column, text[at..].trim_ascii_end()),
        }
    }
    (column, b"")
}

/// The content of a quoted line.
fn unquoted(rest: &[u8]) -> Option<&[u8]> {
    let inner = rest.strip_prefix(b">")?;
    let marks = inner.iter().take_while(|&&byte| matches!(byte, b'>' | b' ' | b'\t')).count();
    Some(&inner[marks..])
}

/// Whether `rest` begins a block other than a list, which ends a paragraph.
fn starts_block(rest: &[u8]) -> bool {
    let has_mark = rest.starts_with(b">") || heading(rest).is_some() || fence(rest).is_some();
    has_mark || is_rule(rest) || html(rest, true).is_some()
}
