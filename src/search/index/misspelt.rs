//! What a misspelt word of a query may mean: terms that differ from it in a letter, or in two if it is long. Only for
//! words that no note has in any form, so that no right word finds more. Or two words that are written as one.

use super::dictionary::{Dictionary, Term, str};
use super::forms::{Form, most_frequent};
use super::rank::{RankedWord, Tally};
use super::term_buckets::has_digit;
use super::weights;
use super::word_index::Index;
use crate::search::words::{beginning_into, is_spaceless, unaccented_into};

/// The least letters of a word that may be misspelt, and of one that may be misspelt twice.
const LETTERS: usize = 4;
const LETTERS_FOR_TWO: usize = 8;

/// The terms that `word`, which no note has, may mean.
pub(super) fn misspelt(dictionary: &Dictionary, word: &str) -> Vec<Form> {
    let (mut plain, mut other) = (String::new(), Vec::new());
    unaccented_into(word, &mut plain);
    let letters: Vec<char> = plain.chars().collect();
    let is_word = !has_digit(word) && !is_spaceless(word);
    let most = match letters.len() {
        _ if !is_word => return Vec::new(),
        0..LETTERS => return Vec::new(),
        LETTERS..LETTERS_FOR_TWO => 1,
        _ => 2,
    };
    let mut of_term = String::new();
    let its_set = set(&letters);
    let mut is_near = |term: &Term| {
        let text = dictionary.bytes_of(*term);
        // In most scripts a letter takes two bytes, in some three.
        let width = if text.is_ascii() { 1 } else { 3 };
        if text.len() > width * (letters.len() + 2) || letters.len() > text.len() + 2 {
            return false;
        }
        other.clear();
        if text.is_ascii() {
            other.extend(text.iter().map(|&byte| char::from(byte)));
        } else {
            unaccented_into(str(text), &mut of_term);
            other.extend(of_term.chars());
        }
        // A letter that is replaced changes the set by two.
        letters.first() == other.first()
            && (its_set ^ set(&other)).count_ones() as usize <= 2 * most
            && is_within(&letters, &other, most)
    };
    let mut beginning = String::new();
    beginning_into(word, &mut beginning);
    let found: Vec<Term> = dictionary.buckets().with_first_letter(&beginning).filter(|term| is_near(term)).collect();
    most_frequent(dictionary, found, weights::MISSPELT)
}

/// The least letters of each of two words that are written as one.
const LETTERS_OF_PART: usize = 4;

impl Index {
    /// Tallies the notes that have both parts of `word`, which no note has: `hyphen` and `connected` for `hyphenconnected`.
    /// Returns the parts.
    pub(super) fn tally_parts(&self, word: &str, tally: &mut Tally) -> Vec<Form> {
        let dictionary = &self.dictionary;
        if has_digit(word) || is_spaceless(word) {
            return Vec::new();
        }
        let known = |part: &str| dictionary.find(part).filter(|_| part.chars().count() >= LETTERS_OF_PART);
        let with =
            |term: Term| RankedWord { forms: vec![(dictionary.text(term).into(), 1.0)], ..RankedWord::default() };
        for (at, _) in word.char_indices() {
            let Some(parts) = known(&word[..at]).zip(known(&word[at..])) else { continue };
            let second = self.notes_with(&with(parts.1), |_| true);
            for id in self.notes_with(&with(parts.0), |id| second.contains(&id)) {
                let note = &mut tally.notes[id.0 as usize];
                (note.best, note.text) = (weights::JOINED, weights::JOINED.into());
                tally.touched.push(id);
            }
            if !tally.touched.is_empty() {
                return [parts.0, parts.1].map(|term| Form { term, factor: weights::JOINED }).into();
            }
        }
        Vec::new()
    }
}

/// The letters of a word as bits: different sets, different words.
fn set(letters: &[char]) -> u64 {
    letters.iter().fold(0, |set, &letter| set | 1 << (u32::from(letter) % 64))
}

/// The longest word that is compared: terms have at most 64 bytes.
const MAX_LETTERS: usize = 64;

/// Whether `word` becomes `other` by at most `most` letters added, left out or replaced, or two adjacent ones swapped.
fn is_within(word: &[char], other: &[char], most: usize) -> bool {
    if word.len().abs_diff(other.len()) > most || word.len().max(other.len()) > MAX_LETTERS {
        return false;
    }
    // Three table of the usual table.
    let mut table = [[0_usize; MAX_LETTERS + 1]; 3];
    table[0] = std::array::from_fn(|at| at);
    for (i, &from) in word.iter().enumerate() {
        let (row, above, higher) = ((i + 1) % 3, i % 3, (i + 2) % 3);
        table[row][0] = i + 1;
        let mut nearest = i + 1;
        for (j, &into) in other.iter().enumerate() {
            let replaced = table[above][j] + usize::from(from != into);
            let mut least = replaced.min(table[above][j + 1] + 1).min(table[row][j] + 1);
            if i > 0 && j > 0 && from == other[j - 1] && into == word[i - 1] {
                least = least.min(table[higher][j - 1] + 1);
            }
            table[row][j + 1] = least;
            nearest = nearest.min(least);
        }
        if nearest > most {
            return false;
        }
    }
    table[word.len() % 3][other.len()] <= most
}

#[cfg(test)]
mod tests {
    use super::is_within;

    #[test]
    fn letters_added_left_out_replaced_and_swapped_count() {
        for (word, other, distance) in [
            ("budget", "budget", 0),
            ("budget", "budgt", 1),
            ("budget", "buddget", 1),
            ("budget", "bugdet", 1),
            ("budget", "budgit", 1),
            ("budget", "bugdt", 2),
            ("meeting", "meating", 1),
            ("Größe", "Grösse", 2),
            ("", "ab", 2),
        ] {
            let letters = |text: &str| text.chars().collect::<Vec<_>>();
            let (word, other) = (letters(word), letters(other));
            assert!(is_within(&word, &other, distance) && is_within(&other, &word, distance));
            assert!(distance == 0 || !is_within(&word, &other, distance - 1));
        }
    }
}
