//! Terms by how they begin and how they end, so that similar ones are found without a scan of all.

use super::marked_terms::is_marked;
use super::pages::{ADDRESS_BITS, Address};
use crate::search::words::{beginning_into, is_spaceless};
use crate::stored_bytes::{ByteReader, ByteWriter};

/// Buckets by the first letter, and of each by the next two letters.
const FIRST: usize = 32;
const NEXT: usize = 32;

/// The least bytes of a term that another may end like, and how many of the last bytes choose its bucket.
const END: usize = 9;
const LAST: usize = 3;

/// The highest bits of an entry are a mark of what follows the letters of its bucket, or is before them, so that most
/// terms are not looked at. Addresses leave them free.
const MARK_SHIFT: u32 = ADDRESS_BITS;
const MARKS: u32 = 1 << (Address::BITS - MARK_SHIFT);
const ADDRESS: Address = (1 << MARK_SHIFT) - 1;

/// The terms, in buckets.
#[derive(Debug)]
pub(super) struct TermBuckets {
    starts: Vec<Vec<Address>>,
    ends: Vec<Vec<Address>>,
    plain: String,
}

/// A bucket, and the mark of an entry.
#[derive(Debug, Clone, Copy)]
struct Place {
    bucket: usize,
    mark: u32,
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
        for (bucket, mark) in self.buckets_of(term) {
            bucket.push(at | mark << MARK_SHIFT);
        }
    }

    /// Removes `term`, which was at `at`.
    pub fn remove(&mut self, term: &str, at: Address) {
        for (bucket, mark) in self.buckets_of(term) {
            if let Some(place) = bucket.iter().position(|&other| other == at | mark << MARK_SHIFT) {
                bucket.swap_remove(place);
            }
        }
    }

    fn buckets_of(&mut self, term: &str) -> impl Iterator<Item = (&mut Vec<Address>, u32)> {
        let is_inflected = is_inflected(term.as_bytes());
        let is_word = is_inflected || !(is_marked(term.as_bytes()) || is_spaceless(term) || has_digit(term));
        let start = is_word.then(|| {
            if !is_inflected {
                beginning_into(term, &mut self.plain);
            }
            let place = start(if is_inflected { term } else { &self.plain });
            (&mut self.starts[place.bucket], place.mark)
        });
        let end = (is_word && term.len() >= END).then(|| {
            let place = end(term);
            (&mut self.ends[place.bucket], place.mark)
        });
        start.into_iter().chain(end)
    }

    /// The terms that may begin with `plain`, as [`beginning_into`] writes it: at least four letters.
    pub fn starting(&self, plain: &str) -> impl Iterator<Item = Address> {
        let place = start(plain);
        marked(&self.starts[place.bucket], place.mark)
    }

    /// The terms that may begin with the first three letters of `plain`, as [`beginning_into`] writes it.
    pub fn with_three_letters(&self, plain: &str) -> impl Iterator<Item = Address> {
        self.starts[start(plain).bucket].iter().map(|&entry| entry & ADDRESS)
    }

    /// The terms that may begin with the first letter of `plain`, as [`beginning_into`] writes them.
    pub fn with_first_letter(&self, plain: &str) -> impl Iterator<Item = Address> {
        let first = start(plain).bucket / NEXT * NEXT;
        self.starts[first..first + NEXT].iter().flatten().map(|&entry| entry & ADDRESS)
    }

    /// The terms that may end with `word`, of at least six bytes.
    pub fn ending(&self, word: &str) -> impl Iterator<Item = Address> {
        let place = end(word);
        marked(&self.ends[place.bucket], place.mark)
    }

    /// Writes a bucket, and drops it. Returns whether there was one.
    pub fn store_one(&mut self, into: &mut ByteWriter) -> bool {
        let all = self.starts.iter_mut().chain(&mut self.ends).enumerate();
        let Some((number, bucket)) = all.into_iter().find(|(_, bucket)| !bucket.is_empty()) else { return false };
        into.count(number);
        into.count(bucket.len() * size_of::<Address>());
        for entry in std::mem::take(bucket) {
            into.0.extend(entry.to_le_bytes());
        }
        true
    }

    /// Restores a bucket; `None` if it is damaged.
    pub fn restore_one(&mut self, from: &mut ByteReader<'_>) -> Option<()> {
        let bucket = self.starts.iter_mut().chain(&mut self.ends).nth(from.count()?)?;
        let (entries, rest) = from.bytes()?.as_chunks();
        bucket.extend(entries.iter().map(|entry| Address::from_le_bytes(*entry)));
        rest.is_empty().then_some(())
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

fn marked(bucket: &[Address], mark: u32) -> impl Iterator<Item = Address> {
    bucket.iter().filter(move |&&entry| entry >> MARK_SHIFT == mark).map(|&entry| entry & ADDRESS)
}

/// The bucket by the first three letters, and the mark by the fourth; of an inflected word, only by the ideograph.
fn start(plain: &str) -> Place {
    let is_inflected = is_inflected(plain.as_bytes());
    let mut letters = plain.chars().map(|letter| letter as usize);
    let first = letters.next().unwrap_or(0);
    let count = if is_inflected { 0 } else { 2 };
    let next = letters.by_ref().take(count).fold(first / FIRST, |next, letter| next * 7 + letter);
    let fourth = letters.next().filter(|_| !is_inflected).unwrap_or(0);
    Place { bucket: first % FIRST * NEXT + next % NEXT, mark: mark(fourth) }
}

/// The bucket by the last three bytes, and the mark by the three before.
fn end(term: &str) -> Place {
    let mut bytes = term.bytes().rev().map(usize::from);
    let mut key = || bytes.by_ref().take(LAST).fold(0, |key, byte| key * 37 + byte);
    Place { bucket: key() % (FIRST * NEXT), mark: mark(key()) }
}

#[expect(clippy::cast_possible_truncation, reason = "there are few marks")]
fn mark(of: usize) -> u32 {
    of as u32 % MARKS
}

/// Whether it has a digit: `number7` and `number8` are different things.
pub(super) fn has_digit(term: &str) -> bool {
    // Letters of common scripts, before the tables.
    let is_letter = |c| matches!(c, '\u{100}'..='\u{65f}' | '\u{4e00}'..='\u{9fff}' | '\u{ac00}'..='\u{d7a3}');
    term.chars().any(|c| !is_letter(c) && c.is_numeric())
}

#[cfg(test)]
#[cfg(not(target_arch = "wasm32"))]
mod tests {
    use proptest::prelude::*;

    use super::TermBuckets;
    use crate::search::words::beginning_into;

    proptest! {
        #[test]
        fn a_term_is_among_those_that_begin_or_end_like_it(
            term in "[a-zäöüéа-яα-ω]{4,12}", at in 1_u32..1 << 28, letters in 4_usize..=6, last in 6_usize..=12,
        ) {
            let (mut buckets, mut plain) = (TermBuckets::default(), String::new());
            buckets.add(&term, at);
            beginning_into(&term, &mut plain);
            let start: String = plain.chars().take(letters).collect();
            let end = &term[term.ceil_char_boundary(term.len().saturating_sub(last))..];
            let is_long = term.len() >= 9 && end.len() >= 6;
            let count = |buckets: &TermBuckets| {
                let starting = start.chars().count() >= 4 && buckets.starting(&start).eq([at]);
                (starting, buckets.with_first_letter(&start).eq([at]), !is_long || buckets.ending(end).eq([at]))
            };
            prop_assert_eq!(count(&buckets), (true, true, true));
            buckets.remove(&term, at);
            prop_assert_eq!(buckets.with_first_letter(&start).count(), 0);
        }
    }
}
