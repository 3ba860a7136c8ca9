//! A line of which not all is known yet: what was found in it, and what that is worth.

use std::ops::Range;

use super::line_hits::Hit;
use super::terms::TermGroup;

/// How many places of one line are kept, beside the first of each word.
const MAX_SPANS: usize = 64;

/// What a word that occurs again adds, as a part of its first occurrence, and how often that counts.
const AGAIN: f32 = 0.05;
const MOST_AGAIN: u8 = 4;

/// What it adds that two words stand side by side as they do in the query.
const SIDE_BY_SIDE: f32 = 0.25;

/// How much more a heading counts: whoever wrote it thought that it says what follows.
const HEADING: f32 = 1.25;

/// Where a line is.
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

/// A line that matches, as far as it is known.
#[derive(Debug, Clone)]
pub(super) struct OpenLine {
    pub line: LineStart,
    /// In bytes of the line.
    spans: Vec<Range<usize>>,
    /// How well each group was found at best, and how often again.
    found: Vec<(usize, f32, u8)>,
    bonus: f32,
}

impl OpenLine {
    pub fn new(line: LineStart) -> Self {
        Self { line, spans: Vec::new(), found: Vec::new(), bonus: 0.0 }
    }

    /// Notes that `group` is at `place`, byte offsets in the text, `quality` being 1 where it is exactly that.
    pub fn add(&mut self, place: Range<usize>, group: usize, quality: f32) {
        let span = place.start - self.line.start..place.end - self.line.start;
        let before = self.found.iter_mut().find(|(found, ..)| *found == group);
        if self.spans.len() < MAX_SPANS || before.is_none() {
            self.spans.push(span);
        }
        match before {
            Some((_, best, again)) => {
                *best = best.max(quality);
                *again = again.saturating_add(1);
            }
            None => self.found.push((group, quality, 0)),
        }
    }

    /// Notes that a word worth `weight` stands behind the one that precedes it in the query.
    pub fn side_by_side(&mut self, weight: f32) {
        self.bonus += SIDE_BY_SIDE * weight;
    }

    /// The hit; none where nothing that was found weighs anything.
    pub fn close(mut self, groups: &[TermGroup]) -> Option<Hit> {
        let worth = |&(group, best, again): &(usize, f32, u8)| {
            groups.get(group).map_or(0.0, |of| of.weight * (best + AGAIN * f32::from(again.min(MOST_AGAIN))))
        };
        let found = self.found.iter().map(worth).sum::<f32>();
        if found <= 0.0 {
            return None;
        }
        // A long line could repeat two words for ever.
        let score = found + self.bonus.min(found);
        let score = if self.line.is_heading { score * HEADING } else { score };
        self.spans.sort_unstable_by_key(|span| (span.start, span.end));
        let mut bytes: Vec<Range<usize>> = Vec::with_capacity(self.spans.len());
        for span in self.spans {
            match bytes.last_mut() {
                Some(last) if span.start <= last.end => last.end = span.end.max(last.end),
                _ => bytes.push(span),
            }
        }
        Some(Hit { line: self.line.number, score, bytes })
    }
}
