//! Scans of all terms, at about memory speed: for characters of scripts without spaces, prefixes and parts of words.

use super::dictionary::{BYTES, COUNT, COUNT_MASK, Dictionary, LEN, Term};
use super::forms::holds;
use super::pages::{number, units};
use super::term_kinds::{MIXED, kind};

impl Dictionary {
    /// The terms that contain `part` and whose bytes satisfy `is`, by a scan of those of its script.
    pub fn matching(&self, part: &str, mut is: impl FnMut(&[u8]) -> bool) -> Vec<Term> {
        let mut found = Vec::new();
        for (first, page) in self.pages_for(part) {
            let mut at = 0;
            while let Some(&len) = page.get(at + LEN) {
                let size = BYTES + usize::from(len);
                let Some(term) = page.get(at + BYTES..at + size) else { break };
                if number(page, at + COUNT) & COUNT_MASK != 0 && is(term) {
                    found.push(first + units(at));
                }
                at += size.next_multiple_of(4);
            }
        }
        found
    }

    /// The pages of terms that may contain `part`.
    fn pages_for(&self, part: &str) -> impl Iterator<Item = (Term, &[u8])> {
        let its_kind = kind(part.as_bytes());
        self.records.each(move |kind| kind == its_kind || kind == MIXED)
    }

    /// Scans for the terms that contain the character `unit`, so that [`Self::holding`] knows them. Returns whether that
    /// was necessary.
    pub fn scan(&mut self, unit: &str) -> bool {
        /// How many scans are kept. Each takes some KB.
        const KEPT: usize = 16;
        if self.scanned.iter().any(|(scanned, _)| scanned == unit) {
            return false;
        }
        let terms = self.holding(unit);
        self.scanned.truncate(KEPT - 1);
        self.scanned.insert(0, (unit.to_owned(), terms));
        true
    }

    /// The terms that contain the character `unit`, which may have marks, by a scan of those of its script.
    pub fn holding(&self, unit: &str) -> Vec<Term> {
        // What tells a term of two characters of three bytes, as nearly all are: its length, and how both begin.
        const OF_TWO: [u64; 2] = [0xe0_0000_e0ff, 0xe0_0000_e006];
        const THREE: u64 = 0xff_ffff;
        if let Some((_, terms)) = self.scanned.iter().find(|(scanned, _)| scanned == unit) {
            return terms.clone();
        }
        let short =
            <[u8; 3]>::try_from(unit.as_bytes()).ok().map(|[a, b, c]| u64::from(u32::from_le_bytes([a, b, c, 0])));
        let mut found = Vec::new();
        for (first, page) in self.pages_for(unit) {
            let mut at = 0;
            while let Some(&len) = page.get(at + LEN) {
                let size = BYTES + usize::from(len);
                let eight = page.get(at + LEN..).and_then(<[u8]>::first_chunk);
                let eight = eight.map_or(0, |eight| u64::from_le_bytes(*eight));
                let is_holding = match short {
                    Some(unit) if eight & OF_TWO[0] == OF_TWO[1] => {
                        eight >> 8 & THREE == unit || eight >> 32 & THREE == unit
                    }
                    _ => page.get(at + BYTES..at + size).is_some_and(|term| holds_unit(term, unit.as_bytes())),
                };
                if is_holding && number(page, at + COUNT) & COUNT_MASK != 0 {
                    found.push(first + units(at));
                }
                at += size.next_multiple_of(4);
            }
        }
        found
    }
}

/// Whether `term` contains `unit`. Three bytes are compared at once.
fn holds_unit(term: &[u8], unit: &[u8]) -> bool {
    let Some(first) = unit.first_chunk::<3>() else { return holds(term, unit) };
    let begins = |rest: &[u8]| rest.first_chunk() == Some(first) && (unit.len() == 3 || rest.starts_with(unit));
    (0..term.len()).any(|at| begins(&term[at..]))
}

#[cfg(test)]
mod tests {
    use super::Dictionary;
    use crate::search::index::posting_codec::{Coder, Posting};

    fn add(dictionary: &mut Dictionary, term: &str) {
        let mut coded = Vec::new();
        Coder::default().code(Posting { part: 1, weight: 1 }, &mut coded);
        dictionary.add_coded(term, &coded, 1, 1).unwrap();
    }

    fn found(dictionary: &Dictionary, unit: &str) -> Vec<String> {
        let found = dictionary.holding(unit).into_iter();
        let mut found: Vec<_> = found.map(|term| dictionary.text(term).to_owned()).collect();
        found.sort();
        found
    }

    fn expected(terms: &[&str], unit: &str) -> Vec<String> {
        let mut expected: Vec<_> =
            terms.iter().filter(|term| term.contains(unit)).map(|&term| term.to_owned()).collect();
        expected.sort();
        expected
    }

    #[test]
    fn a_scan_finds_every_term_with_a_character() {
        let mut terms: Vec<&str> = "日本 本日 かな 日か x日 本 日本語 กข ก่ข ขก่ 나무 🎉 ab日c plan".split(' ').collect();
        let mut dictionary = Dictionary::default();
        for term in &terms {
            add(&mut dictionary, term);
        }
        for unit in ["日", "本", "か", "ก", "ก่", "ข", "나", "語", "🎉", "無"] {
            assert_eq!(found(&dictionary, unit), expected(&terms, unit), "{unit}");
            assert!(dictionary.scan(unit) && !dictionary.scan(unit));
            assert_eq!(found(&dictionary, unit), expected(&terms, unit), "{unit}");
        }
        terms.push("無日");
        add(&mut dictionary, "無日");
        for unit in ["日", "無"] {
            assert_eq!(found(&dictionary, unit), expected(&terms, unit), "{unit}");
        }
    }
}
