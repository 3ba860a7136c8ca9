//! Memory in pages of a fixed size: it grows without being copied, and a four-byte address reaches all of it.

/// Bytes of a page: small compared with an index, and still few allocations.
const PAGE: usize = 1 << 16;

/// The unit of addresses, so that 32 bits reach more than 4 GiB; with the tag that `Slots` adds, 1 GiB.
const UNIT: usize = 4;

/// Maximum pages: 28 bits of address.
const MAX_PAGES: usize = (1 << 28) / (PAGE / UNIT);

/// Where something starts. Never 0 for allocated memory.
pub(super) type Address = u32;

/// Bytes that grow and never move.
#[derive(Debug, Default)]
pub(super) struct Pages {
    pages: Vec<Box<[u8]>>,
    /// How much of the last page is used.
    used: usize,
}

impl Pages {
    /// Allocates `len` zero bytes, at most a page. `None` if there is no room.
    pub fn take(&mut self, len: usize) -> Option<Address> {
        let len = len.next_multiple_of(UNIT);
        if self.pages.is_empty() || self.used + len > PAGE {
            if self.pages.len() >= MAX_PAGES || len > PAGE {
                return None;
            }
            grow_ahead();
            // Address 0 means none.
            self.used = if self.pages.is_empty() { UNIT } else { 0 };
            self.pages.push(vec![0; PAGE].into_boxed_slice());
        }
        let at = (self.pages.len() - 1) * PAGE + self.used;
        self.used += len;
        u32::try_from(at / UNIT).ok()
    }

    /// The bytes from `at` to the end of its page; empty for an invalid address.
    #[inline]
    pub fn at(&self, at: Address) -> &[u8] {
        let (page, offset) = place(at);
        self.pages.get(page).map_or(&[], |page| &page[offset..])
    }

    /// The byte at `at`.
    pub fn first(&self, at: Address) -> u8 {
        self.at(at).first().copied().unwrap_or_default()
    }

    #[inline]
    pub fn at_mut(&mut self, at: Address) -> &mut [u8] {
        let (page, offset) = place(at);
        self.pages.get_mut(page).map_or(&mut [], |page| &mut page[offset..])
    }

    /// The used part of each page, with its first address.
    pub fn each(&self) -> impl Iterator<Item = (Address, &[u8])> {
        (0..self.pages.len()).filter_map(|page| self.page(page))
    }

    /// The used part of a page, with its first address.
    pub fn page(&self, page: usize) -> Option<(Address, &[u8])> {
        let bytes = self.pages.get(page)?;
        let end = if page + 1 == self.pages.len() { self.used } else { PAGE };
        let start = if page == 0 { UNIT } else { 0 };
        Some((u32::try_from((page * PAGE + start) / UNIT).ok()?, &bytes[start..end]))
    }

    pub fn len(&self) -> usize {
        self.pages.len()
    }

    pub fn bytes(&self) -> usize {
        self.pages.len() * (PAGE + size_of::<usize>() * 2)
    }
}

/// Reserves memory if there was none left: by itself it grows only as needed, and each time the engine may collect
/// garbage, which takes as long as indexing some notes.
#[cfg(target_arch = "wasm32")]
fn grow_ahead() {
    use std::arch::wasm32::memory_size;
    use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

    /// The share of the memory that is reserved.
    const AHEAD: usize = 8;
    static SEEN: AtomicUsize = AtomicUsize::new(0);
    // In pages, which are as large as ours.
    let size = memory_size::<0>();
    if SEEN.load(Relaxed) != size {
        let mut room = Vec::<u8>::new();
        // Without it, memory grows as needed.
        let _ = room.try_reserve_exact(size * PAGE / AHEAD);
        drop(std::hint::black_box(room));
        SEEN.store(memory_size::<0>(), Relaxed);
    }
}

#[cfg(not(target_arch = "wasm32"))]
fn grow_ahead() {}

#[inline]
fn place(at: Address) -> (usize, usize) {
    let at = at as usize * UNIT;
    (at / PAGE, at % PAGE)
}

/// How many units `len` bytes take.
pub(super) fn units(len: usize) -> Address {
    u32::try_from(len.div_ceil(UNIT)).unwrap_or(Address::MAX)
}

/// Reads the number in the four bytes at `at`.
#[inline]
pub(super) fn number(bytes: &[u8], at: usize) -> u32 {
    bytes.get(at..).and_then(|bytes| bytes.first_chunk()).map_or(0, |four| u32::from_le_bytes(*four))
}

/// Writes `number` into the four bytes at `at`.
#[inline]
pub(super) fn set_number(bytes: &mut [u8], at: usize, number: u32) {
    if let Some(four) = bytes.get_mut(at..).and_then(|bytes| bytes.first_chunk_mut()) {
        *four = number.to_le_bytes();
    }
}
