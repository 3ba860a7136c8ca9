//! The terms that a word of a query matches: itself, without accents, with other endings, as one with the word beside it;
//! for a character of a script without spaces the pairs that contain it; for an unfinished word the longer ones.
//! `beginnings` and `misspelt` find more.

use lectern_base::sort::sort_by;

use super::dictionary::{Dictionary, Term};
use super::function_words::is_function_word;
use super::marked_terms::is_marked;
use super::weights;
use crate::search::words::{base, is_name, is_spaceless, is_unit, unaccented_into};

/// Maximum postings of terms found by a scan. Reading them takes a few milliseconds.
const MAX_POSTINGS: u64 = 400_000;

/// Minimum characters of a prefix.
const MIN_PREFIX_CHARS: usize = 2;

/// A term that a word matches, and its factor.
#[derive(Debug, Clone, Copy)]
pub(super) struct Form {
    pub term: Term,
    pub factor: u8,
}

/// The forms of the term `word`.
pub(super) fn forms(dictionary: &Dictionary, word: &str) -> Vec<Form> {
    if is_unit(word) {
        let found = dictionary.holding(word);
        let words = found.into_iter().filter(|&term| !is_marked(dictionary.bytes_of(term))).collect();
        return most_frequent(dictionary, words, weights::EXACT);
    }
    let (mut plain, mut other) = (String::new(), String::new());
    unaccented_into(word, &mut plain);
    let mut form = |term| {
        let text = dictionary.text(term);
        unaccented_into(text, &mut other);
        let have_accents = text != other && word != plain;
        let factor = match () {
            () if text == word => weights::EXACT,
            () if other == plain && have_accents => weights::OTHER_ACCENTS,
            () if other == plain => weights::UNACCENTED,
            () => weights::SAME_BASE,
        };
        Form { term, factor }
    };
    let found = dictionary.with_base(&base(word));
    found.into_iter().filter(|&term| !is_marked(dictionary.text(term).as_bytes())).map(&mut form).collect()
}

/// The forms of the words before and after the word at `at` that are written as one with it: `email` for `e mail`; but not
/// `away` for `a way`, and no numbers.
pub(super) fn joined(dictionary: &Dictionary, words: &[String], at: usize) -> Vec<Form> {
    let is_part = |word: &String| {
        let is_function = word == "a" || (word.len() > 1 && is_function_word(word));
        !(is_function || is_spaceless(word) || is_name(word))
    };
    let is_number = |term: &str| term.bytes().all(|byte| byte.is_ascii_digit());
    let pairs = words[at.saturating_sub(1)..words.len().min(at + 2)].windows(2);
    let terms = pairs.filter(|pair| pair.iter().all(is_part)).map(<[String]>::concat);
    let found = terms.filter(|term| !is_number(term)).flat_map(|term| forms(dictionary, &term));
    found.map(|form| Form { factor: form.factor.min(weights::JOINED), ..form }).collect()
}

/// Of the end of an abbreviation with a number, such as `18n`, the terms with one letter before: `i18n`.
pub(super) fn abbreviations(dictionary: &Dictionary, word: &str) -> Vec<Form> {
    let bytes = word.as_bytes();
    let is_end = matches!(bytes, [b'0'..=b'9', b'0'..=b'9', .., b'a'..=b'z']);
    let letters = ('a'..='z').filter(|_| is_end);
    let found = letters.filter_map(|letter| dictionary.find(&format!("{letter}{word}")));
    found.map(|term| Form { term, factor: weights::COMPOUND }).collect()
}

/// The terms that start with `word`.
pub(super) fn longer(dictionary: &Dictionary, word: &str) -> Vec<Form> {
    if word.chars().count() < MIN_PREFIX_CHARS {
        return Vec::new();
    }
    let begins = |term: &[u8]| term.starts_with(word.as_bytes()) && term.len() > word.len();
    most_frequent(dictionary, dictionary.matching(word, begins), weights::PREFIX)
}

/// As many of `terms` as can be read quickly, most frequent first.
pub(super) fn most_frequent(dictionary: &Dictionary, mut terms: Vec<Term>, factor: u8) -> Vec<Form> {
    let total = terms.iter().map(|&term| u64::from(dictionary.count(term))).sum::<u64>();
    if total > MAX_POSTINGS {
        sort_by(&mut terms, |&a, &b| {
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

/// Whether `term` contains the non-empty `part`. Terms are short, so a plain search is fastest.
pub(super) fn holds(term: &[u8], part: &[u8]) -> bool {
    let Some(last) = term.len().checked_sub(part.len()) else { return false };
    (0..=last).any(|at| term[at] == part[0] && term[at..].starts_with(part))
}
