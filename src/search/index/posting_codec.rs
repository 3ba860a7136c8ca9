//! Encodes a posting: the distance from the previous part, seven bits a byte; the first byte has two bits for the
//! weight. Most weights are one, two or three, and most lists are of rare terms, so that a posting takes two bytes, and
//! one more for a larger weight.

/// A part of a note with a term, and the term's weight there (`weights::quantised`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Posting {
    pub part: u32,
    pub weight: u8,
}

/// In place of a weight that does not fit in the first byte and follows in its own.
const APART: u8 = 0;

/// Set if more bytes of the distance follow.
const MORE: u8 = 0x80;

/// The bits of the distance in the first byte, and their position.
const FIRST_BITS: u32 = 5;
const FIRST_SHIFT: u32 = 2;

/// Encodes the postings of a list.
#[derive(Debug, Default)]
pub(super) struct Coder {
    last: u32,
}

impl Coder {
    /// Continues after the posting of the part `last`.
    pub fn behind(last: u32) -> Self {
        Self { last }
    }

    /// The part of the last encoded posting.
    pub fn last(&self) -> u32 {
        self.last
    }

    /// Appends the next posting, whose part is after the last one.
    pub fn code(&mut self, posting: Posting, bytes: &mut Vec<u8>) {
        let distance = posting.part.wrapping_sub(self.last);
        self.last = posting.part;
        let is_small = posting.weight < 1 << FIRST_SHIFT;
        let low = (distance & ((1 << FIRST_BITS) - 1)).to_le_bytes()[0] << FIRST_SHIFT;
        let mut rest = distance >> FIRST_BITS;
        bytes.push(low | if is_small { posting.weight } else { APART } | if rest > 0 { MORE } else { 0 });
        while rest > 0 {
            let bits = rest.to_le_bytes()[0] & !MORE;
            rest >>= 7;
            bytes.push(bits | if rest > 0 { MORE } else { 0 });
        }
        if !is_small || posting.weight == APART {
            bytes.push(posting.weight);
        }
    }
}

/// Decodes a posting from the bytes that `byte` returns; `last` is the previous part.
#[inline]
pub(super) fn decode(last: u32, mut byte: impl FnMut() -> u8) -> Posting {
    let first = byte();
    let mut distance = u32::from(first & !MORE) >> FIRST_SHIFT;
    let (mut shift, mut more) = (FIRST_BITS, first & MORE != 0);
    while more && shift < u32::BITS {
        let next = byte();
        distance |= u32::from(next & !MORE) << shift;
        (shift, more) = (shift + 7, next & MORE != 0);
    }
    let small = first & ((1 << FIRST_SHIFT) - 1);
    let weight = if small == APART { byte() } else { small };
    Posting { part: last.wrapping_add(distance), weight }
}

/// The part of the last posting in `bytes`, a complete list.
pub(super) fn last_part(bytes: &[u8]) -> u32 {
    let (mut rest, mut last) = (bytes.iter(), 0);
    while !rest.as_slice().is_empty() {
        last = decode(last, || rest.next().copied().unwrap_or_default()).part;
    }
    last
}

#[cfg(test)]
mod tests {
    use super::{Coder, Posting, decode, last_part};

    #[test]
    fn what_is_coded_is_read_again() {
        let parts = [0, 1, 31, 63, 64, 4000, 8096, 8097, 1_000_000, 300_000_000, 4_000_000_000, u32::MAX];
        let postings: Vec<Posting> = parts
            .iter()
            .zip([1, 2, 3, 4, 0, 255, 1, 3, 9, 1, 200, 1])
            .map(|(&part, weight)| Posting { part, weight })
            .collect();
        let mut coder = Coder::default();
        let mut bytes = Vec::new();
        for &posting in &postings {
            coder.code(posting, &mut bytes);
        }
        assert_eq!(last_part(&bytes), u32::MAX);
        let (mut bytes, mut last) = (bytes.into_iter(), 0);
        for posting in postings {
            assert_eq!(decode(last, || bytes.next().unwrap()), posting);
            last = posting.part;
        }
        assert_eq!(bytes.next(), None);
    }
}
