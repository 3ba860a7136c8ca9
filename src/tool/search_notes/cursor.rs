//! Cursors: where the next page of a search starts.

use std::fmt;

/// More notes than any vault has. Bounds the numbers in a cursor.
const MAX: usize = 1_000_000_000;

/// Where to continue. As text `20.10`: the first 20 candidates were searched, and 10 of them were shown.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Cursor {
    /// How many candidates were searched, best first.
    pub looked_at: usize,
    /// How many notes were shown.
    pub shown: usize,
}

impl Cursor {
    /// Parses a cursor.
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
