//! Which lines of a note's text match a query, how well, and where. Which notes are looked at, and what of their lines a
//! reply shows, it leaves to others.
//!
//! A line matches that holds a word of the query, in its exact form or but for accents and endings, or a part of a
//! phrase that is all there. A phrase may go on in the next line, not in the next paragraph.

mod line_hits;
mod open_line;
mod bits;
mod terms;
mod runs;
mod note_match;

use std::mem;

use self::note_match::NoteMatch;
use self::terms::QueryTerms;
use super::query::Query;

pub use line_hits::{Collecting, Hit, Hits};

/// The least that one step reads: words up to this length are never torn.
const MIN_BYTES: usize = 1024;

/// How near the end of a step a word is read again with the next one, since what follows may belong to it: an apostrophe
/// and a letter, a few marks.
const MARGIN: usize = 16;

/// A note being matched. It is made once for a query, and used for one note after another.
#[derive(Debug, Clone)]
pub struct Matching {
    terms: QueryTerms,
    keep: usize,
    note: NoteMatch,
}

impl Matching {
    /// Looks for `query`, whose words match only as they are written, with accents and case, if `case`. Of the lines of a
    /// note the best `keep` are kept.
    #[must_use]
    pub fn new(query: &Query, case: bool, keep: usize) -> Self {
        Self { terms: QueryTerms::new(query, case), keep, note: NoteMatch::new(keep) }
    }

    /// Lets words count by what `weight` says of their terms, instead of all the same. What weighs nothing is marked in
    /// the lines that others find, and finds none by itself, unless nothing weighs anything.
    #[must_use]
    pub fn weighing(mut self, weight: impl Fn(&str) -> f32) -> Self {
        self.terms.weigh(weight);
        self
    }

    /// Takes the last word for the beginning of a longer one too, as the index does where it finds nothing else.
    #[must_use]
    pub fn last_begins(mut self, query: &Query) -> Self {
        self.terms.last_begins(query);
        self
    }

    /// Takes the note's name into account: a phrase is there if it is in the name, and what must not be there must not
    /// be in the name.
    pub fn name(&mut self, name: &str) {
        let mut apart = NoteMatch::new(0);
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
            note.begin(text);
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
        mem::replace(&mut self.note, NoteMatch::new(self.keep)).finish(&self.terms)
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

#[cfg(test)]
#[cfg(not(target_arch = "wasm32"))]
mod tests;
