//! A query's terms as bits: which places of the query a word of a text can stand at. At most 64 places, so that all
//! phrases are followed at once, one shift a word.

use std::collections::HashMap;
use std::ops::Range;

use crate::search::query::{MAX_TERMS, Phrase, Query};
use crate::search::words::base;
use crate::unicode::nfc;

/// How many words' accent-free forms are remembered: the common words of a language, in well under a megabyte.
const REMEMBERED: usize = 4096;

/// From here on scripts have no accents and endings to leave out: ideographs, kana, hangul.
const NO_BASE: char = '\u{2e80}';

/// What of a query a word is: one bit for each place.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Places {
    /// By its exact term.
    pub exact: u64,
    /// By the form without accents and endings; words outside phrases only.
    pub base: u64,
}

/// A word or phrase of the query, and the places of its terms.
#[derive(Debug, Clone)]
pub(super) struct Group {
    pub places: Range<usize>,
    terms: Vec<String>,
    /// What it adds to a line's score when all of it is there.
    pub weight: f32,
    pub is_phrase: bool,
}

/// A query, made ready.
#[derive(Debug, Clone)]
pub(super) struct Terms {
    /// Words and phrases that are looked for.
    pub groups: Vec<Group>,
    /// The group of each place; nothing for what must not be there.
    pub group_of: Vec<usize>,
    exact: HashMap<String, u64>,
    base: HashMap<String, u64>,
    /// Single characters of scripts without spaces: any pair may hold them.
    units: Vec<(String, u64)>,
    /// What terms an ASCII word can be, by its first byte.
    first_bytes: [bool; 128],
    remembered: HashMap<String, u64>,
    /// How each place is written, in NFC, where that counts.
    written: Option<Vec<String>>,
    /// Places of single words.
    pub words: u64,
    /// Places of the pairs of longer words in scripts without spaces.
    pub pairs: u64,
    /// Where phrases begin, and where they end.
    pub begins: u64,
    pub ends: u64,
    /// Ends of what must not be there.
    pub without: u64,
    /// Places that share a character with the one before, and places behind the first of a phrase that do not.
    pub joined: u64,
    pub apart: u64,
}

impl Terms {
    /// `query`, of which words match only as they are written if `case`.
    pub fn new(query: &Query, case: bool) -> Self {
        let mut terms = Self {
            groups: Vec::new(),
            group_of: Vec::new(),
            exact: HashMap::new(),
            base: HashMap::new(),
            units: Vec::new(),
            first_bytes: [false; 128],
            remembered: HashMap::new(),
            written: case.then(Vec::new),
            words: 0,
            pairs: 0,
            begins: 0,
            ends: 0,
            without: 0,
            joined: 0,
            apart: 0,
        };
        for (at, word) in query.plain.iter().enumerate() {
            // Other spellings of one word are one word, unless they count.
            if case || query.plain[..at].iter().all(|before| before.terms != word.terms) {
                terms.add_word(word);
            }
        }
        for phrase in &query.phrases {
            let places = terms.add_phrase(phrase);
            terms.add_group(phrase, places, true);
        }
        for phrase in &query.without {
            let places = terms.add_phrase(phrase);
            terms.without |= terms.ends & places.map(bit).sum::<u64>();
        }
        terms.weigh(|_| 1.0);
        terms
    }

