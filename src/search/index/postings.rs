//! In which parts of notes a term stands, and with what weight: lists that grow at their end, each in chunks of a shared
//! memory. What a part is, and whether it still counts, the index knows.
//!
//! A posting is the distance from the part before, in seven bits a byte, and one byte of weight. A list's first chunk
//! begins with where the list ends; every chunk ends with the address of the next. Tidying writes a list anew over
//! itself, which never takes more, and keeps the chunks left over for others.

use super::pages::{Address, Pages, number, set_number};

/// What a list's first chunk begins with: the last part, the chunk that is written, how far, and which one it is.
const LAST: usize = 0;
const TAIL: usize = 4;
const USED: usize = 8;
const STEP: usize = 10;
const HEAD: usize = 11;

/// The address of the next chunk.
const LINK: usize = 4;

/// Bytes of the chunks of a list in order, then all the last: a third more each time, so that a quarter is empty at most,
/// up to where links and empty ends no longer matter.
const SIZES: [u16; 12] = [24, 16, 24, 32, 48, 64, 96, 128, 192, 256, 512, 1024];

/// The lists of all terms.
#[derive(Debug, Default)]
pub(super) struct Postings {
    pages: Pages,
    /// The first chunk that is free, of each step's size; it begins with the address of the next.
    free: [Address; SIZES.len()],
}

/// One posting.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Posting {
    pub part: u32,
    pub weight: u8,
}

impl Postings {
    /// A new list; `None` if there is no room left.
    pub fn begin(&mut self) -> Option<Address> {
        let head = self.chunk(0)?;
        let bytes = self.pages.at_mut(head);
        set_number(bytes, LAST, 0);
        set_number(bytes, TAIL, head);
        set_small(bytes, USED, HEAD);
        bytes[STEP] = 0;
        Some(head)
    }

    /// Adds a posting of a part behind the last one. Whether there was room.
    pub fn push(&mut self, head: Address, posting: Posting) -> bool {
        let bytes = self.pages.at(head);
        let (last, tail) = (number(bytes, LAST), number(bytes, TAIL));
        let (used, step) = (small(bytes, USED), usize::from(bytes[STEP]));
        let mut cursor = Cursor { chunk: tail, at: used, step };
        let mut distance = posting.part - last;
        while distance >= 0x80 {
            if !self.write(&mut cursor, distance.to_le_bytes()[0] | 0x80) {
                return false;
            }
            distance >>= 7;
        }
        if !self.write(&mut cursor, distance.to_le_bytes()[0]) || !self.write(&mut cursor, posting.weight) {
            return false;
        }
        self.set_end(head, posting.part, cursor);
        true
    }

    fn set_end(&mut self, head: Address, last: u32, cursor: Cursor) {
        let bytes = self.pages.at_mut(head);
        set_number(bytes, LAST, last);
        set_number(bytes, TAIL, cursor.chunk);
        set_small(bytes, USED, cursor.at);
        bytes[STEP] = u8::try_from(cursor.step).unwrap_or(u8::MAX);
    }

    /// Writes a byte; takes another chunk, or goes on to the one that is there, where one is full.
    fn write(&mut self, cursor: &mut Cursor, byte: u8) -> bool {
        let end = chunk_size(cursor.step) - LINK;
        if cursor.at == end {
            let mut next = number(self.pages.at(cursor.chunk), end);
            if next == 0 {
                let Some(chunk) = self.chunk(cursor.step + 1) else { return false };
                set_number(self.pages.at_mut(cursor.chunk), end, chunk);
                next = chunk;
            }
            *cursor = Cursor { chunk: next, at: 0, step: (cursor.step + 1).min(SIZES.len() - 1) };
        }
        self.pages.at_mut(cursor.chunk)[cursor.at] = byte;
        cursor.at += 1;
        true
    }

