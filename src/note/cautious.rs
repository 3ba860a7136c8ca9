//! Finds what is code in every plausible reading of a note, so that no text is mistaken for code.

use std::ops::Range;

use super::code_spans::{span_behind, ticks};
use super::line_kind::LineKind;
use super::line_starts;
use super::scanner::Scanner;

/// Reads a text line by line in three ways: like [`Scanner`], with fences at the start of lines only, and with fences
/// after the marks of quotes and lists too.
#[derive(Debug, Default)]
pub(crate) struct Cautious {
    scanner: Scanner,
    plain: Option<(u8, usize)>,
    nested: Option<(u8, usize)>,
    /// Whether the last line is code for the scanner, and for the third reading.
    is_code: bool,
    /// Whether the paragraph has an unmatched backtick, which a later line may match.
    has_stray_tick: bool,
}

/// What the three readings of a line have in common.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Certain {
    /// Code, or a fence.
    Code,
    /// Perhaps text. Backticks delimit code spans.
    Spans,
    /// Perhaps text. Backticks may not delimit code spans.
    Text,
}

impl Cautious {
    /// Reads the next line, the bytes `line` of `text`, which has no front matter.
    pub fn line(&mut self, text: &[u8], line: Range<usize>) -> Certain {
        let is_code = self.scanner.line(text, line.clone()) == LineKind::Code;
        self.is_code = is_code && self.nested.is_some();
        let line = &text[line];
        let was = self.is_fenced();
        let fence = fence(line);
        let margin = if self.plain.is_some() { 3 } else { 0 };
        turn(&mut self.plain, fence.filter(|fence| fence.indent <= margin));
        turn(&mut self.nested, fence);
        self.is_code |= is_code && self.nested.is_some();
        let is = self.is_fenced();
        self.has_stray_tick &= !is && !line.trim_ascii().is_empty();
        if is_code && (was || is) {
            Certain::Code
        } else if self.spans_are_closed(line) {
            Certain::Spans
        } else {
            Certain::Text
        }
    }

    /// Whether a fence at the start of a line is open. If it is never closed, the lines after it may be text.
    pub fn is_open(&self) -> bool {
        self.plain.is_some()
    }

    /// Whether the last line is code, if fences may also be in quotes and lists.
    pub fn is_code(&self) -> bool {
        self.is_code
    }

    /// Whether the next line is in such code, unless its quote or list has ended.
    pub fn is_inside(&self) -> bool {
        self.nested.is_some() && self.scanner.is_in_fence()
    }

    fn is_fenced(&self) -> bool {
        self.plain.is_some() && self.nested.is_some()
    }

    /// Whether all backticks in `line` certainly delimit code spans.
    fn spans_are_closed(&mut self, line: &[u8]) -> bool {
        let mut open = None;
        let mut at = 0;
        while let Some(next) = line[at..].iter().position(|&byte| byte == b'`') {
            at += next;
            let run = ticks(&line[at..]);
            self.has_stray_tick |= at > 0 && line[at - 1] == b'\\';
            open = span_behind(open, run);
            at += run;
        }
        self.has_stray_tick |= open.is_some();
        !self.has_stray_tick
    }
}

/// A line that may open or close a code block.
#[derive(Debug, Clone, Copy)]
struct Fence {
    mark: u8,
    len: usize,
    /// Nothing follows it, so it may close a block.
    is_bare: bool,
    /// The number of spaces before it; `usize::MAX` if anything else is before it.
    indent: usize,
}

/// What follows the mark of a fence that `line` may be; empty if it may close a block.
pub(super) fn fence_info(line: &[u8]) -> Option<&[u8]> {
    let start = line.iter().position(|byte| matches!(byte, b'`' | b'~'))?;
    let Fence { len, .. } = fence(line)?;
    Some(line[start + len..].trim_ascii())
}

fn fence(line: &[u8]) -> Option<Fence> {
    let start = line
        .iter()
        .position(|byte| !matches!(byte, b' ' | b'\t' | b'>' | b'-' | b'*' | b'+' | b'0'..=b'9' | b'.' | b')'))?;
    let (before, rest) = line.split_at(start);
    let (mark, len) = line_starts::fence(rest)?;
    let indent = if before.iter().all(|&byte| byte == b' ') { before.len() } else { usize::MAX };
    Some(Fence { mark, len, is_bare: rest[len..].trim_ascii().is_empty(), indent })
}

/// Opens or closes a code block at a fence.
fn turn(open: &mut Option<(u8, usize)>, fence: Option<Fence>) {
    match (*open, fence) {
        (None, Some(fence)) => *open = Some((fence.mark, fence.len)),
        (Some((mark, len)), Some(fence)) if fence.mark == mark && fence.len >= len && fence.is_bare => *open = None,
        _ => {}
    }
}
