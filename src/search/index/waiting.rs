//! Words of notes on their way into the dictionary. To find a term's place there takes reading all over memory, so a few
//! MB of text wait here until many of their words go to the same places.
//!
//! They are parted as the dictionary's table is: what goes to one part of it is gathered, and put in at once.
#![expect(clippy::cast_possible_truncation, reason = "all that waits takes some MB")]

use super::pages::number;
use super::postings::Posting;
use super::slots::{PARTS, part, same};

/// How many bytes wait at most: the words of some 8 MB of text. Twice as many would save a tenth of the time.
const MAX_BYTES: usize = 12 << 20;

/// What a word begins with: the low half of its hash, the part of a note, the weight, and its length in bytes.
const PART: usize = 4;
const WEIGHT: usize = 8;
const LEN: usize = 9;
const TERM: usize = 10;

/// The words that wait.
#[derive(Debug, Default)]
pub(super) struct Waiting {
    /// By parts of the table; empty while there is none.
    parts: Vec<Words>,
    bytes: usize,
    /// The part that is put in next.
    next: usize,
}

/// Words of one part of the table, one behind the other.
#[derive(Debug, Default)]
pub(super) struct Words {
    bytes: Vec<u8>,
    count: usize,
}

impl Waiting {
    /// Adds a word; whether it is short enough.
    pub fn push(&mut self, hash: u64, term: &str, posting: Posting) -> bool {
        let Ok(len) = u8::try_from(term.len()) else { return false };
        if self.parts.is_empty() {
            self.parts.resize_with(PARTS, Words::default);
        }
        let mut head = [0; TERM];
        head[..PART].copy_from_slice(&hash.to_le_bytes()[..PART]);
        head[PART..WEIGHT].copy_from_slice(&posting.part.to_le_bytes());
        (head[WEIGHT], head[LEN]) = (posting.weight, len);
        let words = &mut self.parts[part(hash)];
        words.bytes.extend_from_slice(&head);
        words.bytes.extend_from_slice(term.as_bytes());
        words.count += 1;
        self.bytes += TERM + term.len();
        true
    }

    pub fn is_full(&self) -> bool {
        self.bytes > MAX_BYTES
    }

    /// Takes the words of the next part that has some, and which it is. Forgets its memory when nothing waits any more.
    pub fn take(&mut self) -> Option<(usize, Words)> {
        if self.bytes == 0 {
            self.parts = Vec::new();
            return None;
        }
        loop {
            let part = self.next;
            self.next = (part + 1) % PARTS;
            let words = std::mem::take(self.parts.get_mut(part)?);
            if words.count > 0 {
                self.bytes -= words.bytes.len();
                return Some((part, words));
            }
        }
    }

    /// Gives back the memory of words that were taken.
    pub fn give_back(&mut self, part: usize, mut words: Words) {
        words.bytes.clear();
        words.count = 0;
        if let Some(place) = self.parts.get_mut(part) {
            *place = words;
        }
    }

    pub fn memory(&self) -> usize {
        self.parts.iter().map(|words| size_of::<Words>() + words.bytes.capacity()).sum()
    }
}

impl Words {
    pub fn len(&self) -> usize {
        self.count
    }

    /// The term of the word at `at`.
    fn term(&self, at: usize) -> &[u8] {
        &self.bytes[at + TERM..][..usize::from(self.bytes[at + LEN])]
    }

    /// Where each word starts.
    fn starts(&self) -> impl Iterator<Item = usize> {
        let mut next = 0;
        std::iter::from_fn(move || {
            let at = next;
            next += TERM + usize::from(*self.bytes.get(at + LEN)?);
            Some(at)
        })
    }
}

/// One term of [`Words`].
#[derive(Debug, Clone, Copy)]
pub(super) struct Group {
    pub hash: u64,
    /// Where its first word is.
    at: usize,
    /// Where its postings begin and end.
    begin: usize,
    end: usize,
}

/// Words by their terms, in memory that is used again.
#[derive(Debug, Default)]
pub(super) struct Groups {
    pub all: Vec<Group>,
    postings: Vec<Posting>,
    /// Indices of groups, and one more; 0 where there is none.
    slots: Vec<u32>,
    /// The group of each word.
    members: Vec<u32>,
}

impl Groups {
    /// Puts together the words of each term. `part` is that of the table.
    pub fn fill(&mut self, words: &Words, part: usize) {
        let top = (part as u64) << 56;
        let mask = (words.count * 3 / 2).next_power_of_two() - 1;
        self.all.clear();
        self.members.clear();
        self.slots.clear();
        self.slots.resize(mask + 1, 0);
        for at in words.starts() {
            let hash = top | u64::from(number(&words.bytes, at));
            let mut slot = hash as usize & mask;
            let index = loop {
                let Some(index) = (self.slots[slot] as usize).checked_sub(1) else {
                    self.all.push(Group { hash, at, begin: 0, end: 0 });
                    self.slots[slot] = self.all.len() as u32;
                    break self.all.len() - 1;
                };
                let group = &self.all[index];
                if group.hash == hash && same(words.term(group.at), words.term(at)) {
                    break index;
                }
                slot = (slot + 1) & mask;
            };
            self.all[index].end += 1;
            self.members.push(index as u32);
        }
        // From counts to where each begins; then each grows to its end as it is filled.
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
            self.postings[*end] = Posting { part: number(&words.bytes, at + PART), weight: words.bytes[at + WEIGHT] };
            *end += 1;
        }
    }

    /// The postings of a group, in order.
    pub fn postings(&self, group: &Group) -> &[Posting] {
        &self.postings[group.begin..group.end]
    }

    pub fn memory(&self) -> usize {
        self.all.capacity() * size_of::<Group>()
            + self.postings.capacity() * size_of::<Posting>()
            + (self.slots.capacity() + self.members.capacity()) * size_of::<u32>()
    }
}

impl Group {
    /// Its term, in the words that it is of.
    pub fn term<'a>(&self, words: &'a Words) -> &'a [u8] {
        words.term(self.at)
    }
}
