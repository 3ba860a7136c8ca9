//! Words of notes that are not in the dictionary yet. Adding a term jumps through memory, so the words of a few MB of
//! text are collected until many of them go to the same places.
//!
//! They are split like the dictionary's table: the words for one sub-table are collected and added at once.
#![expect(clippy::cast_possible_truncation, reason = "all that waits takes some MB")]

use super::counts::CountedWord;
use super::postings::Posting;
use super::slots::{PARTS, part};
use super::weights::quantised;
use super::words64::MAX_TERM_BYTES;

/// The most 64-bit words that are pending: the words of some 8 MB of text. Twice as many would save a tenth of the
/// time.
const MAX_WORDS64: usize = 12 << 17;

/// An entry is the low half of the hash and the part; then the weight, the length and the term, padded with zeros.
const HEAD: usize = 1;
const LEN_SHIFT: u32 = 8;
const TERM_SHIFT: u32 = 16;

/// The pending words.
#[derive(Debug, Default)]
pub(super) struct PendingWords {
    /// By sub-table; empty while there are none.
    parts: Vec<SubTableWords>,
    words64: usize,
    /// The next sub-table to add to.
    next: usize,
}

/// Words for one sub-table, one after the other.
#[derive(Debug, Default)]
pub(super) struct SubTableWords {
    words64: Vec<u64>,
    count: usize,
}

impl PendingWords {
    /// Adds a word of a note's part. Returns whether it is short enough.
    pub fn push(&mut self, word: CountedWord<'_>, part_of_note: u32) -> bool {
        if word.len as usize > MAX_TERM_BYTES {
            return false;
        }
        if self.parts.is_empty() {
            self.parts.resize_with(PARTS, SubTableWords::default);
        }
        let words = &mut self.parts[part(word.hash)];
        let first = u64::from(word.hash as u32) | u64::from(part_of_note) << 32;
        let second = u64::from(quantised(word.weight)) | u64::from(word.len) << LEN_SHIFT | word.term[0] << TERM_SHIFT;
        let more = |at: usize| {
            let word64 = word.term.get(at).map_or(0, |word64| word64 << TERM_SHIFT);
            word.term[at - 1] >> (64 - TERM_SHIFT) | word64
        };
        let units = units(second);
        // Most terms end here.
        match units {
            1 => words.words64.extend_from_slice(&[first, second]),
            2 => words.words64.extend_from_slice(&[first, second, more(1)]),
            _ => {
                words.words64.extend_from_slice(&[first, second, more(1), more(2)]);
                words.words64.extend((3..units).map(more));
            }
        }
        words.count += 1;
        self.words64 += HEAD + units;
        true
    }

    pub fn is_full(&self) -> bool {
        self.words64 > MAX_WORDS64
    }

    pub fn is_empty(&self) -> bool {
        self.words64 == 0
    }

    /// Takes the words of the next non-empty sub-table, and its index. Frees its memory once nothing is pending.
    pub fn take(&mut self) -> Option<(usize, SubTableWords)> {
        if self.words64 == 0 {
            self.parts = Vec::new();
            return None;
        }
        loop {
            let part = self.next;
            self.next = (part + 1) % PARTS;
            let words = std::mem::take(self.parts.get_mut(part)?);
            if words.count > 0 {
                self.words64 -= words.words64.len();
                return Some((part, words));
            }
        }
    }

    /// Returns the memory of words that were taken.
    pub fn give_back(&mut self, part: usize, mut words: SubTableWords) {
        words.words64.clear();
        words.count = 0;
        if let Some(place) = self.parts.get_mut(part) {
            *place = words;
        }
    }

    pub fn memory(&self) -> usize {
        self.parts.iter().map(|words| size_of::<SubTableWords>() + words.words64.capacity() * size_of::<u64>()).sum()
    }
}

impl SubTableWords {
    pub fn len(&self) -> usize {
        self.count
    }

    /// Where each entry starts.
    fn starts(&self) -> impl Iterator<Item = usize> {
        let mut next = 0;
        std::iter::from_fn(move || {
            let at = next;
            next += HEAD + units(*self.words64.get(at + HEAD)?);
            Some(at)
        })
    }

    /// Whether the entries at `a` and `b` have the same term.
    fn are_same(&self, a: usize, b: usize) -> bool {
        let (a, b) = (&self.words64[a + HEAD..], &self.words64[b + HEAD..]);
        (a[0] ^ b[0]) >> LEN_SHIFT == 0 && (1..units(a[0])).all(|at| a[at] == b[at])
    }
}

