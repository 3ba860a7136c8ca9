//! Memory in pages of a fixed size: it grows without being copied, and a four-byte address reaches all of it.

use crate::stored_bytes::{ByteReader, ByteWriter};

/// Bytes of a page: small compared with an index, and still few allocations.
const PAGE: usize = 1 << 16;

/// The unit of addresses, so that 32 bits reach more than 4 GiB; with the tag that `Slots` adds, 1 GiB.
const UNIT: usize = 4;

/// The bits of an address that are used.
pub(super) const ADDRESS_BITS: u32 = 28;

/// Maximum pages.
const MAX_PAGES: usize = (1 << ADDRESS_BITS) / (PAGE / UNIT);

/// Where something starts. Never 0 for allocated memory.
pub(super) type Address = u32;

/// The number of kinds of what pages contain.
pub(super) const KINDS: usize = 6;

/// Bytes that grow and never move.
#[derive(Debug, Default)]
pub(super) struct Pages {
    pages: Vec<Page>,
    /// The page that is being filled, for each kind.
    open: [usize; KINDS],
}

#[derive(Debug)]
struct Page {
    bytes: Box<[u8]>,
    used: usize,
    kind: usize,
}

impl Pages {
    /// Allocates `len` zero bytes, at most a page, in a page of `kind`, which is less than [`KINDS`]. `None` if there is
    /// no room.
    pub fn take(&mut self, len: usize, kind: usize) -> Option<Address> {
        let len = len.next_multiple_of(UNIT);
        let has_room = |page: &Page| page.kind == kind && page.used + len <= PAGE;
        if !self.pages.get(self.open[kind]).is_some_and(has_room) {
            if self.pages.len() >= MAX_PAGES || len > PAGE {
                return None;
            }
            grow_ahead();
            self.open[kind] = self.pages.len();
            // Address 0 means none.
            let used = if self.pages.is_empty() { UNIT } else { 0 };
            self.pages.push(Page { bytes: vec![0; PAGE].into_boxed_slice(), used, kind });
        }
        let page = &mut self.pages[self.open[kind]];
        let at = self.open[kind] * PAGE + page.used;
        page.used += len;
        u32::try_from(at / UNIT).ok()
    }

    /// The bytes from `at` to the end of its page; empty for an invalid address.
    #[inline]
    pub fn at(&self, at: Address) -> &[u8] {
        let (page, offset) = place(at);
        self.pages.get(page).and_then(|page| page.bytes.get(offset..)).unwrap_or_default()
    }

    /// The byte at `at`.
    pub fn first(&self, at: Address) -> u8 {
        self.at(at).first().copied().unwrap_or_default()
    }

    #[inline]
    pub fn at_mut(&mut self, at: Address) -> &mut [u8] {
        let (page, offset) = place(at);
        self.pages.get_mut(page).and_then(|page| page.bytes.get_mut(offset..)).unwrap_or_default()
    }

    /// The used part of each page whose kind satisfies `is`, with its first address.
    pub fn each(&self, is: impl Fn(usize) -> bool) -> impl Iterator<Item = (Address, &[u8])> {
        let pages = (0..).zip(&self.pages).filter(move |(_, page)| is(page.kind));
        pages.filter_map(|(number, _)| self.page(number))
    }

    /// The used part of a page, with its first address.
    pub fn page(&self, page: usize) -> Option<(Address, &[u8])> {
        let Page { bytes, used, .. } = self.pages.get(page)?;
        let start = if page == 0 { UNIT } else { 0 };
        Some((u32::try_from((page * PAGE + start) / UNIT).ok()?, bytes.get(start..*used)?))
    }

    /// Writes a page that is full, or with `all` any page, and drops its bytes. Returns whether there was one.
    pub fn store_one(&mut self, all: bool, into: &mut ByteWriter) -> bool {
        let open = self.open;
        let is_next = |number: usize, page: &Page| !page.bytes.is_empty() && (all || open[page.kind] != number);
        let Some((number, page)) = self.pages.iter_mut().enumerate().find(|(number, page)| is_next(*number, page))
        else {
            return false;
        };
        into.count(number);
        into.count(page.kind);
        into.bytes(&page.bytes[..page.used]);
        page.bytes = Box::default();
        true
    }

    /// Restores a page; `None` if it is damaged.
    pub fn restore_one(&mut self, from: &mut ByteReader<'_>) -> Option<()> {
        let (number, kind, used) = (from.count()?, from.count()?, from.bytes()?);
        if number >= MAX_PAGES || kind >= KINDS || used.len() > PAGE {
            return None;
        }
        while self.pages.len() <= number {
            self.pages.push(Page { bytes: Box::default(), used: 0, kind });
        }
        grow_ahead();
        let mut bytes = vec![0; PAGE].into_boxed_slice();
        bytes[..used.len()].copy_from_slice(used);
        let before = std::mem::replace(&mut self.pages[number], Page { bytes, used: used.len(), kind });
        self.open[kind] = self.open[kind].max(number);
        before.bytes.is_empty().then_some(())
    }

    /// Whether no page is missing.
    pub fn is_whole(&self) -> bool {
        self.pages.iter().all(|page| !page.bytes.is_empty())
    }

    pub fn len(&self) -> usize {
        self.pages.len()
    }

    pub fn bytes(&self) -> usize {
        self.pages.len() * (PAGE + size_of::<Page>())
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
