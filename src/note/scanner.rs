//! Reads a note line by line: what each line is.

use std::ops::Range;

use super::comments::Hidden;
use super::front_matter;
use super::line_starts::underline;
use super::open_blocks::{Blocks, LineKind};

/// Reads a note whose lines are passed in, so that a caller can stop between any two.
#[derive(Debug, Default)]
pub(crate) struct Scanner {
    /// Where the front matter ends, in bytes.
    body: usize,
    /// How many lines were read.
    number: u32,
    /// The open paragraph of the note itself: the number of its first line, and its bytes.
    paragraph: Option<(u32, Range<usize>)>,
    blocks: Blocks,
    hidden: Hidden,
    is_continuation: bool,
}

impl Scanner {
    /// Begins with the note `text`, without a byte order mark. [`Scanner::default`] begins with a text that has no front
    /// matter, whatever its first line is.
    pub fn new(text: &[u8]) -> Self {
        let body = front_matter::split(text).map_or(0, |(_, body)| body);
        Self { body, ..Self::default() }
    }

    /// What the next line is, which has the bytes `line` of `text`, with or without its ending.
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

    /// The bytes of the last line, which is not code, that lie inside comments (`%%`) and formulas (`$$`).
    pub fn hidden(&self) -> &[Range<usize>] {
        self.hidden.ranges()
    }

    /// Whether the last line is text that a line below it makes a heading. `below`: the text behind the last line.
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
    /// Where it begins in the note, in bytes.
    pub start: usize,
    /// Without its ending.
    pub text: &'t [u8],
    pub kind: LineKind<'t>,
}

/// The lines of a note, and what the scanner knows about the last one.
#[derive(Debug)]
pub(crate) struct Lines<'t> {
    text: &'t [u8],
    number: u32,
    at: usize,
    pub scanner: Scanner,
}

/// The lines of the note `text`, without a byte order mark.
pub(crate) fn lines(text: &[u8]) -> Lines<'_> {
    Lines { text, number: 0, at: 0, scanner: Scanner::new(text) }
}

impl<'t> Iterator for Lines<'t> {
    type Item = NoteLine<'t>;

    fn next(&mut self) -> Option<NoteLine<'t>> {
        let start = self.at;
        let rest = &self.text[start..];
        let line = rest.split_inclusive(|&byte| byte == b'\n').next()?;
        self.at += line.len();
        self.number = self.number.saturating_add(1);
        let line = line.strip_suffix(b"\n").map_or(line, |line| line.strip_suffix(b"\r").unwrap_or(line));
        let kind = self.scanner.line(self.text, start..start + line.len());
        Some(NoteLine { number: self.number, start, text: line, kind })
    }
}
