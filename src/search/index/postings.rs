//! In which parts of notes a term stands, and with what weight: lists that grow at their end, in blocks of a shared
//! memory. What a part is, and whether it still counts, the index knows.
//!
//! A short list is one block, copied into a larger one when it is full; a long one is a chain of chunks. Both hold the
//! same bytes (`coding`). Tidying writes a list anew over itself, and keeps the blocks left over for others.

use super::blocks::{Blocks, FIRST_LONG, MAX_SHORT, chunk_end, chunk_size, next_step, short_size};
use super::coding::{Coder, last_part};
use super::pages::{Address, Pages, number, set_number};

pub(super) use super::coding::Posting;

/// What a short list begins with: how many bytes of it are used, this one included.
const SHORT_HEAD: usize = 1;

/// What a long list begins with: its last part, the chunk that is written, how far, and which one it is.
const LAST: usize = 0;
const TAIL: usize = 4;
const USED: usize = 8;
const STEP: usize = 10;
const LONG_HEAD: usize = 11;

/// The lists of all terms.
#[derive(Debug, Default)]
pub(super) struct Postings {
    blocks: Blocks,
}

/// Where a list is. What refers to it must keep all three.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct List {
    pub at: Address,
    pub is_long: bool,
    /// How many postings it has.
    pub count: u32,
}

impl Postings {
    /// A new list; `None` if there is no room left, or more than a short one takes.
    pub fn list(&mut self, postings: &[Posting]) -> Option<List> {
        let mut coder = Coder::default();
        let mut bytes = Vec::with_capacity(MAX_SHORT);
        bytes.push(0);
        for &posting in postings {
            bytes.extend_from_slice(coder.code(posting).bytes());
        }
        let at = self.blocks.take(short_size(bytes.len())?)?;
        bytes[0] = u8::try_from(bytes.len()).ok()?;
        self.blocks.pages.at_mut(at)[..bytes.len()].copy_from_slice(&bytes);
        Some(List { at, is_long: false, count: u32::try_from(postings.len()).ok()? })
    }

    /// Adds a posting of a part behind the last one; `None` if there was no room.
    pub fn push(&mut self, list: List, posting: Posting) -> Option<List> {
        let count = list.count + 1;
        if list.is_long {
            let part = number(self.blocks.pages.at(list.at), LAST);
            self.push_long(list.at, Coder::behind(part).code(posting).bytes(), posting.part)?;
            return Some(List { count, ..list });
        }
        let block = self.blocks.pages.at(list.at);
        let used = usize::from(block[0]);
        let before = last_part(&block[SHORT_HEAD..used]);
        let coded = Coder::behind(before).code(posting);
        let (size, whole) = (short_size(used)?, used + coded.bytes().len());
        let at = match short_size(whole) {
            None => {
                let long = self.lengthened(list, used, before)?;
                self.push_long(long.at, coded.bytes(), posting.part)?;
                return Some(List { count, ..long });
            }
            Some(same) if same == size => list.at,
            Some(larger) => {
                let at = self.blocks.take(larger)?;
                self.blocks.copy(list.at, at, used);
                self.blocks.release(list.at, size);
                at
            }
        };
        let block = self.blocks.pages.at_mut(at);
        block[used..whole].copy_from_slice(coded.bytes());
        block[0] = u8::try_from(whole).unwrap_or(u8::MAX);
        Some(List { at, is_long: false, count })
    }

    /// Makes a short list, of `used` bytes up to `part`, a long one.
    fn lengthened(&mut self, list: List, used: usize, part: u32) -> Option<List> {
        let head = self.blocks.take(FIRST_LONG)?;
        let (mut bytes, len) = ([0; MAX_SHORT], used - SHORT_HEAD);
        bytes[..len].copy_from_slice(&self.blocks.pages.at(list.at)[SHORT_HEAD..used]);
        self.blocks.pages.at_mut(head)[LONG_HEAD..LONG_HEAD + len].copy_from_slice(&bytes[..len]);
        self.set_end(head, part, Cursor { chunk: head, at: LONG_HEAD + len, step: 0 });
        self.blocks.release(list.at, short_size(used)?);
        Some(List { at: head, is_long: true, ..list })
    }

    fn push_long(&mut self, head: Address, bytes: &[u8], part: u32) -> Option<()> {
        let block = self.blocks.pages.at(head);
        let mut cursor = Cursor {
            chunk: number(block, TAIL),
            at: usize::from(block[USED]) | usize::from(block[USED + 1]) << 8,
            step: usize::from(block[STEP]),
        };
        let behind = cursor.at + bytes.len();
        if behind <= chunk_end(cursor.step) {
            self.blocks.pages.at_mut(cursor.chunk)[cursor.at..behind].copy_from_slice(bytes);
            cursor.at = behind;
        } else {
            for &byte in bytes {
                self.write(&mut cursor, byte)?;
            }
        }
        self.set_end(head, part, cursor);
        Some(())
    }

