//! Which lines of a note's text match a query, how well, and where. Which notes are looked at, and what of their lines a
//! reply shows, it leaves to others.
//!
//! A line matches that holds a word of the query, in its exact form or but for accents and endings, or a part of a
//! phrase that is all there. A phrase may go on in the next line, not in the next paragraph.

mod kept;
mod open;
mod terms;
mod runs;

use std::collections::VecDeque;
use std::mem;
use std::ops::Range;

use self::open::{Line, OpenLine};
use self::runs::Runs;
use self::terms::{Places, Terms, bit};
use super::query::{MAX_TERMS, Query};
use crate::search::words::each_word;

pub use kept::{Collecting, Hit, Hits};

/// The least that one step reads: words up to this length are never torn.
const MIN_BYTES: usize = 1024;

/// How near the end of a step a word is read again with the next one, since what follows may belong to it: an apostrophe
/// and a letter, a few marks.
const MARGIN: usize = 16;

/// What a form without accents and endings is worth, beside the exact one.
const BASE_QUALITY: f32 = 0.8;

/// A note being matched. It is made once for a query, and used for one note after another.
#[derive(Debug, Clone)]
pub struct Matching {
    terms: Terms,
    keep: usize,
    note: Note,
}

/// How far the reading of one note has come.
#[derive(Debug, Clone)]
struct Note {
    /// Where to read on.
    at: usize,
    hits: Collecting,
    /// Up to where line breaks are counted, and the line there.
    counted: usize,
    line: Line,
    /// Where the word before ended.
    end: usize,
    /// The places of the word before, and which phrases may go on behind it.
    before: u64,
    phrases: u64,
    /// The words up to here that may belong to a phrase.
    recent: VecDeque<Recent>,
    runs: Runs,
    /// Lines that a phrase may yet add to, in order.
    open: VecDeque<OpenLine>,
    /// Ends of the phrases that were found.
    seen: u64,
    is_out: bool,
}

/// A word that may belong to a phrase.
#[derive(Debug, Clone, Copy)]
struct Recent {
    start: usize,
    end: usize,
    line: Line,
}

impl Matching {
    /// Looks for `query`, whose words match only as they are written, with accents and case, if `case`. Of the lines of a
    /// note the best `keep` are kept.
    #[must_use]
    pub fn new(query: &Query, case: bool, keep: usize) -> Self {
        Self { terms: Terms::new(query, case), keep, note: Note::new(keep) }
    }

    /// Lets words count by what `weight` says of their terms, instead of all the same. What weighs nothing is marked in
    /// the lines that others find, and finds none by itself, unless nothing weighs anything.
    #[must_use]
    pub fn weighing(mut self, weight: impl Fn(&str) -> f32) -> Self {
        self.terms.weigh(weight);
        self
    }

    /// Takes the note's name into account: a phrase is there if it is in the name, and what must not be there must not
    /// be in the name.
    pub fn name(&mut self, name: &str) {
        let mut apart = Note::new(0);
        apart.read(&mut self.terms, name.as_bytes(), name, 0, usize::MAX);
        self.note.seen |= apart.seen;
        self.note.is_out |= apart.is_out;
    }

    /// Reads on in `text`, the whole text of the note without its byte order mark, by at most `max_bytes` (or 1 KiB, if
    /// that is more); whether all is read. What is no UTF-8 in it matches nothing.
    pub fn go_on(&mut self, text: &[u8], max_bytes: usize) -> bool {
        let Self { terms, note, .. } = self;
        if note.is_out || note.at >= text.len() {
            return true;
        }
        let start = note.at;
        if start == 0 {
            note.line = Line::at(text, 1, 0);
        }
        let (end, is_torn) = step(text, start, max_bytes.max(MIN_BYTES));
        let sure = if is_torn { end - MARGIN } else { usize::MAX };
        let mut at = start;
        let mut again = None;
        let part = &text[start..end];
        if let Ok(part) = str::from_utf8(part) {
            again = note.read(terms, text, part, start, sure);
        } else {
            for chunk in part.utf8_chunks() {
                again = note.read(terms, text, chunk.valid(), at, sure);
                if again.is_some() {
                    break;
                }
                at += chunk.valid().len() + chunk.invalid().len();
            }
        }
        // A word that fills the whole step is no word.
        note.at = again.filter(|&again| again > start).unwrap_or(end);
        note.is_out || note.at >= text.len()
    }

    /// What was found, if the note is not out: for want of a phrase, or for what it must not hold. Then the next note can
    /// be read.
    pub fn finish(&mut self) -> Option<Hits> {
        let mut note = mem::replace(&mut self.note, Note::new(self.keep));
        note.leave_phrases();
        note.end_runs(&self.terms);
        note.close_lines(&self.terms, u32::MAX);
        let wanted = self.terms.ends & !self.terms.without;
        (!note.is_out && note.seen & wanted == wanted).then(|| note.hits.finish())
    }
}

/// Where the step that begins at `start` ends, and whether it may tear a word.
fn step(text: &[u8], start: usize, max_bytes: usize) -> (usize, bool) {
    let end = start.saturating_add(max_bytes);
    if end >= text.len() {
        return (text.len(), false);
    }
    let half = start + max_bytes / 2;
    if let Some(at) = text[half..end].iter().rposition(u8::is_ascii_whitespace) {
        return (half + at + 1, false);
    }
    // A scalar value has at most three bytes behind its first.
    let starts_scalar = |&end: &usize| text[end] & 0xc0 != 0x80;
    ((end - 3..=end).rev().find(starts_scalar).unwrap_or(end), true)
}

