//! Terms by how they begin and how they end, so that similar ones are found without a scan of all.

use super::pages::Address;
use super::tag_terms::is_tag;
use crate::search::words::{beginning_into, is_spaceless};

/// Buckets by the first letter, and of each by the next two letters.
const FIRST: usize = 32;
const NEXT: usize = 32;

/// The least bytes of a term that another may end like, and how many of the last bytes are compared.
const END: usize = 9;
const LAST: usize = 3;

/// The terms, in buckets.
#[derive(Debug)]
pub(super) struct TermBuckets {
    starts: Vec<Vec<Address>>,
    ends: Vec<Vec<Address>>,
    plain: String,
}

impl Default for TermBuckets {
    fn default() -> Self {
        let buckets = || vec![Vec::new(); FIRST * NEXT];
        Self { starts: buckets(), ends: buckets(), plain: String::new() }
    }
}

impl TermBuckets {
    /// Adds `term`, which is at `at`.
    pub fn add(&mut self, term: &str, at: Address) {
        for bucket in self.buckets_of(term) {
            bucket.push(at);
        }
    }

    /// Removes `term`, which was at `at`.
    pub fn remove(&mut self, term: &str, at: Address) {
        for bucket in self.buckets_of(term) {
            if let Some(place) = bucket.iter().position(|&other| other == at) {
                bucket.swap_remove(place);
            }
        }
    }

    fn buckets_of(&mut self, term: &str) -> impl Iterator<Item = &mut Vec<Address>> {
        let is_inflected = is_inflected(term.as_bytes());
        let is_word = is_inflected || !(is_tag(term.as_bytes()) || has_digit(term) || is_spaceless(term));
        let start = is_word.then(|| {
            if !is_inflected {
                beginning_into(term, &mut self.plain);
            }
            &mut self.starts[start(if is_inflected { term } else { &self.plain })]
        });
        let end = (is_word && term.len() >= END).then(|| &mut self.ends[end(term)]);
        start.into_iter().chain(end)
    }

    /// The terms that may begin with the first three letters of `plain`, as [`beginning_into`] writes them.
    pub fn starting(&self, plain: &str) -> &[Address] {
        &self.starts[start(plain)]
    }

    /// The terms that may begin with the first letter of `plain`, as [`beginning_into`] writes them.
    pub fn with_first_letter(&self, plain: &str) -> impl Iterator<Item = Address> {
        let first = start(plain) / NEXT * NEXT;
        self.starts[first..first + NEXT].iter().flatten().copied()
    }

    /// The terms that may end with `word`.
    pub fn ending(&self, word: &str) -> &[Address] {
        &self.ends[end(word)]
    }

    /// The memory that they take.
    pub fn bytes(&self) -> usize {
        let all = || self.starts.iter().chain(&self.ends);
        all().map(|bucket| size_of::<Vec<Address>>() + bucket.capacity() * size_of::<Address>()).sum()
    }
}

/// Whether the `term` is an ideograph and the hiragana after it: an ending or a particle, as in 鳴り and 鳴る, 鐘は and 鐘が.
pub(super) fn is_inflected(term: &[u8]) -> bool {
    matches!(term, [0xe4..=0xe9, _, _, 0xe3, 0x81 | 0x82, _])
}

/// The bucket by the first three letters; of an inflected word, by the ideograph.
fn start(plain: &str) -> usize {
    let count = if is_inflected(plain.as_bytes()) { 1 } else { 3 };
    let mut letters = plain.chars().take(count).map(|letter| letter as usize);
    let first = letters.next().unwrap_or(0);
    let next = letters.fold(first / FIRST, |next, letter| next * 7 + letter);
    first % FIRST * NEXT + next % NEXT
}

fn end(term: &str) -> usize {
    let last = &term.as_bytes()[term.len().saturating_sub(LAST)..];
    last.iter().fold(0, |key, &byte| key * 37 + usize::from(byte)) % (FIRST * NEXT)
}

/// Whether it has a digit: `number7` and `number8` are different things.
pub(super) fn has_digit(term: &str) -> bool {
    // Letters of common alphabets, before the tables.
    term.chars().any(|c| !matches!(c, '\u{100}'..='\u{65f}') && c.is_numeric())
}
