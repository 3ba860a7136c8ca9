//! A hash table of addresses. The caller compares what is at them.
//!
//! It is split by the hash into small tables that grow separately, so that no insertion moves more than a few thousand
//! entries. An entry keeps half of its hash: what is at an address is far away in memory, and is read only if it is
//! almost certainly a match.
#![expect(clippy::cast_possible_truncation, reason = "it takes numbers apart by their bits")]

use crate::stored_bytes::{ByteReader, ByteWriter};

/// The number of sub-tables: with a million entries, 4,000 in each.
pub(super) const PARTS: usize = 256;

/// Minimum capacity of a non-empty table.
const LEAST: usize = 8;

/// Addresses by hash; several may have the same hash.
#[derive(Debug)]
pub(super) struct Slots {
    parts: Vec<SubTable>,
}

#[derive(Debug, Default)]
struct SubTable {
    /// The low half of the hash above the address; 0 if empty.
    slots: Box<[u64]>,
    used: usize,
}

impl Default for Slots {
    fn default() -> Self {
        Self { parts: (0..PARTS).map(|_| SubTable::default()).collect() }
    }
}

impl Slots {
    /// The first address with this hash that satisfies `is`.
    pub fn find(&self, hash: u64, mut is: impl FnMut(u32) -> bool) -> Option<u32> {
        let part = &self.parts[part(hash)];
        let mut index = part.home(hash);
        while let Some(&entry) = part.slots.get(index).filter(|&&entry| entry != 0) {
            if entry >> 32 == u64::from(hash as u32) && is(entry as u32) {
                return Some(entry as u32);
            }
            index = part.after(index);
        }
        None
    }

    /// The first address that may have this hash; 0 if none.
    pub fn likely(&self, hash: u64) -> u32 {
        self.find(hash, |_| true).unwrap_or(0)
    }

    /// Writes a sub-table, and drops it. Returns whether there was one.
    pub fn store_one(&mut self, into: &mut ByteWriter) -> bool {
        let Some((number, part)) = self.parts.iter_mut().enumerate().find(|(_, part)| !part.slots.is_empty()) else {
            return false;
        };
        into.count(number);
        into.count(part.slots.len() * size_of::<u64>());
        for entry in std::mem::take(part).slots {
            into.word64(entry);
        }
        true
    }

    /// Restores a sub-table; `None` if it is damaged.
    pub fn restore_one(&mut self, from: &mut ByteReader<'_>) -> Option<()> {
        let part = self.parts.get_mut(from.count()?)?;
        let (words, rest) = from.bytes()?.as_chunks();
        let slots: Box<[u64]> = words.iter().map(|word| u64::from_le_bytes(*word)).collect();
        let used = slots.iter().filter(|&&entry| entry != 0).count();
        // What looks for an address ends at a free place.
        let is_new = part.slots.is_empty() && used < slots.len() && rest.is_empty();
        *part = SubTable { slots, used };
        is_new.then_some(())
    }

    /// Adds `at`, which is not 0.
    pub fn insert(&mut self, hash: u64, at: u32) {
        let part = &mut self.parts[part(hash)];
        if (part.used + 1) * 8 > part.slots.len() * 7 {
            // Grows by a quarter: more would waste more memory than it saves moves.
            let room = (part.slots.len() * 5 / 4).max(LEAST);
            let old = std::mem::replace(&mut part.slots, vec![0; room].into_boxed_slice());
            // Their homes ascend, but for those that went on at the start: from a home to the next free place, all are
            // taken.
            let (mut before, mut next) = (0, 0);
            for entry in old.into_iter().filter(|&entry| entry != 0) {
                let home = part.home(entry >> 32);
                let from = if home >= before && next < room { home.max(next) } else { home };
                next = part.put(entry, from) + 1;
                before = home;
            }
        }
        part.put(hash << 32 | u64::from(at), part.home(hash));
        part.used += 1;
    }

    /// Adds addresses with their hashes. Memory latency dominates, so all places are loaded first: the loads overlap.
    pub fn insert_all(&mut self, entries: &[(u64, u32)]) {
        let place = |hash| {
            let part = &self.parts[part(hash)];
            part.slots.get(part.home(hash)).copied().unwrap_or(0)
        };
        std::hint::black_box(entries.iter().fold(0, |read, &(hash, _)| read ^ place(hash)));
        for &(hash, at) in entries {
            self.insert(hash, at);
        }
    }

    /// Removes `at`.
    pub fn remove(&mut self, hash: u64, at: u32) {
        let part = &mut self.parts[part(hash)];
        let room = part.slots.len();
        let mut index = part.home(hash);
        loop {
            match part.slots.get(index) {
                None | Some(0) => return,
                Some(&entry) if entry as u32 == at => break,
                _ => index = part.after(index),
            }
        }
        // Later entries move up, unless that puts them before their home.
        let mut hole = index;
        loop {
            index = part.after(index);
            let entry = part.slots[index];
            if entry == 0 {
                break;
            }
            let wanted = part.home(entry >> 32);
            if (index + room - wanted) % room >= (index + room - hole) % room {
                part.slots[hole] = entry;
                hole = index;
            }
        }
        part.slots[hole] = 0;
        part.used -= 1;
    }

    pub fn bytes(&self) -> usize {
        self.parts.iter().map(|part| size_of::<SubTable>() + part.slots.len() * size_of::<u64>()).sum()
    }
}

impl SubTable {
    fn home(&self, hash: u64) -> usize {
        // The low 32 bits, scaled to the capacity.
        ((u64::from(hash as u32) * self.slots.len() as u64) >> 32) as usize
    }

    fn after(&self, index: usize) -> usize {
        if index + 1 == self.slots.len() { 0 } else { index + 1 }
    }

    /// Puts `entry` into the first free place from `index` on, and returns it.
    fn put(&mut self, entry: u64, mut index: usize) -> usize {
        while self.slots[index] != 0 {
            index = self.after(index);
        }
        self.slots[index] = entry;
        index
    }
}

/// The sub-table of a hash.
pub(super) fn part(hash: u64) -> usize {
    (hash >> 56) as usize % PARTS
}

#[cfg(test)]
mod tests {
    use super::Slots;

    #[test]
    fn what_is_added_is_found_however_often_the_table_grows() {
        // Where many have a place at the end of the table, some are at its start.
        for first in [0, u32::MAX / 2, u32::MAX - 40] {
            let spread = |at: u32| at.wrapping_mul(0x9e37_79b9);
            let hash = |at: u32| u64::from(if at.is_multiple_of(3) { first + at % 40 } else { spread(at) });
            let mut slots = Slots::default();
            for at in 1..=2000 {
                slots.insert(hash(at), at);
                let (one, is) = (spread(at) % at + 1, |other| other == spread(at) % at + 1);
                assert_eq!(slots.find(hash(one), is), Some(one), "{one} of {at}");
            }
            assert!((1..=2000).all(|at| slots.find(hash(at), |other| other == at) == Some(at)));
        }
    }
}
