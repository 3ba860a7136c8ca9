//! Posting lists: the parts of notes with a term, and its weight there. Lists grow at the end, in blocks of a shared
//! pool.
//!
//! A short list is one block, copied to a larger one when it is full; a long one is a chain of chunks. Both contain the
//! same bytes (`posting_codec`). Tidying rewrites a list in place, and frees the blocks left over.

use super::block_pool::{Blocks, FIRST_LONG, MAX_SHORT, chunk_end, chunk_size, next_step, short_size};
use super::pages::{Address, Pages, number, set_number};
use super::posting_codec::{Coder, last_part};

pub(super) use super::posting_codec::Posting;
use super::posting_iter::PostingIter;

/// The header of a short list: how many of its bytes are used, including this one.
const SHORT_HEAD: usize = 1;

/// The header of a long list: its last part, its last chunk, how much of that is used, and its step.
const LAST: usize = 0;
const TAIL: usize = 4;
const USED: usize = 8;
const STEP: usize = 10;
const LONG_HEAD: usize = 11;

/// The lists of all terms.
#[derive(Debug, Default)]
pub(super) struct Postings {
    blocks: Blocks,
    /// A buffer for encoded postings.
    coded: Vec<u8>,
}

/// Where a list is. References must keep all three.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct List {
    pub at: Address,
    pub is_long: bool,
    /// The number of its postings.
    pub count: u32,
}

impl Postings {
    /// Creates a list of `first` and `rest`; `None` if there is no room.
    pub fn list(&mut self, first: Option<Posting>, rest: &[Posting]) -> Option<List> {
        let mut coded = std::mem::take(&mut self.coded);
        let last = code(&mut coded, 0, first.iter().chain(rest));
        let at = self.written(&coded, last);
        self.coded = coded;
        let (at, is_long) = at?;
        Some(List { at, is_long, count: u32::try_from(rest.len()).ok()? + u32::from(first.is_some()) })
    }

    /// Creates a list of `count` encoded postings, of which `last` is the last part; `None` if there is no room.
    pub fn coded(&mut self, coded: &[u8], count: u32, last: u32) -> Option<List> {
        let (at, is_long) = self.written(coded, last)?;
        Some(List { at, is_long, count })
    }

    /// Writes a new list. Returns where, and whether it is long.
    fn written(&mut self, coded: &[u8], last: u32) -> Option<(Address, bool)> {
        let used = SHORT_HEAD + coded.len();
        if let Some(size) = short_size(used) {
            let at = self.blocks.take(size)?;
            let block = self.blocks.pages.at_mut(at);
            block[0] = u8::try_from(used).ok()?;
            block[SHORT_HEAD..used].copy_from_slice(coded);
            return Some((at, false));
        }
        let head = self.blocks.take(FIRST_LONG)?;
        self.set_end(head, 0, WritePosition { chunk: head, at: LONG_HEAD, step: 0 });
        if self.extend_long(head, coded, last).is_none() {
            self.release_chain(head, 0);
            return None;
        }
        Some((head, true))
    }

    /// The memory of the lists.
    pub fn pages(&mut self) -> &mut Pages {
        &mut self.blocks.pages
    }

    /// Appends postings of later parts; `None` if there is no room.
    pub fn extend(&mut self, list: List, postings: &[Posting]) -> Option<List> {
        let mut coded = std::mem::take(&mut self.coded);
        let longer = self.extend_by(list, postings, &mut coded);
        self.coded = coded;
        longer
    }