    fn set_end(&mut self, head: Address, last: u32, cursor: Cursor) {
        let block = self.blocks.pages.at_mut(head);
        set_number(block, LAST, last);
        set_number(block, TAIL, cursor.chunk);
        let used = cursor.at.to_le_bytes();
        block[USED..STEP].copy_from_slice(&used[..2]);
        block[STEP] = cursor.step.to_le_bytes()[0];
    }

    /// Writes a byte; takes another chunk, or goes on to the one that is there, where one is full.
    fn write(&mut self, cursor: &mut Cursor, byte: u8) -> Option<()> {
        let end = chunk_end(cursor.step);
        if cursor.at == end {
            let step = next_step(cursor.step);
            let mut next = number(self.blocks.pages.at(cursor.chunk), end);
            if next == 0 {
                next = self.blocks.take(chunk_size(step))?;
                set_number(self.blocks.pages.at_mut(cursor.chunk), end, next);
            }
            *cursor = Cursor { chunk: next, at: 0, step };
        }
        self.blocks.pages.at_mut(cursor.chunk)[cursor.at] = byte;
        cursor.at += 1;
        Some(())
    }

    /// Reads where something will be added to `lists`, so that all of it is near by then.
    pub fn touch(&self, lists: &[List]) {
        let heads = lists.iter().fold(0, |read, list| read ^ self.blocks.pages.first(list.at));
        let long = lists.iter().filter(|list| list.is_long);
        let tails =
            long.fold(0, |read, list| read ^ self.blocks.pages.first(number(self.blocks.pages.at(list.at), TAIL)));
        std::hint::black_box((heads, tails));
    }

    /// The postings of a list.
    pub fn iter(&self, list: List) -> Iter<'_> {
        let bytes = self.blocks.pages.at(list.at);
        let (at, end) = if list.is_long { (LONG_HEAD, chunk_end(0)) } else { (SHORT_HEAD, bytes.len()) };
        Iter { pages: &self.blocks.pages, bytes, at, end, step: 0, part: 0, left: list.count }
    }

    /// Leaves out the postings for which `keep` does not hold. What is left: none, one that is no list, or a list.
    pub fn retain(&mut self, list: List, mut keep: impl FnMut(u32) -> bool) -> Kept {
        let kept: Vec<Posting> = self.iter(list).filter(|posting| keep(posting.part)).collect();
        if kept.len() == list.count as usize {
            return Kept::List(list);
        }
        let small = match kept.as_slice() {
            [] => Some(Kept::None),
            [one] => Some(Kept::One(*one)),
            // Taken before the old one is free, so that nothing is lost where there is no room.
            several => self.list(several).map(Kept::List),
        };
        if let Some(small) = small {
            if list.is_long {
                self.release_chain(list.at, 0);
            } else {
                let used = usize::from(self.blocks.pages.at(list.at)[0]);
                self.blocks.release(list.at, short_size(used).unwrap_or(0));
            }
            return small;
        }
        if list.is_long { self.shortened(list, &kept) } else { Kept::List(list) }
    }

    /// Writes a long list over itself.
    fn shortened(&mut self, list: List, kept: &[Posting]) -> Kept {
        self.set_end(list.at, 0, Cursor { chunk: list.at, at: LONG_HEAD, step: 0 });
        let (mut coder, mut count) = (Coder::default(), 0);
        for &posting in kept {
            // There is room, for it takes no more than before.
            if self.push_long(list.at, coder.code(posting).bytes(), posting.part).is_some() {
                count += 1;
            }
        }
        let head = self.blocks.pages.at(list.at);
        let (tail, step) = (number(head, TAIL), usize::from(head[STEP]));
        let rest = number(self.blocks.pages.at(tail), chunk_end(step));
        set_number(self.blocks.pages.at_mut(tail), chunk_end(step), 0);
        self.release_chain(rest, next_step(step));
        Kept::List(List { count, ..list })
    }

    /// Makes a chunk and all that follow it free.
    fn release_chain(&mut self, mut chunk: Address, mut step: usize) {
        while chunk != 0 {
            let next = number(self.blocks.pages.at(chunk), chunk_end(step));
            self.blocks.release(chunk, chunk_size(step));
            (chunk, step) = (next, next_step(step));
        }
    }

    pub fn bytes(&self) -> usize {
        self.blocks.pages.bytes()
    }
}

/// What tidying leaves of a list.
#[derive(Debug)]
pub(super) enum Kept {
    None,
    One(Posting),
    List(List),
}

/// Where a long list is written.
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
    #[inline]
    fn byte(&mut self) -> u8 {
        if self.at == self.end {
            self.step = next_step(self.step);
            self.bytes = self.pages.at(number(self.bytes, self.end));
            self.end = chunk_end(self.step);
            self.at = 0;
        }
        let byte = self.bytes.get(self.at).copied().unwrap_or_default();
        self.at += 1;
        byte
    }
}

impl Iterator for Iter<'_> {
    type Item = Posting;

    #[inline]
    fn next(&mut self) -> Option<Posting> {
        self.left = self.left.checked_sub(1)?;
        let posting = super::coding::decode(self.part, || self.byte());
        self.part = posting.part;
        Some(posting)
    }
}
