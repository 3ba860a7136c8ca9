//! The matching lines of a note, bounded: the best ones, the numbers of all as ranges, and how many there are.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BinaryHeap};
use std::ops::Range;

use lectern_base::sort::sort_by_key;

use crate::note::Passage;

/// Maximum ranges of line numbers: 32 KB, and far more than a reply names.
const MAX_RANGES: usize = 4096;

/// Maximum lines to keep of a passage with a similar meaning.
const SIMILAR_LINES: usize = 50;

/// A matching line.
#[derive(Debug, Clone, PartialEq)]
pub struct Hit {
    /// Its number, 1-indexed.
    pub line: u32,
    /// How well it matches; higher is better, comparable within one query.
    pub score: f32,
    /// The matches as byte ranges of the line, in order and disjoint; only the first ones if there are very many.
    pub ranges: Vec<Range<usize>>,
}

/// The matching lines of a note.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Hits {
    /// The best lines, best first. Lines with equal scores are in line order.
    pub best: Vec<Hit>,
    /// All line numbers as inclusive ranges, in order; only the first ones if there are very many.
    pub lines: Vec<(u32, u32)>,
    /// The number of matching lines.
    pub count: u32,
    /// How many of the phrases that should occur do.
    pub phrases: u32,
    /// How near its words are to each other, as in the query: from 0 to 1.
    pub near: f32,
    /// The passages that match best, best first, if they were looked for.
    pub passages: Vec<PassageHit>,
    /// The lines of the headings to show above a line.
    pub headings: BTreeMap<u32, Vec<u32>>,
    /// Whether no line matches, and these are lines of a passage with a similar meaning.
    pub are_similar: bool,
}

/// A passage of a note that matches.
#[derive(Debug, Clone, PartialEq)]
pub struct PassageHit {
    /// The passage.
    pub passage: Passage,
    /// How well it matches; comparable within one query.
    pub score: f32,
    /// The positions in the query of the words that it has, in its text or in the headings above it, as bits.
    pub words: u64,
    /// Those in the headings above it and in the note's name, and how well they match there.
    pub above: Vec<(usize, f32)>,
    /// The share of the query's words that these are, by worth: 1 for all.
    pub covered: f32,
}

impl Hits {
    /// The lines of a passage with a similar meaning.
    pub(crate) fn similar((first, last): (u32, u32)) -> Self {
        let hit = |line| Hit { line, score: 0.0, ranges: Vec::new() };
        let best: Vec<Hit> = (first..=last).take(SIMILAR_LINES).map(hit).collect();
        Self { best, lines: vec![(first, last)], count: last - first + 1, are_similar: true, ..Self::default() }
    }

    /// Sets the best passages, and puts the lines of the first before others.
    pub fn set_passages(&mut self, passages: Vec<PassageHit>) {
        let lines = passages.first().map(|best| best.passage.lines);
        sort_by_key(&mut self.best, |hit| !lines.is_some_and(|(first, last)| (first..=last).contains(&hit.line)));
        self.passages = passages;
    }
}

/// Collects hits as they are found.
#[derive(Debug, Clone)]
pub struct Collecting {
    keep: usize,
    /// The worst on top.
    best: BinaryHeap<Worst>,
    lines: Vec<(u32, u32)>,
    count: u32,
}

impl Collecting {
    /// Keeps at most `keep` of the best lines.
    #[must_use]
    pub fn new(keep: usize) -> Self {
        Self { keep, best: BinaryHeap::new(), lines: Vec::new(), count: 0 }
    }

    /// Adds the next matching line.
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
        // Sorted worst last.
        let best = self.best.into_sorted_vec().into_iter().map(|Worst(hit)| hit).collect();
        Hits { best, lines: self.lines, count: self.count, ..Hits::default() }
    }
}

/// A hit, ordered from best to worst.
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
