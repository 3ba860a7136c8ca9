//! Matches one note: its words against the terms of the query, line by line.

use std::collections::VecDeque;
use std::mem;
use std::ops::Range;

use super::line_hits::{Collecting, Hits};
use super::nearness::Nearness;
use super::open_line::{LineStart, OpenLine, parts_paragraphs};
use super::runs::{Pair, PairRuns, RunMatch};
use super::term_sets::{bit, factor, ones};
use super::terms::{Places, QueryTerms};
use crate::search::query::MAX_TERMS;
use crate::search::words::{Variants, Word, each_word, is_name};

/// The state of matching one note.
#[derive(Debug, Clone)]
pub(super) struct NoteMatch {
    /// Where to read on.
    pub at: usize,
    hits: Collecting,
    /// Lines that count only if there are no others.
    weak: Collecting,
    /// How far line breaks are counted, and the line there.
    counted: usize,
    line: LineStart,
    /// Where the previous word ended.
    end: usize,
    /// The positions of the previous word, and the phrases that may continue after it.
    before: u64,
    phrases: u64,
    /// The previous words that may belong to a phrase.
    recent: VecDeque<RecentWord>,
    runs: PairRuns,
    pub near: Nearness,
    /// Lines that a phrase may still add to, in order.
    open: VecDeque<OpenLine>,
    /// The ends of the phrases that were found.
    pub seen: u64,
    /// Whether the note contains what it must not.
    pub is_out: bool,
}

/// A word that may belong to a phrase.
#[derive(Debug, Clone, Copy)]
struct RecentWord {
    start: usize,
    end: usize,
    line: LineStart,
}

/// A word of the text that matches.
struct MatchedWord<'t> {
    place: Range<usize>,
    term: &'t str,
    /// As written.
    raw: &'t str,
    places: Places,
}

impl NoteMatch {
    /// Keeps the best `keep` lines.
    pub fn new(keep: usize) -> Self {
        Self {
            at: 0,
            hits: Collecting::new(keep),
            weak: Collecting::new(keep),
            counted: 0,
            line: LineStart { number: 1, start: 0, is_heading: false },
            end: 0,
            before: 0,
            phrases: 0,
            recent: VecDeque::new(),
            runs: PairRuns::default(),
            near: Nearness::default(),
            open: VecDeque::new(),
            seen: 0,
            is_out: false,
        }
    }

    /// Starts with the first line of `text`.
    pub fn begin(&mut self, text: &[u8]) {
        self.line = LineStart::at(text, 1, 0);
    }

    /// The hits, if the note matches.
    pub fn finish(self, terms: &QueryTerms) -> Option<Hits> {
        let has_required = self.seen & terms.required == terms.required;
        let phrases = (self.seen & terms.preferred).count_ones();
        let is_in = !self.is_out && has_required;
        let near = self.near.share(terms);
        let hits = self.all_hits(terms);
        is_in.then_some(Hits { phrases, near, ..hits })
    }

    /// The hits, whatever else the note must contain.
    pub fn all_hits(mut self, terms: &QueryTerms) -> Hits {
        self.leave_phrases();
        self.end_runs(terms);
        self.close_lines(terms, u32::MAX);
        let hits = self.hits.finish();
        if hits.count == 0 { self.weak.finish() } else { hits }
    }

    /// Reads `part` of `text`. If a word ends after `sure`, returns where to start the next step.
    pub fn read(&mut self, terms: &QueryTerms, text: &str, part: Range<usize>, sure: usize) -> Option<usize> {
        let (mut again, mut variants) = (None, Variants::default());
        let (offset, part, bytes) = (part.start, &text[part], text.as_bytes());
        each_word(part, |word| {
            let word = Word { start: offset + word.start, end: offset + word.end, ..word };
            if again.is_some() || self.is_out {
                return;
            }
            if word.end > sure {
                again = Some(word.start);
                return;
            }
            let mut name = None;
            variants.next(text, word, |variant| {
                if !is_name(variant.term) {
                    return self.variant(terms, bytes, variant);
                }
                let place = variant.start..variant.end;
                let places = terms.places(variant.term, &text[place.clone()]);
                name = (places != Places::default()).then_some((place, places));
            });
            let mut place = word.start..word.end;
            let mut places = terms.places(word.term, &text[place.clone()]);
            if let Some((of_name, matched)) = name {
                place = of_name;
                places.add(matched);
            }
            if places == Places::default() {
                self.before = 0;
                // As nearly always, nothing continues.
                if self.phrases != 0 {
                    self.leave_phrases();
                }
                if !self.runs.is_empty() {
                    self.end_runs(terms);
                }
            } else {
                self.word(terms, bytes, MatchedWord { raw: &text[place.clone()], place, term: word.term, places });
            }
            self.end = word.end;
            self.near.read += 1;
        });
        variants.end(&mut |variant| self.variant(terms, bytes, variant));
        again
    }

    /// Processes another word for what is written. It is part of no phrase.
    fn variant(&mut self, terms: &QueryTerms, text: &[u8], variant: Word<'_>) {
        let places = terms.form(variant.term);
        let found = (places.exact | places.other) & (terms.words | terms.pairs);
        if found == 0 {
            return;
        }
        self.seek(terms, text, variant.start);
        let parts = self.by_line(text, variant.start..variant.end);
        for at in ones(found) {
            let group = terms.group_of[at];
            let of_group = &terms.groups[group].places;
            let quality = if places.exact & bit(at) != 0 { 1.0 } else { places.quality } / factor(of_group.len());
            // The first pair of a Korean word is its stem.
            let run = RunMatch { group, quality, is_word: at == of_group.start };
            for (line, place) in &parts {
                self.add_run(*line, place.clone(), run);
            }
        }
    }

