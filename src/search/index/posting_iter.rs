//! Iterates over a posting list, chunk by chunk.

use std::ops::Range;

use super::block_pool::{chunk_end, next_step};
use super::pages::{Pages, number};
use super::posting_codec::{Posting, decode};

/// The postings of a list, in order.
#[derive(Debug)]
pub(super) struct PostingIter<'a> {
    pages: &'a Pages,
    bytes: &'a [u8],
    at: usize,
    end: usize,
    step: usize,
    part: u32,
    left: u32,
}

impl<'a> PostingIter<'a> {
    /// `bytes` is the first block, `within` the range of it with postings, `count` their number in all.
    pub fn new(pages: &'a Pages, bytes: &'a [u8], within: Range<usize>, count: u32) -> Self {
        Self { pages, bytes, at: within.start, end: within.end, step: 0, part: 0, left: count }
    }

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

impl Iterator for PostingIter<'_> {
    type Item = Posting;

    #[inline]
    fn next(&mut self) -> Option<Posting> {
        self.left = self.left.checked_sub(1)?;
        let posting = decode(self.part, || self.byte());
        self.part = posting.part;
        Some(posting)
    }
}
