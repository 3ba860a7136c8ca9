//! The lines of a note that match, bounded: the best of them, the numbers of the others as ranges, and how many there are.
//! Whoever searches by a pattern keeps its lines here too.

use std::cmp::Ordering;
use std::collections::BinaryHeap;
use std::ops::Range;

/// How many ranges of line numbers are kept: 32 KB, and far more than a reply names.
const MAX_RANGES: usize = 4096;

/// A line that matches.
#[derive(Debug, Clone, PartialEq)]
pub struct Hit {
    /// Its number, 1-indexed.
    pub line: u32,
    /// How well it matches; higher is better, and comparable within one query.
    pub score: f32,
    /// Where: in bytes of the line, in order, none overlapping another. Of very many the first ones.
    pub bytes: Vec<Range<usize>>,
}

/// The lines of a note that match.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Hits {
    /// The best, best first; of equals the one further up.
    pub best: Vec<Hit>,
    /// The numbers of all, as inclusive ranges in order; where they are very many, the first of them.
    pub lines: Vec<(u32, u32)>,
    /// How many there are.
    pub count: u32,
}

/// Hits as they are found.
#[derive(Debug, Clone)]
pub struct Collecting {
    keep: usize,
    /// The worst on top.
    best: BinaryHeap<Worst>,
    lines: Vec<(u32, u32)>,
    count: u32,
}

impl Collecting {
    /// Nothing yet; at most `keep` of the best are kept.
    #[must_use]
    pub fn new(keep: usize) -> Self {
        Self { keep, best: BinaryHeap::new(), lines: Vec::new(), count: 0 }
    }

    /// Adds the next line that matches, further down than those before.
    pub fn add(&mut self, hit: Hit) {
        self.count = self.count.saturating_add(1);
        let has_room = self.lines.len() < MAX_RANGES;
        match self.lines.last_mut() {
            Some((_, last)) if *last + 1 == hit.line => *last = hit.line,
            _ if has_room => self.lines.push((hit.line, hit.line)),
            _ => {}
        }
        self.best.push(Worst(hit));
        if self.best.len() > self.keep {
            self.best.pop();
        }
    }

    /// What was found.
    #[must_use]
    pub fn finish(self) -> Hits {
        // Sorted by how bad they are.
        let best = self.best.into_sorted_vec().into_iter().map(|Worst(hit)| hit).collect();
        Hits { best, lines: self.lines, count: self.count }
    }
}

/// A hit, ordered by how little it is wanted.
#[derive(Debug, Clone)]
struct Worst(Hit);

impl Ord for Worst {
    fn cmp(&self, other: &Self) -> Ordering {
        other.0.score.total_cmp(&self.0.score).then(self.0.line.cmp(&other.0.line))
    }
}

impl PartialOrd for Worst {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Worst {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Worst {}