    /// Gives each word and phrase what its terms weigh; all the same where nothing weighs anything.
    pub fn weigh(&mut self, weight: impl Fn(&str) -> f32) {
        let worth = |term: &String| weight(term).max(0.0);
        if !self.groups.iter().flat_map(|group| &group.terms).any(|term| worth(term) > 0.0) {
            return;
        }
        for group in &mut self.groups {
            let all = group.terms.iter().map(worth).sum::<f32>();
            group.weight = if group.is_phrase {
                // It is asked for by name: no line that holds it goes uncounted.
                all.max(f32::MIN_POSITIVE)
            } else {
                // The pairs of one word are one word.
                all / factor(group.terms.len())
            };
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
            self.pairs |= places.clone().map(bit).sum::<u64>();
        }
        if self.written.is_none() {
            for (term, place) in word.terms.iter().zip(places.clone()) {
                if term.starts_with(|first| first < NO_BASE) {
                    let base = base(term);
                    self.expect(&base);
                    *self.base.entry(base).or_default() |= bit(place);
                }
            }
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
        self.groups.push(Group { places, terms: phrase.terms.clone(), weight: 0.0, is_phrase });
    }

    /// Gives the terms of `phrase` the next places.
    fn add(&mut self, phrase: &Phrase) -> Range<usize> {
        let start = self.group_of.len();
        let len = phrase.terms.len().min(MAX_TERMS - start);
        for (at, term) in phrase.terms[..len].iter().enumerate() {
            let place = bit(start + at);
            self.expect(term);
            *self.exact.entry(term.clone()).or_default() |= place;
            if is_unit(term) {
                self.units.push((term.clone(), place));
            }
            if phrase.joined[at] {
                self.joined |= place;
            } else if at > 0 {
                self.apart |= place;
            }
            self.group_of.push(usize::MAX);
            if let Some(written) = &mut self.written {
                written.push(nfc(&phrase.written[at]));
            }
        }
        start..start + len
    }

    /// Remembers that a word may be this one.
    fn expect(&mut self, term: &str) {
        if let Some(first) = term.bytes().next().and_then(|first| self.first_bytes.get_mut(usize::from(first))) {
            *first = true;
        }
    }

    /// The places that a word of a text can stand at. `raw` is the word as it stands there.
    pub fn places(&mut self, term: &str, raw: &str) -> Places {
        let first = term.bytes().next().unwrap_or_default();
        // Endings do not change how an ASCII word begins; an apostrophe may end what is left out of `l'heure`.
        if self.first_bytes.get(usize::from(first)) == Some(&false)
            && term.bytes().all(|byte| byte.is_ascii_alphanumeric())
        {
            return Places::default();
        }
        let mut exact = self.exact.get(term).copied().unwrap_or_default();
        if !first.is_ascii() {
            for (unit, place) in &self.units {
                if term.starts_with(unit) || term.ends_with(unit) {
                    exact |= place;
                }
            }
        }
        let Some(written) = &self.written else {
            let base = if self.base.is_empty() { 0 } else { self.base_of(term) };
            return Places { exact, base: base & !exact };
        };
        let mut left = exact;
        while left != 0 {
            let place = left.trailing_zeros() as usize;
            left &= left - 1;
            if !is_written(raw, &written[place]) {
                exact &= !bit(place);
            }
        }
        Places { exact, base: 0 }
    }

    /// Where in a word `raw` the term of `place` is: all of it, but for a single character in a pair.
    pub fn within(&self, place: usize, raw: &str) -> Range<usize> {
        let unit = self.units.iter().find(|(_, of)| *of == bit(place));
        match unit.map(|(unit, _)| (raw.starts_with(unit), raw.ends_with(unit), unit.len())) {
            Some((true, false, len)) => 0..len,
            Some((false, true, len)) => raw.len() - len..raw.len(),
            _ => 0..raw.len(),
        }
    }

    fn base_of(&mut self, term: &str) -> u64 {
        if term.starts_with(|first| first >= NO_BASE) {
            return 0;
        }
        if let Some(&places) = self.remembered.get(term) {
            return places;
        }
        let places = self.base.get(&base(term)).copied().unwrap_or_default();
        if self.remembered.len() == REMEMBERED {
            self.remembered.clear();
        }
        self.remembered.insert(term.to_owned(), places);
        places
    }
}

/// Whether `raw` is spelled as `written`, which is in NFC. A single character stands for any pair that holds it.
fn is_written(raw: &str, written: &str) -> bool {
    let same = |raw: &str| raw == written || (is_unit(written) && (raw.starts_with(written) || raw.ends_with(written)));
    same(raw) || (!raw.is_ascii() && same(&nfc(raw)))
}

/// Whether `term` is one character of a script without spaces: three of them make two pairs.
fn is_unit(term: &str) -> bool {
    !term.is_ascii() && term.chars().count() == 1 && Phrase::of(&term.repeat(3)).terms.len() == 2
}

/// The bit of a place.
pub(super) fn bit(place: usize) -> u64 {
    1 << (place % MAX_TERMS)
}

/// A small number as a factor.
pub(super) fn factor(number: usize) -> f32 {
    u16::try_from(number).map_or(f32::MAX, f32::from)
}
