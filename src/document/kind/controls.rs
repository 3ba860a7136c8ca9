//! Counts control characters, to distinguish text from binary content.

/// The high bit of each byte of a word.
const HIGH: u64 = 0x8080_8080_8080_8080;
/// UTF-8 may have one control character in this many bytes. Lists of NUL-terminated names have one in 30; binary
/// numbers of two or four bytes have at least one in four.
const IN_UTF8: usize = 20;
/// Other encodings may have one in this many bytes. Random and compressed bytes have one in ten, text hardly any.
const IN_OTHERS: usize = 200;
/// Minimum length of UTF-8 text that may have a single control character.
const AROUND_A_STRAY: usize = 4;

/// Counts of control characters.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(in crate::document) struct Controls {
    /// Number of control characters that text does not need.
    pub strange: usize,
    /// Whether there is an ESC.
    pub escapes: bool,
}

/// Counts the control characters in `bytes`. Prose, tables, logs and terminal recordings need only tabs, line endings
/// (LF, CR, VT), form feeds, escapes, backspaces and bells; all others are strange.
pub(in crate::document) fn count(bytes: &[u8]) -> Controls {
    let mut found = Controls::default();
    let (words, rest) = bytes.as_chunks::<8>();
    for &word in words {
        found.add(u64::from_le_bytes(word));
    }
    let mut last = [b' '; 8];
    last[..rest.len()].copy_from_slice(rest);
    found.add(u64::from_le_bytes(last));
    found
}

impl Controls {
    /// Counts in eight bytes at once. One byte at a time would take longer than all other checks of a note together.
    fn add(&mut self, word: u64) {
        // The high bit of each byte whose lower seven bits are at least `n`. No byte borrows from the next.
        let low = word & !HIGH | HIGH;
        let at_least = |n: u8| low.wrapping_sub(u64::from_ne_bytes([n; 8])) & HIGH;
        let ascii = !word & HIGH;
        let (space, delete) = (at_least(0x20), at_least(0x7f));
        if ascii & (!space | delete) == 0 {
            return;
        }
        let escape = low ^ u64::from_ne_bytes([0x1b; 8]);
        let escape = !escape.wrapping_sub(u64::from_ne_bytes([1; 8])) & HIGH & ascii;
        let strange = (!at_least(7) | (at_least(0xe) & !space) | delete) & ascii & !escape;
        self.strange += usize::try_from(strange.count_ones()).unwrap_or(0);
        self.escapes |= escape != 0;
    }
}

/// Whether `len` bytes of UTF-8 text may have this many strange characters.
pub(in crate::document) fn fit_utf8(strange: usize, len: usize) -> bool {
    strange <= len / IN_UTF8 || (strange == 1 && len >= AROUND_A_STRAY)
}

/// Whether `len` bytes of text in another encoding may have this many strange characters.
pub(in crate::document) fn fit_others(strange: usize, len: usize) -> bool {
    strange <= len / IN_OTHERS
}

#[cfg(test)]
mod tests {
    use super::count;

    #[test]
    fn every_byte_is_counted_as_what_it_is_wherever_it_stands() {
        for byte in 0..=255_u8 {
            let is_strange = matches!(byte, 0..=6 | 0xe..=0x1a | 0x1c..=0x1f | 0x7f);
            for around in [b'a', 0xff, b'\n'] {
                for at in 0..20 {
                    let mut bytes = [around; 20];
                    bytes[at] = byte;
                    let found = count(&bytes);
                    assert_eq!(found.strange, usize::from(is_strange), "{byte} at {at}");
                    assert_eq!(found.escapes, byte == 0x1b, "{byte} at {at}");
                }
            }
        }
    }
}