impl Note {
    fn new(keep: usize) -> Self {
        Self {
            at: 0,
            hits: Collecting::new(keep),
            counted: 0,
            line: Line { number: 1, start: 0, is_heading: false },
            end: 0,
            before: 0,
            phrases: 0,
            recent: VecDeque::new(),
            runs: Runs::default(),
            open: VecDeque::new(),
            seen: 0,
            is_out: false,
        }
    }

    /// Reads `part`, which stands at `offset` in `text`. Where to begin again, if a word ends behind `sure`.
    fn read(&mut self, terms: &mut Terms, text: &[u8], part: &str, offset: usize, sure: usize) -> Option<usize> {
        let mut again = None;
        each_word(part, |word| {
            let place = offset + word.start..offset + word.end;
            if again.is_some() || self.is_out {
                return;
            }
            if place.end > sure {
                again = Some(place.start);
                return;
            }
            let raw = &part[word.start..word.end];
            let places = terms.places(word.term, raw);
            if places == Places::default() {
                self.before = 0;
                self.leave_phrases();
                self.end_runs(terms);
            } else {
                self.word(terms, text, place.clone(), (word.term, raw), places);
            }
            self.end = place.end;
        });
        again
    }

    /// A word of the query: its term, and how it is written.
    fn word(&mut self, terms: &Terms, text: &[u8], place: Range<usize>, (term, raw): (&str, &str), places: Places) {
        let joined = place.start < self.end;
        if self.phrases != 0 && !joined && parts_paragraphs(&text[self.end..place.start]) {
            self.leave_phrases();
        }
        self.seek(terms, text, place.start);
        self.phrase(terms, place.clone(), joined, places.exact);

        let words = (places.exact | places.base) & terms.words;
        let side_by_side = words & (self.before << 1);
        for at in ones(words) {
            let group = terms.group_of[at];
            let quality = if places.exact & bit(at) != 0 { 1.0 } else { BASE_QUALITY };
            let line = self.open_line(self.line);
            let within = terms.within(at, raw);
            line.add(place.start + within.start..place.start + within.end, group, quality);
            if side_by_side & bit(at) != 0 {
                line.side_by_side(terms.groups[group].weight);
            }
        }
        self.before = words;

        let pairs = (places.exact | places.base) & terms.pairs;
        let mut runs = mem::take(&mut self.runs);
        runs.go_on(terms, pairs, place, term, joined, |place, group, quality| self.run(place, group, quality));
        self.runs = runs;
    }

    /// A part of a word in a script without spaces is in this line: no such word goes on in the next.
    fn run(&mut self, place: Range<usize>, group: usize, quality: f32) {
        self.open_line(self.line).add(place, group, quality);
    }

    fn end_runs(&mut self, terms: &Terms) {
        let mut runs = mem::take(&mut self.runs);
        runs.end(terms, |place, group, quality| self.run(place, group, quality));
        self.runs = runs;
    }

    /// Follows the phrases by a word at `place`.
    fn phrase(&mut self, terms: &Terms, place: Range<usize>, joined: bool, exact: u64) {
        let possible = exact & if joined { !terms.apart } else { !terms.joined };
        // What stands behind the end of a phrase is the beginning of the next, or no place.
        let goes_on = self.phrases << 1;
        self.phrases = (goes_on | terms.begins) & possible;
        if self.phrases == 0 {
            return self.leave_phrases();
        }
        if self.recent.len() == MAX_TERMS {
            self.recent.pop_front();
        }
        self.recent.push_back(Recent { start: place.start, end: place.end, line: self.line });
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

    /// Counts lines up to `to`, and closes those that nothing can be added to.
    fn seek(&mut self, terms: &Terms, text: &[u8], to: usize) {
        let gap = &text[self.counted..to];
        if let Some(last) = gap.iter().rposition(|&byte| byte == b'\n') {
            self.end_runs(terms);
            let breaks = gap[..=last].iter().map(|&byte| u32::from(byte == b'\n')).sum::<u32>();
            self.line = Line::at(text, self.line.number + breaks, self.counted + last + 1);
            let first = self.recent.front().map_or(self.line.number, |recent| recent.line.number);
            self.close_lines(terms, first);
        }
        self.counted = to;
    }

    /// The line that is being found in.
    fn open_line(&mut self, line: Line) -> &mut OpenLine {
        let at = self.open.partition_point(|open| open.line.number < line.number);
        if self.open.get(at).is_none_or(|open| open.line != line) {
            self.open.insert(at, OpenLine::new(line));
        }
        &mut self.open[at]
    }

    /// Closes the lines above `first`.
    fn close_lines(&mut self, terms: &Terms, first: u32) {
        while self.open.front().is_some_and(|open| open.line.number < first) {
            if let Some(hit) = self.open.pop_front().and_then(|line| line.close(&terms.groups)) {
                self.hits.add(hit);
            }
        }
    }
}

/// Whether a blank line stands between two words, in a quotation too.
fn parts_paragraphs(gap: &[u8]) -> bool {
    let mut lines = gap.split(|&byte| byte == b'\n');
    // The ends of the lines that the words stand in.
    lines.next();
    lines.next_back();
    lines.any(|line| line.iter().all(|&byte| byte.is_ascii_whitespace() || byte == b'>'))
}

/// The places whose bits are set.
fn ones(mut bits: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let place = (bits != 0).then(|| bits.trailing_zeros() as usize)?;
        bits &= bits - 1;
        Some(place)
    })
}

#[cfg(test)]
#[cfg(not(target_arch = "wasm32"))]
mod tests;
