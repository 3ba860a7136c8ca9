//! A quick hash for maps of a query's terms, which are asked for many words of each note.

use std::hash::Hasher;

use crate::search::index::checksum;

/// Hashes one string.
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
