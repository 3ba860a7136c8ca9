//! Which words of a query a passage has, and whether these are enough to answer it.

use std::mem;

use super::bits::{bit, bits, ones};
use super::terms::{QueryTerms, TermGroup};

/// The least share of the query's words in a passage that is likely to answer. With these, 2 to 7 % of the questions that
/// a passage answers are taken for unanswered. In Chinese, pairs across two words are in few answers.
const LIKELY: f32 = 0.33;
const LIKELY_IN_HAN: f32 = 0.19;

impl QueryTerms {
    /// The words of the query that are not at the positions `words`: see [`Matching::missing`](super::Matching::missing).
    pub fn missing(&self, words: u64) -> Vec<String> {
        let covered = words | self.optional;
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
        missing
    }

    /// Whether `words` has any word of the query that is no function word, if there is one.
    pub fn has_content(&self, words: u64) -> bool {
        let content = self.counted() & !self.others & !self.function;
        content == 0 || words & content != 0
    }

    /// The share of the query's own words that `words` are, by worth. Function words count a little.
    pub fn share(&self, words: u64) -> f32 {
        let own = self.counted() & !self.others;
        let worth = |places: u64| ones(places).map(|place| self.worths[place]).sum::<f32>();
        worth(words & own) / worth(own).max(f32::MIN_POSITIVE)
    }

    /// The least share of the query's words that a passage has which is likely to answer.
    pub fn least_share(&self) -> f32 {
        let is_han =
            |group: &&TermGroup| group.written.iter().any(|text| text.starts_with(|c| matches!(c, '一'..='鿿')));
        if self.groups.iter().any(|group| is_han(&group)) { LIKELY_IN_HAN } else { LIKELY }
    }

    /// The positions that count for a passage: of words, or of phrases if there are only phrases.
    pub fn counted(&self) -> u64 {
        let words = self.words | self.pairs;
        let of_phrases = || bits(0..self.groups.iter().map(|group| group.places.end).max().unwrap_or(0));
        if words == 0 { of_phrases() } else { words }
    }
}
