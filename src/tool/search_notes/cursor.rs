//! Cursors: where a search that showed a part of what it found goes on.

use std::fmt;

/// No vault has so many notes. What is counted from here on fits any number.
const MAX: usize = 1_000_000_000;

/// Where to go on. As text `20.10`: the first 20 candidates are done with, and 10 notes were shown of them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Cursor {
    /// How many candidates, best first, have been looked at.
    pub looked_at: usize,
    /// How many notes have been shown.
    pub shown: usize,
}

impl Cursor {
    /// Reads a cursor that a reply named.
    pub fn parse(text: &str) -> Option<Self> {
        let (looked_at, shown) = text.trim().split_once('.')?;
        let number = |text: &str| text.parse().ok().filter(|&number| number <= MAX);
        Some(Self { looked_at: number(looked_at)?, shown: number(shown)? })
    }
}

impl fmt::Display for Cursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.looked_at, self.shown)
    }
}
