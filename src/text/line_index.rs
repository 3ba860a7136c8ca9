//! The line index: where lines and columns start, without an entry for every line.
//!
//! Counts stand at the start of every block of 4 KiB, so a note of 50 MB costs 100 KB of index whatever its lines are
//! like (one huge line, or nothing but line breaks), and a place is found by a binary search and one block's scan.

use serde::Serialize;
use tsify::Tsify;

/// Bytes between two entries: 0.2 % of the text, and a scan of microseconds.
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

/// What stands before a place in the text.
#[derive(Debug, Clone, Copy, Default)]
struct Counts {
    line_breaks: u32,
    crlf: u32,
    scalars: u32,
}

/// Line breaks and scalar values of a text, by block.
#[derive(Debug, Clone)]
pub struct LineIndex {
    /// What stands before each block.
    blocks: Vec<Counts>,
    total: Counts,
}

impl LineIndex {
    /// Indexes UTF-8 `bytes`, at most 4 GiB, in one pass.
    #[must_use]
    pub fn new(bytes: &[u8]) -> Self {
        let mut total = Counts::default();
        let mut blocks = Vec::with_capacity(bytes.len().div_ceil(BLOCK));
        let mut after_cr = false;
        for block in bytes.chunks(BLOCK) {
            blocks.push(total);
            after_cr = total.add(block, after_cr);
        }
        Self { blocks, total }
    }

    /// How many line breaks (`\n`, alone or behind `\r`) there are.
    #[must_use]
    pub fn line_breaks(&self) -> u32 {
        self.total.line_breaks
    }

    /// The line ending in use; `None` without line breaks.
    #[must_use]
    pub fn eol(&self) -> Option<Eol> {
        match self.total {
            Counts { line_breaks: 0, .. } => None,
            Counts { crlf: 0, .. } => Some(Eol::Lf),
            Counts { line_breaks, crlf, .. } if line_breaks == crlf => Some(Eol::Crlf),
            _ => Some(Eol::Mixed),
        }
    }

    /// Byte offset at which the 1-indexed `line` starts in `bytes`; their end for a line past the last.
    pub(super) fn line_start(&self, bytes: &[u8], line: u32) -> usize {
        let Some(breaks) = line.checked_sub(1).filter(|&breaks| breaks > 0) else { return 0 };
        let (block, before) = self.last_block(|counts| counts.line_breaks < breaks);
        let wanted = (breaks - before.line_breaks - 1) as usize;
        let ends = bytes[block..].iter().enumerate().filter(|&(_, &byte)| byte == b'\n');
        ends.map(|(at, _)| block + at + 1).nth(wanted).unwrap_or(bytes.len())
    }

    /// How many scalar values start before the byte offset `end`.
    pub(super) fn scalars_before(&self, bytes: &[u8], end: usize) -> u32 {
        let Some(counts) = self.blocks.get(end / BLOCK) else { return self.total.scalars };
        let mut counts = *counts;
        counts.add(&bytes[end / BLOCK * BLOCK..end], false);
        counts.scalars
    }

    /// Byte offset of the scalar value that `before` others precede; the end for one past the last.
    pub(super) fn offset_of_scalar(&self, bytes: &[u8], before: u32) -> usize {
        let (block, counts) = self.last_block(|counts| counts.scalars <= before);
        let wanted = (before - counts.scalars) as usize;
        let starts = bytes[block..].iter().enumerate().filter(|&(_, &byte)| !is_continuation(byte));
        starts.map(|(at, _)| block + at).nth(wanted).unwrap_or(bytes.len())
    }

    /// Offset and counts of the last block for which `holds`; counts only grow, and the first block's are 0.
    fn last_block(&self, holds: impl Fn(&Counts) -> bool) -> (usize, Counts) {
        let block = self.blocks.partition_point(holds).saturating_sub(1);
        (block * BLOCK, self.blocks.get(block).copied().unwrap_or_default())
    }
}

impl Counts {
    /// Adds what `bytes` hold, and says whether they end in `\r`; `after_cr` says so of what precedes them.
    fn add(&mut self, bytes: &[u8], after_cr: bool) -> bool {
        let (words, rest) = bytes.as_chunks::<8>();
        let mut before_word = u64::from(after_cr) << 7;
        let mut continuations = 0;
        for &word in words {
            let word = u64::from_le_bytes(word);
            // Line breaks are rare: one test passes over the eight bytes that can hold none.
            if word.wrapping_sub(LOW * 0x0e) & !word & HIGH == 0 {
                before_word = 0;
            } else {
                let (lf, cr) = (bytes_equal(word, b'\n'), bytes_equal(word, b'\r'));
                self.line_breaks += lf.count_ones();
                self.crlf += (lf & (cr << 8 | before_word)).count_ones();
                before_word = cr >> 56;
            }
            continuations += (word & HIGH & !(word << 1)).count_ones();
        }
        let mut after_cr = before_word != 0;
        for &byte in rest {
            self.line_breaks += u32::from(byte == b'\n');
            self.crlf += u32::from(byte == b'\n' && after_cr);
            continuations += u32::from(is_continuation(byte));
            after_cr = byte == b'\r';
        }
        self.scalars += u32::try_from(bytes.len()).unwrap_or(u32::MAX) - continuations;
        after_cr
    }
}

/// The high bit of each byte of `word` that equals `byte`.
fn bytes_equal(word: u64, byte: u8) -> u64 {
    let other = word ^ (LOW * u64::from(byte));
    !(((other & !HIGH) + !HIGH) | other | !HIGH)
}

/// Whether a UTF-8 byte goes on with a scalar value that began before it.
fn is_continuation(byte: u8) -> bool {
    byte & 0xc0 == 0x80
}
