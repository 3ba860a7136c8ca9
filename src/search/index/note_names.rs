//! The names of notes: their words in the index, and the dates in them.

use std::mem;

use super::note_entry::{Entry, NoteId, NotePart, file_title};
use super::word_index::Index;
use crate::search::dates::DailyNotes;
use crate::search::words::each_word_and_variant;

impl Index {
    /// Reads the dates in the names of daily notes by this setting of the app from now on.
    pub fn set_daily_notes(&mut self, daily_notes: DailyNotes) {
        if self.daily_notes != daily_notes {
            self.daily_notes = daily_notes;
            for note in self.notes.iter_mut().flatten() {
                note.name_period = self.daily_notes.named_period(&note.path, file_title(&note.path));
            }
        }
    }

    /// Adds the words of a note's names as a new part.
    pub(super) fn add_names(&mut self, id: NoteId, entry: &mut Entry) {
        let part = self.parts.add(NotePart::Names(id));
        let mut words = mem::take(&mut self.spare_for_names);
        entry.name_period = self.daily_notes.named_period(&entry.path, file_title(&entry.path));
        for name in entry.all_names() {
            each_word_and_variant(name, |word| {
                words.add(word.term, 1);
            });
        }
        self.add_postings(&words, part);
        (entry.name_part, entry.name_terms) = (part, u32::try_from(words.len()).unwrap_or(u32::MAX));
        self.live += u64::from(entry.name_terms);
        words.clear();
        self.spare_for_names = words;
    }

    pub(super) fn forget_names(&mut self, entry: &Entry) {
        self.parts.forget(entry.name_part);
        self.count_dead(entry.name_terms);
    }
}
