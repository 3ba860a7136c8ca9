//! Ranking: BM25 over the words' weights in their fields, then a second look at the names of the best notes.
#![expect(clippy::cast_precision_loss, reason = "scores are estimates")]

use std::collections::HashSet;

use super::forms::Form;
use super::name_coverage::{Covering, covered, covering};
use super::note_entry::{Entry, NoteId, NotePart};
use super::rank_order::order;
use super::word_search::{Tally, WordSearch};
use super::{Index, tag_terms, weights};
use crate::search::words::is_spaceless;
use crate::sort::sort_by;

/// A note that was found.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RankedNote {
    /// Its id.
    pub id: NoteId,
    /// The score; comparable within one search.
    pub score: f32,
    /// Whether it contains every word of the query, in some form. Function words don't count beside others.
    pub all_words: bool,
}

/// A word of the query: what it matches, and how much it counts.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct RankedWord {
    /// The terms that it matches, and how well: 1 for the word itself.
    pub forms: Vec<(Box<str>, f32)>,
    /// How much it counts: more if it is in few notes.
    pub worth: f32,
    /// Whether a note is found by this word alone: not by a function word if there are others.
    pub finds: bool,
}

/// How a form of a word matches, by its factor.
#[must_use]
pub fn kind_of_form(factor: f32) -> &'static str {
    let is = |of: u8| (factor - f32::from(of) / f32::from(weights::EXACT)).abs() < 0.01;
    let kinds = [
        (weights::EXACT, "as written"),
        (weights::UNACCENTED, "without accents"),
        (weights::SAME_BASE, "another ending"),
        (weights::MISSPELT, "a similar spelling"),
        (weights::SAME_BEGINNING, "the same beginning"),
        (weights::COMPOUND, "the end of a compound"),
        (weights::OTHER_ACCENTS, "other accents"),
        (weights::RELATED, "the same quantity"),
    ];
    kinds.into_iter().find(|&(of, _)| is(of)).map_or("a longer form", |(_, kind)| kind)
}

/// The result of a search.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Ranking {
    /// The notes, best first.
    pub notes: Vec<RankedNote>,
    /// How many of the first notes are in order. [`Index::sort_rest`] sorts the rest.
    pub sorted: usize,
    /// The words of the query, each once, in its order.
    pub words: Vec<RankedWord>,
}

impl Index {
    /// The notes with any of `words`, best first. Notes with all words, with words in their names, and with the words
    /// as written rank higher. Notes with equal scores are sorted by modification time, newest first.
    ///
    /// `words` are terms, as from [`each_word`]. One that is there twice counts twice; but a pair of a script without
    /// spaces, which is in many words, counts once. `tag`, with or without `#`, restricts the search to notes
    /// with it or a nested tag. `keep` filters the notes found.
    pub fn search(&self, words: &[String], tag: Option<&str>, keep: &mut dyn FnMut(&Entry) -> bool) -> Ranking {
        let mut ranking = self.search_best(words, tag, keep);
        self.sort_rest(&mut ranking.notes, ranking.sorted);
        ranking.sorted = ranking.notes.len();
        ranking
    }

    /// Like [`Self::search`], but only the best notes are in order: sorting thousands that nobody asks for takes longer
    /// than the rest of a search.
    pub fn search_best(&self, words: &[String], tag: Option<&str>, keep: &mut dyn FnMut(&Entry) -> bool) -> Ranking {
        let mut distinct: Vec<(&str, f32)> = Vec::new();
        for word in words {
            match distinct.iter_mut().find(|(other, _)| other == word) {
                Some((_, times)) => *times += if is_spaceless(word) { 0.0 } else { 1.0 },
                None => distinct.push((word, 1.0)),
            }
        }
        let (words, times): (Vec<String>, Vec<f32>) =
            distinct.into_iter().map(|(word, times)| (word.to_owned(), times)).unzip();
        let mut search = WordSearch::new(self, words, times);
        while search.go_on(self, usize::MAX) {}
        self.ranking(search, tag, keep)
    }

