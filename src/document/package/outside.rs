//! Checks that a file is a ZIP container that is safe to open.

use lectern_base::{Fault, Format};

use crate::compound::{Compound, MAGIC, mistaken};

/// A PDF header may start within this many bytes. Acrobat accepts the same.
const PDF_WITHIN: usize = 1024;
/// Number of bytes searched at the end of a file for the end record: the record with the longest possible comment.
const TAIL: usize = 22 + 65_535;
/// How much is searched in one slice: 4 ms on a phone.
const SLICE: usize = 1024 * 1024;

/// What a file claims of its entries, found slice by slice before it is opened: the ZIP reader reserves memory for as many
/// entries as the directory claims.
#[derive(Default)]
pub(crate) struct Scan {
    at: usize,
    headers: u64,
    claimed: u64,
    claimed_64: u64,
    has_locator: bool,
}

impl Scan {
    /// Scans a slice of the file. Returns whether all of it is scanned.
    pub fn step(&mut self, bytes: &[u8]) -> bool {
        let number = |at: usize, len: usize| {
            let field = bytes.get(at..at + len).unwrap_or_default();
            field.iter().rev().fold(0_u64, |number, byte| (number << 8) | u64::from(*byte))
        };
        let tail = bytes.len().saturating_sub(TAIL);
        let end = bytes.len().min(self.at + SLICE);
        while let Some(offset) = bytes.get(self.at..end).and_then(|rest| rest.iter().position(|byte| *byte == b'P')) {
            let at = self.at + offset;
            match bytes.get(at + 1..at + 4) {
                Some(b"K\x01\x02") => self.headers += 1,
                // The 64-bit end record counts only if there is a locator. Otherwise these bytes may be part of a
                // picture.
                Some(b"K\x06\x06") => self.claimed_64 = self.claimed_64.max(number(at + 32, 8)),
                Some(b"K\x06\x07") => self.has_locator = true,
                Some(b"K\x05\x06") if at >= tail => {
                    let count = number(at + 10, 2);
                    if count != 0xFFFF {
                        self.claimed = self.claimed.max(count);
                    }
                }
                _ => {}
            }
            self.at = at + 1;
        }
        self.at = end;
        end == bytes.len()
    }

    /// The most entries that the file may claim.
    fn most(&self) -> u64 {
        self.headers.max(self.claimed).max(if self.has_locator { self.claimed_64 } else { 0 })
    }
}

/// Checks a file before it is opened as a container with at most `max_entries` entries.
pub(super) fn check(bytes: &[u8], max_entries: usize, scan: &Scan) -> Result<(), Fault> {
    if !bytes.starts_with(b"PK") {
        look(bytes)?;
    }
    if scan.most() > max_entries as u64 {
        return Err(Fault::TooLarge(format!("more than {max_entries} parts")));
    }
    Ok(())
}

/// Recognizes common files that do not start like a ZIP container, and returns their fault.
fn look(bytes: &[u8]) -> Result<(), Fault> {
    if bytes.is_empty() {
        return Err(Fault::Broken("it is empty".to_owned()));
    }
    // Office documents from before 2007, and any with a password.
    if bytes.starts_with(MAGIC) {
        return Err(mistaken(&Compound::open(bytes)?));
    }
    let head = &bytes[..bytes.len().min(PDF_WITHIN)];
    if head.windows(5).any(|window| window == b"%PDF-") {
        return Err(Fault::Other(Format::Pdf));
    }
    let text = String::from_utf8_lossy(head).trim_start_matches('\u{feff}').trim_start().to_ascii_lowercase();
    if text.starts_with("<!doctype html") || text.starts_with("<html") {
        return Err(Fault::Other(Format::Html));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{SLICE, Scan};

    #[test]
    fn a_large_file_is_scanned_slice_by_slice() {
        let mut bytes = vec![b'P'; 3 * SLICE + 1];
        // One header is across two slices.
        for at in [9, SLICE - 2] {
            bytes[at..at + 4].copy_from_slice(b"PK\x01\x02");
        }
        let mut scan = Scan::default();
        assert_eq!([(); 4].map(|()| scan.step(&bytes)), [false, false, false, true]);
        assert_eq!(scan.most(), 2);
    }
}
