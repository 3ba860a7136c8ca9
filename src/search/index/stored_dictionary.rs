//! The dictionary as it is stored: the pages, tables and buckets that it has in memory, so that restoring it is little
//! more than copying. What is stored is built anew from live terms, and dropped as soon as it is written.

use super::dictionary::{BYTES, COUNT_MASK, Dictionary, LEN, Term, str};
use super::pages::units;
use super::posting_codec::decode;
use super::postings::KeptPostings;
use super::words64::hash;
use crate::stored_bytes::{ByteReader, ByteWriter};

/// What an item is.
const RECORDS: u8 = 0;
const POSTINGS: u8 = 1;
const TERMS: u8 = 2;
const BASES: u8 = 3;
const BUCKETS: u8 = 4;

impl Dictionary {
    /// The record at `offset` of `page`, and the offset of the next one; `None` after the last record of the page.
    pub fn record(&self, page: usize, offset: usize) -> Option<(Term, &str, usize)> {
        let (first, bytes) = self.records.page(page)?;
        let record = bytes.get(offset..).filter(|record| record.len() > LEN)?;
        let size = BYTES + usize::from(record[LEN]);
        Some((first + units(offset), str(record.get(BYTES..size)?), offset + size.next_multiple_of(4)))
    }

    /// Adds a term that is not there yet, with its `count` encoded postings, of which `last` is the last part. `None` if
    /// there is no room.
    pub fn add_coded(&mut self, term: &str, coded: &[u8], count: u32, last: u32) -> Option<()> {
        let mut bases = Vec::new();
        let at = self.insert(term.as_bytes(), hash(term.as_bytes()), &mut bases)?;
        self.bases.insert_all(&bases);
        let kept = match count {
            1 => {
                let mut bytes = coded.iter();
                KeptPostings::One(decode(0, || bytes.next().copied().unwrap_or_default()))
            }
            2..=COUNT_MASK => KeptPostings::List(self.postings.coded(coded, count, last)?),
            _ => return None,
        };
        self.set(at, &kept);
        Some(())
    }

    /// Writes an item that no other term changes, or with `all` any item, and drops it. Returns whether there was one.
    pub fn store_one(&mut self, all: bool, into: &mut ByteWriter) -> bool {
        let start = into.0.len();
        for kind in [RECORDS, POSTINGS, TERMS, BASES, BUCKETS] {
            into.0.push(kind);
            let is_written = match kind {
                RECORDS => self.records.store_one(all, into),
                POSTINGS => self.postings.pages().store_one(all, into),
                TERMS => all && self.terms.store_one(into),
                BASES => all && self.bases.store_one(into),
                _ => all && self.buckets.store_one(into),
            };
            if is_written {
                return true;
            }
            into.0.truncate(start);
        }
        false
    }

    /// Restores an item; `None` if it is damaged.
    pub fn restore_one(&mut self, from: &mut ByteReader<'_>) -> Option<()> {
        match from.byte()? {
            RECORDS => self.records.restore_one(from),
            POSTINGS => self.postings.pages().restore_one(from),
            TERMS => self.terms.restore_one(from),
            BASES => self.bases.restore_one(from),
            BUCKETS => self.buckets.restore_one(from),
            _ => None,
        }
    }

    /// The number of pages of records and of postings.
    pub fn all_pages(&mut self) -> usize {
        self.records.len() + self.postings.pages().len()
    }

    /// Whether no page is missing.
    pub fn is_whole(&mut self) -> bool {
        self.records.is_whole() && self.postings.pages().is_whole()
    }
}
