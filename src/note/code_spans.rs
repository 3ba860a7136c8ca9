//! Code spans: runs of backticks, and where the span ends that one begins.

use std::collections::HashMap;

/// The offset of the last run of backticks of each length, to avoid searching for runs that do not exist.
#[derive(Debug)]
pub(super) struct CodeSpans {
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

/// The number of backticks at the start of `text`.
pub(super) fn ticks(text: &[u8]) -> usize {
    text.iter().take_while(|&&byte| byte == b'`').count()
}

/// The code span that is open after a run of `run` backticks.
pub(super) fn span_behind(open: Option<usize>, run: usize) -> Option<usize> {
    match open {
        Some(open) if open == run => None,
        None => Some(run),
        Some(_) => open,
    }
}
