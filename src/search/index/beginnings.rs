//! Weak forms of the words of a query: the terms that begin like them, as most of their inflected forms do: `Freiheiten`
//! for `Freiheit`, `книгами` for `книга`; and those that end with them: `Nebelschifffahrt` for `Schifffahrt`; 鳴る for
//! 鳴り. This needs no knowledge of the language.

use super::dictionary::{Dictionary, Term, str};
use super::forms::{Form, most_frequent};
use super::function_words::is_function_word;
use super::term_buckets::{has_digit, is_inflected};
use super::weights;
use crate::search::words::{base as base_of, is_spaceless, unaccented_into};

/// How many letters must be the same; more in ASCII, mostly English, whose endings `base` knows.
const LETTERS: usize = 5;
const MORE_LETTERS: usize = 6;

/// The least bytes of a word that another may end with, and of what is before it.
const END: usize = 6;
const BEFORE_END: usize = 3;

/// Adds to `forms`, which has those of each of `words`, the terms that begin or end like it.
pub(super) fn add_beginnings(dictionary: &Dictionary, words: &[String], forms: &mut [Vec<Form>]) {
    for (word, forms) in words.iter().zip(forms) {
        if is_inflected(word.as_bytes()) {
            let (written, word) = (word, word.as_bytes());
            let is_same = |term: &[u8]| is_inflected(term) && term[..3] == word[..3] && term != word;
            let found = matching(dictionary, dictionary.buckets().starting(written), is_same);
            forms.extend(most_frequent(dictionary, found, weights::INFLECTION));
        } else if let Some(Beginning { letters, base }) = beginning(word) {
            let mut plain = String::new();
            let begins = |term: &[u8]| {
                // ASCII has no accents.
                if term.is_ascii() && !term.starts_with(letters.as_bytes()) {
                    return false;
                }
                let term = str(term);
                unaccented_into(term, &mut plain);
                plain.starts_with(&letters) && base_of(term) != base
            };
            let found = matching(dictionary, dictionary.buckets().starting(&letters), begins);
            forms.extend(most_frequent(dictionary, found, weights::SAME_BEGINNING));
            if word.len() >= END {
                let is_compound =
                    |term: &[u8]| term.len() >= word.len() + BEFORE_END && term.ends_with(word.as_bytes());
                let found = matching(dictionary, dictionary.buckets().ending(word), is_compound);
                forms.extend(most_frequent(dictionary, found, weights::COMPOUND));
            }
        }
    }
}

/// Those of `terms` whose bytes satisfy `is`.
fn matching(dictionary: &Dictionary, terms: &[Term], mut is: impl FnMut(&[u8]) -> bool) -> Vec<Term> {
    terms.iter().copied().filter(|&term| is(dictionary.bytes_of(term))).collect()
}

/// How a word of the query begins.
struct Beginning {
    /// Without accents.
    letters: String,
    /// Terms with the same base are forms already.
    base: String,
}

/// The beginning of a word that has enough letters.
fn beginning(word: &str) -> Option<Beginning> {
    let mut plain = String::new();
    unaccented_into(word, &mut plain);
    // In Arabic the article is most of five letters.
    let least = if word.is_ascii() || plain.starts_with("ال") { MORE_LETTERS } else { LETTERS };
    let base = base_of(word);
    let letters: String = if plain.is_ascii() { &base } else { &plain }.chars().take(least).collect();
    let is_enough = letters.chars().count() == least && letters.chars().all(char::is_alphabetic);
    let is_word = !is_spaceless(word) && !is_function_word(word) && !has_digit(word);
    (is_enough && is_word).then_some(Beginning { letters, base })
}
