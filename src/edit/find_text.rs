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
        let mut starts = starts(&self.plain, &wanted);
        if let [only] = starts[..] {
            let next = only + wanted.chars().next().map_or(1, char::len_utf8);
            let end = self.plain.ceil_char_boundary(only + 2 * wanted.len());
            starts.extend(self.plain[next..end].find(&*wanted).map(|at| next + at));
        }
        starts.into_iter().map(|start| self.place(start)..self.place(start + wanted.len())).collect()
    }

    /// The byte of the text that is at byte `plain` without `\r`s. For a line break, where its `\r` is.
    fn place(&self, plain: usize) -> usize {
        plain + self.returns.partition_point(|&at| at < plain)
    }
}

/// Where `wanted` begins in `text`; where it overlaps itself, the first. From the last two bytes that could be those of
/// `wanted`, it is known how far the next place is at least: the longer `wanted`, the fewer bytes are looked at.
pub(super) fn starts(text: &str, wanted: &str) -> Vec<usize> {
    const SLOTS: usize = 1024;
    let (bytes, pattern) = (text.as_bytes(), wanted.as_bytes());
    let mut starts = Vec::new();
    let mut at = 0;
    if let Some(last) = pattern.len().checked_sub(2) {
        let slot = |pair: &[u8]| (usize::from(pair[0]) << 2) ^ usize::from(pair[1]);
        let mut skips = [last + 1; SLOTS];
        for (place, pair) in pattern.windows(2).enumerate() {
            skips[slot(pair)] = last - place;
        }
        // Texts that nearly match everywhere are left to the standard library, which is never slow.
        let mut patience = text.len();
        while let Some(pair) = bytes.get(at + last..at + last + 2) {
            let skip = skips[slot(pair)];
            if skip > 0 {
                at += skip;
            } else if bytes[at..].starts_with(pattern) {
                starts.push(at);
                at += pattern.len();
            } else {
                at += 1;
                patience = patience.saturating_sub(pattern.len());
                if patience == 0 {
                    break;
                }
            }
        }
    }
    let at = text.ceil_char_boundary(at);
    starts.extend(text[at..].match_indices(wanted).map(|(found, _)| at + found));
    starts
}

/// `text` with every `\r\n` as `\n`.
pub(super) fn with_newlines(text: &str) -> Cow<'_, str> {
    if text.contains("\r\n") { Cow::Owned(text.replace("\r\n", "\n")) } else { Cow::Borrowed(text) }
}

/// The 1-indexed line of the byte `at`.
pub(super) fn line_of(text: &str, at: usize) -> u32 {
    LineCount::of(text).line(at)
}

/// Counts lines up to places that ascend: linear for all of them.
pub(super) struct LineCount<'t> {
    text: &'t str,
    at: usize,
    line: u32,
}

impl<'t> LineCount<'t> {
    pub fn of(text: &'t str) -> Self {
        Self { text, at: 0, line: 1 }
    }

    /// The 1-indexed line of the byte `at`, which is not before the last one.
    pub fn line(&mut self, at: usize) -> u32 {
        let newlines = self.text[self.at..at].matches('\n').count();
        self.at = at;
        self.line = self.line.saturating_add(u32::try_from(newlines).unwrap_or(u32::MAX));
        self.line
    }
}
