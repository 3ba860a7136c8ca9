//! Sets of a query's terms: as bits, one for each position in the query; and a filter and a hash, which are asked for many
//! words of each note.

use std::hash::Hasher;
use std::ops::Range;

use crate::search::index::checksum;
use crate::search::query::MAX_TERMS;

/// The bit of a position.
pub(super) fn bit(place: usize) -> u64 {
    1 << (place % MAX_TERMS)
}

/// The bits of several positions.
pub(super) fn bits(places: Range<usize>) -> u64 {
    places.map(bit).fold(0, |bits, bit| bits | bit)
}

/// The positions whose bits are set.
pub(super) fn ones(mut bits: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let place = (bits != 0).then(|| bits.trailing_zeros() as usize)?;
        bits &= bits - 1;
        Some(place)
    })
}

/// Hashes one string, quickly.
#[derive(Debug, Clone, Default)]
pub(super) struct TermHasher(u64);

impl Hasher for TermHasher {
    fn write(&mut self, bytes: &[u8]) {
        self.0 = checksum(bytes);
    }

    // What ends a string.
    fn write_u8(&mut self, _: u8) {}

    fn finish(&self) -> u64 {
        self.0
    }
}

/// The number of bits, as a power of two: a query has up to some thousand terms with all forms.
const LOG_BITS: u32 = 14;

/// A set of terms, by one bit each.
#[derive(Debug, Clone)]
pub(super) struct TermFilter {
    bits: Box<[u64]>,
}

impl Default for TermFilter {
    fn default() -> Self {
        Self { bits: vec![0; 1 << (LOG_BITS - u64::BITS.ilog2())].into_boxed_slice() }
    }
}

impl TermFilter {
    pub fn add(&mut self, term: &str) {
        let (place, bit) = place(term);
        self.bits[place] |= bit;
    }

    /// Whether `term` may have been added.
    #[inline]
    pub fn may_have(&self, term: &str) -> bool {
        let (place, bit) = place(term);
        self.bits[place] & bit != 0
    }
}

/// The bit of a term, by its length and how it begins and ends.
#[inline]
fn place(term: &str) -> (usize, u64) {
    let bytes = term.as_bytes();
    let four = |bytes: &[u8; 4]| u32::from_le_bytes(*bytes);
    let (first, last) = match (bytes.first_chunk(), bytes.last_chunk()) {
        (Some(first), Some(last)) => (four(first), four(last)),
        _ => (bytes.iter().fold(0, |number, &byte| number << 8 | u32::from(byte)), 0),
    };
    let length = u32::try_from(bytes.len()).unwrap_or(u32::MAX);
    let mixed = (first.wrapping_mul(0x9e37_79b1).rotate_left(15) ^ last ^ length).wrapping_mul(0x85eb_ca6b);
    let at = mixed >> (u32::BITS - LOG_BITS);
    ((at / u64::BITS) as usize, 1 << (at % u64::BITS))
}

/// A small number as a float.
pub(super) fn factor(number: usize) -> f32 {
    u16::try_from(number).map_or(f32::MAX, f32::from)
}

#[cfg(test)]
mod tests {
    use super::TermFilter;

    #[test]
    fn it_has_what_was_added_and_little_else() {
        let words = |first: &str| -> Vec<String> {
            let of = |number: usize| [first, &number.to_string(), &"ü日"[..number % 2 * 2]].concat();
            (0..500).map(of).chain([first.to_owned()]).collect()
        };
        let mut filter = TermFilter::default();
        let added: Vec<String> = ["", "a", "灯", "Größe", "lighthouse"].into_iter().flat_map(words).collect();
        for term in &added {
            filter.add(term);
        }
        assert!(added.iter().all(|term| filter.may_have(term)));
        let others: Vec<String> = ["b", "本", "grün", "keeper"].into_iter().flat_map(words).collect();
        let wrong = others.iter().filter(|term| filter.may_have(term)).count();
        assert!(wrong * 4 < others.len(), "{wrong} of {}", others.len());
    }
}
