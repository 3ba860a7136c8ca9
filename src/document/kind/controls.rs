//! Counts control characters, to distinguish text from binary content.

/// A byte's high bit, in every byte of a word.
const HIGH: u64 = 0x8080_8080_8080_8080;
/// Text that is UTF-8 may have one control in 20 bytes: lists of names that are ended by NUL have one in 30, numbers of
/// two or four bytes at least one in four.
const IN_UTF8: usize = 20;
/// What is not UTF-8 may have one in 200: random and compressed bytes have one in ten, text hardly any.
const IN_OTHERS: usize = 200;
/// Minimum bytes per stray control.
const AROUND_A_STRAY: usize = 4;

/// The control characters in some bytes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(in crate::document) struct Controls {
    /// Number of controls that text does not need.
    pub strange: usize,
    /// Whether there is an escape.
    pub escapes: bool,
}

/// Counts in `bytes`. Prose, tables, logs and recordings of terminals do without all controls but tabs, line ends, form
/// feeds, escapes, backspaces and bells.
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
    /// Counts in eight bytes at once: one at a time, this would take longer than all else that is asked of a note.
    fn add(&mut self, word: u64) {
        // The high bit of each byte that is ASCII and at least `n`: no byte borrows from the next.
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

/// Whether text that is UTF-8 may have so many in `len` bytes.
pub(in crate::document) fn fit_utf8(strange: usize, len: usize) -> bool {
    strange <= len / IN_UTF8 || (strange == 1 && len >= AROUND_A_STRAY)
}

/// Whether text in another encoding may have so many in `len` bytes.
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