    /// The result of `search`, once it has looked at all words.
    pub(super) fn ranking(
        &self,
        search: WordSearch,
        tag: Option<&str>,
        keep: &mut dyn FnMut(&Entry) -> bool,
    ) -> Ranking {
        let WordSearch { mut tally, ranked: mut words, .. } = search;
        let Some(tagged) = tag.map_or(Some(None), |tag| self.tagged(tag).map(Some)) else { return Ranking::default() };
        let Tally { notes, found, .. } = &mut tally;
        if found.iter().all(|id| notes[id.0 as usize].words == 0) {
            // Only function words were found.
            for word in &mut words {
                word.finds = true;
            }
            for note in notes.iter_mut() {
                note.words = note.function_words;
            }
        }
        // What no note has, such as a pair across two words, does not tell notes apart.
        let known = words.iter().filter(|word| !word.forms.is_empty());
        let total = known.map(|word| word.worth).sum::<f32>().max(f32::MIN_POSITIVE);
        let finding = words.iter().filter(|word| word.finds).count();
        let is_wanted = |id: NoteId| tagged.as_ref().is_none_or(|tagged| tagged[id.0 as usize]);
        let mut found: Vec<(RankedNote, &Entry)> = Vec::new();
        for id in tally.found {
            let note = &tally.notes[id.0 as usize];
            let Some(entry) = self.note(id).filter(|_| note.words > 0) else { continue };
            if is_wanted(id) && keep(entry) {
                let share = note.worth / total;
                let score = note.score * (1.0 - weights::ALL_WORDS + weights::ALL_WORDS * share);
                found.push((RankedNote { id, score, all_words: note.words as usize == finding }, entry));
            }
        }
        let sorted = weights::SECOND_LOOK.min(found.len());
        if sorted < found.len() {
            found.select_nth_unstable_by(sorted, order);
        }
        let covering: Vec<Covering<'_>> = words.iter().map(|word| covering(word.worth, &word.forms)).collect();
        let rest = found.split_off(sorted);
        for (ranked, entry) in &mut found {
            ranked.score *= 1.0 + weights::NAME_COVERED * covered(entry, &covering);
        }
        sort_by(&mut found, order);
        found.extend(rest);
        Ranking { notes: found.into_iter().map(|(ranked, _)| ranked).collect(), sorted, words }
    }

    /// Adds the scores of a word, whose forms were tallied. It is as rare as `holding` says.
    pub(super) fn ranked(
        &self,
        forms: &[Form],
        finds: bool,
        emphasis: f32,
        holding: f32,
        tally: &mut Tally,
    ) -> RankedWord {
        let emphasis = if finds { emphasis } else { weights::FUNCTION_WORD };
        // A term may be left of notes that are gone.
        let forms = if tally.touched.is_empty() { &[] } else { forms };
        let worth = self.add_scores(tally, emphasis, holding, finds);
        let form = |form: &Form| {
            let factor = f32::from(form.factor) / f32::from(weights::EXACT);
            (Box::from(self.dictionary.text(form.term)), factor)
        };
        RankedWord { forms: forms.iter().map(form).collect(), worth, finds }
    }

    /// Adds the weights of a word's forms in each note.
    pub(super) fn tally(&self, forms: &[Form], tally: &mut Tally) {
        for form in forms {
            self.dictionary.each_posting(form.term, |posting| {
                let Some(part) = self.parts.get(posting.part) else { return };
                let (NotePart::Text(id) | NotePart::Names(id)) = part;
                let Some(note) = tally.notes.get_mut(id.0 as usize) else { return };
                if note.best == 0 {
                    tally.touched.push(id);
                }
                note.best = note.best.max(form.factor);
                let field = if matches!(part, NotePart::Text(_)) { &mut note.text } else { &mut note.names };
                *field = field.saturating_add(weights::weight(posting.weight).saturating_mul(form.factor.into()));
            });
        }
    }

    /// Converts the weights of the current word to scores, and resets them. Returns the word's worth: its rarity times
    /// `emphasis`.
    fn add_scores(&self, tally: &mut Tally, emphasis: f32, holding: f32, finds: bool) -> f32 {
        let all = self.len as f32;
        let worth = (1.0 + (all - holding + 0.5) / (holding + 0.5)).ln() * emphasis;
        let notes = (self.len() - self.documents) as f32;
        let mean = if notes > 0.0 { (self.total_length as f32 / notes).max(1.0) } else { weights::MEAN_LENGTH };
        for id in tally.touched.drain(..) {
            let note = &mut tally.notes[id.0 as usize];
            if note.words + note.function_words == 0 {
                tally.found.push(id);
            }
            let length = self.lengths[id.0 as usize] as f32;
            let text = note.text as f32 / (1.0 - weights::B + weights::B * length / mean);
            let weight = (text + note.names as f32 * weights::TITLE) / f32::from(weights::EXACT);
            let gain = weight * (weights::K1 + 1.0) / (weight + weights::K1);
            note.score += worth * gain * f32::from(note.best) / f32::from(weights::EXACT);
            *(if finds { &mut note.words } else { &mut note.function_words }) += 1;
            note.worth += worth;
            (note.text, note.names, note.best) = (0, 0, 0);
        }
        worth
    }

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

    /// Which notes, by id, have the tag; `None` if none has.
    #[must_use]
    pub fn tagged(&self, tag: &str) -> Option<Vec<bool>> {
        let term = self.dictionary.find(&tag_terms::term(tag)?)?;
        let mut tagged = vec![false; self.notes.len()];
        self.dictionary.each_posting(term, |posting| {
            if let Some(NotePart::Text(NoteId(id))) = self.parts.get(posting.part) {
                tagged[id as usize] = true;
            }
        });
        Some(tagged)
    }
}