    /// An empty chunk.
    fn chunk(&mut self, step: usize) -> Option<Address> {
        let step = step.min(SIZES.len() - 1);
        let free = self.free[step];
        if free == 0 {
            return self.pages.take(chunk_size(step));
        }
        let bytes = &mut self.pages.at_mut(free)[..chunk_size(step)];
        self.free[step] = number(bytes, 0);
        bytes.fill(0);
        Some(free)
    }

    /// The postings of a list.
    pub fn iter(&self, head: Address, count: u32) -> Iter<'_> {
        let bytes = self.pages.at(head);
        Iter { pages: &self.pages, bytes, end: chunk_size(0) - LINK, at: HEAD, step: 0, part: 0, left: count }
    }

    /// Leaves out the postings for which `keep` does not hold; how many are left. An empty list is gone.
    pub fn retain(&mut self, head: Address, count: u32, mut keep: impl FnMut(u32) -> bool) -> Vec<Posting> {
        let kept: Vec<Posting> = self.iter(head, count).filter(|posting| keep(posting.part)).collect();
        if kept.len() == count as usize {
            return kept;
        }
        // A list of one is kept by its term itself.
        if kept.len() < 2 {
            self.release(head, 0);
            return kept;
        }
        self.set_end(head, 0, Cursor { chunk: head, at: HEAD, step: 0 });
        for &posting in &kept {
            // There is room, for it takes no more than before.
            self.push(head, posting);
        }
        let bytes = self.pages.at(head);
        let (tail, step) = (number(bytes, TAIL), usize::from(bytes[STEP]));
        let link = chunk_size(step) - LINK;
        let rest = number(self.pages.at(tail), link);
        set_number(self.pages.at_mut(tail), link, 0);
        self.release(rest, step + 1);
        kept
    }

    /// Makes a chunk and all that follow it free.
    fn release(&mut self, mut chunk: Address, mut step: usize) {
        while chunk != 0 {
            let size = chunk_size(step);
            let next = number(self.pages.at(chunk), size - LINK);
            let free = step.min(SIZES.len() - 1);
            set_number(self.pages.at_mut(chunk), 0, self.free[free]);
            self.free[free] = chunk;
            (chunk, step) = (next, (step + 1).min(SIZES.len() - 1));
        }
    }

    pub fn bytes(&self) -> usize {
        self.pages.bytes()
    }
}

/// Where a list is written.
#[derive(Debug, Clone, Copy)]
struct Cursor {
    chunk: Address,
    at: usize,
    step: usize,
}

/// The postings of a list, in order.
#[derive(Debug)]
pub(super) struct Iter<'a> {
    pages: &'a Pages,
    bytes: &'a [u8],
    at: usize,
    end: usize,
    step: usize,
    part: u32,
    left: u32,
}

impl Iter<'_> {
    fn byte(&mut self) -> u8 {
        if self.at == self.end {
            self.bytes = self.pages.at(number(self.bytes, self.end));
            self.step = (self.step + 1).min(SIZES.len() - 1);
            self.end = chunk_size(self.step) - LINK;
            self.at = 0;
        }
        let byte = self.bytes.get(self.at).copied().unwrap_or_default();
        self.at += 1;
        byte
    }
}

impl Iterator for Iter<'_> {
    type Item = Posting;

    fn next(&mut self) -> Option<Posting> {
        self.left = self.left.checked_sub(1)?;
        let (mut distance, mut shift) = (0, 0);
        loop {
            let byte = self.byte();
            distance |= u32::from(byte & 0x7f) << shift;
            shift += 7;
            if byte < 0x80 || shift > 28 {
                break;
            }
        }
        self.part = self.part.wrapping_add(distance);
        Some(Posting { part: self.part, weight: self.byte() })
    }
}

fn chunk_size(step: usize) -> usize {
    usize::from(SIZES[step.min(SIZES.len() - 1)])
}

fn small(bytes: &[u8], at: usize) -> usize {
    usize::from(bytes[at]) | usize::from(bytes[at + 1]) << 8
}

fn set_small(bytes: &mut [u8], at: usize, number: usize) {
    let number = number.to_le_bytes();
    bytes[at] = number[0];
    bytes[at + 1] = number[1];
}
