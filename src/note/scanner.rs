//! Reads a note line by line: what each line is.

use std::ops::Range;

use super::blocks::{Blocks, LineKind};
use super::front_matter;
use super::hidden::Hidden;
use super::line_starts::underline;

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
        self.paragraph = match kind {
            LineKind::Text => self.paragraph.take().or(Some((self.number, line))),
            _ => None,
        };
        kind
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

/// The lines of the note `text`, without a byte order mark.
pub(crate) fn lines(text: &[u8]) -> impl Iterator<Item = NoteLine<'_>> {
    let mut scanner = Scanner::new(text);
    let mut end = 0;
    (1..).map_while(move |number| {
        let start = end;
        let rest = text.get(start..).filter(|rest| !rest.is_empty())?;
        let len = rest.iter().position(|&byte| byte == b'\n').map_or(rest.len(), |at| at + 1);
        end = start + len;
        let line =
            rest[..len].strip_suffix(b"\n").map_or(&rest[..len], |line| line.strip_suffix(b"\r").unwrap_or(line));
        Some(NoteLine { number, start, text: line, kind: scanner.line(text, start..start + line.len()) })
    })
}

/// The block id that `line` ends in, with its `^`, and what is before it.
pub(crate) fn block_id(line: &[u8]) -> Option<(&[u8], &[u8])> {
    let line = line.trim_ascii_end();
    let name = line.iter().rev().take_while(|&&byte| byte.is_ascii_alphanumeric() || byte == b'-').count();
    let start = line.len().checked_sub(name + 1)?;
    let (before, id) = line.split_at(start);
    let is_apart = before.last().is_none_or(u8::is_ascii_whitespace);
    (name > 0 && id.starts_with(b"^") && is_apart).then_some((id, before))
}
