//! Weak forms of the words of a query: the terms that begin like them, as most of their inflected forms do: `Freiheiten`
//! for `Freiheit`, `книгами` for `книга`; and those that end with them: `Nebelschifffahrt` for `Schifffahrt`; 鳴る for
//! 鳴り. This needs no knowledge of the language.

use super::dictionary::{Dictionary, Term};
use super::forms::{Form, PLAIN, has_digit, is_tag, most_frequent};
use super::function_words::is_function_word;
use super::weights;
use crate::search::words::{base, is_spaceless, unaccented_into};

/// How many letters must be the same; more in ASCII, mostly English, whose endings `base` knows.
const LETTERS: usize = 5;
const MORE_LETTERS: usize = 6;

/// The least bytes of a word that another may end with, and of what is before it.
const END: usize = 6;
const BEFORE_END: usize = 3;

/// How a word of the query begins.
struct Beginning {
    /// The index of the word.
    word: usize,
    /// Without accents.
    letters: String,
    /// Terms with the same base are forms already.
    base: String,
}

/// Adds to `forms`, which has those of each of `words`, the terms that begin like it.
pub(super) fn add_beginnings(dictionary: &Dictionary, words: &[String], forms: &mut [Vec<Form>]) {
    let wanted: Vec<Beginning> = words.iter().enumerate().filter_map(|(at, word)| beginning(at, word)).collect();
    let inflected: Vec<_> = (0_usize..).zip(words).filter(|(_, word)| is_inflected(word.as_bytes())).collect();
    if wanted.is_empty() && inflected.is_empty() {
        return;
    }
    let filter = Filter::new(&wanted);
    let mut found: Vec<Vec<Term>> = vec![Vec::new(); words.len()];
    let mut compounds = found.clone();
    let mut inflections = found.clone();
    let mut plain = String::new();
    let ends: Vec<_> = wanted.iter().map(|beginning| (beginning.word, words[beginning.word].as_bytes())).collect();
    dictionary.each(|term, bytes| {
        for &(word, end) in ends.iter().filter(|(_, end)| end.len() >= END && end.last() == bytes.last()) {
            let is_end = bytes.len() >= end.len() + BEFORE_END && bytes.ends_with(end) && !is_tag(bytes);
            if is_end && str::from_utf8(bytes).is_ok_and(|text| !has_digit(text)) {
                compounds[word].push(term);
            }
        }
        for (at, word) in &inflected {
            if is_inflected(bytes) && bytes[..3] == word.as_bytes()[..3] && bytes != word.as_bytes() {
                inflections[*at].push(term);
            }
        }
        if wanted.is_empty() || !filter.lets_pass(bytes) {
            return;
        }
        let Ok(text) = str::from_utf8(bytes) else { return };
        unaccented_into(text, &mut plain);
        for beginning in &wanted {
            if plain.starts_with(&beginning.letters) && !has_digit(text) && base(text) != beginning.base {
                found[beginning.word].push(term);
            }
        }
    });
    let all = found.into_iter().zip(compounds).zip(inflections);
    for (forms, ((found, compounds), inflections)) in forms.iter_mut().zip(all) {
        forms.extend(most_frequent(dictionary, found, weights::SAME_BEGINNING));
        forms.extend(most_frequent(dictionary, compounds, weights::COMPOUND));
        forms.extend(most_frequent(dictionary, inflections, weights::INFLECTION));
    }
}

/// Whether the `term` is an ideograph and the hiragana after it: an ending or a particle, as in 鳴り and 鳴る, 鐘は and 鐘が.
fn is_inflected(term: &[u8]) -> bool {
    matches!(term, [0xe4..=0xe9, _, _, 0xe3, 0x81 | 0x82, _])
}

/// The beginning of a word that has enough letters.
fn beginning(at: usize, word: &str) -> Option<Beginning> {
    let mut plain = String::new();
    unaccented_into(word, &mut plain);
    // In Arabic the article is most of five letters.
    let least = if word.is_ascii() || plain.starts_with("ال") { MORE_LETTERS } else { LETTERS };
    let base = base(word);
    let letters: String = if plain.is_ascii() { &base } else { &plain }.chars().take(least).collect();
    let is_enough = letters.chars().count() == least && letters.chars().all(char::is_alphabetic);
    let is_word = !is_spaceless(word) && !is_function_word(word) && !has_digit(word);
    (is_enough && is_word).then_some(Beginning { word: at, letters, base })
}

/// How many letters the filter looks at.
const LOOKED_AT: usize = 3;

/// Rules most terms out by their first bytes: there may be a million.
struct Filter {
    /// By letter: bits for its places in the beginnings.
    places: [u8; 0x800],
    /// Whether a beginning has letters of three bytes.
    has_wide: bool,
    plain: &'static [u16; 0x800],
}

impl Filter {
    fn new(wanted: &[Beginning]) -> Self {
        let mut filter = Self { places: [0; 0x800], has_wide: false, plain: &PLAIN };
        for beginning in wanted {
            for (at, letter) in beginning.letters.chars().take(LOOKED_AT).enumerate() {
                match filter.places.get_mut(u32::from(letter) as usize) {
                    Some(places) => *places |= 1 << at,
                    None => filter.has_wide = true,
                }
            }
        }
        filter
    }

    /// Whether the term may begin like one of the words.
    fn lets_pass(&self, term: &[u8]) -> bool {
        let mut rest = term;
        for at in 0..LOOKED_AT {
            let (code, len) = match *rest {
                [first @ 0..=0x7f, ..] => (usize::from(first), 1),
                [first @ 0xc0..=0xdf, second, ..] => (usize::from(first & 0x1f) << 6 | usize::from(second & 0x3f), 2),
                // Latin and Greek with more accents.
                [0xe1, 0xb8..=0xbf, ..] => return true,
                _ => return self.has_wide,
            };
            match self.plain[code] {
                0 => return true,
                letter if self.places[usize::from(letter)] & 1 << at == 0 => return false,
                _ => rest = &rest[len..],
            }
        }
        true
    }
}