    fn extend_by(&mut self, list: List, postings: &[Posting], coded: &mut Vec<u8>) -> Option<List> {
        let count = list.count + u32::try_from(postings.len()).ok()?;
        let block = self.blocks.pages.at(list.at);
        if list.is_long {
            let end = code(coded, number(block, LAST), postings);
            self.extend_long(list.at, coded, end)?;
            return Some(List { count, ..list });
        }
        let used = usize::from(block[0]);
        let before = last_part(&block[SHORT_HEAD..used]);
        let end = code(coded, before, postings);
        let (size, whole) = (short_size(used)?, used + coded.len());
        let at = match short_size(whole) {
            None => {
                let long = self.lengthened(list, used, before)?;
                if self.extend_long(long.at, coded, end).is_none() {
                    self.release_chain(long.at, 0);
                    return None;
                }
                self.blocks.release(list.at, size);
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
        block[used..whole].copy_from_slice(coded);
        block[0] = u8::try_from(whole).unwrap_or(u8::MAX);
        Some(List { at, is_long: false, count })
    }

    /// Copies a short list, of `used` bytes up to `part`, to a long one.
    fn lengthened(&mut self, list: List, used: usize, part: u32) -> Option<List> {
        let head = self.blocks.take(FIRST_LONG)?;
        let (mut bytes, len) = ([0; MAX_SHORT], used - SHORT_HEAD);
        bytes[..len].copy_from_slice(&self.blocks.pages.at(list.at)[SHORT_HEAD..used]);
        self.blocks.pages.at_mut(head)[LONG_HEAD..LONG_HEAD + len].copy_from_slice(&bytes[..len]);
        self.set_end(head, part, WritePosition { chunk: head, at: LONG_HEAD + len, step: 0 });
        Some(List { at: head, is_long: true, ..list })
    }

    /// Appends to a long list, or leaves it unchanged if there is no room.
    fn extend_long(&mut self, head: Address, bytes: &[u8], last: u32) -> Option<()> {
        let block = self.blocks.pages.at(head);
        let mut cursor = WritePosition {
            chunk: number(block, TAIL),
            at: usize::from(block[USED]) | usize::from(block[USED + 1]) << 8,
            step: usize::from(block[STEP]),
        };
        let mut rest = bytes;
        loop {
            let (now, later) = rest.split_at(rest.len().min(chunk_end(cursor.step) - cursor.at));
            let behind = cursor.at + now.len();
            self.blocks.pages.at_mut(cursor.chunk)[cursor.at..behind].copy_from_slice(now);
            cursor.at = behind;
            rest = later;
            if rest.is_empty() {
                break;
            }
            self.next_chunk(&mut cursor)?;
        }
        self.set_end(head, last, cursor);
        Some(())
    }

    fn set_end(&mut self, head: Address, last: u32, cursor: WritePosition) {
        let block = self.blocks.pages.at_mut(head);
        set_number(block, LAST, last);
        set_number(block, TAIL, cursor.chunk);
        let used = cursor.at.to_le_bytes();
        block[USED..STEP].copy_from_slice(&used[..2]);
        block[STEP] = cursor.step.to_le_bytes()[0];
    }

    /// Moves to the next chunk, which is allocated if necessary.
    fn next_chunk(&mut self, cursor: &mut WritePosition) -> Option<()> {
        let (end, step) = (chunk_end(cursor.step), next_step(cursor.step));
        let mut next = number(self.blocks.pages.at(cursor.chunk), end);
        if next == 0 {
            next = self.blocks.take(chunk_size(step))?;
            set_number(self.blocks.pages.at_mut(cursor.chunk), end, next);
        }
        *cursor = WritePosition { chunk: next, at: 0, step };
        Some(())
    }

    /// Loads the ends of `lists` into the cache.
    pub fn touch(&self, lists: &[List]) {
        let heads = lists.iter().fold(0, |read, list| read ^ self.blocks.pages.first(list.at));
        let long = lists.iter().filter(|list| list.is_long);
        let tails =
            long.fold(0, |read, list| read ^ self.blocks.pages.first(number(self.blocks.pages.at(list.at), TAIL)));
        std::hint::black_box((heads, tails));
    }

    /// The postings of a list.
    pub fn iter(&self, list: List) -> PostingIter<'_> {
        let bytes = self.blocks.pages.at(list.at);
        let (at, end) = if list.is_long { (LONG_HEAD, chunk_end(0)) } else { (SHORT_HEAD, bytes.len()) };
        PostingIter::new(&self.blocks.pages, bytes, at..end, list.count)
    }

    /// Removes the postings for which `keep` is false. Returns the remaining list.
    pub fn retain(&mut self, list: List, mut keep: impl FnMut(u32) -> bool) -> KeptPostings {
        let kept: Vec<Posting> = self.iter(list).filter(|posting| keep(posting.part)).collect();
        if kept.len() == list.count as usize {
            return KeptPostings::List(list);
        }
        let less = match kept.as_slice() {
            [] => KeptPostings::None,
            [one] => KeptPostings::One(*one),
            several => match self.shorter(several) {
                Some(list) => KeptPostings::List(list),
                None if list.is_long => return self.shortened(list, several),
                None => return KeptPostings::List(list),
            },
        };
        if list.is_long {
            self.release_chain(list.at, 0);
        } else {
            let used = usize::from(self.blocks.pages.at(list.at)[0]);
            self.blocks.release(list.at, short_size(used).unwrap_or(0));
        }
        less
    }

    /// Creates a short list; `None` if it does not fit, or there is no room. It is allocated before the old one is
    /// freed, so that nothing is lost.
    fn shorter(&mut self, postings: &[Posting]) -> Option<List> {
        let mut coded = std::mem::take(&mut self.coded);
        code(&mut coded, 0, postings);
        let is_short = short_size(SHORT_HEAD + coded.len()).is_some();
        self.coded = coded;
        if is_short { self.list(None, postings) } else { None }
    }

    /// Rewrites a long list in place.
    fn shortened(&mut self, list: List, kept: &[Posting]) -> KeptPostings {
        self.set_end(list.at, 0, WritePosition { chunk: list.at, at: LONG_HEAD, step: 0 });
        let mut coded = std::mem::take(&mut self.coded);
        let end = code(&mut coded, 0, kept);
        // It fits, because it is not longer than before.
        let is_written = self.extend_long(list.at, &coded, end).is_some();
        self.coded = coded;
        let count = if is_written { u32::try_from(kept.len()).unwrap_or(0) } else { 0 };
        let head = self.blocks.pages.at(list.at);
        let (tail, step) = (number(head, TAIL), usize::from(head[STEP]));
        let rest = number(self.blocks.pages.at(tail), chunk_end(step));
        set_number(self.blocks.pages.at_mut(tail), chunk_end(step), 0);
        self.release_chain(rest, next_step(step));
        KeptPostings::List(List { count, ..list })
    }

    /// Frees a chunk and all that follow it.
    fn release_chain(&mut self, mut chunk: Address, mut step: usize) {
        while chunk != 0 {
            let next = number(self.blocks.pages.at(chunk), chunk_end(step));
            self.blocks.release(chunk, chunk_size(step));
            (chunk, step) = (next, next_step(step));
        }
    }

    pub fn bytes(&self) -> usize {
        self.blocks.pages.bytes() + self.coded.capacity()
    }
}

/// Encodes postings after the part `last` into `bytes`. Returns the part of the last of them.
fn code<'a>(bytes: &mut Vec<u8>, last: u32, postings: impl IntoIterator<Item = &'a Posting>) -> u32 {
    let mut coder = Coder::behind(last);
    bytes.clear();
    for &posting in postings {
        coder.code(posting, bytes);
    }
    coder.last()
}

/// The result of removing postings from a list.
#[derive(Debug)]
pub(super) enum KeptPostings {
    None,
    One(Posting),
    List(List),
}

/// Where a long list is written.
#[derive(Debug, Clone, Copy)]
struct WritePosition {
    chunk: Address,
    at: usize,
    step: usize,
}
