//! All terms of all notes, and their postings. A term that occurs in one part of one note, as most do, keeps its
//! posting itself.
//!
//! A record is the count, the place, the length and the bytes of a term. Records are contiguous in pages, so that all
//! terms can be scanned at memory speed.

use super::pages::{Address, KINDS, Pages, number, set_number, units};
use super::pending_words::{NO_BYTES, SubTableWords, TermGroup, TermGroups};
use super::postings::{KeptPostings, List, Posting, Postings};
use super::slots::Slots;
use super::term_buckets::TermBuckets;
use super::term_kinds::kind;
use super::words64::{MAX_TERM_BYTES, hash, same};
use crate::search::words::base_into;

/// The number of parts with the term (24 bits); above it the weight if the number is one, else whether the list is
/// long.
pub(super) const COUNT: usize = 0;
/// The part if the number is one, else the list.
const PLACE: usize = 4;
pub(super) const LEN: usize = 8;
pub(super) const BYTES: usize = 9;

/// The bits of the count.
pub(super) const COUNT_MASK: u32 = 0x00ff_ffff;

/// The number of record sizes in units, for free lists.
const CLASSES: usize = (BYTES + MAX_TERM_BYTES) / 4 + 2;

/// A term, while it is in the dictionary.
pub(super) type Term = Address;

/// The terms, found by themselves and by their bases.
#[derive(Debug)]
pub(super) struct Dictionary {
    pub(super) records: Pages,
    pub(super) terms: Slots,
    /// Terms that differ from their base.
    pub(super) bases: Slots,
    pub(super) buckets: TermBuckets,
    pub(super) postings: Postings,
    /// The first free record of each kind and size; its place is the next one.
    free: [[Address; CLASSES]; KINDS],
    /// The terms that were found by scans since the last term was added or removed.
    pub(super) scanned: Vec<(String, Vec<Term>)>,
    base: String,
}

impl Default for Dictionary {
    fn default() -> Self {
        Self {
            records: Pages::default(),
            terms: Slots::default(),
            bases: Slots::default(),
            buckets: TermBuckets::default(),
            postings: Postings::default(),
            free: [[0; CLASSES]; KINDS],
            scanned: Vec::new(),
            base: String::new(),
        }
    }
}

impl Dictionary {
    /// The term, if any note has or had it.
    pub fn find(&self, term: &str) -> Option<Term> {
        self.find_hashed(term.as_bytes(), hash(term.as_bytes()))
    }

    fn find_hashed(&self, term: &[u8], hash: u64) -> Option<Term> {
        self.terms.find(hash, |at| same(text(&self.records, at), term))
    }

    /// Adds words, of parts after all others. Calls `failed` for each part with a word that did not fit.
    pub fn add(&mut self, words: &SubTableWords, groups: &TermGroups, mut failed: impl FnMut(u32)) {
        // Memory latency dominates. Everything needed is loaded first, so that the loads overlap.
        let likely: Vec<Term> = groups.all.iter().map(|group| self.terms.likely(group.hash)).collect();
        std::hint::black_box(likely.iter().fold(0, |read, &at| read ^ self.records.first(at)));
        let mut bytes = NO_BYTES;
        let find = |(group, likely): (&TermGroup, Term)| {
            if likely == 0 {
                return None;
            }
            let term = group.term(words, &mut bytes);
            let is_likely = same(text(&self.records, likely), term);
            if is_likely { Some(likely) } else { self.find_hashed(term, group.hash) }
        };
        let found: Vec<_> = groups.all.iter().zip(likely).map(find).collect();
        self.touch_lists(&found);
        let mut new: Vec<&TermGroup> = Vec::new();
        for (group, found) in groups.all.iter().zip(found) {
            match found {
                Some(term) if self.extend(term, groups.postings(group)) => {}
                Some(_) => groups.parts(group).for_each(&mut failed),
                None => new.push(group),
            }
        }
        // Similar terms are adjacent: scanning is twice as fast if lengths do not jump.
        new.sort_unstable_by_key(|group| group.kind(words));
        let mut bases = Vec::new();
        for group in new {
            let (term, postings) = (group.term(words, &mut bytes), groups.postings(group));
            if !self.insert(term, group.hash, &mut bases).is_some_and(|term| self.extend(term, postings)) {
                groups.parts(group).for_each(&mut failed);
            }
        }
        self.bases.insert_all(&bases);
    }

    /// Loads the ends of the lists of these terms into the cache.
    fn touch_lists(&self, terms: &[Option<Term>]) {
        let lists: Vec<List> = terms
            .iter()
            .flatten()
            .filter_map(|&term| match self.postings_of(term) {
                KeptPostings::List(list) => Some(list),
                _ => None,
            })
            .collect();
        self.postings.touch(&lists);
    }

    /// Adds postings of parts after all others. Returns whether there was room.
    fn extend(&mut self, at: Term, postings: &[Posting]) -> bool {
        let kept = match (self.postings_of(at), postings) {
            (kept, []) => Some(kept),
            (KeptPostings::None, [one]) => Some(KeptPostings::One(*one)),
            (KeptPostings::None, several) => self.postings.list(None, several).map(KeptPostings::List),
            (KeptPostings::One(one), several) => self.postings.list(Some(one), several).map(KeptPostings::List),
            (KeptPostings::List(list), several) if list.count as usize + several.len() > COUNT_MASK as usize => None,
            (KeptPostings::List(list), several) => self.postings.extend(list, several).map(KeptPostings::List),
        };
        let Some(kept) = kept else { return false };
        self.set(at, &kept);
        true
    }

