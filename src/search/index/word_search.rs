//! Searches the index for words, one after the other, so that a search for many words can pause. Then looks again at the
//! names of the best notes.
#![expect(clippy::cast_precision_loss, reason = "scores are estimates")]

use std::collections::HashSet;
use std::mem;

use lectern_base::sort::sort_by;

use super::beginnings::{add_turkish_forms, add_with_particles, beginnings};
use super::forms::{Form, abbreviations, forms, joined, longer};
use super::function_words::{emphasis, function_words, is_function_word, is_turkish, same_quantity};
use super::misspelt::misspelt;
use super::note_entry::{Entry, NoteId};
use super::rank::{Named, RankedNote, RankedWord, Ranking, Tally, order};
use super::term_buckets::has_digit;
use super::weights;
use super::word_index::Index;
use crate::search::words::{Variants, Word, each_word, is_spaceless, without_sign};

/// A search in progress.
#[derive(Debug)]
pub(crate) struct WordSearch {
    words: Vec<String>,
    /// How often each word counts.
    times: Vec<f32>,
    is_function: Vec<bool>,
    is_turkish: bool,
    /// The next word; those that no note has come again after the others.
    next: usize,
    unknown: Vec<usize>,
    tally: Tally,
    ranked: Vec<RankedWord>,
}

impl WordSearch {
    /// Starts to look up `words`, none of them twice. `times` says how often each counts.
    pub fn new(index: &Index, words: Vec<String>, times: Vec<f32>) -> Self {
        let (tally, ranked) = (Tally::new(index.notes.len()), vec![RankedWord::default(); words.len()]);
        let is_turkish = is_turkish(&words) || index.is_turkish();
        Self {
            is_function: function_words(&words),
            is_turkish,
            words,
            times,
            next: 0,
            unknown: Vec::new(),
            tally,
            ranked,
        }
    }

    /// Looks up more words, until they were found in `count` notes. Returns whether there are more.
    pub fn look_up_more(&mut self, index: &Index, count: usize) -> bool {
        let mut found = 0;
        while self.next < self.words.len() {
            if found >= count {
                return true;
            }
            found += self.look_up(index, self.next);
            self.next += 1;
        }
        for at in mem::take(&mut self.unknown) {
            let forms = misspelt(&index.dictionary, &self.words[at]);
            index.tally(&forms, &mut self.tally);
            self.tally.count_holding();
            self.score(index, at, &forms, self.times[at]);
        }
        false
    }

    /// Looks up one word. Returns in how many notes it was found.
    fn look_up(&mut self, index: &Index, at: usize) -> usize {
        let Self { words, tally, .. } = self;
        let (word, dictionary) = (&words[at], &index.dictionary);
        let mut found = forms(dictionary, word);
        let parts = if found.is_empty() { index.tally_parts(word, tally) } else { Vec::new() };
        found.extend(beginnings(dictionary, word));
        add_with_particles(dictionary, word, &mut found);
        if self.is_turkish {
            add_turkish_forms(dictionary, word, &mut found);
        }
        found.extend(abbreviations(dictionary, word));
        index.tally(&found, tally);
        found.extend(parts);
        let plain = without_sign(word).map_or_else(Vec::new, |plain| forms(dictionary, plain));
        if tally.touched.is_empty() && !plain.is_empty() {
            found.clone_from(&plain);
            index.tally(&found, tally);
        }
        if tally.touched.is_empty() && at + 1 == words.len() {
            found = longer(dictionary, word);
            index.tally(&found, tally);
        }
        tally.count_holding();
        let related = same_quantity(word).filter_map(|other| dictionary.find(other));
        let related = related.map(|term| Form { term, factor: weights::RELATED }).chain(joined(dictionary, words, at));
        // Any 12 is not `§ 12`.
        let plain = plain.into_iter().filter(|_| !has_digit(word));
        let related = related.chain(plain.map(|form| Form { factor: weights::WITHOUT_SIGN, ..form }));
        let related: Vec<_> = related.filter(|other| found.iter().all(|form| form.term != other.term)).collect();
        index.tally(&related, tally);
        let count = tally.touched.len();
        if count == 0 {
            self.unknown.push(at);
            return 0;
        }
        found.extend(related);
        let before = at.checked_sub(1).map(|before| words[before].as_str());
        let emphasis = emphasis(word, before) * self.times[at];
        self.score(index, at, &found, emphasis);
        count
    }

    /// Adds the scores of the word at `at`, whose `forms` were tallied.
    fn score(&mut self, index: &Index, at: usize, forms: &[Form], emphasis: f32) {
        // A function word finds nothing by itself beside others.
        let finds = !(self.is_function[at] && self.is_function.contains(&false));
        let emphasis = if finds { emphasis } else { weights::FUNCTION_WORD };
        // A term may be left of notes that are gone.
        let forms = if self.tally.touched.is_empty() { &[] } else { forms };
        let worth = index.add_scores(&mut self.tally, emphasis, finds);
        let form = |form: &Form| {
            let factor = f32::from(form.factor) / f32::from(weights::EXACT);
            (Box::from(index.dictionary.text(form.term)), factor)
        };
        self.ranked[at] = RankedWord { forms: forms.iter().map(form).collect(), worth, finds, named: Named::Not };
    }
}

