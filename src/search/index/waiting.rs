//! Words of notes on their way into the dictionary. To find a term's place there takes reading all over memory, so a few
//! MB of text wait here until many of their words go to the same places.
//!
//! They are parted as the dictionary's table is: what goes to one part of it is gathered, and put in at once.

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

/// One term of [`Words`].
#[derive(Debug, Clone, Copy)]
pub(super) struct Group {
    pub hash: u64,
    /// Where its first word is.
    at: usize,
    /// Where its postings end.
    end: usize,
}

/// Words by their terms.
#[derive(Debug)]
pub(super) struct Groups<'a> {
    words: &'a [u8],
    pub groups: Vec<Group>,
    postings: Vec<Posting>,
}

impl Words {
    pub fn len(&self) -> usize {
        self.count
    }

    /// Puts together the words of each term.
    pub fn groups(&self, part: usize) -> Groups<'_> {
        let top = (part as u64) << 56;
        let mask = (self.count * 3 / 2).next_power_of_two() - 1;
        // Indices of groups, and one more.
        let mut slots = vec![0_u32; mask + 1];
        let mut groups: Vec<Group> = Vec::with_capacity(self.count / 2);
        let mut members: Vec<u32> = Vec::with_capacity(self.count);
        for at in self.starts() {
            let hash = number(&self.bytes, at);
            let mut slot = hash as usize & mask;
            let index = loop {
                let Some(index) = (slots[slot] as usize).checked_sub(1) else {
                    groups.push(Group { hash: top | u64::from(hash), at, end: 0 });
                    slots[slot] = u32::try_from(groups.len()).unwrap_or(0);
                    break groups.len() - 1;
                };
                let group = &groups[index];
                if group.hash == top | u64::from(hash) && same(term(&self.bytes, group.at), term(&self.bytes, at)) {
                    break index;
                }
                slot = (slot + 1) & mask;
            };
            groups[index].end += 1;
            members.push(u32::try_from(index).unwrap_or(0));
        }
        // From counts to where each begins; then each moves to its end as it is filled.
        let mut begin = 0;
        for group in &mut groups {
            (group.end, begin) = (begin, begin + group.end);
        }
        let mut postings = vec![Posting { part: 0, weight: 0 }; self.count];
        for (at, index) in self.starts().zip(members) {
            let end = &mut groups[index as usize].end;
            postings[*end] = Posting { part: number(&self.bytes, at + PART), weight: self.bytes[at + WEIGHT] };
            *end += 1;
        }
        Groups { words: &self.bytes, groups, postings }
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

impl Groups<'_> {
    /// The term of a group.
    pub fn term(&self, group: &Group) -> &[u8] {
        term(self.words, group.at)
    }

    /// Each group, with its postings in order.
    pub fn each(&self) -> impl Iterator<Item = (&Group, &[Posting])> {
        let mut begin = 0;
        self.groups.iter().map(move |group| (group, &self.postings[std::mem::replace(&mut begin, group.end)..group.end]))
    }
}

fn term(words: &[u8], at: usize) -> &[u8] {
    &words[at + TERM..][..usize::from(words[at + LEN])]
}
