//! Terms as 64-bit words, so that short terms are compared, hashed and copied at once. In wasm, comparing or copying
//! bytes of unknown length is a call that takes longer than everything else.

/// Maximum bytes of a term in the dictionary, whose length is stored in one byte.
pub(super) const MAX_TERM_BYTES: usize = 255;

/// Terms of the same length, up to this many bytes, never have the same [`hash`].
pub(super) const TOLD_APART: usize = 8;

/// The bytes of `term`, eight at a time, the last word padded with zeros; at least one word.
#[inline]
pub(super) fn each(term: &[u8]) -> impl Iterator<Item = u64> {
    let (chunks, rest) = term.as_chunks::<8>();
    let is_last = !rest.is_empty() || chunks.is_empty();
    // The last eight bytes, shifted past those already returned.
    let last = match term.last_chunk() {
        Some(word64) if is_last => u64::from_le_bytes(*word64) >> (8 * (8 - rest.len())),
        _ => few(rest),
    };
    chunks.iter().map(|chunk| u64::from_le_bytes(*chunk)).chain(is_last.then_some(last))
}

/// Fewer than eight bytes as a number.
#[inline]
fn few(bytes: &[u8]) -> u64 {
    let len = bytes.len();
    let four = |bytes: &[u8; 4]| u64::from(u32::from_le_bytes(*bytes));
    // Overlapping bytes are equal, so `|` is safe.
    if let (Some(first), Some(last)) = (bytes.first_chunk(), bytes.last_chunk()) {
        return four(first) | four(last) << (8 * (len - 4));
    }
    let at = |index: usize| bytes.get(index).map_or(0, |&byte| u64::from(byte) << (8 * index));
    at(0) | at(len / 2) | at(len.saturating_sub(1))
}

/// The hash of a term.
#[inline]
pub(super) fn hash(term: &[u8]) -> u64 {
    const MULTIPLIER: u64 = 0x9e37_79b9_7f4a_7c15;
    let mixed = |hash: u64, word64: u64| (hash.rotate_left(23) ^ word64).wrapping_mul(MULTIPLIER);
    let mut hash = each(term).fold(term.len() as u64, mixed);
    hash ^= hash >> 32;
    hash = hash.wrapping_mul(0xd6e8_feb8_6659_fd93);
    hash ^ hash >> 29
}

/// A checksum of `bytes`, which shows that they are damaged.
pub(crate) fn checksum(bytes: &[u8]) -> u64 {
    hash(bytes)
}

/// Whether `a` and `b` are equal.
pub(super) fn same(a: &[u8], b: &[u8]) -> bool {
    a.len() == b.len() && each(a).eq(each(b))
}

#[cfg(test)]
mod tests {
    use super::{each, hash, same};

    #[test]
    fn the_numbers_of_a_term_are_its_bytes() {
        let all: Vec<u8> = (1..=40).collect();
        for len in 0..all.len() {
            let term = &all[..len];
            let bytes: Vec<u8> = each(term).flat_map(u64::to_le_bytes).collect();
            assert_eq!(bytes.len(), len.next_multiple_of(8).max(8));
            assert_eq!((&bytes[..len], &bytes[len..]), (term, &vec![0; bytes.len() - len][..]));
            assert!(same(term, &all[..len]) && !same(term, &all[1..=len]) || len == 0);
        }
        assert_ne!(hash(b"a"), hash(b"a\0"));
    }
}
