//! Adds pending words to the dictionary, and removes dead postings, a few terms at a time. Between two slices notes may be
//! added, removed and searched.

use super::note_entry::{NoteId, NotePart};
use super::pending_words::TermGroups;
use super::word_index::{Index, Tidying};
use crate::search::words::is_unit;

/// The cost of visiting a sub-table of the dictionary, in words added.
const PART_WORK: usize = 10;

impl Index {
    /// Whether there are so many pending words that some should be added to the dictionary before the next note.
    #[must_use]
    pub fn is_behind(&self) -> bool {
        self.waiting.is_full()
    }

    /// Prepares a search for `word`, if that takes a scan of many terms. Returns whether it did.
    pub fn prepare(&mut self, word: &str) -> bool {
        is_unit(word) && self.dictionary.scan(word)
    }

    /// Adds about `max_work` of the pending words to the dictionary. Returns whether some are left; until none is,
    /// searches may miss words of notes that were added or renamed.
    pub fn settle(&mut self, max_work: usize) -> bool {
        let mut work = 0;
        while work < max_work.max(1) {
            let Some((part, words)) = self.waiting.take() else {
                self.groups = TermGroups::default();
                return false;
            };
            let (parts, notes) = (&self.parts, &mut self.notes);
            self.groups.fill(&words, part);
            self.dictionary.add(&words, &self.groups, |part| {
                let Some(NotePart::Text(NoteId(id))) = parts.get(part) else { return };
                if let Some(entry) = notes.get_mut(id as usize).and_then(Option::as_mut) {
                    entry.is_whole = false;
                }
            });
            // Each sub-table has a fixed cost.
            work += words.len() + PART_WORK;
            self.waiting.give_back(part, words);
        }
        true
    }

    /// Tidies about `max_work` postings, if more than a third are dead or a pass is in progress. Returns whether there
    /// is more to do.
    ///
    /// The freed memory is reused by the index.
    pub fn tidy(&mut self, max_work: usize) -> bool {
        // Pending words may be dead too.
        if self.settle(max_work) {
            return true;
        }
        let mut pass = match self.tidying.take() {
            Some(pass) => pass,
            None if self.dead * 3 > self.live + self.dead => Tidying { dead: self.dead, ..Tidying::default() },
            None => return false,
        };
        self.changes += 1;
        let mut work = 0;
        while work < max_work.max(1) {
            let parts = &self.parts;
            if let Some((next, took)) = self.dictionary.tidy(pass.page, pass.offset, |part| parts.get(part).is_some()) {
                pass.offset = next;
                work += took;
            } else if pass.page + 1 < self.dictionary.pages() {
                pass = Tidying { page: pass.page + 1, offset: 0, dead: pass.dead };
            } else {
                self.dead -= pass.dead;
                return false;
            }
        }
        self.tidying = Some(pass);
        true
    }
}
