//! A query's terms as bits, at most 64: the positions that a word matches. All phrases advance by one shift per word.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;
use std::ops::Range;

use super::term_sets::{TermFilter, TermHasher, bit, bits, factor, ones};
use crate::search::index::{RankedWord, function_words};
use crate::search::query::{MAX_TERMS, Phrase, Query};
use crate::search::question::Expects;
use crate::search::words::is_unit;
use crate::unicode::nfc;

/// What a word of another wording is worth, relative to one of the query.
const OTHER_WORDING: f32 = 0.4;

/// The positions that a word matches, one bit each.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) struct Places {
    /// By its exact term.
    pub exact: u64,
    /// As another form; only for words outside phrases.
    pub other: u64,
    /// How well the other form matches.
    pub quality: f32,
}

impl Places {
    /// Adds what the name matches that a word is part of.
    pub fn add(&mut self, of_name: Self) {
        self.exact |= of_name.exact;
        self.other |= of_name.other;
        self.quality = self.quality.max(of_name.quality);
    }
}

/// A word or phrase of the query, and the positions of its terms.
#[derive(Debug, Clone)]
pub(super) struct TermGroup {
    pub places: Range<usize>,
    terms: Vec<String>,
    /// The terms as written.
    pub(super) written: Vec<String>,
    /// What it adds to a line's score if all of it occurs.
    pub weight: f32,
    pub is_phrase: bool,
    /// The word before it, function words aside.
    pub before: Option<usize>,
}

/// A prepared query.
#[derive(Debug, Clone, Default)]
pub(super) struct QueryTerms {
    /// The words and phrases to find.
    pub groups: Vec<TermGroup>,
    /// The group of each position, `usize::MAX` for what must not occur, and what it is worth in the index.
    pub group_of: Vec<usize>,
    pub worths: Vec<f32>,
    /// The positions of words that may be missing: function words beside others, and other wordings; these alone.
    pub(super) optional: u64,
    pub(super) others: u64,
    /// The positions of function words, and of the words of dates.
    pub(super) function: u64,
    pub dated: u64,
    /// The positions of words that no note has, and of those that name what a note is about.
    pub(super) unknown: u64,
    pub(super) named: u64,
    /// What the answer must have, and whether it is what somebody or something is.
    pub expects: Option<Expects>,
    pub introduces: bool,
    /// The words that ask for one kind of answer, such as `phone number`; the positions of those that are searched for.
    pub kind: String,
    pub of_kind: u64,
    /// The terms to find.
    known: HashMap<String, Places, BuildHasherDefault<TermHasher>>,
    /// Single characters of scripts without spaces, which match any pair that contains them.
    units: Vec<(String, u64)>,
    /// The terms to find, but for those that only contain a unit.
    filter: TermFilter,
    /// How each position is written, in NFC, if case matters.
    written: Option<Vec<String>>,
    /// The positions of single words, and of pairs of longer words in scripts without spaces.
    pub words: u64,
    pub pairs: u64,
    /// Where phrases start and end.
    pub begins: u64,
    pub ends: u64,
    /// The ends of phrases that must occur, of those that should, and of what must not.
    pub required: u64,
    pub preferred: u64,
    pub without: u64,
    /// The positions that share a character with the one before, and those inside a phrase that do not.
    pub joined: u64,
    pub apart: u64,
}

