//! Scores notes by their texts: by words, and by meaning.

use std::collections::{HashMap, HashSet};
use std::mem;

use lectern_base::sort::sort_by;

use crate::catalogue::Catalogue;
use crate::search::index::{Index, NoteId, RankedWord, Ranking, WordSearch};
use crate::search::telling_words::{LookUp, TellingWord};
use crate::search::vectors::{NearPassage, Nearest};

/// The share of the meaning in the score of a text; the rest is that of the words.
const MEANING: f32 = 0.3;

/// The least score of a note that is listed for its words.
pub(super) const LEAST: f32 = 0.08;

/// The least factor of a form that is the same word: not one that only begins in the same way.
const SAME_WORD: f32 = 0.75;

/// Words are looked up until they were found in so many notes, in one step.
const AT_ONCE: usize = 50_000;

/// What words and meaning say of all notes.
#[derive(Debug, Default)]
pub(super) struct TextScores {
    words: Vec<SharedWord>,
    /// By the ids of the notes; 0 without one.
    scores: Vec<f32>,
    /// The passages that stand out by their meaning.
    pub near: HashMap<NoteId, NearPassage>,
}

/// A word of the other.
#[derive(Debug)]
struct SharedWord {
    word: TellingWord,
    ranked: RankedWord,
}

/// Notes being scored.
#[derive(Debug)]
pub(super) struct TextScoring {
    own: Option<NoteId>,
    nearest: Option<Nearest>,
    phase: Phase,
}

#[derive(Debug, Default)]
enum Phase {
    LookingUp(LookUp),
    Searching(WordSearch, Vec<TellingWord>),
    #[default]
    Done,
}

impl TextScoring {
    /// Starts to score the notes other than `own` by `words` and by what is `nearest` in meaning.
    pub fn new(words: LookUp, own: Option<NoteId>, nearest: Option<Nearest>) -> Self {
        Self { own, nearest, phase: Phase::LookingUp(words) }
    }

    /// Scores for one step. `None` if there is more to do.
    pub fn go_on(&mut self, catalogue: &Catalogue) -> Option<TextScores> {
        let index = &catalogue.index;
        match mem::take(&mut self.phase) {
            Phase::LookingUp(mut words) => {
                self.phase = if words.look_up_more(index, AT_ONCE) {
                    Phase::LookingUp(words)
                } else {
                    let words = words.finish();
                    let (terms, times) = words.iter().map(|word| (word.term.clone(), word.times)).unzip();
                    Phase::Searching(WordSearch::new(index, terms, times), words)
                };
                None
            }
            Phase::Searching(mut search, words) => {
                if search.look_up_more(index, AT_ONCE) {
                    self.phase = Phase::Searching(search, words);
                    return None;
                }
                Some(self.finish(index, search, words))
            }
            Phase::Done => Some(TextScores::default()),
        }
    }

    fn finish(&mut self, index: &Index, search: WordSearch, words: Vec<TellingWord>) -> TextScores {
        let Ranking { notes, words: ranked, .. } = index.ranking(search, &mut |_, note| !note.is_document);
        let total = ranked.iter().map(|word| word.worth).sum::<f32>().max(f32::MIN_POSITIVE);
        let meaning = if self.nearest.is_some() { MEANING } else { 0.0 };
        let mut scores = Vec::new();
        let mut add = |id: NoteId, score: f32| {
            let at = id.0 as usize;
            scores.resize(scores.len().max(at + 1), 0.0);
            scores[at] += if Some(id) == self.own { 0.0 } else { score };
        };
        for note in notes {
            add(note.id, (1.0 - meaning) * (note.score / total).min(1.0));
        }
        let (mut near, outstanding) = self.nearest.take().map(|nearest| nearest.finish(index)).unwrap_or_default();
        for (id, passage) in &near {
            add(*id, meaning * passage.near);
        }
        let outstanding: HashSet<NoteId> = outstanding.into_iter().collect();
        near.retain(|id, _| outstanding.contains(id) && Some(*id) != self.own);
        let words = words.into_iter().zip(ranked);
        let mut words: Vec<_> = words
            .map(|(word, mut ranked)| {
                ranked.forms.retain(|(_, factor)| *factor >= SAME_WORD);
                SharedWord { word, ranked }
            })
            .collect();
        sort_by(&mut words, |a, b| b.ranked.worth.total_cmp(&a.ranked.worth));
        TextScores { words, scores, near }
    }
}

impl TextScores {
    /// The notes that may be listed for their text alone, with their scores.
    pub fn notes(&self) -> impl Iterator<Item = (NoteId, f32)> {
        let notes = (0..).map(NoteId).zip(self.scores.iter().copied());
        notes.filter(|(id, score)| *score >= LEAST || self.near.contains_key(id))
    }

    pub fn score(&self, id: NoteId) -> f32 {
        self.scores.get(id.0 as usize).copied().unwrap_or_default()
    }

    /// Which of `notes` have each of the words. A word may be in most notes of a vault, so that asking must be quick.
    pub fn holding(&self, index: &Index, notes: impl Iterator<Item = NoteId>) -> Vec<HashSet<NoteId>> {
        let mut is_asked = Vec::new();
        for at in notes.map(|id| id.0 as usize) {
            is_asked.resize(is_asked.len().max(at + 1), false);
            is_asked[at] = true;
        }
        let is_asked = |id: NoteId| is_asked.get(id.0 as usize) == Some(&true);
        self.words.iter().map(|word| index.notes_with(&word.ranked, is_asked)).collect()
    }

    /// The words that the note shares with the other, those that tell most first. `holding` says which notes have each
    /// word.
    pub fn shared(&self, id: NoteId, holding: &[HashSet<NoteId>]) -> Vec<&TellingWord> {
        let words = self.words.iter().zip(holding);
        words.filter(|(_, notes)| notes.contains(&id)).map(|(word, _)| &word.word).collect()
    }
}
