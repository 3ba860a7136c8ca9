//! Finds an exact text. Only line endings may differ: `\n` and `\r\n` are the same here.

use std::borrow::Cow;
use std::ops::Range;

/// A text to find others in.
pub(super) struct Searched<'t> {
    /// The text with every `\r\n` as `\n`.
    plain: Cow<'t, str>,
    /// Where in `plain` the `\n`s are that had a `\r`.
    returns: Vec<usize>,
}

impl<'t> Searched<'t> {
    pub fn new(text: &'t str) -> Self {
        if !text.contains("\r\n") {
            return Self { plain: Cow::Borrowed(text), returns: Vec::new() };
        }
        let mut plain = String::with_capacity(text.len());
        let mut returns = Vec::new();
        for line in text.split_inclusive('\n') {
            match line.strip_suffix("\r\n") {
                Some(line) => {
                    plain.push_str(line);
                    returns.push(plain.len());
                    plain.push('\n');
                }
                None => plain.push_str(line),
            }
        }
        Self { plain: Cow::Owned(plain), returns }
    }

    /// Where `wanted` occurs, as bytes of the text. Occurrences that overlap count as two if there is no third.
    pub fn find(&self, wanted: &str) -> Vec<Range<usize>> {
        let wanted = with_newlines(wanted);
        if wanted.is_empty() {
            return Vec::new();
        }
        let mut starts: Vec<usize> = self.plain.match_indices(&*wanted).map(|(at, _)| at).collect();
        if let [only] = starts[..] {
            let next = only + wanted.chars().next().map_or(1, char::len_utf8);
            starts.extend(self.plain[next..].find(&*wanted).map(|at| next + at));
        }
        starts.into_iter().map(|start| self.place(start)..self.place(start + wanted.len())).collect()
    }

    /// The byte of the text that is at byte `plain` without `\r`s. For a line break, where its `\r` is.
    fn place(&self, plain: usize) -> usize {
        plain + self.returns.partition_point(|&at| at < plain)
    }
}

/// `text` with every `\r\n` as `\n`.
pub(super) fn with_newlines(text: &str) -> Cow<'_, str> {
    if text.contains("\r\n") { Cow::Owned(text.replace("\r\n", "\n")) } else { Cow::Borrowed(text) }
}

/// The 1-indexed line of the byte `at`.
pub(super) fn line_of(text: &str, at: usize) -> u32 {
    u32::try_from(text[..at].matches('\n').count() + 1).unwrap_or(u32::MAX)
}
