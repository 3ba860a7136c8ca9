//! Where code spans end.

use std::collections::HashMap;

use crate::note::tags::ticks;

/// Where the last run of backticks of each length begins, so that no run is looked for that is not there.
#[derive(Debug)]
pub(super) struct CodeSpans {
    last: HashMap<usize, usize>,
}

impl CodeSpans {
    /// Looks through `text` from `at`.
    pub fn new(text: &[u8], at: usize) -> Self {
        Self { last: runs(text, at).map(|(start, len)| (len, start)).collect() }
    }

    /// The length of the code span in `text` that the `run` backticks at `at` begin, with its backticks; `None` if
    /// nothing closes it.
    pub fn len(&self, text: &[u8], at: usize, run: usize) -> Option<usize> {
        self.last.get(&run).filter(|&&last| last >= at + run)?;
        let (start, len) = runs(text, at + run).find(|&(_, len)| len == run)?;
        Some(start + len - at)
    }
}

/// Where the runs of backticks after `at` begin, and how long they are.
fn runs(text: &[u8], mut at: usize) -> impl Iterator<Item = (usize, usize)> {
    std::iter::from_fn(move || {
        let start = at + text[at..].iter().position(|&byte| byte == b'`')?;
        let len = ticks(&text[start..]);
        at = start + len;
        Some((start, len))
    })
}
