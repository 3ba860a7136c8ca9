//! Under which terms a word of a query is found: itself, without accents, in other endings; a character of a script
//! without spaces in the pairs that hold it; the beginning of a word that somebody is still writing.

use super::dictionary::{Dictionary, Term};
use super::weights;
use crate::search::words::{base, is_unit, unaccented_into};

/// The most postings of terms that were found by looking through all: what is read in a few milliseconds.
const MAX_POSTINGS: u64 = 400_000;

/// The fewest characters that are taken for the beginning of a word.
const MIN_PREFIX_CHARS: usize = 2;

/// A term that a word is found under, and what it counts for.
#[derive(Debug, Clone, Copy)]
pub(super) struct Form {
    pub term: Term,
    pub factor: u8,
}

/// The forms of `word`, which is a term.
pub(super) fn forms(dictionary: &Dictionary, word: &str) -> Vec<Form> {
    if is_unit(word) {
        let holds = |term: &[u8]| !is_tag(term) && holds(term, word.as_bytes());
        return most_frequent(dictionary, dictionary.matching(holds), weights::EXACT);
    }
    let (mut plain, mut other) = (String::new(), String::new());
    unaccented_into(word, &mut plain);
    let mut form = |term| {
        let text = dictionary.text(term);
        unaccented_into(text, &mut other);
        let factor = match () {
            () if text == word => weights::EXACT,
            () if other == plain => weights::UNACCENTED,
            () => weights::SAME_BASE,
        };
        Form { term, factor }
    };
    let found = dictionary.with_base(&base(word));
    found.into_iter().filter(|&term| !is_tag(dictionary.text(term).as_bytes())).map(&mut form).collect()
}

/// The terms that begin with `word`.
pub(super) fn longer(dictionary: &Dictionary, word: &str) -> Vec<Form> {
    if word.chars().count() < MIN_PREFIX_CHARS {
        return Vec::new();
    }
    let begins = |term: &[u8]| term.starts_with(word.as_bytes()) && term.len() > word.len();
    most_frequent(dictionary, dictionary.matching(begins), weights::PREFIX)
}

/// Of `terms` as many as are read soon enough, those of most notes first.
fn most_frequent(dictionary: &Dictionary, mut terms: Vec<Term>, factor: u8) -> Vec<Form> {
    let total = terms.iter().map(|&term| u64::from(dictionary.count(term))).sum::<u64>();
    if total > MAX_POSTINGS {
        terms.sort_by(|&a, &b| {
            dictionary.count(b).cmp(&dictionary.count(a)).then_with(|| dictionary.text(a).cmp(dictionary.text(b)))
        });
    }
    let mut left = MAX_POSTINGS;
    let fits = |term: &Term| {
        let count = u64::from(dictionary.count(*term));
        left.checked_sub(count).is_some_and(|rest| {
            left = rest;
            true
        })
    };
    terms.into_iter().take_while(fits).map(|term| Form { term, factor }).collect()
}

/// Whether a term of the dictionary stands for a tag, not for a word.
pub(super) fn is_tag(term: &[u8]) -> bool {
    term.first() == Some(&b'#')
}

/// Whether `part`, not empty, is in `term`. Terms are short, so that no search is worth preparing.
pub(super) fn holds(term: &[u8], part: &[u8]) -> bool {
    let Some(last) = term.len().checked_sub(part.len()) else { return false };
    (0..=last).any(|at| term[at] == part[0] && term[at..].starts_with(part))
}
