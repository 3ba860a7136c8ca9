//! Finds tags, by Obsidian's rules: where they may begin, and which characters end them.

use std::ops::Range;

use crate::unicode::is_ignorable;

/// Whether `c` ends a tag, by Obsidian's list. Invisible characters are part of a tag, but ignored when comparing.
pub(crate) fn ends_tag(c: char) -> bool {
    c.is_whitespace()
        || "'!\"#$%&()*+,.:;<=>?@^`{|}~[]\\".contains(c)
        || (matches!(c, '\u{2000}'..='\u{206f}' | '\u{2e00}'..='\u{2e7f}') && !is_ignorable(c))
}

/// The tags of a line, outside code spans.
#[derive(Debug)]
pub(crate) struct TagsInLine<'t> {
    text: &'t [u8],
    /// The rest of the line.
    rest: Range<usize>,
    /// The number of backticks that opened the current code span.
    span: Option<usize>,
    has_spans: bool,
}

impl<'t> TagsInLine<'t> {
    /// Reads the bytes `line` of `text`, a line or a part of one. `span`: the number of backticks that opened a code
    /// span before it. Without `has_spans`, backticks are ignored.
    pub fn new(text: &'t [u8], line: Range<usize>, span: Option<usize>, has_spans: bool) -> Self {
        Self { text, rest: line, span, has_spans }
    }

    /// The code span that is open after the tags read so far.
    pub fn span(&self) -> Option<usize> {
        self.span
    }
}

impl Iterator for TagsInLine<'_> {
    /// The bytes of a tag, without its `#`, up to the first ASCII character that ends it. An earlier non-ASCII
    /// character may end it too: see [`ends_tag`].
    type Item = Range<usize>;

    fn next(&mut self) -> Option<Range<usize>> {
        while let Some(step) = self.text[self.rest.clone()].iter().position(|&byte| matches!(byte, b'#' | b'`')) {
            let mark = self.rest.start + step;
            let behind = &self.text[mark..self.rest.end];
            if behind[0] == b'`' {
                let run = ticks(behind);
                self.rest.start = mark + run;
                if self.has_spans {
                    self.span = span_behind(self.span, run);
                }
                continue;
            }
            self.rest.start = mark + 1;
            if self.span.is_some() || !may_precede(&self.text[..mark]) {
                continue;
            }
            let end = behind[1..].iter().position(|&byte| byte.is_ascii() && ends_tag(char::from(byte)));
            self.rest.start = end.map_or(self.rest.end, |end| mark + 1 + end);
            return Some(mark + 1..self.rest.start);
        }
        self.rest.start = self.rest.end;
        None
    }
}

/// The number of backticks at the start of `text`.
pub(super) fn ticks(text: &[u8]) -> usize {
    text.iter().take_while(|&&byte| byte == b'`').count()
}

/// The code span that is open after a run of `run` backticks.
pub(super) fn span_behind(open: Option<usize>, run: usize) -> Option<usize> {
    match open {
        Some(open) if open == run => None,
        None => Some(run),
        Some(_) => open,
    }
}

/// Whether a `#` may begin a tag after `before`, all of the note up to it: at the start, after white space, and after
/// the marks of tables, quotes and emphasis and a `(`, but not in `](#heading)`.
fn may_precede(before: &[u8]) -> bool {
    let Some(&last) = before.last() else { return true };
    if last.is_ascii() {
        return match last {
            b'(' => !before.ends_with(b"]("),
            b'*' | b'_' | b'~' | b'=' | b'>' | b'|' => true,
            _ => char::from(last).is_whitespace(),
        };
    }
    // A character has at most four bytes.
    let tail = String::from_utf8_lossy(&before[before.len().saturating_sub(4)..]);
    tail.chars().next_back().is_some_and(|c| c.is_whitespace() || is_ignorable(c))
}
