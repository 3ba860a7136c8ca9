//! Finds the lines of a note that match a query, how well they match, and where.
//!
//! A line matches if it contains a word of the query in a form that the index ranked, or a part of a phrase that occurs
//! in full. A phrase may continue on the next line, but not in the next paragraph.
//!
//! What the index finds is shown: the lines of a note match the forms that the index found, no others, and a note
//! without a matching line is found by its name (`src/search/line_match/tests/properties.rs`).

mod line_hits;
mod nearness;
mod open_line;
mod term_sets;
mod terms;
mod term_matches;
mod covered_words;
mod runs;
mod note_match;
mod answer_signs;
mod note_name;
mod passage_match;
mod passage_part;

use std::mem;
use std::ops::Range;

use self::note_match::NoteMatch;
use self::passage_match::PassageMatch;
use self::passage_part::{best_part, is_likely, missing};
use self::term_matches::words_in;
use self::terms::QueryTerms;
use super::index::RankedWord;
use super::query::Query;
use super::question::Question;
use super::words::breaks_word;
use crate::note::{Passage, TaskState};

pub use line_hits::{Collecting, Hit, Hits, PassageHit};

/// Minimum bytes of a step. Words up to this length are never split.
const MIN_BYTES: usize = 1024;

/// A word this near the end of a step is read again with the next one, because it may continue: with an apostrophe and
/// a letter, or a few marks.
const MARGIN: usize = 16;

/// Matches notes against a query, one note after another.
#[derive(Debug, Clone)]
pub struct Matching {
    terms: QueryTerms,
    keep: usize,
    note: NoteMatch,
    /// The note's name, if a word is in it.
    name: String,
    passages: Option<PassageMatch>,
    /// If only passages with tasks in this state are looked for.
    tasks: Option<TaskState>,
}

impl Matching {
    /// Matches the words of `query` exactly; as written, with accents and case, if `case`. Keeps the best `keep` lines of
    /// each note.
    #[must_use]
    pub fn new(query: &Query, case: bool, keep: usize) -> Self {
        Self {
            terms: QueryTerms::new(query, case),
            keep,
            note: NoteMatch::new(keep),
            name: String::new(),
            passages: None,
            tasks: None,
        }
    }

    /// Matches the forms of the words that the index found, unless case matters, and weighs words by their worth.
    /// `ranked` has the words of `query` in order.
    pub fn rank(&mut self, query: &Query, ranked: &[RankedWord]) {
        self.terms.rank(query, ranked);
    }

    /// Looks only for passages with tasks in this state, if one is given.
    #[must_use]
    pub(crate) fn only_tasks(self, state: Option<TaskState>) -> Self {
        Self { tasks: state, ..self }
    }

    /// Takes what `question` says of its answer.
    pub(crate) fn asked(&mut self, question: &Question) {
        self.terms.expects = question.expects;
        self.terms.introduces = question.introduces;
        self.terms.of_kind = words_in(&self.terms, &question.kind);
        self.terms.kind.clone_from(&question.kind);
    }

    /// The words of the query that are in `text`, as in [`PassageHit::words`].
    pub(crate) fn words_in(&self, text: &str) -> u64 {
        words_in(&self.terms, text)
    }

    /// Includes the note's name, which may contain a phrase, or what the note must not contain. Returns whether it
    /// matches.
    pub fn name(&mut self, name: &str) -> bool {
        let mut apart = NoteMatch::new(0);
        apart.read(&self.terms, name, 0..name.len(), usize::MAX);
        self.note.seen |= apart.seen;
        self.note.is_out |= apart.is_out;
        self.note.near.add_name(&apart.near);
        let is_named = apart.all_hits(&self.terms).count > 0;
        self.name = if is_named { name.to_owned() } else { String::new() };
        is_named
    }

    /// Includes another name of the note, for its passages only.
    pub fn other_name(&mut self, name: &str) {
        if words_in(&self.terms, name) != 0 {
            self.name.push('\n');
            self.name.push_str(name);
        }
    }

