//! The distinct words of one note, with their weights.
#![expect(clippy::cast_possible_truncation, reason = "a slot is the low bits of a hash")]

use super::words64::{self, TOLD_APART, hash};

/// The most distinct words of a note, so that adding it takes milliseconds and bounded memory: an English dictionary
/// has fewer.
const MAX_WORDS: usize = 1 << 18;

/// The bits of a slot for an index plus one.
const INDEX_BITS: u32 = MAX_WORDS.ilog2() + 1;
const INDEX: u32 = (1 << INDEX_BITS) - 1;

/// The least slots: enough for a short note.
const LEAST: usize = 512;

/// The most slots that are kept for the next note, enough for 16,000 words: hardly any note has more.
const KEPT: usize = 1 << 15;

/// Bytes of text for each distinct word, roughly.
const BYTES_FOR_ONE: usize = 16;

/// Words and their weights.
#[derive(Debug, Default)]
pub(super) struct WordCounts {
    /// A hash table of indices into `words` plus one, below the highest bits of the hash; 0 if empty. The length is a
    /// power of two.
    slots: Vec<u32>,
    words: Vec<WordCount>,
    /// Their terms, in 64-bit words.
    terms: Vec<u64>,
}

/// A word and its weight.
#[derive(Debug, Clone, Copy)]
pub(super) struct CountedWord<'a> {
    /// The term in 64-bit words, and its length in bytes.
    pub term: &'a [u64],
    pub len: u32,
    pub hash: u64,
    pub weight: u32,
}

/// One word.
#[derive(Debug, Clone, Copy)]
struct WordCount {
    hash: u64,
    start: u32,
    len: u32,
    weight: u32,
}

/// What a slot has of a hash.
fn mark(hash: u64) -> u32 {
    (hash >> 32) as u32 & !INDEX
}

impl WordCounts {
    /// Makes room for the words of a text of `bytes`, if there are none yet.
    pub fn expect(&mut self, bytes: usize) {
        let room = (bytes / BYTES_FOR_ONE * 2).next_power_of_two().clamp(LEAST, KEPT);
        if self.words.is_empty() && self.slots.len() < room {
            self.slots.resize(room, 0);
        }
    }

    /// Adds to the weight of `term`. Returns whether there was room for it.
    pub fn add(&mut self, term: &str, weight: u32) -> bool {
        if self.words.len() * 2 >= self.slots.len() {
            self.grow();
        }
        let hash = hash(term.as_bytes());
        let mask = self.slots.len() - 1;
        let mut slot = hash as usize & mask;
        while self.slots[slot] != 0 {
            let entry = self.slots[slot];
            if (entry ^ mark(hash)) >> INDEX_BITS == 0 {
                let word = &mut self.words[(entry & INDEX) as usize - 1];
                if word.hash == hash
                    && word.len as usize == term.len()
                    && (term.len() <= TOLD_APART
                        || self.terms[word.start as usize..]
                            .iter()
                            .zip(words64::each(term.as_bytes()))
                            .all(|(a, b)| *a == b))
                {
                    word.weight = word.weight.saturating_add(weight);
                    return true;
                }
            }
            slot = (slot + 1) & mask;
        }
        let (Ok(start), Ok(len)) = (u32::try_from(self.terms.len()), u32::try_from(term.len())) else { return false };
        if self.words.len() >= MAX_WORDS {
            return false;
        }
        words64::each(term.as_bytes()).for_each(|word64| self.terms.push(word64));
        self.words.push(WordCount { hash, start, len, weight });
        self.slots[slot] = mark(hash) | self.words.len() as u32;
        true
    }

    fn grow(&mut self) {
        let room = (self.slots.len() * 4).max(LEAST);
        self.slots.clear();
        self.slots.resize(room, 0);
        for (index, word) in (1..).zip(&self.words) {
            let mut slot = word.hash as usize & (room - 1);
            while self.slots[slot] != 0 {
                slot = (slot + 1) & (room - 1);
            }
            self.slots[slot] = mark(word.hash) | index;
        }
    }

    /// Each word, in order of first occurrence.
    pub fn each(&self) -> impl Iterator<Item = CountedWord<'_>> {
        self.words.iter().map(|word| CountedWord {
            term: &self.terms[word.start as usize..][..(word.len as usize).div_ceil(8).max(1)],
            len: word.len,
            hash: word.hash,
            weight: word.weight,
        })
    }

    pub fn len(&self) -> usize {
        self.words.len()
    }

    /// Removes all words, and keeps the memory for the next note unless it is large.
    pub fn clear(&mut self) {
        if self.slots.len() > KEPT {
            *self = Self::default();
        }
        // Short notes must not clear more than they use.
        self.slots.truncate(LEAST);
        self.slots.fill(0);
        self.words.clear();
        self.terms.clear();
    }

    pub fn memory(&self) -> usize {
        self.slots.capacity() * size_of::<u32>()
            + self.words.capacity() * size_of::<WordCount>()
            + self.terms.capacity() * size_of::<u64>()
    }
}
