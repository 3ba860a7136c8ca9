//! An index of lines and columns, without an entry per line.
//!
//! It has counts for every block of 4 KiB, so the index of 50 MB is 50 KB, whether the text is one huge line or only
//! line breaks. A look-up is a binary search and a scan of one block.

use std::cell::OnceCell;

use serde::Serialize;
use tsify::Tsify;

/// Bytes per entry. The index is 0.1 % of the text, and a scan takes microseconds.
const BLOCK: usize = 4096;

const LOW: u64 = 0x0101_0101_0101_0101;
const HIGH: u64 = 0x8080_8080_8080_8080;

/// How the lines of a file end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Tsify)]
#[serde(rename_all = "lowercase")]
pub enum Eol {
    /// All by `\n`.
    Lf,
    /// All by `\r\n`.
    Crlf,
    /// Some by `\n`, some by `\r\n`.
    Mixed,
}

/// The number of line breaks and characters per block.
#[derive(Debug, Clone)]
pub struct LineIndex {
    /// Line breaks before each block, and before the end.
    line_breaks: Vec<u32>,
    /// The number of `\r\n`.
    crlf: u32,
    /// Characters before each block, and before the end. Counted at the first use of columns.
    scalars: OnceCell<Vec<u32>>,
}

impl LineIndex {
    /// Indexes the lines of `bytes`, at most 4 GiB, in one pass.
    #[must_use]
    pub fn new(bytes: &[u8]) -> Self {
        let mut any_cr = false;
        let line_breaks = by_block(bytes, |block| line_breaks(block, &mut any_cr));
        let crlf = if any_cr { bytes.windows(2).map(|pair| u32::from(pair == b"\r\n")).sum() } else { 0 };
        Self { line_breaks, crlf, scalars: OnceCell::new() }
    }

    /// The number of line breaks: `\n`, alone or after `\r`.
    #[must_use]
    pub fn line_breaks(&self) -> u32 {
        self.line_breaks.last().copied().unwrap_or_default()
    }

    /// The line ending in use; `None` without line breaks.
    #[must_use]
    pub fn eol(&self) -> Option<Eol> {
        match (self.line_breaks(), self.crlf) {
            (0, _) => None,
            (_, 0) => Some(Eol::Lf),
            (all, crlf) if all == crlf => Some(Eol::Crlf),
            _ => Some(Eol::Mixed),
        }
    }

    /// Byte offset where the 1-indexed `line` starts in `bytes`; the end for a line past the last.
    pub(super) fn line_start(&self, bytes: &[u8], line: u32) -> usize {
        let Some(breaks) = line.checked_sub(1).filter(|&breaks| breaks > 0) else { return 0 };
        // The last block with fewer line breaks before it contains the end of the previous line.
        let block = self.line_breaks.partition_point(|&before| before < breaks).saturating_sub(1);
        let wanted = breaks - self.line_breaks[block] - 1;
        nth(bytes, block, wanted, |part| line_breaks(part, &mut false), |byte| byte == b'\n')
            .map_or(bytes.len(), |at| at + 1)
    }

    /// The number of characters that start before the byte offset `end`.
    pub(super) fn scalars_before(&self, bytes: &[u8], end: usize) -> u32 {
        let block = end / BLOCK;
        self.scalars(bytes)[block] + scalars(&bytes[block * BLOCK..end])
    }

    /// Byte offset of the character with `before` others before it; the end for one past the last.
    pub(super) fn offset_of_scalar(&self, bytes: &[u8], before: u32) -> usize {
        let before_blocks = self.scalars(bytes);
        let block = before_blocks.partition_point(|&count| count <= before).saturating_sub(1);
        let wanted = before - before_blocks[block];
        nth(bytes, block, wanted, scalars, |byte| !is_continuation(byte)).unwrap_or(bytes.len())
    }

    fn scalars(&self, bytes: &[u8]) -> &[u32] {
        self.scalars.get_or_init(|| by_block(bytes, scalars))
    }
}

/// The sums of `count` before each block of `bytes`, and before the end.
fn by_block(bytes: &[u8], mut count: impl FnMut(&[u8]) -> u32) -> Vec<u32> {
    let mut before = Vec::with_capacity(bytes.len().div_ceil(BLOCK) + 1);
    let mut total = 0;
    before.push(0);
    for block in bytes.chunks(BLOCK) {
        total += count(block);
        before.push(total);
    }
    before
}

/// Offset of the `n`th byte, counted from 0 at the start of `block`, for which `holds`. `count` counts such bytes.
fn nth(
    bytes: &[u8],
    block: usize,
    mut n: u32,
    count: impl Fn(&[u8]) -> u32,
    holds: impl Fn(u8) -> bool,
) -> Option<usize> {
    /// Bytes to skip at once.
    const PART: usize = 128;
    let mut start = (block * BLOCK).min(bytes.len());
    for part in bytes[start..].chunks(PART) {
        let in_part = count(part);
        if in_part > n {
            break;
        }
        n -= in_part;
        start += part.len();
    }
    let found = bytes[start..].iter().enumerate().filter(|&(_, &byte)| holds(byte));
    found.map(|(at, _)| start + at).nth(n as usize)
}

/// Counts the line breaks of `block`, and sets `any_cr` if it has a `\r`. Branch-free per word, because a branch that
/// is taken occasionally costs more than it saves.
fn line_breaks(block: &[u8], any_cr: &mut bool) -> u32 {
    let (words, rest) = block.as_chunks::<8>();
    let (mut count, mut cr) = (0, 0);
    for word in words {
        let word = u64::from_le_bytes(*word);
        count += equal_bytes(word, b'\n').count_ones();
        // Inexact for single bytes, but zero if and only if there is none.
        let other = word ^ (LOW * u64::from(b'\r'));
        cr |= other.wrapping_sub(LOW) & !other;
    }
    *any_cr |= cr & HIGH != 0 || rest.contains(&b'\r');
    count + rest.iter().map(|&byte| u32::from(byte == b'\n')).sum::<u32>()
}

/// Offset of the first line break in `bytes`.
pub(super) fn find_line_break(bytes: &[u8]) -> Option<usize> {
    let (words, rest) = bytes.as_chunks::<8>();
    for (index, word) in words.iter().enumerate() {
        if let Some(offset) = line_break_in(*word) {
            return Some(index * 8 + offset);
        }
    }
    rest.iter().position(|&byte| byte == b'\n').map(|at| words.len() * 8 + at)
}

/// Offset of the first line break in eight bytes.
#[inline]
pub(super) fn line_break_in(word: [u8; 8]) -> Option<usize> {
    let found = equal_bytes(u64::from_le_bytes(word), b'\n');
    (found != 0).then(|| found.trailing_zeros() as usize / 8)
}

/// The number of characters that start in `bytes`.
fn scalars(bytes: &[u8]) -> u32 {
    let (words, rest) = bytes.as_chunks::<8>();
    let starts = |word: &[u8; 8]| {
        let word = u64::from_le_bytes(*word);
        8 - (word & HIGH & !(word << 1)).count_ones()
    };
    let in_rest = rest.iter().map(|&byte| u32::from(!is_continuation(byte))).sum::<u32>();
    words.iter().map(starts).sum::<u32>() + in_rest
}

/// The high bit of each byte of `word` that equals `byte`.
fn equal_bytes(word: u64, byte: u8) -> u64 {
    let other = word ^ (LOW * u64::from(byte));
    !(((other & !HIGH) + !HIGH) | other | !HIGH)
}

/// Whether `byte` is a UTF-8 continuation byte.
pub(super) fn is_continuation(byte: u8) -> bool {
    byte & 0xc0 == 0x80
}
