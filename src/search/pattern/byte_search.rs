//! Finds bytes, eight at a time.

const LOW: u64 = 0x0101_0101_0101_0101;
const HIGH: u64 = 0x8080_8080_8080_8080;

/// Offset of the first `byte` in `bytes`.
pub(super) fn find_byte(bytes: &[u8], byte: u8) -> Option<usize> {
    find(bytes, |word| equal_bytes(word, byte), |_| true)
}

/// Offset of the first byte that is one of `pair` and whose offset satisfies `holds`.
pub(super) fn find_either(bytes: &[u8], pair: [u8; 2], holds: impl Fn(usize) -> bool) -> Option<usize> {
    match pair {
        [one, other] if one == other => find(bytes, |word| equal_bytes(word, one), holds),
        [one, other] => find(bytes, |word| equal_bytes(word, one) | equal_bytes(word, other), holds),
    }
}

/// The number of line breaks in `bytes`.
pub(super) fn line_breaks(bytes: &[u8]) -> u32 {
    let (words, rest) = bytes.as_chunks::<8>();
    let in_words: u32 = words.iter().map(|word| equal_bytes(u64::from_le_bytes(*word), b'\n').count_ones()).sum();
    in_words + rest.iter().map(|&byte| u32::from(byte == b'\n')).sum::<u32>()
}

/// The first offset whose high bit `marks` sets, and which satisfies `holds`.
#[inline]
fn find(bytes: &[u8], marks: impl Fn(u64) -> u64, holds: impl Fn(usize) -> bool) -> Option<usize> {
    let (words, rest) = bytes.as_chunks::<8>();
    let mut last = [0; 8];
    last[..rest.len()].copy_from_slice(rest);
    for (index, word) in words.iter().chain([&last]).enumerate() {
        let mut marked = marks(u64::from_le_bytes(*word));
        while marked != 0 {
            let at = index * 8 + marked.trailing_zeros() as usize / 8;
            // The padding of the last word may be marked too.
            if at < bytes.len() && holds(at) {
                return Some(at);
            }
            marked &= marked - 1;
        }
    }
    None
}

/// The high bit of each byte of `word` that equals `byte`.
fn equal_bytes(word: u64, byte: u8) -> u64 {
    let other = word ^ (LOW * u64::from(byte));
    !(((other & !HIGH) + !HIGH) | other | !HIGH)
}
