//! One note being gone through, line by line, in slices. Which lines match is the [`Pattern`]'s to say.

use std::ops::Range;

use super::scan::{find_byte, line_breaks};
use super::{Candidate, Pattern};

/// How much of one line is searched: 1.5 ms. What is longer is no prose.
const MAX_LINE: usize = 1024 * 1024;

/// How many bytes of text are gone through in the time in which the DFA grows by one byte.
const GROWING: usize = 10;

/// A line that matches.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PatternHit {
    /// Its number, from 1.
    pub line: u32,
    /// Where the matches stand, as bytes of the text: in order, apart from one another, not empty. Only the first ones
    /// of a line, and of a very long line only those around its first.
    pub spans: Vec<Range<usize>>,
}

/// How much of what is found is kept. Everything is counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KeepLimits {
    /// How many hits.
    pub hits: usize,
    /// How many of them with their spans; the others have none.
    pub with_spans: usize,
}

/// What was found so far.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PatternMatches {
    /// The first lines that match.
    pub hits: Vec<PatternHit>,
    /// How many lines match.
    pub lines: u32,
    /// How many lines were too long to be searched to their end, and did not match up to there.
    pub cut_lines: u32,
}

/// A search through one text.
#[derive(Debug)]
pub struct Searching {
    keep: KeepLimits,
    /// Where to go on: the start of a line.
    at: usize,
    chunk: Chunk,
    /// The number of the line that starts at `numbered`.
    line: u32,
    numbered: usize,
    found: PatternMatches,
}

/// Whole lines that are searched in one go.
#[derive(Debug, Default)]
struct Chunk {
    /// Where it ends, behind a line break or with the text.
    end: usize,
    /// Up to where it is searched: before its end if its last line is too long.
    searched: usize,
}

impl Searching {
    /// A search that has not begun.
    #[must_use]
    pub fn new(keep: KeepLimits) -> Self {
        Self { keep, at: 0, chunk: Chunk::default(), line: 1, numbered: 0, found: PatternMatches::default() }
    }

    /// Goes on through `text`, which is the same at every call, for about as long as it takes to search `max_bytes` (in
    /// wasm 0.5 to 1.5 ns a byte), and through one line at least. Whether it is done.
    pub fn go_on(&mut self, pattern: &mut Pattern, text: &[u8], max_bytes: usize) -> bool {
        let mut left = max_bytes.max(1);
        while self.at < text.len() {
            if left == 0 {
                return false;
            }
            if self.at >= self.chunk.end {
                self.chunk = Chunk::from(text, self.at, left.min(pattern.chunk));
            }
            let (before, grown) = (self.at, pattern.grown());
            let slow = self.next(pattern, text).saturating_mul(pattern.slowness);
            let growth = pattern.grown().saturating_sub(grown);
            if self.at >= self.chunk.end {
                pattern.adapt(growth);
            }
            left = left
                .saturating_sub(self.at - before)
                .saturating_sub(slow)
                .saturating_sub(growth.saturating_mul(GROWING));
        }
        true
    }

    /// What was found up to now; all there is once [`go_on`](Self::go_on) says so.
    #[must_use]
    pub fn found(&self) -> &PatternMatches {
        &self.found
    }

    /// What was found.
    #[must_use]
    pub fn into_found(self) -> PatternMatches {
        self.found
    }

    /// Goes on to behind the next candidate of the chunk. How many bytes went the slow way.
    fn next(&mut self, pattern: &mut Pattern, text: &[u8]) -> usize {
        let is_cut = self.chunk.searched < self.chunk.end;
        let candidate = pattern.candidate(text, self.at..self.chunk.searched.max(self.at));
        let Some(Candidate { line, near, is_sure }) = candidate else {
            self.found.cut_lines += u32::from(is_cut);
            self.at = self.chunk.end;
            return 0;
        };
        let is_last = line.end >= self.chunk.searched;
        let mut slow = 0;
        let window = window(&line, near, pattern.slow_bytes);
        if !is_sure {
            slow += window.len();
        }
        if is_sure || pattern.matches(text, window.clone()) {
            slow += self.hit(pattern, text, line.start, window);
        } else if window != line || (is_last && is_cut) {
            self.found.cut_lines += 1;
        }
        self.at = if is_last { self.chunk.end } else { line.end + 1 };
        slow
    }

    /// Takes in the hit that starts at `start`. How many bytes went the slow way.
    fn hit(&mut self, pattern: &mut Pattern, text: &[u8], start: usize, window: Range<usize>) -> usize {
        self.found.lines += 1;
        let kept = self.found.hits.len();
        if kept >= self.keep.hits {
            return 0;
        }
        self.line += line_breaks(&text[self.numbered..start]);
        self.numbered = start;
        let mut slow = 0;
        let mut spans = Vec::new();
        if kept < self.keep.with_spans {
            slow = window.len();
            spans = pattern.spans(text, window);
        }
        self.found.hits.push(PatternHit { line: self.line, spans });
        slow
    }
}

impl Chunk {
    /// Lines from `start` on, of together `bytes` at least.
    fn from(text: &[u8], start: usize, bytes: usize) -> Self {
        let Some(rest) = text.get(start + bytes..) else { return Self { end: text.len(), searched: text.len() } };
        let end = find_byte(rest, b'\n').map_or(text.len(), |at| start + bytes + at + 1);
        let last_line =
            text[start..start + bytes].iter().rposition(|&byte| byte == b'\n').map_or(start, |at| start + at + 1);
        // A line of just so many bytes has its line break besides.
        let is_long = end - last_line > MAX_LINE + 1;
        Self { end, searched: if is_long { last_line + MAX_LINE } else { end } }
    }
}

/// What the slow way looks at of `line`: all of it, or what is around `near`.
fn window(line: &Range<usize>, near: usize, bytes: usize) -> Range<usize> {
    if line.len() <= bytes {
        return line.clone();
    }
    let start = near.saturating_sub(bytes / 2).clamp(line.start, line.end - bytes);
    start..start + bytes
}
