//! Finds the notes that may match a pattern, by the words that any matching text has. It may return notes that do not
//! match, but never misses one that does.

use super::Index;
use super::dictionary::Term;
use super::forms::holds;
use super::note_entry::{NoteId, NotePart};
use super::tag_terms::is_tag;
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
    /// The notes whose text may contain what `need` says, in id order; `None` if all may.
    #[must_use]
    pub fn candidates(&self, need: &Need) -> Option<Vec<NoteId>> {
        let notes = self.holding(need, &mut 0)?;
        let is = |&(NoteId(id), entry): &(NoteId, &super::Entry)| !entry.is_whole || notes[id as usize];
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
            self.dictionary.matching(&piece.term, |other| !is_tag(other) && holds(other, term))
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
