//! Finds the ends of code spans.

use std::collections::HashMap;

use crate::note::tags::ticks;

/// The offset of the last run of backticks of each length, to avoid searching for runs that do not exist.
#[derive(Debug)]
pub(in crate::note) struct CodeSpans {
    last: HashMap<usize, usize>,
}

impl CodeSpans {
    /// Looks through `text` from `at`.
    pub fn new(text: &[u8], at: usize) -> Self {
        Self { last: runs(text, at).map(|(start, len)| (len, start)).collect() }
    }

    /// The length of the code span in `text` that the `run` backticks at `at` begin, with its backticks. `None` if it
    /// is never closed.
    pub fn len(&self, text: &[u8], at: usize, run: usize) -> Option<usize> {
        self.last.get(&run).filter(|&&last| last >= at + run)?;
        let (start, len) = runs(text, at + run).find(|&(_, len)| len == run)?;
        Some(start + len - at)
    }
}

/// The offsets and lengths of the runs of backticks after `at`.
fn runs(text: &[u8], mut at: usize) -> impl Iterator<Item = (usize, usize)> {
    std::iter::from_fn(move || {
        let start = at + text[at..].iter().position(|&byte| byte == b'`')?;
        let len = ticks(&text[start..]);
        at = start + len;
        Some((start, len))
    })
}
