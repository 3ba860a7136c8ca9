//! The terms of the dictionary as they are stored: each with its encoded postings.

use super::dictionary::{BYTES, COUNT_MASK, Dictionary, LEN, Term, str};
use super::pages::units;
use super::posting_codec::decode;
use super::postings::KeptPostings;

impl Dictionary {
    /// The record at `offset` of `page`, and the offset of the next one; `None` after the last record of the page.
    pub fn record(&self, page: usize, offset: usize) -> Option<(Term, &str, usize)> {
        let (first, bytes) = self.records.page(page)?;
        let record = bytes.get(offset..).filter(|record| record.len() > LEN)?;
        let size = BYTES + usize::from(record[LEN]);
        Some((first + units(offset), str(record.get(BYTES..size)?), offset + size.next_multiple_of(4)))
    }

    /// Makes room for about this many terms, and this many that differ from their base.
    pub fn reserve(&mut self, [terms, bases]: [usize; 2]) {
        self.terms.reserve(terms);
        self.bases.reserve(bases);
    }

    /// Adds a term that is not there yet, with its `count` encoded postings, of which `last` is the last part. It is not
    /// found by its hash yet. `None` if there is no room, or the postings are damaged.
    pub fn restore(&mut self, term: &[u8], coded: &[u8], count: u32, last: u32) -> Option<Term> {
        let at = self.add_record(term)?;
        let kept = match count {
            1 => {
                let mut bytes = coded.iter();
                KeptPostings::One(decode(0, || bytes.next().copied().unwrap_or_default()))
            }
            2..=COUNT_MASK => KeptPostings::List(self.postings.restored(coded, count, last)?),
            _ => return None,
        };
        self.set(at, &kept);
        Some(at)
    }

    /// Lets restored terms be found by their hashes and by those of their bases.
    pub fn link(&mut self, terms: &[(u64, Term)], bases: &[(u64, Term)]) {
        self.terms.insert_all(terms);
        self.bases.insert_all(bases);
    }
}
