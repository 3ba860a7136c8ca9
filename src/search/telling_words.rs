//! The words that tell what a text is about: those that it repeats and few other notes have.
#![expect(clippy::cast_precision_loss, reason = "worths are estimates")]

use std::collections::HashMap;
use std::mem;
use std::ops::Range;

use lectern_base::sort::sort_by;

use super::index::{Index, NoteId, is_function_word};
use super::words::{base, each_word, is_unit};

/// How much more a word counts that the text repeats: to the power of this.
const FREQUENT: f32 = 1.5;

/// How many of a text's words are looked up, the most frequent first, and how many of them are taken.
const LOOKED_UP: usize = 300;
const TAKEN: usize = 64;

/// The words of a text, by their bases, so that the forms of a word count as one.
#[derive(Debug, Default)]
pub(crate) struct TellingWords {
    by_base: HashMap<String, usize>,
    words: Vec<WordUse>,
    /// The bytes of the texts that were added.
    bytes: usize,
}

/// A word, with all its forms.
#[derive(Debug)]
struct WordUse {
    base: String,
    first: TellingWord,
    weight: f32,
}

/// A word that tells what a text is about.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct TellingWord {
    pub term: String,
    /// As the text has it first.
    pub written: String,
    /// How much the text is about it, apart from how rare it is.
    pub times: f32,
    /// Where it is first, among all texts that were added.
    pub first: Range<usize>,
    /// In how many texts and names of other notes it is.
    pub others: u32,
}

impl TellingWords {
    /// Adds the words of `text`, each of which counts `weight`, at least 1.
    pub fn add(&mut self, text: &str, weight: f32) {
        each_word(text, |word| {
            if is_unit(word.term) || is_function_word(word.term) || word.term.chars().all(char::is_numeric) {
                return;
            }
            let base = base(word.term);
            let at = *self.by_base.entry(base.clone()).or_insert(self.words.len());
            if let Some(known) = self.words.get_mut(at) {
                known.weight += weight;
            } else {
                let (term, written) = (word.term.to_owned(), text[word.start..word.end].to_owned());
                let first = self.bytes + word.start..self.bytes + word.end;
                let first = TellingWord { term, written, times: 0.0, first, others: 0 };
                self.words.push(WordUse { base, first, weight });
            }
        });
        self.bytes += text.len();
    }

    /// How many words there are, without function words.
    pub fn count(&self) -> usize {
        self.by_base.len()
    }

    /// How many of the words of `name` the texts have, and how many it has, without function words.
    pub fn shared_with(&self, name: &str) -> (u32, u32) {
        let (mut shared, mut all) = (0, 0);
        each_word(name, |word| {
            if !is_function_word(word.term) {
                all += 1;
                shared += u32::from(self.by_base.contains_key(&base(word.term)));
            }
        });
        (shared, all)
    }

    /// Looks up the most frequent of the words. `own` is the note that the text is in: words of no other note tell nothing.
    pub fn look_up(&mut self, own: Option<NoteId>) -> LookUp {
        let mut left = mem::take(&mut self.words);
        sort_by(&mut left, |a, b| b.weight.total_cmp(&a.weight));
        left.truncate(LOOKED_UP);
        left.reverse();
        LookUp { own, left, found: Vec::new() }
    }
}

/// Words being looked up.
#[derive(Debug)]
pub(crate) struct LookUp {
    own: Option<NoteId>,
    /// The words that are left, the next one last.
    left: Vec<WordUse>,
    /// The others, with how much they tell.
    found: Vec<(f32, TellingWord)>,
}

impl LookUp {
    /// Looks up more words, until they were found in `count` notes. Returns whether there are more.
    pub fn look_up_more(&mut self, index: &Index, count: usize) -> bool {
        let (all, mut seen) = (index.len() as f32, 0);
        while seen < count
            && let Some(word) = self.left.pop()
        {
            let others = index.others_with_base(&word.base, self.own);
            seen += others as usize;
            let holding = others as f32;
            let rarity = (1.0 + (all - holding).max(0.0) / (holding + 0.5)).ln();
            let times = (1.0 + word.weight.ln()).powf(FREQUENT);
            if others > 0 {
                self.found.push((times * rarity, TellingWord { times, others, ..word.first }));
            }
        }
        !self.left.is_empty()
    }

    /// The words that tell most, best first.
    pub fn finish(mut self) -> Vec<TellingWord> {
        sort_by(&mut self.found, |a, b| b.0.total_cmp(&a.0));
        self.found.into_iter().take(TAKEN).map(|(_, word)| word).collect()
    }
}
