//! Searches one note line by line, in slices.

use std::ops::Range;

use super::byte_search::{find_byte, line_breaks};
use super::compiled::{Candidate, Pattern};

/// Maximum bytes of a line to search, which takes 1.5 ms. Longer lines are not prose.
const MAX_LINE: usize = 1024 * 1024;

/// The cost of growing the DFA by one byte, in bytes of text that can be searched in the same time.
const GROWING: usize = 10;

/// A matching line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PatternHit {
    /// Its number, from 1.
    pub line: u32,
    /// The matches as byte ranges of the text: in order, disjoint, not empty. Only the first ones of a line, and of a
    /// very long line only those around its first.
    pub ranges: Vec<Range<usize>>,
}

/// Limits on the hits that are kept. All hits are counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KeepLimits {
    /// Maximum hits.
    pub hits: usize,
    /// Maximum hits with their ranges.
    pub with_ranges: usize,
}

/// The matches so far.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PatternMatches {
    /// The first matching lines.
    pub hits: Vec<PatternHit>,
    /// The number of matching lines.
    pub lines: u32,
    /// How many lines were too long to search to their end and did not match before.
    pub cut_lines: u32,
}

/// A search through one text.
#[derive(Debug)]
pub struct Searching {
    keep: KeepLimits,
    /// Where to continue: the start of a line.
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
    /// The end, after a line break or at the end of the text.
    end: usize,
    /// How far it is searched: less than its end if its last line is too long.
    searched: usize,
}

impl Searching {
    /// A new search.
    #[must_use]
    pub fn new(keep: KeepLimits) -> Self {
        Self { keep, at: 0, chunk: Chunk::default(), line: 1, numbered: 0, found: PatternMatches::default() }
    }

    /// Continues through `text`, which must be the same in every call, for about the time that `max_bytes` take (in
    /// wasm 0.5 to 1.5 ns a byte), and at least one line. Returns whether it is done.
    pub fn search_more(&mut self, pattern: &mut Pattern, text: &[u8], max_bytes: usize) -> bool {
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

    /// The matches so far; all of them once [`search_more`](Self::search_more) returns true.
    #[must_use]
    pub fn found(&self) -> &PatternMatches {
        &self.found
    }

    /// The matches.
    #[must_use]
    pub fn into_found(self) -> PatternMatches {
        self.found
    }

    /// Moves past the next candidate of the chunk. Returns how many bytes were simulated.
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

    /// Takes the hit in the line at `start`. Returns how many bytes were simulated.
    fn hit(&mut self, pattern: &mut Pattern, text: &[u8], start: usize, window: Range<usize>) -> usize {
        self.found.lines += 1;
        let kept = self.found.hits.len();
        if kept >= self.keep.hits {
            return 0;
        }
        self.line += line_breaks(&text[self.numbered..start]);
        self.numbered = start;
        let mut slow = 0;
        let mut ranges = Vec::new();
        if kept < self.keep.with_ranges {
            slow = window.len();
            ranges = pattern.ranges(text, window);
        }
        self.found.hits.push(PatternHit { line: self.line, ranges });
        slow
    }
}

impl Chunk {
    /// Lines from `start` on, of at least `bytes` in all.
    fn from(text: &[u8], start: usize, bytes: usize) -> Self {
        let Some(rest) = text.get(start + bytes..) else { return Self { end: text.len(), searched: text.len() } };
        let end = find_byte(rest, b'\n').map_or(text.len(), |at| start + bytes + at + 1);
        let last_line =
            text[start..start + bytes].iter().rposition(|&byte| byte == b'\n').map_or(start, |at| start + at + 1);
        // The line break is not part of the line.
        let is_long = end - last_line > MAX_LINE + 1;
        Self { end, searched: if is_long { last_line + MAX_LINE } else { end } }
    }
}

/// The part of `line` that is simulated: all of it, or what is around `near`.
fn window(line: &Range<usize>, near: usize, bytes: usize) -> Range<usize> {
    if line.len() <= bytes {
        return line.clone();
    }
    let start = near.saturating_sub(bytes / 2).clamp(line.start, line.end - bytes);
    start..start + bytes
}
