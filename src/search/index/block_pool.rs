//! Blocks of a few sizes, in which lists of postings are kept, and which are used again once they are free.

use super::pages::{Address, Pages, number, set_number};

/// Bytes of the blocks. A third to a half more each time: a quarter of a block is empty at most, on average.
const SIZES: [usize; 14] = [8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512, 1024];

/// The largest block of a short list; the first chunk of a long one, which holds that and its own head.
const LAST_SHORT: usize = 6;
pub(super) const FIRST_LONG: usize = 7;

/// Bytes of the largest block of a short list.
pub(super) const MAX_SHORT: usize = SIZES[LAST_SHORT];

/// A chunk ends with the address of the next.
const LINK: usize = 4;

/// Memory in blocks.
#[derive(Debug, Default)]
pub(super) struct Blocks {
    pub pages: Pages,
    /// The first block that is free, of each size; it begins with the address of the next.
    free: [Address; SIZES.len()],
}

impl Blocks {
    /// Copies the first `len` bytes of a block of a short list.
    pub fn copy(&mut self, from: Address, to: Address, len: usize) {
        let mut bytes = [0; MAX_SHORT];
        let len = len.min(bytes.len());
        bytes[..len].copy_from_slice(&self.pages.at(from)[..len]);
        self.pages.at_mut(to)[..len].copy_from_slice(&bytes[..len]);
    }

    /// An empty block of `SIZES[size]`.
    pub fn take(&mut self, size: usize) -> Option<Address> {
        let free = self.free[size];
        if free == 0 {
            return self.pages.take(SIZES[size]);
        }
        let block = &mut self.pages.at_mut(free)[..SIZES[size]];
        self.free[size] = number(block, 0);
        block.fill(0);
        Some(free)
    }

    /// Makes a block of `SIZES[size]` free.
    pub fn release(&mut self, block: Address, size: usize) {
        set_number(self.pages.at_mut(block), 0, self.free[size]);
        self.free[size] = block;
    }
}

/// The size of block that a short list of `used` bytes is in; `None` if it is a long one.
pub(super) fn short_size(used: usize) -> Option<usize> {
    SIZES[..=LAST_SHORT].iter().position(|&size| size >= used)
}

/// The size of the chunk at `step` of a long list: the first makes room for a short one, then they grow from small.
pub(super) fn chunk_size(step: usize) -> usize {
    if step == 0 { FIRST_LONG } else { FIRST_LONG - 3 + step }
}

/// The last step is used again and again.
pub(super) fn next_step(step: usize) -> usize {
    (step + 1).min(SIZES.len() - 1 - (FIRST_LONG - 3))
}

/// Where the link of the chunk at `step` is.
pub(super) fn chunk_end(step: usize) -> usize {
    SIZES[chunk_size(step)] - LINK
}
