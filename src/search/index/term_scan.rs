//! Scans of all terms, at about memory speed: for characters of scripts without spaces, prefixes and parts of words.

use super::dictionary::{BYTES, COUNT, COUNT_MASK, Dictionary, LEN, Term};
use super::forms::holds;
use super::pages::{number, units};

impl Dictionary {
    /// The terms whose bytes satisfy `is`, by a scan of all.
    pub fn matching(&self, mut is: impl FnMut(&[u8]) -> bool) -> Vec<Term> {
        let mut found = Vec::new();
        self.each(|term, bytes| {
            if is(bytes) {
                found.push(term);
            }
        });
        found
    }

    /// The terms that contain a character of three bytes, by a scan of all. Most don't even have its first byte, which is
    /// looked for in eight bytes at a time.
    pub fn holding(&self, unit: [u8; 3]) -> Vec<Term> {
        const ONES: u64 = u64::MAX / 0xff;
        let leads = u64::from(unit[0]) * ONES;
        let may_hold = |bytes: &[u8; 8]| {
            let others = u64::from_le_bytes(*bytes) ^ leads;
            others.wrapping_sub(ONES) & !others & (ONES << 7) != 0
        };
        let mut found = Vec::new();
        for (first, page) in self.records.each() {
            let mut at = 0;
            while let Some(&len) = page.get(at + LEN) {
                let end = at + BYTES + usize::from(len);
                let mut eights = (at + LEN..end).step_by(8);
                if eights.any(|at| page.get(at..).and_then(<[u8]>::first_chunk).is_none_or(may_hold))
                    && page.get(at + BYTES..end).is_some_and(|term| holds(term, &unit))
                    && number(page, at + COUNT) & COUNT_MASK != 0
                {
                    found.push(first + units(at));
                }
                at = end.next_multiple_of(4);
            }
        }
        found
    }

    /// Calls `found` with every term that a part has or had, and its bytes.
    pub fn each(&self, mut found: impl FnMut(Term, &[u8])) {
        for (first, page) in self.records.each() {
            let mut at = 0;
            while let Some(&len) = page.get(at + LEN) {
                let size = BYTES + usize::from(len);
                let Some(term) = page.get(at + BYTES..at + size) else { break };
                if number(page, at + COUNT) & COUNT_MASK != 0 {
                    found(first + units(at), term);
                }
                at += size.next_multiple_of(4);
            }
        }
    }
}