    /// Reads on in `text`, the whole text of the note without its byte order mark, by at most `max_bytes` or 1 KiB,
    /// whichever is more. Returns whether all is read.
    pub fn read_more(&mut self, text: &str, max_bytes: usize) -> bool {
        let Self { terms, note, .. } = self;
        if note.is_out || note.at >= text.len() {
            return true;
        }
        let start = note.at;
        let bytes = text.as_bytes();
        if start == 0 {
            note.begin(bytes);
        }
        let (end, is_torn) = step(bytes, start, max_bytes.max(MIN_BYTES));
        let sure = if is_torn { end - MARGIN } else { usize::MAX };
        let again = note.read(terms, text, start..end, sure);
        // A word that fills the whole step is too long to be one.
        note.at = again.filter(|&again| again > start).unwrap_or(end);
        note.is_out || note.at >= text.len()
    }

    /// Ends the note and returns its hits; `None` if it lacks a phrase or contains what it must not.
    pub fn finish(&mut self) -> Option<Hits> {
        mem::replace(&mut self.note, NoteMatch::new(self.keep)).finish(&self.terms)
    }

    /// Looks on for the best passages of `text`, in which `hits` were found, by about `max_bytes`. Returns whether all of it
    /// is read. Until then, pass the same text and hits. If it is a note of the query's date, `is_dated`, each passage counts
    /// as having the date.
    pub fn find_passages(&mut self, text: &str, hits: &Hits, is_dated: bool, max_bytes: usize) -> bool {
        let Self { terms, name, tasks, .. } = self;
        let passages =
            self.passages.get_or_insert_with(|| PassageMatch::new(terms, text, mem::take(name), is_dated, *tasks));
        passages.read_more(terms, text, hits, max_bytes.max(MIN_BYTES))
    }

    /// The best passages of the text that was read, best first; none if no line matches.
    pub fn best_passages(&mut self) -> Vec<PassageHit> {
        self.passages.take().map(PassageMatch::finish).unwrap_or_default()
    }

    /// The part of `passage` of `text` to show, in bytes of the text: a long one is cut to its best sentences.
    #[must_use]
    pub fn best_part(&self, text: &[u8], passage: &Passage) -> Range<usize> {
        best_part(&self.terms, text, passage)
    }

    /// Whether `part` of the text of the passage `hit` is likely to answer the query.
    pub(crate) fn is_likely(&self, part: &[u8], hit: &PassageHit) -> bool {
        is_likely(&self.terms, part, hit)
    }

    /// Whether a passage with these words has any that is no function word, if the query has one.
    pub(crate) fn has_content(&self, words: u64) -> bool {
        self.terms.has_content(words)
    }

    /// The same of its words that are no function words.
    pub(crate) fn content_share(&self, words: u64) -> f32 {
        self.terms.content_share(words)
    }

    /// The share of the query's words that `words` are, by worth: see [`PassageHit::words`].
    #[must_use]
    pub fn share(&self, words: u64) -> f32 {
        self.terms.share(words)
    }

    /// The words of the query that `part`, of the text of the passage `hit`, and the headings above it lack, as written,
    /// without function words; and first what the question asks for, such as `phone number`, if it has none.
    #[must_use]
    pub fn missing(&self, part: &[u8], hit: &PassageHit) -> Vec<String> {
        missing(&self.terms, part, hit)
    }

    /// Those of the `missing` words that no note has.
    #[must_use]
    pub fn absent(&self, missing: &[String]) -> Vec<String> {
        self.terms.absent(missing)
    }
}

/// Where the step from `start` ends, and whether it may split a word.
fn step(text: &[u8], start: usize, max_bytes: usize) -> (usize, bool) {
    let end = start.saturating_add(max_bytes);
    if end >= text.len() {
        return (text.len(), false);
    }
    let half = start + max_bytes / 2;
    let is_between = |&at: &usize| text[at].is_ascii_whitespace() && !breaks_word(&text[..at]);
    if let Some(at) = (half..end).rev().find(is_between) {
        return (at + 1, false);
    }
    // A scalar value has at most three continuation bytes.
    let starts_scalar = |&end: &usize| text[end] & 0xc0 != 0x80;
    ((end - 3..=end).rev().find(starts_scalar).unwrap_or(end), true)
}

#[cfg(test)]
#[cfg(not(target_arch = "wasm32"))]
mod tests;
