//! Determines the kind of each line of a note.

use std::ops::Range;

use super::comments::Hidden;
use super::front_matter;
use super::line_kind::LineKind;
use super::line_starts::underline;
use super::open_blocks::Blocks;

/// Reads a note line by line. Callers pass the lines, so they can stop at any line.
#[derive(Debug, Clone, Default)]
pub(crate) struct Scanner {
    /// Where the body begins, in bytes.
    body: usize,
    /// The number of lines read.
    number: u32,
    /// The number and bytes of the first line of the open paragraph.
    paragraph: Option<(u32, Range<usize>)>,
    blocks: Blocks,
    hidden: Hidden,
    is_continuation: bool,
}

impl Scanner {
    /// A scanner for the note `text`, without a byte order mark. [`Scanner::default`] ignores front matter.
    pub fn new(text: &[u8]) -> Self {
        let body = front_matter::split(text).map_or(0, |(_, body)| body);
        Self { body, ..Self::default() }
    }

    /// The kind of the next line, the bytes `line` of `text`, with or without the line break.
    pub fn line<'t>(&mut self, text: &'t [u8], line: Range<usize>) -> LineKind<'t> {
        self.number = self.number.saturating_add(1);
        let kind = if line.start < self.body {
            LineKind::FrontMatter
        } else if !self.blocks.is_verbatim() && self.hidden.hides(text, line.clone()) {
            LineKind::Hidden
        } else {
            let paragraph = self.paragraph.as_ref().map(|(number, line)| (*number, &text[line.clone()]));
            self.blocks.line(&text[line.clone()], self.number, paragraph)
        };
        self.is_continuation = match kind {
            LineKind::Text => self.paragraph.is_some(),
            LineKind::Nested => self.blocks.is_continuation(),
            _ => false,
        };
        self.paragraph = match kind {
            LineKind::Text => self.paragraph.take().or(Some((self.number, line))),
            _ => None,
        };
        kind
    }

    /// Whether the last line continues the paragraph of the line before it.
    pub fn is_continuation(&self) -> bool {
        self.is_continuation
    }

    /// The ranges of the last line that are comments (`%%`) or formulas (`$$`). The line must not be code.
    pub fn hidden(&self) -> &[Range<usize>] {
        self.hidden.ranges()
    }

    /// Whether the last line began inside a formula (`$$`).
    pub fn began_in_formula(&self) -> bool {
        self.hidden.began_in_formula()
    }

    /// Whether a fence is open after the last line.
    pub fn is_in_fence(&self) -> bool {
        self.blocks.is_in_fence()
    }

    /// Whether HTML is open after the last line that only its own end closes, such as a comment.
    pub fn is_in_html(&self) -> bool {
        self.blocks.is_in_html()
    }

    /// How many marks of comments (`%%`) and formulas (`$$`) nothing closes.
    pub fn unclosed(&self) -> [usize; 2] {
        self.hidden.unclosed()
    }

    /// Whether `below`, the text after the last line, starts with an underline that makes the last line a heading.
    pub fn is_underlined(&self, below: &[u8]) -> bool {
        // Cheap tests first, since few lines pass them.
        let indent = below.iter().take_while(|&&byte| byte == b' ').count();
        matches!(below.get(indent), Some(b'=' | b'-'))
            && indent < 4
            && self.paragraph.is_some()
            && !self.hidden.is_open()
            && below[indent..]
                .split(|&byte| byte == b'\n')
                .next()
                .is_some_and(|line| underline(line.trim_ascii()).is_some())
    }
}

/// A line of a note.
#[derive(Debug)]
pub(crate) struct NoteLine<'t> {
    /// 1-indexed.
    pub number: u32,
    /// Its byte offset in the note.
    pub start: usize,
    /// Without the line break.
    pub text: &'t [u8],
    pub kind: LineKind<'t>,
}

/// The lines of a note.
#[derive(Debug)]
pub(crate) struct Lines<'t> {
    text: &'t [u8],
    read: LinesRead,
}

/// How far the lines of a note are read.
#[derive(Debug, Clone, Default)]
pub(crate) struct LinesRead {
    number: u32,
    at: usize,
    scanner: Scanner,
}

impl LinesRead {
    /// Nothing is read of the note `text`, which has no byte order mark.
    pub fn new(text: &[u8]) -> Self {
        Self { scanner: Scanner::new(text), ..Self::default() }
    }

    /// Where the next line starts, in bytes.
    pub fn at(&self) -> usize {
        self.at
    }
}

/// The lines of the note `text`, without a byte order mark.
pub(crate) fn lines(text: &[u8]) -> Lines<'_> {
    Lines::of(text, LinesRead::new(text))
}

impl<'t> Lines<'t> {
    /// The lines of `text` after those that were `read`.
    pub fn of(text: &'t [u8], read: LinesRead) -> Self {
        Self { text, read }
    }

    pub fn at(&self) -> usize {
        self.read.at
    }

    pub fn scanner(&self) -> &Scanner {
        &self.read.scanner
    }

    /// To read on later.
    pub fn read(self) -> LinesRead {
        self.read
    }
}

impl<'t> Iterator for Lines<'t> {
    type Item = NoteLine<'t>;

    fn next(&mut self) -> Option<NoteLine<'t>> {
        let Self { text, read: LinesRead { number, at, scanner } } = self;
        let start = *at;
        let line = text[start..].split_inclusive(|&byte| byte == b'\n').next()?;
        *at += line.len();
        *number = number.saturating_add(1);
        let line = line.strip_suffix(b"\n").map_or(line, |line| line.strip_suffix(b"\r").unwrap_or(line));
        let kind = scanner.line(text, start..start + line.len());
        Some(NoteLine { number: *number, start, text: line, kind })
    }
}