    /// The parts of a word that may be broken at the ends of lines, each with its line. Lines that may be closed already
    /// are left out.
    fn by_line(&self, text: &[u8], place: Range<usize>) -> Vec<(LineStart, Range<usize>)> {
        let (mut line, mut parts) = (self.line, Vec::new());
        for part in text[line.start.max(place.start)..place.end].split(|&byte| byte == b'\n') {
            let start = part.as_ptr() as usize - text.as_ptr() as usize;
            if !parts.is_empty() {
                line = LineStart::at(text, line.number + 1, start);
            }
            let indent = part.len() - part.trim_ascii_start().len();
            parts.push((line, start + indent..start + part.trim_ascii_end().len()));
        }
        parts
    }

    /// Processes a word of the query.
    fn word(&mut self, terms: &QueryTerms, text: &[u8], word: MatchedWord<'_>) {
        let MatchedWord { place, term, raw, places } = word;
        let is_joined = place.start < self.end;
        if self.phrases != 0 && !is_joined && parts_paragraphs(&text[self.end..place.start]) {
            self.leave_phrases();
        }
        self.seek(terms, text, place.start);
        self.phrase(terms, place.clone(), is_joined, places.exact);

        let words = (places.exact | places.other) & terms.words;
        let side_by_side = words & (self.before << 1);
        for at in ones(words) {
            let group = terms.group_of[at];
            let quality = if places.exact & bit(at) != 0 { 1.0 } else { places.quality };
            let line = self.open_line(self.line);
            let within = terms.within(at, raw);
            line.add(place.start + within.start..place.start + within.end, group, quality);
            if side_by_side & bit(at) != 0 {
                line.side_by_side(terms.groups[group].weight);
            }
        }
        self.before = words;

        let pairs = (places.exact | places.other) & terms.pairs;
        let mut runs = mem::take(&mut self.runs);
        let pair = Pair { term, range: place, places: pairs, is_joined };
        runs.add(terms, &pair, |place, run| self.add_run(self.line, place, run));
        self.runs = runs;
        self.near.add(terms, words | pairs);
    }

    /// Adds a part of a word in a script without spaces. Such words do not continue on the next line.
    fn add_run(&mut self, line: LineStart, place: Range<usize>, run: RunMatch) {
        let line = self.open_line(line);
        let add = if run.is_word { OpenLine::add } else { OpenLine::add_weak };
        add(line, place, run.group, run.quality);
    }

    fn end_runs(&mut self, terms: &QueryTerms) {
        let mut runs = mem::take(&mut self.runs);
        runs.end(terms, |place, run| self.add_run(self.line, place, run));
        self.runs = runs;
    }

    /// Advances the phrases by a word at `place`.
    fn phrase(&mut self, terms: &QueryTerms, place: Range<usize>, joined: bool, exact: u64) {
        let possible = exact & if joined { !terms.apart } else { !terms.joined };
        // The position after the end of a phrase is the start of the next, or none.
        let continued = self.phrases << 1;
        self.phrases = (continued | terms.begins) & possible;
        if self.phrases == 0 {
            return self.leave_phrases();
        }
        if self.recent.len() == MAX_TERMS {
            self.recent.pop_front();
        }
        self.recent.push_back(RecentWord { start: place.start, end: place.end, line: self.line });
        let ended = self.phrases & terms.ends;
        self.seen |= ended;
        self.is_out |= ended & terms.without != 0;
        for end in ones(ended & !terms.without) {
            let group = terms.group_of[end];
            let len = terms.groups[group].places.len();
            let words: Vec<_> = self.recent.iter().skip(self.recent.len() - len).copied().collect();
            for of_line in words.chunk_by(|a, b| a.line == b.line) {
                if let [first, .., last] | [first @ last] = of_line {
                    self.open_line(first.line).add(first.start..last.end, group, 1.0);
                }
            }
        }
    }

    fn leave_phrases(&mut self) {
        self.phrases = 0;
        self.recent.clear();
    }

    /// Counts lines up to `to`, and closes those that are complete.
    fn seek(&mut self, terms: &QueryTerms, text: &[u8], to: usize) {
        // Of a word and its variants, some may start before the last one.
        let Some(gap) = text.get(self.counted..to) else { return };
        if let Some(last) = gap.iter().rposition(|&byte| byte == b'\n') {
            self.end_runs(terms);
            self.before = 0;
            let breaks = gap[..=last].iter().map(|&byte| u32::from(byte == b'\n')).sum::<u32>();
            self.near.read += breaks;
            self.line = LineStart::at(text, self.line.number + breaks, self.counted + last + 1);
            let first = self.recent.front().map_or(self.line.number, |recent| recent.line.number);
            self.close_lines(terms, first);
        }
        self.counted = to;
    }

    /// The open line for `line`.
    fn open_line(&mut self, line: LineStart) -> &mut OpenLine {
        let at = self.open.partition_point(|open| open.line.number < line.number);
        if self.open.get(at).is_none_or(|open| open.line != line) {
            self.open.insert(at, OpenLine::new(line));
        }
        &mut self.open[at]
    }

    /// Closes the lines above `first`.
    fn close_lines(&mut self, terms: &QueryTerms, first: u32) {
        while self.open.front().is_some_and(|open| open.line.number < first) {
            if let Some((hit, is_weak)) = self.open.pop_front().and_then(|line| line.close(&terms.groups)) {
                if is_weak { &mut self.weak } else { &mut self.hits }.add(hit);
            }
        }
    }
}
