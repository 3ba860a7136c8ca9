//! A note that is being taken apart: its words, weighed by where they stand, its tags and names. In slices, so that
//! whoever does it can stop in between.

use super::counts::Counts;
use super::front::Front;
use super::{tag, weights};
use crate::search::words::{Reader, Word};

/// How far behind the end of a slice a line may end that is still read whole: a millisecond's work.
const MARGIN: usize = 64 * 1024;

/// A note on its way into an [`super::Index`].
#[derive(Debug)]
pub struct Indexing {
    pub(super) path: Box<str>,
    pub(super) size: f64,
    pub(super) mtime: f64,
    pub(super) counts: Counts,
    pub(super) reader: Reader,
    /// How many words its text has.
    pub(super) length: u32,
    pub(super) names: Vec<Box<str>>,
    /// Whether every word is found as its letters stand, so that a note without a term does not hold it as part of a word.
    pub(super) as_written: bool,
    at: usize,
    front: Option<Front>,
    /// The letter and the length of the fence that closes the code which is read.
    fence: Option<(u8, usize)>,
    line: Option<Line>,
}

/// A line of which the start was read in the slice before.
#[derive(Debug, Clone, Copy)]
struct Line {
    weight: u32,
    in_code: bool,
}

impl Indexing {
    /// Begins with a note of which nothing was read. `size` and `mtime` are those of its file.
    #[must_use]
    pub fn new(path: &str, size: f64, mtime: f64) -> Self {
        Self::with(Counts::default(), Reader::default(), path, size, mtime)
    }

    pub(super) fn with(counts: Counts, reader: Reader, path: &str, size: f64, mtime: f64) -> Self {
        Self {
            path: path.into(),
            size,
            mtime,
            counts,
            reader,
            length: 0,
            names: Vec::new(),
            as_written: true,
            at: 0,
            front: None,
            fence: None,
            line: None,
        }
    }

    /// Reads about `max_bytes` more of `text`, which must be the same in every call. Whether all of it was read.
    pub fn go_on(&mut self, text: &str, max_bytes: usize) -> bool {
        let Some(rest) = text.get(self.at..).filter(|rest| !rest.is_empty()) else { return true };
        let (len, is_line, is_clean) = slice(rest, max_bytes.max(1));
        self.as_written &= is_clean;
        self.lines(&rest[..len], self.at == 0, is_line);
        self.at += len;
        self.at == text.len()
    }

    /// Reads lines; the last ends with them if `is_line`.
    fn lines(&mut self, text: &str, is_first: bool, is_line: bool) {
        // Lines of mere text wait here, to be read at once.
        let mut plain = 0;
        let mut at = 0;
        while at < text.len() {
            let start = at;
            let (end, has_hash) = line_end(text.as_bytes(), at);
            at = end;
            let line = &text[start..end];
            let goes_on = end == text.len() && !is_line;
            let mut kind = match self.line.take() {
                Some(line) => line,
                None => Line { weight: self.line_weight(line, start == 0 && is_first), in_code: false },
            };
            if kind.weight != weights::TEXT {
                self.words(&text[plain..start], weights::TEXT);
                self.words(line, kind.weight);
                plain = end;
            }
            if (has_hash || goes_on) && self.fence.is_none() && self.front.is_none() {
                kind.in_code = tag::each(line, kind.in_code, |tag| {
                    add_tag(tag, &mut self.counts, &mut self.reader, &mut self.as_written);
                });
            }
            if goes_on {
                self.line = Some(kind);
            }
        }
        self.words(&text[plain..], weights::TEXT);
    }

