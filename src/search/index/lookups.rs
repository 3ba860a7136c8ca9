//! Which notes have a word, a tag or a link, and which may match a pattern.

use std::collections::HashSet;

use lectern_base::sort::sort_by_key;

use super::dictionary::Term;
use super::forms::holds;
use super::marked_terms::{is_marked, link_term, tag_term};
use super::note_entry::{Entry, NoteId, NotePart};
use super::rank::RankedWord;
use super::word_index::Index;
use crate::search::need::Need;
use crate::search::words::{Piece, pieces};

/// Maximum scans of all terms per pattern. Each takes a few milliseconds.
const MAX_SCANS: u32 = 4;

/// Maximum postings to read for a piece. More would rule out little, and take as long as reading notes.
const MAX_POSTINGS: u64 = 300_000;

/// The shortest part of a word that terms are scanned for, in bytes: shorter parts are in most notes.
const MIN_PART_BYTES: usize = 2;

/// A set of notes, by id.
type Notes = Vec<bool>;

impl Index {
    /// The notes that have `word` in any form, of those to `keep`.
    #[must_use]
    pub fn notes_with(&self, word: &RankedWord, keep: impl Fn(NoteId) -> bool) -> HashSet<NoteId> {
        let mut ids = HashSet::new();
        for term in word.forms.iter().filter_map(|(form, _)| self.dictionary.find(form)) {
            self.dictionary.each_posting(term, |posting| {
                if let Some(NotePart::Text(id) | NotePart::Names(id)) = self.parts.get(posting.part)
                    && keep(id)
                {
                    ids.insert(id);
                }
            });
        }
        ids
    }

    /// In how many texts and names of notes other than `own` a word with this [`base`](crate::search::words::base) is.
    pub(crate) fn others_with_base(&self, base: &str, own: Option<NoteId>) -> u32 {
        let mut count = 0;
        for term in self.dictionary.with_base(base) {
            self.dictionary.each_posting(term, |posting| {
                let Some(NotePart::Text(id) | NotePart::Names(id)) = self.parts.get(posting.part) else { return };
                count += u32::from(Some(id) != own);
            });
        }
        count
    }

    /// Which notes, by id, have the tag, with or without `#`, or a nested tag; `None` if none has.
    #[must_use]
    pub fn tagged(&self, tag: &str) -> Option<Vec<bool>> {
        let term = self.dictionary.find(&tag_term(tag)?)?;
        let mut tagged = vec![false; self.notes.len()];
        self.dictionary.each_posting(term, |posting| {
            if let Some(NotePart::Text(NoteId(id))) = self.parts.get(posting.part) {
                tagged[id as usize] = true;
            }
        });
        Some(tagged)
    }

    /// The notes that may link to files whose last names have one of these `keys`, in id order.
    #[must_use]
    pub fn linking_to(&self, keys: &[String]) -> Vec<NoteId> {
        let mut notes = Vec::new();
        let mut written = String::new();
        for key in keys {
            link_term(key, &mut written);
            let Some(term) = self.dictionary.find(&written) else { continue };
            self.dictionary.each_posting(term, |posting| {
                if let Some(NotePart::Text(id)) = self.parts.get(posting.part) {
                    notes.push(id);
                }
            });
        }
        sort_by_key(&mut notes, |id| *id);
        notes.dedup();
        notes
    }

    /// The notes whose text may contain what `need` says, in id order; `None` if all may. Misses none that does.
    #[must_use]
    pub fn candidates(&self, need: &Need) -> Option<Vec<NoteId>> {
        let notes = self.holding(need, &mut 0)?;
        let is = |&(NoteId(id), entry): &(NoteId, &Entry)| !entry.is_whole || notes[id as usize];
        Some(self.notes().filter(is).map(|(id, _)| id).collect())
    }

    /// The notes that may match, among those whose words are all indexed exactly.
    fn holding(&self, need: &Need, scans: &mut u32) -> Option<Notes> {
        match need {
            Need::Any => None,
            Need::Literal(literal) => {
                let pieces = pieces(literal);
                let known = pieces.iter().filter_map(|piece| self.holding_piece(piece, scans));
                known.reduce(|a, b| combined(a, &b, |a, b| a & b))
            }
            Need::All(needs) => {
                needs.iter().filter_map(|need| self.holding(need, scans)).reduce(|a, b| combined(a, &b, |a, b| a & b))
            }
            Need::One(needs) => {
                let mut any = vec![false; self.notes.len()];
                for need in needs {
                    any = combined(any, &self.holding(need, scans)?, |a, b| a | b);
                }
                Some(any)
            }
        }
    }

    fn holding_piece(&self, piece: &Piece, scans: &mut u32) -> Option<Notes> {
        let term = piece.term.as_bytes();
        let terms: Vec<Term> = if piece.is_whole {
            self.dictionary.find(&piece.term).into_iter().collect()
        } else {
            if term.len() < MIN_PART_BYTES || *scans >= MAX_SCANS {
                return None;
            }
            *scans += 1;
            self.dictionary.matching(&piece.term, |other| !is_marked(other) && holds(other, term))
        };
        if terms.iter().map(|&term| u64::from(self.dictionary.count(term))).sum::<u64>() > MAX_POSTINGS {
            return None;
        }
        let mut notes = vec![false; self.notes.len()];
        for term in terms {
            self.dictionary.each_posting(term, |posting| {
                if let Some(NotePart::Text(NoteId(id))) = self.parts.get(posting.part) {
                    notes[id as usize] = true;
                }
            });
        }
        Some(notes)
    }
}

fn combined(mut a: Notes, b: &Notes, both: impl Fn(bool, bool) -> bool) -> Notes {
    for (a, &b) in a.iter_mut().zip(b) {
        *a = both(*a, b);
    }
    a
}