    fn postings_of(&self, at: Term) -> KeptPostings {
        let record = self.records.at(at);
        let (head, place) = (number(record, COUNT), number(record, PLACE));
        let top = head.to_be_bytes()[0];
        match head & COUNT_MASK {
            0 => KeptPostings::None,
            1 => KeptPostings::One(Posting { part: place, weight: top }),
            count => KeptPostings::List(List { at: place, is_long: top != 0, count }),
        }
    }

    pub(super) fn set(&mut self, at: Term, kept: &KeptPostings) {
        let (count, top, place) = match *kept {
            KeptPostings::None => (0, 0, 0),
            KeptPostings::One(one) => (1, one.weight, one.part),
            KeptPostings::List(list) => (list.count, u8::from(list.is_long), list.at),
        };
        let record = self.records.at_mut(at);
        set_number(record, COUNT, count | u32::from(top) << 24);
        set_number(record, PLACE, place);
    }

    /// Adds a new term with its hash, and its base to `bases`. `None` if there is no room.
    pub(super) fn insert(&mut self, term: &[u8], its_hash: u64, bases: &mut Vec<(u64, Term)>) -> Option<Term> {
        let at = self.add_record(term)?;
        self.terms.insert(its_hash, at);
        base_into(str(term), &mut self.base);
        if self.base.as_bytes() != term {
            bases.push((hash(self.base.as_bytes()), at));
        }
        Some(at)
    }

    /// Adds the record of a new term, which is not found by its hash yet.
    fn add_record(&mut self, term: &[u8]) -> Option<Term> {
        let len = u8::try_from(term.len()).ok()?;
        let size = BYTES + term.len();
        let (kind, class) = (kind(term), units(size) as usize);
        let at = match self.free[kind][class] {
            0 => self.records.take(size, kind)?,
            free => {
                self.free[kind][class] = number(self.records.at(free), PLACE);
                free
            }
        };
        self.set(at, &KeptPostings::None);
        let record = self.records.at_mut(at);
        record[LEN] = len;
        record[BYTES..size].copy_from_slice(term);
        self.buckets.add(str(term), at);
        self.scanned.clear();
        Some(at)
    }

    /// The terms with this base.
    pub fn with_base(&self, base: &str) -> Vec<Term> {
        let (mut found, mut other) = (Vec::from_iter(self.find(base)), String::new());
        self.bases.find(hash(base.as_bytes()), |at| {
            base_into(str(text(&self.records, at)), &mut other);
            if other == base {
                found.push(at);
            }
            false
        });
        found
    }

    /// The term's bytes.
    pub fn text(&self, term: Term) -> &str {
        str(text(&self.records, term))
    }

    /// The same, unchecked, for comparing with many terms.
    pub fn bytes_of(&self, term: Term) -> &[u8] {
        text(&self.records, term)
    }

    /// The number of parts with the term, including dead ones.
    pub fn count(&self, term: Term) -> u32 {
        number(self.records.at(term), COUNT) & COUNT_MASK
    }

    /// Calls `posting` for each posting of a term, in order.
    pub fn each_posting(&self, term: Term, mut posting: impl FnMut(Posting)) {
        match self.postings_of(term) {
            KeptPostings::None => {}
            KeptPostings::One(one) => posting(one),
            KeptPostings::List(list) => self.postings.iter(list).for_each(posting),
        }
    }

    /// The terms by how they begin and end.
    pub fn buckets(&self) -> &TermBuckets {
        &self.buckets
    }

    /// Tidies the record at `offset` of `page`: removes the parts for which `keep` is false, and the term if none is
    /// left. Returns the offset of the next record and the work done; `None` after the last record of the page.
    pub fn tidy(&mut self, page: usize, offset: usize, mut keep: impl FnMut(u32) -> bool) -> Option<(usize, usize)> {
        let (first, bytes) = self.records.page(page)?;
        let record = bytes.get(offset..).filter(|record| record.len() > LEN)?;
        let at = first + units(offset);
        let (count, len) = (number(record, COUNT) & COUNT_MASK, usize::from(record[LEN]));
        let kept = match self.postings_of(at) {
            KeptPostings::One(one) if !keep(one.part) => KeptPostings::None,
            KeptPostings::List(list) => self.postings.retain(list, keep),
            kept => kept,
        };
        if count > 0 {
            self.set(at, &kept);
        }
        if count > 0 && matches!(kept, KeptPostings::None) {
            self.remove(at, len);
        }
        Some((offset + (BYTES + len).next_multiple_of(4), count as usize + 1))
    }

    fn remove(&mut self, at: Term, len: usize) {
        let term = text(&self.records, at);
        self.terms.remove(hash(term), at);
        base_into(str(term), &mut self.base);
        self.bases.remove(hash(self.base.as_bytes()), at);
        self.buckets.remove(str(term), at);
        self.scanned.clear();
        let (kind, class) = (kind(term), units(BYTES + len) as usize);
        let next = std::mem::replace(&mut self.free[kind][class], at);
        self.set(at, &KeptPostings::None);
        set_number(self.records.at_mut(at), PLACE, next);
    }

    /// The number of pages of records.
    pub fn pages(&self) -> usize {
        self.records.len()
    }

    pub fn bytes(&self) -> usize {
        self.records.bytes()
            + self.terms.bytes()
            + self.bases.bytes()
            + self.buckets.bytes()
            + self.postings.bytes()
            + self.scanned.iter().map(|(_, terms)| terms.capacity() * size_of::<Term>()).sum::<usize>()
            + self.base.capacity()
    }
}

fn text(records: &Pages, at: Term) -> &[u8] {
    let record = records.at(at);
    let len = record.get(LEN).map_or(0, |&len| usize::from(len));
    record.get(BYTES..BYTES + len).unwrap_or_default()
}

/// Records are always valid UTF-8.
pub(super) fn str(bytes: &[u8]) -> &str {
    str::from_utf8(bytes).unwrap_or_default()
}
