//! The look-up of the words of a search, one after the other, so that a search for many words can pause.
#![expect(clippy::cast_precision_loss, reason = "scores are estimates")]

use super::beginnings::add_beginnings;
use super::forms::{Form, forms, longer};
use super::function_words::{emphasis, function_words};
use super::misspelt::misspelt;
use super::note_entry::{Entry, NoteId};
use super::quantity_words::related;
use super::rank::{RankedWord, Ranking};
use super::{Index, weights};

/// The scores so far, by note.
#[derive(Debug)]
pub(super) struct Tally {
    pub notes: Vec<NoteTally>,
    /// The notes with the current word, and those with any.
    pub touched: Vec<NoteId>,
    pub found: Vec<NoteId>,
}

#[derive(Debug, Clone, Copy, Default)]
pub(super) struct NoteTally {
    /// The weight of the current word in the text and in the names, in tenths. Integers, so that the order of lists
    /// does not matter.
    pub text: u32,
    pub names: u32,
    /// The factor of its best form.
    pub best: u8,
    /// How many of the words that find notes were found, and how many others.
    pub words: u32,
    pub function_words: u32,
    /// The total worth of all words that were found.
    pub worth: f32,
    pub score: f32,
}

impl Tally {
    /// How many notes have the current word, each counted by how well its best form matches: a guess, such as another
    /// word with the same beginning, makes a word less common than the word itself.
    pub fn holding(&self) -> f32 {
        let best: u32 = self.touched.iter().map(|id| u32::from(self.notes[id.0 as usize].best)).sum();
        best as f32 / f32::from(weights::EXACT)
    }
}

/// A search in progress.
#[derive(Debug)]
pub(crate) struct WordSearch {
    words: Vec<String>,
    /// How often each word counts.
    times: Vec<f32>,
    is_function: Vec<bool>,
    /// The next word; those that no note has come again after the others.
    next: usize,
    unknown: Vec<usize>,
    pub(super) tally: Tally,
    pub(super) ranked: Vec<RankedWord>,
}

impl WordSearch {
    /// Starts to look up `words`, which are there once; each counts so many `times`.
    pub fn new(index: &Index, words: Vec<String>, times: Vec<f32>) -> Self {
        let tally =
            Tally { notes: vec![NoteTally::default(); index.notes.len()], touched: Vec::new(), found: Vec::new() };
        let ranked = vec![RankedWord::default(); words.len()];
        Self { is_function: function_words(&words), words, times, next: 0, unknown: Vec::new(), tally, ranked }
    }

    /// Looks up more words, until they were found in `count` notes. Returns whether there are more.
    pub fn go_on(&mut self, index: &Index, count: usize) -> bool {
        let mut found = 0;
        while self.next < self.words.len() {
            if found >= count {
                return true;
            }
            found += self.look_up(index, self.next);
            self.next += 1;
        }
        for at in std::mem::take(&mut self.unknown) {
            let forms = misspelt(&index.dictionary, &self.words[at]);
            index.tally(&forms, &mut self.tally);
            let holding = self.tally.holding();
            self.ranked[at] = index.ranked(&forms, self.finds(at), self.times[at], holding, &mut self.tally);
        }
        false
    }

    /// The notes that were found, best first; see [`Index::search_best`].
    pub fn finish(self, index: &Index, keep: &mut dyn FnMut(&Entry) -> bool) -> Ranking {
        index.ranking(self, None, keep)
    }

    fn finds(&self, at: usize) -> bool {
        !(self.is_function[at] && self.is_function.contains(&false))
    }

    /// Looks up one word. Returns in how many notes it was found.
    fn look_up(&mut self, index: &Index, at: usize) -> usize {
        let Self { words, tally, .. } = self;
        let word = &words[at];
        let mut forms = [forms(&index.dictionary, word)];
        add_beginnings(&index.dictionary, &words[at..=at], &mut forms);
        let [mut forms] = forms;
        index.tally(&forms, tally);
        if tally.touched.is_empty() && at + 1 == words.len() {
            forms = longer(&index.dictionary, word);
            index.tally(&forms, tally);
        }
        let holding = tally.holding();
        let related = related(word).filter_map(|other| index.dictionary.find(other));
        let related = related.filter(|&term| forms.iter().all(|form| form.term != term));
        let related: Vec<_> = related.map(|term| Form { term, factor: weights::RELATED }).collect();
        index.tally(&related, tally);
        let found = tally.touched.len();
        if found == 0 {
            self.unknown.push(at);
            return 0;
        }
        forms.extend(related);
        let before = at.checked_sub(1).map(|before| words[before].as_str());
        let emphasis = emphasis(word, before) * self.times[at];
        let finds = self.finds(at);
        self.ranked[at] = index.ranked(&forms, finds, emphasis, holding, &mut self.tally);
        found
    }
}
