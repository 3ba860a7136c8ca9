//! Which words of a query a passage has, and whether these are enough to answer it.

use std::mem;
use std::ops::Range;

use super::term_sets::{bit, bits, ones};
use super::terms::{QueryTerms, TermGroup};

/// How much a passage that is likely to answer has of the query: the share of its words beyond chance, with what its score
/// adds and what unknown words take away. One limit for all languages, fitted on half of the questions of eight sets: of
/// those that a passage answers, 5 % are taken for unanswered.
const LIKELY: f32 = 0.33;

/// How much more a question of two or three words needs, and this much less for each e-fold number of words: a recipe for
/// bread does not answer "croquettes recipe".
const IF_SHORT: f32 = 0.33;
const BY_LENGTH: f32 = 0.25;

/// How much the score counts, relative to the worth of all words, and the most that is counted. A passage that repeats the
/// words, or has them beside each other, is about them.
const SCORE: f32 = 0.3;
const MOST_SCORE: f32 = 2.0;

/// How much the share of words counts that no note has.
const UNKNOWN: f32 = 0.1;

/// Whether `run` is what is left of a word in a script without spaces: a particle or an ending such as `は` or `의`.
fn is_ending(run: &str) -> bool {
    let count = run.chars().count();
    (count <= 2 && run.chars().all(|c| matches!(c, '\u{3040}'..='\u{309f}')))
        || (count == 1 && run.chars().all(|c| matches!(c, '\u{ac00}'..='\u{d7a3}')))
}

impl QueryTerms {
    /// The words of the query that are not at the positions `words`, as written.
    pub fn missing(&self, words: u64) -> Vec<String> {
        let covered = words | self.optional | self.function;
        let mut missing = Vec::new();
        for group in self.groups.iter().filter(|group| !group.is_phrase) {
            let of = |at: usize| bit(group.places.start + at);
            let mut run = String::new();
            // The last character of each pair, and what is before it, which the pair before may have.
            let count = group.places.len();
            for (at, written) in group.written.iter().enumerate().take(count) {
                let is_pair = count > 1;
                let last = written.char_indices().next_back().map_or(0, |(at, _)| if is_pair { at } else { 0 });
                let (head, tail) = written.split_at(last);
                let is_found = |at: usize| covered & of(at) != 0;
                let mut add = |text: &str, is_missing: bool| {
                    if is_missing {
                        run.push_str(text);
                    } else if !run.is_empty() {
                        missing.push(mem::take(&mut run));
                    }
                };
                if at == 0 {
                    add(head, !is_found(0));
                }
                add(tail, !is_found(at) && (at + 1 == count || !is_found(at + 1)));
            }
            missing.extend(Some(run).filter(|run| !run.is_empty()));
        }
        missing.retain(|run| !is_ending(run));
        missing
    }

    /// Those of the `missing` words that no note has.
    pub fn absent(&self, missing: &[String]) -> Vec<String> {
        let written = |place: usize| {
            let group = self.groups.get(self.group_of[place])?;
            group.written.get(place - group.places.start)
        };
        let known = ones(self.words & !self.unknown).filter_map(written).collect::<Vec<_>>();
        missing.iter().filter(|word| !known.contains(word)).cloned().collect()
    }

    /// The words of the query that are no function words.
    pub fn content(&self) -> u64 {
        self.counted() & !self.others & !self.function
    }

    /// Whether `words` has any word of the query that is no function word, if there is one.
    pub fn has_content(&self, words: u64) -> bool {
        let content = self.content();
        content == 0 || words & content != 0
    }

    /// Whether `words` has all words of the query that are no function words, if there are any.
    pub fn has_all_content(&self, words: u64) -> bool {
        let content = self.content();
        content != 0 && words & content == content
    }

    /// The share of the query's content words that `words` are, by worth; 1 if it has none.
    pub fn content_share(&self, words: u64) -> f32 {
        let content = self.content();
        if content == 0 { 1.0 } else { self.worth(words & content) / self.worth(content).max(f32::MIN_POSITIVE) }
    }

    /// What these words of the query are worth.
    pub fn worth(&self, words: u64) -> f32 {
        ones(words & self.counted() & !self.others).map(|place| self.worths[place]).sum()
    }

    /// The share of the query's own words that `words` are, by worth. Function words count a little.
    pub fn share(&self, words: u64) -> f32 {
        let own = self.counted() & !self.others;
        let worth = |places: u64| ones(places).map(|place| self.worths[place]).sum::<f32>();
        worth(words & own) / worth(own).max(f32::MIN_POSITIVE)
    }

    /// Whether a passage with this `score` is likely to answer that matches each position as well as `quality` says.
    ///
    /// A word of this worth is in a passage by chance as often as in notes, so what is found counts beyond that: most
    /// pairs of Thai are in most passages. In a script without spaces each character counts, by the better of its pairs,
    /// because a pair across two words is in few answers.
    pub fn is_likely(&self, score: f32, quality: impl Fn(usize) -> f32) -> bool {
        let own = self.counted() & !self.others;
        let content = if own & !self.optional == 0 { own } else { own & !self.optional };
        let (mut found, mut all, mut sum, mut squares, mut unknown) = (0.0, 0.0, 0.0, 0.0, 0.0);
        for TermGroup { places: Range { start, end }, .. } in &self.groups {
            // The pairs before and after each character.
            let is_word = end - start == 1;
            for character in *start..if is_word { *end } else { end + 1 } {
                let first = if is_word { character } else { character.saturating_sub(1) };
                let pairs = bits((*start).max(first)..(character + 1).min(*end));
                if pairs & content == 0 {
                    continue;
                }
                let worth = ones(pairs).map(|place| self.worths[place]).fold(f32::MAX, f32::min);
                let worth = if is_word { worth } else { worth / 2.0 };
                let chance = (-worth).exp();
                found += worth * (ones(pairs).map(&quality).fold(0.0, f32::max) - chance);
                all += worth * (1.0 - chance);
                sum += worth;
                squares += worth * worth;
                unknown += if pairs & !self.unknown == 0 { worth } else { 0.0 };
            }
        }
        let share = |part: f32, of: f32| part / of.max(f32::MIN_POSITIVE);
        // How many words there are; those of little worth count less.
        let length = share(sum * sum, squares).max(1.0).ln();
        let has = share(found, all) + SCORE * share(score, sum).min(MOST_SCORE) - UNKNOWN * share(unknown, sum);
        has >= LIKELY + (IF_SHORT - BY_LENGTH * length).max(0.0)
    }

    /// The positions that count for a passage: of words, or of phrases if there are only phrases.
    pub fn counted(&self) -> u64 {
        let words = self.words | self.pairs;
        let of_phrases = || bits(0..self.groups.iter().map(|group| group.places.end).max().unwrap_or(0));
        if words == 0 { of_phrases() } else { words }
    }
}
