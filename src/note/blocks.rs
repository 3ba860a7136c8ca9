//! The blocks of `CommonMark`, as far as they decide what is a heading: which list a line is in, which code or HTML.
//!
//! Not a parser: inside quotes only code is followed, and a heading in a quote or list is none of the note's.

use super::marks::{Verbatim, closes_fence, contains, fence, heading, html, is_rule, list_marker, underline};

/// Lists deeper than this are taken for this deep.
const MAX_LISTS: usize = 100;

/// What a line is for the outline.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Line<'a> {
    Heading {
        level: u8,
        title: &'a [u8],
    },
    /// The line below a paragraph that makes it a heading.
    Underline {
        level: u8,
    },
    /// Text of a paragraph of the note itself.
    Text,
    /// Text inside a list or quote.
    Nested,
    /// Blank, code, HTML, a rule.
    Other,
}

/// What is open before the next line.
#[derive(Debug, Default)]
pub(crate) struct Blocks {
    /// Columns at which the content of the open list items starts.
    items: Vec<usize>,
    verbatim: Option<Verbatim>,
    /// Whether a paragraph in a list or quote is open, which lines without its marks may go on with.
    is_lazy: bool,
    /// Whether the line before began a list item and held nothing else: a blank line ends it.
    is_bare_item: bool,
}

impl Blocks {
    /// Whether the next line belongs to code or HTML, as far as is known before it is seen.
    pub fn is_verbatim(&self) -> bool {
        self.verbatim.is_some()
    }

    /// Takes the next line. `in_paragraph`: the line before is text of the note itself.
    pub fn line<'a>(&mut self, line: &'a [u8], in_paragraph: bool) -> Line<'a> {
        let (mut column, mut rest) = unindented(line, 0);
        if rest.is_empty() {
            self.is_lazy = false;
            if std::mem::take(&mut self.is_bare_item) {
                self.items.pop();
            }
            if let Some(Verbatim::UntilBlank | Verbatim::Fence { is_quoted: true, .. }) = self.verbatim {
                self.verbatim = None;
            }
            return Line::Other;
        }
        self.is_bare_item = false;
        let within = self.items.iter().take_while(|&&content| column >= content).count();
        let mut base = if within > 0 { self.items[within - 1] } else { 0 };
        if within == self.items.len() && self.goes_on(column - base, rest) {
            return Line::Other;
        }
        if within < self.items.len() {
            let is_text = column - base >= 4 || !(starts_block(rest) || list_marker(rest).is_some());
            if self.is_lazy && self.verbatim.is_none() && is_text {
                return Line::Nested;
            }
            self.items.truncate(within);
            self.verbatim = None;
        }
        // What an underline makes a heading of, and what a list must not look like by chance.
        let is_plain = in_paragraph && !self.is_lazy && self.items.is_empty();
        let in_paragraph = in_paragraph || self.is_lazy;
        loop {
            let indent = column - base;
            if indent >= 4 {
                // Code, unless it goes on with a paragraph.
                return if in_paragraph { self.text() } else { Line::Other };
            }
            if is_rule(rest) && !(is_plain && underline(rest).is_some()) {
                return self.other();
            }
            let Some((marker, is_strong)) = list_marker(rest) else { break };
            if is_plain && !is_strong {
                break;
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
                return Line::Nested;
            }
            if is_code {
                return Line::Other;
            }
            (column, rest) = (content, behind);
        }
        self.leaf(rest, in_paragraph)
    }

    /// Whether the line, which is inside all open lists, belongs to open code or HTML.
    fn goes_on(&mut self, indent: usize, rest: &[u8]) -> bool {
        match self.verbatim {
            None => return false,
            Some(Verbatim::Fence { mark, len, is_quoted }) => {
                let inner = if is_quoted { unquoted(rest) } else { Some(rest) };
                let Some(inner) = inner else {
                    self.verbatim = None;
                    return false;
                };
                if closes_fence(inner, mark, len) && indent < 4 {
                    self.verbatim = None;
                }
            }
            Some(Verbatim::Until(end)) => {
                if contains(rest, end) {
                    self.verbatim = None;
                }
            }
            Some(Verbatim::UntilBlank) => {}
        }
        true
    }

    /// A line inside its lists, from its first letter on.
    fn leaf<'a>(&mut self, rest: &'a [u8], in_paragraph: bool) -> Line<'a> {
        let is_top = self.items.is_empty();
        if let Some(inner) = unquoted(rest) {
            self.verbatim = fence(inner).map(|(mark, len)| Verbatim::Fence { mark, len, is_quoted: true });
            self.is_lazy = self.verbatim.is_none() && !inner.is_empty() && !starts_block(inner);
            return if inner.is_empty() || self.verbatim.is_some() { Line::Other } else { Line::Nested };
        }
        if let Some((mark, len)) = fence(rest) {
            self.other();
            self.verbatim = Some(Verbatim::Fence { mark, len, is_quoted: false });
            return Line::Other;
        }
        if let Some((level, title)) = heading(rest) {
            self.is_lazy = false;
            return if is_top { Line::Heading { level, title } } else { Line::Nested };
        }
        if in_paragraph
            && is_top
            && !self.is_lazy
            && let Some(level) = underline(rest)
        {
            return Line::Underline { level };
        }
        if let Some(verbatim) = html(rest, in_paragraph) {
            self.other();
            let ends_here = matches!(verbatim, Verbatim::Until(end) if contains(&rest[2..], end));
            self.verbatim = (!ends_here).then_some(verbatim);
            return Line::Other;
        }
        self.text()
    }

    fn text<'a>(&mut self) -> Line<'a> {
        let is_nested = self.is_lazy || !self.items.is_empty();
        self.is_lazy = is_nested;
        if is_nested { Line::Nested } else { Line::Text }
    }

    fn other<'a>(&mut self) -> Line<'a> {
        self.is_lazy = false;
        Line::Other
    }
}

/// The column of the first letter of `text`, which starts at `column`; and the text from there on.
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

/// The content of a line that begins with the marks of a quote.
fn unquoted(rest: &[u8]) -> Option<&[u8]> {
    let inner = rest.strip_prefix(b">")?;
    let marks = inner.iter().take_while(|&&byte| matches!(byte, b'>' | b' ' | b'\t')).count();
    Some(&inner[marks..])
}

/// Whether `rest` is something else than text that goes on with a paragraph, lists apart.
fn starts_block(rest: &[u8]) -> bool {
    let has_mark = rest.starts_with(b">") || heading(rest).is_some() || fence(rest).is_some();
    has_mark || is_rule(rest) || html(rest, true).is_some()
}
