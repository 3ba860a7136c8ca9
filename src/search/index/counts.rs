//! The words of one note, each once, with what they weigh in it.
#![expect(clippy::cast_possible_truncation, reason = "a slot is the low bits of a hash")]

use super::words64::{self, TOLD_APART, hash};

/// The most words that are told apart in a note, so that putting one stays a matter of milliseconds and its memory
/// bounded: a dictionary of English is shorter.
const MAX_WORDS: usize = 1 << 18;

/// Words and their weights.
#[derive(Debug, Default)]
pub(super) struct WordCounts {
    /// Indices into `words`, and one more, below the high half of the hash; 0 where there is none. A power of two.
    slots: Vec<u64>,
    words: Vec<WordCount>,
    /// Their terms, as `words64` has them.
    terms: Vec<u64>,
}

/// A word as it is told.
#[derive(Debug, Clone, Copy)]
pub(super) struct CountedWord<'a> {
    /// Its term, as `words64` has it; it has `len` bytes.
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

impl WordCounts {
    /// Adds to the weight of `term`. Whether there was room for it.
    pub fn add(&mut self, term: &str, weight: u32) -> bool {
        if self.words.len() * 2 >= self.slots.len() {
            self.grow();
        }
        let hash = hash(term.as_bytes());
        let mask = self.slots.len() - 1;
        let mut slot = hash as usize & mask;
        while self.slots[slot] != 0 {
            let entry = self.slots[slot];
            if entry >> 32 == hash >> 32 {
                let word = &mut self.words[entry as u32 as usize - 1];
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
        self.slots[slot] = hash >> 32 << 32 | self.words.len() as u64;
        true
    }

    fn grow(&mut self) {
        // A short note's words.
        let room = (self.slots.len() * 2).max(512);
        self.slots.clear();
        self.slots.resize(room, 0);
        for (index, word) in (1..).zip(&self.words) {
            let mut slot = word.hash as usize & (room - 1);
            while self.slots[slot] != 0 {
                slot = (slot + 1) & (room - 1);
            }
            self.slots[slot] = word.hash >> 32 << 32 | index;
        }
    }

    /// Each word, in the order in which they were first met.
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

    /// Forgets the words, and keeps the memory for the next note's if it is not much.
    pub fn clear(&mut self) {
        // Room for 2,000 words: few notes have more, and what is kept is emptied for every note.
        const KEPT: usize = 4096;
        if self.slots.len() > KEPT {
            *self = Self::default();
        }
        self.slots.fill(0);
        self.words.clear();
        self.terms.clear();
    }

    pub fn memory(&self) -> usize {
        self.slots.capacity() * size_of::<u64>()
            + self.words.capacity() * size_of::<WordCount>()
            + self.terms.capacity() * size_of::<u64>()
    }
}