impl QueryTerms {
    /// Prepares `query`; words match only as written if `case`.
    pub fn new(query: &Query, case: bool) -> Self {
        let mut terms = Self { written: case.then(Vec::new), ..Self::default() };
        for (at, word) in query.plain.iter().enumerate() {
            // Spellings of the same word count once, unless case matters.
            if case || query.plain[..at].iter().all(|before| before.terms != word.terms) {
                terms.add_word(word);
            }
        }
        let places_of = |wanted: &dyn Fn(&str) -> bool| {
            let known = terms.known.iter().filter(|(term, _)| wanted(term));
            known.fold(0, |all, (_, places)| all | places.exact)
        };
        let of_date = |term: &str| query.date_words.iter().any(|other| other == term);
        let is_function = function_words(&query.words);
        let of_function =
            |term: &str| query.words.iter().position(|word| word == term).is_some_and(|at| is_function[at]);
        (terms.function, terms.dated) = (places_of(&of_function), places_of(&of_date));
        for phrase in &query.phrases {
            let places = terms.add_phrase(phrase);
            terms.required |= terms.ends & bits(places.clone());
            terms.add_group(phrase, places, true);
        }
        for phrase in &query.preferred {
            let places = terms.add_phrase(phrase);
            terms.preferred |= terms.ends & bits(places.clone());
            terms.add_group(phrase, places, true);
        }
        for phrase in &query.without {
            terms.without |= bits(terms.add_phrase(phrase)) & terms.ends;
        }
        terms.weigh(|_| 1.0);
        terms
    }

    /// Takes from the index the forms of the words of `query`, which `ranked` has in the same order, and what each word
    /// is worth. Words that find no note by themselves are marked in matching lines, but do not make a line match.
    pub fn rank(&mut self, query: &Query, ranked: &[RankedWord]) {
        let words = || query.words.iter().zip(ranked);
        let outside = self.words | self.pairs;
        (self.optional, self.others, self.unknown, self.named) = (0, 0, 0, 0);
        self.known.retain(|_, places| {
            places.other = 0;
            places.exact != 0
        });
        for (at, (term, word)) in words().enumerate() {
            let places = self.known.get(term).map_or(0, |places| places.exact & outside);
            let is_other = at >= query.own;
            for place in ones(places) {
                self.worths[place] = if is_other { word.worth * OTHER_WORDING } else { word.worth };
            }
            self.others |= if is_other { places } else { 0 };
            self.optional |= if is_other || !word.finds { places } else { 0 };
            self.unknown |= if word.forms.is_empty() { places } else { 0 };
            let written = |place: usize| self.groups[self.group_of[place]].written.first();
            let is_subject = word.names_subject(ones(places & self.words).filter_map(written));
            self.named |= if is_subject { places & !self.function } else { 0 };
            if places == 0 || self.written.is_some() {
                continue;
            }
            for (form, factor) in word.forms.iter().filter(|(form, _)| **form != **term) {
                self.filter.add(form);
                let known = self.known.entry(form.to_string()).or_default();
                known.other |= places & !known.exact;
                known.quality = known.quality.max(*factor);
            }
        }
        let worth = |term: &str| words().find(|(word, _)| *word == term).filter(|(_, word)| word.finds);
        self.weigh(|term| worth(term).map_or(0.0, |(_, word)| word.worth));
    }

    /// Weighs each word and phrase by its terms; all equal if no term has weight.
    fn weigh(&mut self, weight: impl Fn(&str) -> f32) {
        let worth = |term: &String| weight(term).max(0.0);
        if self.groups.iter().flat_map(|group| &group.terms).all(|term| worth(term) <= 0.0) {
            return;
        }
        let mut before = None;
        for (at, group) in self.groups.iter_mut().enumerate() {
            let all = group.terms.iter().map(worth).sum::<f32>();
            // Users write a phrase deliberately, so it always has some weight. The pairs of a word count as one word.
            let of_word = all / factor(group.terms.len());
            group.weight = if group.is_phrase { all.max(f32::MIN_POSITIVE) } else { of_word };
            if of_word > 0.0 && !group.is_phrase {
                group.before = before.replace(at);
            }
        }
    }

    fn add_word(&mut self, word: &Phrase) {
        let places = self.add(word);
        if places.is_empty() {
            return;
        }
        if places.len() == 1 {
            self.words |= bit(places.start);
        } else {
            self.pairs |= bits(places.clone());
        }
        self.add_group(word, places, false);
    }