    /// What the words of a line weigh, of which this is the start.
    fn line_weight(&mut self, line: &str, is_first: bool) -> u32 {
        if is_first {
            self.front = Front::open(line);
            return weights::TEXT;
        }
        if let Some(front) = &mut self.front {
            let (counts, reader, as_written) = (&mut self.counts, &mut self.reader, &mut self.as_written);
            if !front.take(line, &mut self.names, |tag| add_tag(tag, counts, reader, as_written)) {
                self.front = None;
            }
            return weights::TEXT;
        }
        let rest = line.trim_start();
        match rest.as_bytes().first() {
            Some(&mark @ (b'`' | b'~')) => {
                let len = rest.bytes().take_while(|&byte| byte == mark).count();
                match self.fence {
                    Some((open, least)) if open == mark && len >= least && rest[len..].trim().is_empty() => {
                        self.fence = None;
                    }
                    None if len >= 3 && !(mark == b'`' && rest[len..].contains('`')) => self.fence = Some((mark, len)),
                    _ => {}
                }
                weights::TEXT
            }
            Some(b'#') if self.fence.is_none() => {
                let level = rest.bytes().take_while(|&byte| byte == b'#').count();
                if level <= 6 && rest[level..].starts_with([' ', '\t']) { weights::HEADING } else { weights::TEXT }
            }
            _ => weights::TEXT,
        }
    }

    fn words(&mut self, text: &str, weight: u32) {
        let (counts, length) = (&mut self.counts, &mut self.length);
        let mut has_room = true;
        let as_written = self.reader.read(text, |word| {
            has_room &= counts.add(word.term, weight);
            *length = length.saturating_add(1);
        });
        self.as_written &= as_written && has_room;
    }
}

fn add_tag(tag: &str, counts: &mut Counts, reader: &mut Reader, as_written: &mut bool) {
    let mut is_tag = false;
    tag::each_term(tag, |term| {
        is_tag = true;
        *as_written &= counts.add(term, weights::TAG);
    });
    if is_tag {
        let found: &mut dyn FnMut(Word<'_>) = &mut |word| *as_written &= counts.add(word.term, weights::TAG);
        reader.read(tag, found);
    }
}

/// Behind the line that starts at `at` with its break, and whether it holds a `#`. Eight bytes at a time.
fn line_end(bytes: &[u8], at: usize) -> (usize, bool) {
    const ONES: u64 = u64::MAX / 0xff;
    // The lowest bit that is set is right; above it there may be others.
    let zeros = |word: u64| word.wrapping_sub(ONES) & !word & (ONES << 7);
    let (mut start, mut has_hash) = (at, false);
    while let Some(eight) = bytes.get(start..).and_then(|rest| rest.first_chunk()) {
        let word = u64::from_le_bytes(*eight);
        let breaks = zeros(word ^ (ONES * u64::from(b'\n')));
        let hashes = zeros(word ^ (ONES * u64::from(b'#')));
        if breaks != 0 {
            has_hash |= hashes & (breaks & breaks.wrapping_neg()).wrapping_sub(1) != 0;
            return (start + breaks.trailing_zeros() as usize / 8 + 1, has_hash);
        }
        has_hash |= hashes != 0;
        start += 8;
    }
    for (step, &byte) in bytes[start..].iter().enumerate() {
        if byte == b'\n' {
            return (start + step + 1, has_hash);
        }
        has_hash |= byte == b'#';
    }
    (bytes.len(), has_hash)
}

/// How much of `text` is read next, whether it ends with a line, and whether it ends between words.
fn slice(text: &str, max_bytes: usize) -> (usize, bool, bool) {
    let bytes = text.as_bytes();
    let limit = max_bytes.saturating_add(MARGIN);
    if bytes.len() <= max_bytes {
        return (bytes.len(), true, true);
    }
    let limit = limit.min(bytes.len());
    if let Some(at) = bytes[max_bytes..limit].iter().position(|&byte| byte == b'\n') {
        return (max_bytes + at + 1, true, true);
    }
    if limit == bytes.len() {
        return (limit, true, true);
    }
    // A very long line: between its words, and best at a space, behind which a tag may begin.
    if let Some(at) = bytes[..limit].iter().rposition(|&byte| byte == b' ').filter(|&at| at > 0) {
        return (at + 1, false, true);
    }
    let end = text.floor_char_boundary(limit);
    let between = text[..end]
        .char_indices()
        .rfind(|&(_, c)| (c.is_ascii_punctuation() && !matches!(c, '\'' | '#')) || "、。，．！？".contains(c));
    match between {
        Some((at, c)) => (at + c.len_utf8(), false, true),
        None => (end, false, false),
    }
}
