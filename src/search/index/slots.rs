//! A hash table of addresses. What stands at them, and what is equal, is for whoever asks.
//!
//! It is parted by the hash into small tables that grow on their own, so that no insertion moves more than a few thousand
//! entries, however many there are.

/// How many tables there are: with a million entries, 4,000 in each.
const PARTS: usize = 256;

/// Bits of an entry that are of its hash, so that most unequal ones are not looked at.
const TAG_BITS: u32 = 4;

/// The room of a table that is not empty.
const LEAST: usize = 8;

/// Addresses below 2 to the 28th by their hashes; several may have the same.
#[derive(Debug)]
pub(super) struct Slots {
    parts: Vec<Part>,
}

#[derive(Debug, Default)]
struct Part {
    /// 0 where there is nothing.
    slots: Box<[u32]>,
    used: usize,
}

impl Default for Slots {
    fn default() -> Self {
        Self { parts: (0..PARTS).map(|_| Part::default()).collect() }
    }
}

impl Slots {
    /// The first address with this hash for which `is` holds.
    pub fn find(&self, hash: u64, mut is: impl FnMut(u32) -> bool) -> Option<u32> {
        let part = &self.parts[part(hash)];
        let wanted = tag(hash);
        let mut index = part.home(hash);
        while let Some(&entry) = part.slots.get(index).filter(|&&entry| entry != 0) {
            if entry & !ADDRESS == wanted && is(address(entry)) {
                return Some(address(entry));
            }
            index = part.after(index);
        }
        None
    }

    /// The first address that may have this hash, 0 if none.
    pub fn likely(&self, hash: u64) -> u32 {
        let part = &self.parts[part(hash)];
        part.slots.get(part.home(hash)).map_or(0, |&entry| address(entry))
    }

    /// Adds `at`, which is not 0; `hash_of` tells the hashes of what is there already.
    pub fn insert(&mut self, hash: u64, at: u32, hash_of: impl Fn(u32) -> u64) {
        let part = &mut self.parts[part(hash)];
        if (part.used + 1) * 5 > part.slots.len() * 4 {
            // Half as much again: twice would leave more empty on average than the fewer moves are worth.
            let room = (part.slots.len() * 3 / 2).max(LEAST);
            let old = std::mem::replace(&mut part.slots, vec![0; room].into_boxed_slice());
            for entry in old.into_iter().filter(|&entry| entry != 0) {
                let at = address(entry);
                part.put(hash_of(at), at);
            }
        }
        part.put(hash, at);
        part.used += 1;
    }

    /// Takes `at` out.
    pub fn remove(&mut self, hash: u64, at: u32, hash_of: impl Fn(u32) -> u64) {
        let part = &mut self.parts[part(hash)];
        let room = part.slots.len();
        let mut index = part.home(hash);
        loop {
            match part.slots.get(index) {
                None | Some(0) => return,
                Some(&entry) if address(entry) == at => break,
                _ => index = part.after(index),
            }
        }
        // What follows moves up, unless that would put it before its place.
        let mut hole = index;
        loop {
            index = part.after(index);
            let entry = part.slots[index];
            if entry == 0 {
                break;
            }
            let wanted = part.home(hash_of(address(entry)));
            if (index + room - wanted) % room >= (index + room - hole) % room {
                part.slots[hole] = entry;
                hole = index;
            }
        }
        part.slots[hole] = 0;
        part.used -= 1;
    }

    pub fn bytes(&self) -> usize {
        self.parts.iter().map(|part| size_of::<Part>() + part.slots.len() * size_of::<u32>()).sum()
    }
}

impl Part {
    fn home(&self, hash: u64) -> usize {
        // The low 32 bits, spread evenly over the room.
        (((hash & 0xffff_ffff) * self.slots.len() as u64) >> 32) as usize
    }

    fn after(&self, index: usize) -> usize {
        if index + 1 == self.slots.len() { 0 } else { index + 1 }
    }

    fn put(&mut self, hash: u64, at: u32) {
        let mut index = self.home(hash);
        while self.slots[index] != 0 {
            index = self.after(index);
        }
        self.slots[index] = tag(hash) | at;
    }
}

const ADDRESS: u32 = u32::MAX >> TAG_BITS;

fn address(entry: u32) -> u32 {
    entry & ADDRESS
}

fn part(hash: u64) -> usize {
    (hash >> 56) as usize % PARTS
}

fn tag(hash: u64) -> u32 {
    (((hash >> 40) as u32) << (32 - TAG_BITS)) & !ADDRESS
}

/// The hash of a term: eight bytes at a time, then mixed so that all bits tell.
pub(super) fn hash(bytes: &[u8]) -> u64 {
    const MULTIPLIER: u64 = 0x9e37_79b9_7f4a_7c15;
    let (chunks, rest) = bytes.as_chunks::<8>();
    let mut hash = bytes.len() as u64;
    for chunk in chunks {
        hash = (hash.rotate_left(23) ^ u64::from_le_bytes(*chunk)).wrapping_mul(MULTIPLIER);
    }
    let last = rest.iter().fold(0, |last, &byte| last << 8 | u64::from(byte));
    hash = (hash.rotate_left(23) ^ last).wrapping_mul(MULTIPLIER);
    hash ^= hash >> 32;
    hash = hash.wrapping_mul(0xd6e8_feb8_6659_fd93);
    hash ^ hash >> 29
}