/// How many 64-bit words the weight, the length and the term take; `first` is the first of them.
fn units(first: u64) -> usize {
    (TERM_SHIFT as usize / 8 + (first >> LEN_SHIFT & 0xff) as usize).div_ceil(8)
}

/// A term of [`SubTableWords`].
#[derive(Debug, Clone, Copy)]
pub(super) struct TermGroup {
    pub hash: u64,
    /// Where its first entry is.
    at: usize,
    /// Where its postings start and end.
    begin: usize,
    end: usize,
}

/// Words grouped by term, in reused memory.
#[derive(Debug, Default)]
pub(super) struct TermGroups {
    pub all: Vec<TermGroup>,
    postings: Vec<Posting>,
    /// A hash table of group indices plus one; 0 if empty.
    slots: Vec<u32>,
    /// The group of each word.
    members: Vec<u32>,
}

impl TermGroups {
    /// Groups the words for the sub-table `part` by term.
    pub fn fill(&mut self, words: &SubTableWords, part: usize) {
        let top = (part as u64) << 56;
        let mask = (words.count * 3 / 2).next_power_of_two() - 1;
        self.all.clear();
        self.members.clear();
        self.slots.clear();
        self.slots.resize(mask + 1, 0);
        for at in words.starts() {
            let hash = top | words.words64[at] & u64::from(u32::MAX);
            let mut slot = hash as usize & mask;
            let index = loop {
                let Some(index) = (self.slots[slot] as usize).checked_sub(1) else {
                    self.all.push(TermGroup { hash, at, begin: 0, end: 0 });
                    self.slots[slot] = self.all.len() as u32;
                    break self.all.len() - 1;
                };
                let group = &self.all[index];
                if group.hash == hash && words.are_same(group.at, at) {
                    break index;
                }
                slot = (slot + 1) & mask;
            };
            self.all[index].end += 1;
            self.members.push(index as u32);
        }
        // Turns counts into start offsets; `end` then grows as the group is filled.
        let mut begin = 0;
        for group in &mut self.all {
            let count = group.end;
            (group.begin, group.end) = (begin, begin);
            begin += count;
        }
        self.postings.clear();
        self.postings.resize(words.count, Posting { part: 0, weight: 0 });
        for (at, &index) in words.starts().zip(&self.members) {
            let end = &mut self.all[index as usize].end;
            self.postings[*end] =
                Posting { part: (words.words64[at] >> 32) as u32, weight: words.words64[at + HEAD] as u8 };
            *end += 1;
        }
    }

    /// The postings of a group, in order.
    pub fn postings(&self, group: &TermGroup) -> &[Posting] {
        &self.postings[group.begin..group.end]
    }

    /// The parts of notes with the term.
    pub fn parts(&self, group: &TermGroup) -> impl Iterator<Item = u32> {
        self.postings(group).iter().map(|posting| posting.part)
    }

    pub fn memory(&self) -> usize {
        self.all.capacity() * size_of::<TermGroup>()
            + self.postings.capacity() * size_of::<Posting>()
            + (self.slots.capacity() + self.members.capacity()) * size_of::<u32>()
    }
}

impl TermGroup {
    /// The length and the first byte of its term, which tells the script: similar terms have similar values.
    pub fn kind(&self, words: &SubTableWords) -> u32 {
        let first = words.words64[self.at + HEAD];
        let (len, byte) = (first >> LEN_SHIFT & 0xff, first >> TERM_SHIFT & 0xff);
        (len << 8 | byte) as u32
    }

    /// Its term, copied from `words` into `bytes`.
    pub fn term<'a>(&self, words: &SubTableWords, bytes: &'a mut Bytes) -> &'a [u8] {
        let words64 = &words.words64[self.at + HEAD..];
        let len = (words64[0] >> LEN_SHIFT & 0xff) as usize;
        for (word64, place) in words64[..units(words64[0])].iter().zip(bytes.as_chunks_mut::<8>().0) {
            *place = word64.to_le_bytes();
        }
        let start = TERM_SHIFT as usize / 8;
        &bytes[start..start + len]
    }
}

/// Space for the longest term and what precedes it.
pub(super) type Bytes = [u8; (MAX_TERM_BYTES + 2).next_multiple_of(8)];
pub(super) const NO_BYTES: Bytes = [0; (MAX_TERM_BYTES + 2).next_multiple_of(8)];