impl Index {
    /// Whether many notes are Turkish: one in five has the article.
    fn is_turkish(&self) -> bool {
        self.dictionary.find("bir").is_some_and(|bir| 5 * self.dictionary.count(bir) as usize >= self.len())
    }

    /// The notes with any of `words`, best first. Notes with all words, with words in their names, and with the words
    /// as written rank higher. Notes with equal scores are sorted by modification time, newest first.
    ///
    /// `words` are terms, as from [`each_word`]. One that occurs twice counts twice; but a pair of a script without
    /// spaces, which is in many words, counts once. `keep` filters the notes found.
    pub fn search(&self, words: &[String], keep: &mut dyn FnMut(NoteId, &Entry) -> bool) -> Ranking {
        let mut ranking = self.search_best(words, keep);
        self.sort_rest(&mut ranking.notes, ranking.sorted);
        ranking.sorted = ranking.notes.len();
        ranking
    }

    /// Like [`Self::search`], but only the best notes are in order: sorting thousands that nobody asks for takes longer
    /// than the rest of a search.
    pub fn search_best(&self, words: &[String], keep: &mut dyn FnMut(NoteId, &Entry) -> bool) -> Ranking {
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
        while search.look_up_more(self, usize::MAX) {}
        self.ranking(search, keep)
    }

    /// The result of `search`, once all words are looked up: the notes to `keep`, best first; see [`Self::search_best`].
    pub(crate) fn ranking(&self, search: WordSearch, keep: &mut dyn FnMut(NoteId, &Entry) -> bool) -> Ranking {
        let WordSearch { mut tally, ranked: mut words, .. } = search;
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
        let mut found: Vec<(RankedNote, &Entry)> = Vec::new();
        for id in tally.found {
            let note = &tally.notes[id.0 as usize];
            let Some(entry) = self.note(id).filter(|_| note.words > 0) else { continue };
            if keep(id, entry) {
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
}

impl Ranking {
    /// Says of each word what it is in the names of the best notes of `index`.
    pub(crate) fn find_named(&mut self, index: &Index) {
        let covering: Vec<Covering<'_>> = self.words.iter().map(|word| covering(word.worth, &word.forms)).collect();
        let mut named = vec![Named::Not; covering.len()];
        let best = self.notes.iter().take(weights::SECOND_LOOK).filter_map(|note| index.note(note.id));
        best.flat_map(Entry::all_names).for_each(|name| add_named(name, &covering, &mut named));
        for (word, named) in self.words.iter_mut().zip(named) {
            word.named = named;
        }
    }
}

/// The worth of a word, and its forms that cover a word of a name.
type Covering<'w> = (f32, HashSet<&'w str>);

/// What covers a word of a name: a word worth so much in one of its `forms`.
fn covering(worth: f32, forms: &[(Box<str>, f32)]) -> Covering<'_> {
    let covers = forms.iter().filter(|(_, factor)| *factor >= weights::COVERS);
    (worth, covers.map(|(form, _)| &**form).collect())
}

/// Says of each of the `words` what it is in `name`. Numbers and function words of the name need not be in the query.
fn add_named(name: &str, words: &[Covering<'_>], named: &mut [Named]) {
    let (mut found, mut is_whole, mut count) = (Vec::new(), true, 0);
    each_word(name, |word| {
        let at = words.iter().position(|(_, forms)| forms.contains(word.term));
        let is_number = word.term.bytes().all(|byte| byte.is_ascii_digit());
        if let Some(at) = at.filter(|_| count == 0 && !is_number) {
            named[at] = named[at].max(Named::Begins);
        }
        is_whole = is_whole && (at.is_some() || is_number || is_function_word(word.term));
        count += 1;
        found.extend(at);
    });
    if is_whole && found.len() > 1 {
        for at in found {
            named[at] = Named::Whole;
        }
    }
}

/// How well the words cover a name of the note: 1 if the name has all words and no others.
fn covered(entry: &Entry, words: &[Covering<'_>]) -> f32 {
    let total: f32 = words.iter().map(|(worth, _)| worth).sum();
    let mut most = 0.0_f32;
    for name in entry.all_names() {
        let (mut count, mut shared, mut found) = (0_u32, 0_u32, vec![0.0_f32; words.len()]);
        let mut variants = Variants::default();
        let mut take = |word: Word<'_>| {
            let mut is_shared = false;
            for ((worth, forms), found) in words.iter().zip(&mut found) {
                if forms.contains(word.term) {
                    *found = *worth;
                    is_shared = true;
                }
            }
            shared += u32::from(is_shared);
        };
        each_word(name, |word| {
            count += 1;
            take(word);
            variants.next(name, word, &mut take);
        });
        variants.end(&mut take);
        let of_query: f32 = found.iter().sum();
        most = most.max(of_query / total.max(f32::MIN_POSITIVE) * shared.min(count) as f32 / count.max(1) as f32);
    }
    most
}
