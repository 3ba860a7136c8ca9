//! Weak forms of the words of a query: the terms that begin like them, as most of their inflected forms do: `Freiheiten`
//! for `Freiheit`, `книгами` for `книга`; and those that end with them: `Nebelschifffahrt` for `Schifffahrt`; 鳴る for
//! 鳴り. This needs no knowledge of the language, but that Arabic writes particles and the article with the next word,
//! and that Turkish words have many endings.

use super::dictionary::{Dictionary, Term, str};
use super::forms::{Form, most_frequent};
use super::function_words::is_function_word;
use super::term_buckets::{has_digit, is_inflected};
use super::weights;
use crate::search::words::{PARTICLES, Stems, base as base_of, beginning_into, is_spaceless};

/// How many letters must be the same; more in ASCII, mostly English, whose endings `base` knows, and fewer in Arabic, whose
/// short vowels are not written.
const LETTERS: usize = 5;
const MORE_LETTERS: usize = 6;
const FEWER_LETTERS: usize = 4;

/// The most forms of a stem that are added at a time.
const MAX_ADDED: usize = 256;

/// The letters of an Arabic root.
const ROOT: usize = 3;

/// The least bytes of a word that another may end with, and of what is before it.
const END: usize = 6;
const BEFORE_END: usize = 3;

/// The terms that begin or end like `word`.
pub(super) fn beginnings(dictionary: &Dictionary, word: &str) -> Vec<Form> {
    if is_inflected(word.as_bytes()) {
        let (written, word) = (word, word.as_bytes());
        let is_same = |term: &[u8]| is_inflected(term) && term[..3] == word[..3] && term != word;
        let found = matching(dictionary, dictionary.buckets().starting(written), is_same);
        return most_frequent(dictionary, found, weights::INFLECTION);
    }
    let Some(Beginning { starts, base }) = beginning(word) else { return Vec::new() };
    let (mut forms, mut plain) = (Vec::new(), String::new());
    for letters in &starts {
        let begins = |term: &[u8]| {
            // ASCII has no accents.
            if term.is_ascii() && !term.starts_with(letters.as_bytes()) {
                return false;
            }
            let term = str(term);
            beginning_into(term, &mut plain);
            plain.starts_with(letters) && base_of(term) != base
        };
        let found = matching(dictionary, dictionary.buckets().starting(letters), begins);
        forms.extend(most_frequent(dictionary, found, weights::SAME_BEGINNING));
    }
    if word.len() >= END {
        let is_longer = |term: &[u8]| term.len() >= word.len() + BEFORE_END && term.ends_with(word.as_bytes());
        let is_compound = |term: &[u8]| is_longer(term) && base_of(str(term)) != base;
        let found = matching(dictionary, dictionary.buckets().ending(word), is_compound);
        forms.extend(most_frequent(dictionary, found, weights::COMPOUND));
    }
    forms
}

/// Adds the terms that are the Arabic `word` with a particle, or without the one that it begins with.
pub(super) fn add_with_particles(dictionary: &Dictionary, word: &str, forms: &mut Vec<Form>) {
    let base = base_of(word);
    if !base.starts_with(|c| matches!(c, '\u{620}'..='\u{64a}')) || is_function_word(word) {
        return;
    }
    let mut add = |letters: &str, particle: &str| {
        let other = base_of(&[particle, letters].concat());
        if letters.chars().count() >= ROOT && other != base {
            add_new(&mut dictionary.with_base(&other).into_iter(), forms);
        }
    };
    for particle in PARTICLES {
        // Letters like an article may be part of the word.
        add(word, particle);
        add(&base, particle);
        if let Some(bare) = word.strip_prefix(particle) {
            add(bare, "");
        }
    }
}

/// Adds the terms that are Turkish forms of `word` with other endings.
pub(super) fn add_turkish_forms(dictionary: &Dictionary, word: &str, forms: &mut Vec<Form>) {
    let (mut plain, mut other) = (String::new(), String::new());
    beginning_into(word, &mut plain);
    if is_function_word(word) || has_digit(word) || is_spaceless(word) {
        return;
    }
    let stems = Stems::of(&plain);
    let is_form = |&term: &Term| {
        beginning_into(dictionary.text(term), &mut other);
        stems.share(&other)
    };
    add_new(&mut dictionary.buckets().with_three_letters(&plain).filter(is_form), forms);
}

/// Adds those of `terms` that are not among `forms`.
fn add_new(terms: &mut dyn Iterator<Item = Term>, forms: &mut Vec<Form>) {
    let most = forms.len() + MAX_ADDED;
    for term in terms {
        if forms.len() < most && forms.iter().all(|form| form.term != term) {
            forms.push(Form { term, factor: weights::SAME_BEGINNING });
        }
    }
}

/// Those of `terms` whose bytes satisfy `is`.
fn matching(
    dictionary: &Dictionary,
    terms: impl Iterator<Item = Term>,
    mut is: impl FnMut(&[u8]) -> bool,
) -> Vec<Term> {
    terms.filter(|&term| is(dictionary.bytes_of(term))).collect()
}

/// How a word of the query begins.
struct Beginning {
    /// The first letters of its forms.
    starts: Vec<String>,
    /// Terms with the same base are forms already.
    base: String,
}

/// The beginning of a word that has enough letters.
fn beginning(word: &str) -> Option<Beginning> {
    let (mut plain, base) = (String::new(), base_of(word));
    beginning_into(word, &mut plain);
    let is_arabic = plain.starts_with(|c| matches!(c, '\u{620}'..='\u{64a}'));
    let least = match () {
        () if is_arabic => FEWER_LETTERS,
        () if word.is_ascii() => MORE_LETTERS,
        () => LETTERS,
    };
    let whole = if plain.is_ascii() { &base } else { &plain };
    let first = |letters: &str| letters.chars().take(least).collect::<String>();
    let is_enough = |letters: &String| letters.chars().count() == least && letters.chars().all(char::is_alphabetic);
    let mut starts = vec![first(whole)];
    if is_arabic {
        starts.extend(PARTICLES.iter().filter_map(|particle| whole.strip_prefix(particle)).map(first));
        starts.retain(is_enough);
        let with_particle = |letters: &String| PARTICLES.map(|particle| format!("{particle}{letters}"));
        starts.extend(starts.iter().flat_map(with_particle).collect::<Vec<_>>());
    }
    let is_word = !is_spaceless(word) && !is_function_word(word) && !has_digit(word);
    (is_word && is_enough(&first(whole))).then_some(Beginning { starts, base })
}
