//! A line that is not complete yet: its matches, and their score.

use std::ops::Range;

use lectern_base::sort::sort_by_key;

use super::line_hits::Hit;
use super::terms::TermGroup;

/// Maximum matches of a line to keep, in addition to the first of each word.
const MAX_RANGES: usize = 64;

/// The score of each further occurrence of a word, relative to the first, and how many count.
const AGAIN: f32 = 0.05;
const MOST_AGAIN: u8 = 4;

/// The bonus for two adjacent words that are adjacent in the query.
const SIDE_BY_SIDE: f32 = 0.25;

/// The factor for headings, which say what follows.
const HEADING: f32 = 1.25;

/// The start of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct LineStart {
    /// Its number, 1-indexed.
    pub number: u32,
    /// Byte offset in the text.
    pub start: usize,
    pub is_heading: bool,
}

impl LineStart {
    /// The line `number`, which starts at `start`.
    pub fn at(text: &[u8], number: u32, start: usize) -> Self {
        let marks = text[start..].iter().take(7).take_while(|&&byte| byte == b'#').count();
        let is_heading = (1..=6).contains(&marks) && text.get(start + marks) == Some(&b' ');
        Self { number, start, is_heading }
    }
}

/// A matching line so far.
#[derive(Debug, Clone)]
pub(super) struct OpenLine {
    pub line: LineStart,
    /// The matches, as byte ranges of the line.
    ranges: Vec<Range<usize>>,
    /// The best quality of each group, and its number of further occurrences.
    found: Vec<(usize, f32, u8)>,
    /// Matches that count only if there are no others: where, which group, and their quality.
    weak: Vec<(Range<usize>, usize, f32)>,
    bonus: f32,
}

impl OpenLine {
    pub fn new(line: LineStart) -> Self {
        Self { line, ranges: Vec::new(), found: Vec::new(), weak: Vec::new(), bonus: 0.0 }
    }

    /// Adds a match of `group` at `place`, byte offsets in the text; `quality` is 1 for an exact match.
    pub fn add(&mut self, place: Range<usize>, group: usize, quality: f32) {
        let range = place.start - self.line.start..place.end - self.line.start;
        let before = self.found.iter_mut().find(|(found, ..)| *found == group);
        if self.ranges.len() < MAX_RANGES || before.is_none() {
            self.ranges.push(range);
        }
        match before {
            Some((_, best, again)) => {
                *best = best.max(quality);
                *again = again.saturating_add(1);
            }
            None => self.found.push((group, quality, 0)),
        }
    }

    /// Adds a match that counts only in a note without others.
    pub fn add_weak(&mut self, place: Range<usize>, group: usize, quality: f32) {
        if self.weak.len() < MAX_RANGES {
            self.weak.push((place, group, quality));
        }
    }

    /// Adds the bonus for a word of `weight` that follows the one before it in the query.
    pub fn side_by_side(&mut self, weight: f32) {
        self.bonus += SIDE_BY_SIDE * weight;
    }

    /// The hit, and whether it is a weak one; `None` if no match has weight.
    pub fn close(mut self, groups: &[TermGroup]) -> Option<(Hit, bool)> {
        let weight = |group: usize| groups.get(group).map_or(0.0, |of| of.weight);
        let is_weak = !self.found.iter().any(|&(group, ..)| weight(group) > 0.0);
        if is_weak {
            for (place, group, quality) in std::mem::take(&mut self.weak) {
                self.add(place, group, quality);
            }
        }
        let worth = |&(group, best, again): &(usize, f32, u8)| {
            weight(group) * (best + AGAIN * f32::from(again.min(MOST_AGAIN)))
        };
        let found = self.found.iter().map(worth).sum::<f32>();
        if found <= 0.0 {
            return None;
        }
        // Bounded, because a long line could repeat two words endlessly.
        let score = found + self.bonus.min(found);
        let score = if self.line.is_heading { score * HEADING } else { score };
        sort_by_key(&mut self.ranges, |range| (range.start, range.end));
        let mut disjoint: Vec<Range<usize>> = Vec::with_capacity(self.ranges.len());
        for range in self.ranges {
            match disjoint.last_mut() {
                Some(last) if range.start <= last.end => last.end = range.end.max(last.end),
                _ => disjoint.push(range),
            }
        }
        Some((Hit { line: self.line.number, score, ranges: disjoint }, is_weak))
    }
}

/// Whether a blank line separates two words, also in a quotation.
pub(super) fn parts_paragraphs(gap: &[u8]) -> bool {
    let mut lines = gap.split(|&byte| byte == b'\n');
    // The rest of the words' own lines.
    lines.next();
    lines.next_back();
    lines.any(|line| line.iter().all(|&byte| byte.is_ascii_whitespace() || byte == b'>'))
}