    fn add_phrase(&mut self, phrase: &Phrase) -> Range<usize> {
        let places = self.add(phrase);
        if !places.is_empty() {
            self.begins |= bit(places.start);
            self.ends |= bit(places.end - 1);
        }
        places
    }

    fn add_group(&mut self, phrase: &Phrase, places: Range<usize>, is_phrase: bool) {
        for place in places.clone() {
            self.group_of[place] = self.groups.len();
        }
        self.groups.push(TermGroup {
            places,
            terms: phrase.terms.clone(),
            written: phrase.written.clone(),
            weight: 0.0,
            is_phrase,
            before: None,
        });
    }

    /// Assigns the next positions to the terms of `phrase`.
    fn add(&mut self, phrase: &Phrase) -> Range<usize> {
        let start = self.group_of.len();
        let len = phrase.terms.len().min(MAX_TERMS - start);
        for (at, term) in phrase.terms[..len].iter().enumerate() {
            let place = bit(start + at);
            self.filter.add(term);
            self.known.entry(term.clone()).or_default().exact |= place;
            if is_unit(term) {
                self.units.push((term.clone(), place));
            }
            if phrase.joined[at] {
                self.joined |= place;
            } else if at > 0 {
                self.apart |= place;
            }
            self.group_of.push(usize::MAX);
            self.worths.push(1.0);
            if let Some(written) = &mut self.written {
                written.push(nfc(&phrase.written[at]));
            }
        }
        start..start + len
    }

    /// The positions that a word of a text matches. `raw` is the word as written.
    pub fn places(&self, term: &str, raw: &str) -> Places {
        let of_units = self.units_in(term);
        if of_units == 0 && !self.filter.may_have(term) {
            return Places::default();
        }
        let mut places = self.known.get(term).copied().unwrap_or_default();
        places.exact |= of_units;
        if let Some(written) = &self.written {
            let other = |&place: &usize| !is_written(raw, &written[place]);
            places.exact &= !ones(places.exact).filter(other).map(bit).sum::<u64>();
        }
        places
    }

    /// The positions of the single characters that a word which is not ASCII begins or ends with.
    #[inline]
    fn units_in(&self, term: &str) -> u64 {
        if self.units.is_empty() || term.as_bytes().first().is_none_or(u8::is_ascii) {
            return 0;
        }
        let holds = |unit: &str| {
            let (term, unit) = (term.as_bytes(), unit.as_bytes());
            let end = &term[term.len().saturating_sub(unit.len())..];
            // Three bytes are compared at once.
            let wanted = unit.first_chunk::<3>();
            (term.first_chunk() == wanted && term.starts_with(unit)) || (end.first_chunk() == wanted && end == unit)
        };
        self.units.iter().filter(|(unit, _)| holds(unit)).fold(0, |places, (_, place)| places | place)
    }

    /// The positions that a variant of what is written matches: none if it must match as written.
    pub fn form(&self, term: &str) -> Places {
        let is_known = self.written.is_none() && self.filter.may_have(term);
        self.known.get(term).copied().filter(|_| is_known).unwrap_or_default()
    }

    /// Where in the word `raw` the term of `place` is: all of it, except for a single character in a pair.
    pub fn within(&self, place: usize, raw: &str) -> Range<usize> {
        let unit = self.units.iter().find(|(_, of)| *of == bit(place));
        match unit.map(|(unit, _)| (raw.starts_with(unit), raw.ends_with(unit), unit.len())) {
            Some((true, false, len)) => 0..len,
            Some((false, true, len)) => raw.len() - len..raw.len(),
            _ => 0..raw.len(),
        }
    }
}

/// Whether `raw` is spelled like `written`, which is NFC. A single character matches any pair that contains it.
fn is_written(raw: &str, written: &str) -> bool {
    let same = |raw: &str| raw == written || (is_unit(written) && (raw.starts_with(written) || raw.ends_with(written)));
    same(raw) || (!raw.is_ascii() && same(&nfc(raw)))
}
