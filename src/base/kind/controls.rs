//! Counts control characters, to distinguish text from binary content.

/// A mask of the high bit of each byte in a word.
const HIGH: u64 = 0x8080_8080_8080_8080;
/// UTF-8 text may have one control character in 20 bytes. Lists of names that end with NUL have one in 30 bytes. Binary
/// numbers of two or four bytes have at least one in four.
const IN_UTF8: usize = 20;
/// Text that is not UTF-8 may have one in 200 bytes. Random and compressed bytes have one in ten, real text almost
/// none.
const IN_OTHERS: usize = 200;
/// A single control character is accepted in at least this many bytes of UTF-8 text.
const AROUND_A_STRAY: usize = 4;

/// The control characters in a byte sequence.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Controls {
    /// Number of control characters that text does not need.
    pub strange: usize,
    /// Whether there is an escape character.
    pub escapes: bool,
}

/// Counts the control characters in `bytes`. Prose, tables, logs and terminal recordings use only tabs, line endings,
/// form feeds, escapes, backspaces and bells, so all others are counted as strange.
#[must_use]
pub fn count(bytes: &[u8]) -> Controls {
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
    /// Counts eight bytes at once. One byte at a time, this would take longer than all other checks of a note together.
    fn add(&mut self, word: u64) {
        // Sets the high bit of each byte that is ASCII and at least `n`. The high bit is set first, so that no byte
        // borrows from the next.
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

/// Whether UTF-8 text of `len` bytes may have this many strange control characters.
#[must_use]
pub fn fit_utf8(strange: usize, len: usize) -> bool {
    strange <= len / IN_UTF8 || (strange == 1 && len >= AROUND_A_STRAY)
}

/// Whether text of `len` bytes in another encoding may have this many strange control characters.
#[must_use]
pub fn fit_others(strange: usize, len: usize) -> bool {
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
