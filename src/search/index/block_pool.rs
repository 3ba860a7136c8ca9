//! A pool of blocks of a few sizes, which hold the posting lists. Freed blocks are reused.

use super::pages::{Address, Pages, number, set_number};

/// The block sizes in bytes. Each is a third to a half larger than the one before, so that at most a quarter of a block
/// is empty on average.
const SIZES: [usize; 14] = [8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512, 1024];

/// The largest block of a short list, and the first chunk of a long one, which holds as much and its own header.
const LAST_SHORT: usize = 6;
pub(super) const FIRST_LONG: usize = 7;

/// Bytes of the largest block of a short list.
pub(super) const MAX_SHORT: usize = SIZES[LAST_SHORT];

/// A chunk ends with the address of the next one.
const LINK: usize = 4;

/// The pool.
#[derive(Debug, Default)]
pub(super) struct Blocks {
    pub pages: Pages,
    /// The first free block of each size; a free block starts with the address of the next one.
    free: [Address; SIZES.len()],
}

impl Blocks {
    /// Copies the first `len` bytes of a short list's block.
    pub fn copy(&mut self, from: Address, to: Address, len: usize) {
        let mut bytes = [0; MAX_SHORT];
        let len = len.min(bytes.len());
        bytes[..len].copy_from_slice(&self.pages.at(from)[..len]);
        self.pages.at_mut(to)[..len].copy_from_slice(&bytes[..len]);
    }

    /// Allocates a zeroed block of `SIZES[size]`.
    pub fn take(&mut self, size: usize) -> Option<Address> {
        let free = self.free[size];
        if free == 0 {
            return self.pages.take(SIZES[size], 0);
        }
        let block = &mut self.pages.at_mut(free)[..SIZES[size]];
        self.free[size] = number(block, 0);
        block.fill(0);
        Some(free)
    }

    /// Frees a block of `SIZES[size]`.
    pub fn release(&mut self, block: Address, size: usize) {
        set_number(self.pages.at_mut(block), 0, self.free[size]);
        self.free[size] = block;
    }
}

/// The block size for a short list of `used` bytes; `None` if it is a long one.
pub(super) fn short_size(used: usize) -> Option<usize> {
    SIZES[..=LAST_SHORT].iter().position(|&size| size >= used)
}

/// The block size of the chunk at `step` of a long list: the first holds a short list, then they grow from small.
pub(super) fn chunk_size(step: usize) -> usize {
    if step == 0 { FIRST_LONG } else { FIRST_LONG - 3 + step }
}

/// The step after `step`; the last one repeats.
pub(super) fn next_step(step: usize) -> usize {
    (step + 1).min(SIZES.len() - 1 - (FIRST_LONG - 3))
}

/// The offset of the link in the chunk at `step`.
pub(super) fn chunk_end(step: usize) -> usize {
    SIZES[chunk_size(step)] - LINK
}
