//! The tags that Obsidian reads.
//!
//! It reads a tag at the start of a line, after white space, and where another inline element ends: `#a#b`,
//! `**bold**#tag`, `[text](target)#tag`, `\|#tag`. Emphasis and cells of tables begin anew: `_#tag_`, `|#tag|`. It
//! reads no tag after any other character, nor in code, formulas, HTML and targets of links.

use std::ops::Range;

use super::tag_ends::{ends_tag, html_len, is_space, last_char, wiki_link};
use crate::note::code_spans::{CodeSpans, ticks};
use crate::note::line_starts::{heading, list_marker};
use crate::note::links::resource;
use crate::note::tables::is_delimiter_row;

/// How many bytes of a paragraph are looked through at once for the end of an element. At least half as many are.
const MAX_AHEAD: usize = 16 * 1024;

/// The marks that come in pairs around text in which a tag may begin.
const DELIMITERS: [u8; 4] = [b'*', b'_', b'~', b'='];

/// Reads the tags of a note, line by line, outside front matter, code and blocks of HTML.
#[derive(Debug, Default)]
pub(crate) struct AppTags {
    /// How far the paragraph is read.
    at: usize,
    line: usize,
    /// Whether the line is a row of a table.
    is_row: bool,
    /// Where the last inline element ends.
    element_end: Option<usize>,
    /// The number of open brackets.
    brackets: usize,
    /// What is looked through for the end of an element, whether the paragraph is longer, and what was found there.
    window: Range<usize>,
    is_longer: bool,
    code: Option<CodeSpans>,
    /// How far there is certainly no `-->`, no `$$`, and no `$` that ends a formula.
    without: [usize; 3],
    pairs: Option<Pairs>,
}

impl AppTags {
    /// Begins the bytes `line` of `text`, which may continue the paragraph of the line before it.
    pub fn begin_line(&mut self, text: &[u8], line: Range<usize>, is_continuation: bool) {
        let below = &text[line.end..];
        // Few lines begin like this, so that few are looked at twice.
        let may_divide = below.first().is_some_and(|byte| b"|:- \t>".contains(byte));
        let has_delimiter = may_divide && below.split(|&byte| byte == b'\n').next().is_some_and(is_delimiter_row);
        self.is_row = has_delimiter || (self.is_row && is_continuation);
        self.line = line.start;
        self.pairs = None;
        if !is_continuation {
            self.at = line.start;
            self.brackets = 0;
            self.window = 0..0;
        }
    }

    /// The next tag of the line before `to`, without its `#`.
    pub fn next(&mut self, text: &str, to: usize) -> Option<Range<usize>> {
        let bytes = text.as_bytes();
        while self.at < to {
            if self.at >= self.window.end || (self.is_longer && self.window.end - self.at < MAX_AHEAD / 2) {
                self.look_ahead(bytes);
            }
            // Nothing begins with other characters.
            if !matches!(bytes[self.at], b'#' | b'\\' | b'`' | b'<' | b'h' | b'w' | b'!' | b'$' | b'[' | b']') {
                self.at += 1;
                continue;
            }
            let ahead = self.window.end;
            if bytes[self.at] == b'#' && self.may_begin(&bytes[..ahead]) {
                let start = self.at + 1;
                let tag = text.get(start..to).unwrap_or_default().split(ends_tag).next().unwrap_or_default();
                let tag = self.without_end_of_emphasis(&bytes[..ahead], tag);
                if !tag.bytes().all(|byte| byte.is_ascii_digit()) {
                    self.at = start + tag.len();
                    self.element_end = Some(self.at);
                    return Some(start..self.at);
                }
            }
            let len = self.element(&bytes[..ahead]);
            self.at += len.unwrap_or(1);
            if len.is_some() {
                self.element_end = Some(self.at);
            }
        }
        None
    }

    /// Finds the end of the paragraph, or of the part of it that is looked through.
    fn look_ahead(&mut self, text: &[u8]) {
        let rest = &text[self.at..text.len().min(self.at + MAX_AHEAD)];
        // A line that is blank, or begins a heading, an item, a quote or a row, is no part of the paragraph. What is left
        // of the first line is.
        let begins_block = |line: &[u8]| {
            let line = line.trim_ascii();
            let is_marked = line.first().is_none_or(|byte| matches!(byte, b'>' | b'|'));
            is_marked || heading(line).is_some() || list_marker(line).is_some()
        };
        let lines = rest.split_inclusive(|&byte| byte == b'\n');
        let lines = lines.enumerate().take_while(|(at, line)| *at == 0 || !begins_block(line));
        let len: usize = lines.map(|(_, line)| line.len()).sum();
        self.window = self.at..self.at + len.max(1);
        self.is_longer = len == MAX_AHEAD;
        self.code = None;
        self.without = [0; 3];
        self.pairs = None;
    }

    /// Whether the `#` here may begin a tag.
    fn may_begin(&mut self, text: &[u8]) -> bool {
        let before = &text[..self.at];
        if self.element_end == Some(self.at) {
            return true;
        }
        match last_char(before) {
            None => true,
            Some('>') => before[self.start()..].iter().all(|byte| b" \t>-*+.)0123456789".contains(byte)),
            Some('|') => self.is_row,
            Some(last) => is_space(last) || self.is_paired(text),
        }
    }

    /// `tag`, which begins here, without a `_` that ends emphasis: the tag of `_#a_` is `a`.
    fn without_end_of_emphasis<'t>(&mut self, text: &[u8], tag: &'t str) -> &'t str {
        let shorter = tag.trim_end_matches('_');
        if shorter.len() == tag.len() {
            return tag;
        }
        let (line, at) = (self.start(), self.at);
        let first = self.pairs.get_or_insert_with(|| Pairs::new(text, line)).first[1];
        if first.is_some_and(|first| first < at) { shorter } else { tag }
    }

    /// Where the line starts; of a line that is very long, a place before here.
    fn start(&self) -> usize {
        self.line.max(self.window.start.saturating_sub(MAX_AHEAD)).min(self.at)
    }

    /// Whether the marks before the `#` here begin or end emphasis.
    fn is_paired(&mut self, text: &[u8]) -> bool {
        let Some(mark) = DELIMITERS.iter().position(|&mark| text[..self.at].ends_with(&[mark])) else { return false };
        let (line, at) = (self.start(), self.at);
        let pairs = self.pairs.get_or_insert_with(|| Pairs::new(text, line));
        let run = text[line..at].iter().rev().take_while(|&&byte| byte == DELIMITERS[mark]).count();
        let may_end = at - run > line && !text[at - run - 1].is_ascii_whitespace();
        run >= Pairs::least(mark)
            && (pairs.last[mark].is_some_and(|last| last > at)
                || (may_end && pairs.first[mark].is_some_and(|first| first < at - run)))
    }

    /// The length of the inline element that begins here, if one does.
    fn element(&mut self, text: &[u8]) -> Option<usize> {
        let rest = &text[self.at..];
        match rest {
            [b'\\', escaped, ..] => escaped.is_ascii_punctuation().then_some(2),
            [b'`', ..] => {
                let at = self.at;
                let spans = self.code.get_or_insert_with(|| CodeSpans::new(text, at));
                let span = spans.len(text, at, ticks(rest));
                if span.is_none() {
                    self.at += ticks(rest) - 1;
                }
                span
            }
            [b'<', b'!', b'-', b'-', ..] => self.ended(0, rest, 4, |rest| rest.starts_with(b"-->")).map(|end| end + 3),
            [b'<', ..] => html_len(rest),
            [b'h' | b'w', ..] => url_len(&text[..self.at], rest),
            [b'!', b'[', ..] => self.picture_len(text),
            [b'$', b'$', ..] => self.ended(1, rest, 2, |rest| rest.starts_with(b"$$")).map(|end| end + 2),
            [b'$', next, ..] if !next.is_ascii_whitespace() => {
                let line = rest.split(|&byte| byte == b'\n').next().unwrap_or_default();
                let mut last = b' ';
                let ends = |rest: &[u8]| {
                    let is_after_text = !std::mem::replace(&mut last, rest[0]).is_ascii_whitespace();
                    rest[0] == b'$' && is_after_text && !rest.get(1).is_some_and(u8::is_ascii_digit)
                };
                self.ended(2, line, 1, ends).map(|end| end + 1)
            }
            [b'[', b'[', ..] if let Some((_, end)) = wiki_link(rest) => Some(end),
            [b'[', ..] => {
                self.brackets += 1;
                None
            }
            [b']', behind @ ..] if self.brackets > 0 => {
                self.brackets -= 1;
                let link = behind.starts_with(b"(").then(|| resource::read(text, self.at + 2)).flatten()?;
                Some(link.end - self.at)
            }
            _ => None,
        }
    }

    /// The length of the picture that begins here, whose text has no tags: `![text](target)`.
    fn picture_len(&self, text: &[u8]) -> Option<usize> {
        let start = self.at + 2;
        if let Some((_, end)) = wiki_link(&text[self.at + 1..]) {
            return Some(end + 1);
        }
        let end = start + text[start..].iter().position(|byte| b"[]\n".contains(byte))?;
        let resource = text[end..].starts_with(b"](").then(|| resource::read(text, end + 2)).flatten()?;
        Some(resource.end - self.at)
    }

    /// Where `is_end` holds in `rest`, after `from` bytes. Nothing is looked through twice in vain.
    fn ended(&mut self, what: usize, rest: &[u8], from: usize, mut is_end: impl FnMut(&[u8]) -> bool) -> Option<usize> {
        if self.at < self.without[what] {
            return None;
        }
        let found = (from..rest.len()).find(|&at| is_end(&rest[at..]));
        if found.is_none() {
            self.without[what] = self.at + rest.len();
        }
        found
    }
}

/// The length of the URL that `rest` begins with, after `before`.
fn url_len(before: &[u8], rest: &[u8]) -> Option<usize> {
    let begins = [&b"http://"[..], b"https://", b"www."].iter().any(|start| rest.starts_with(start));
    let is_word = before.last().is_some_and(u8::is_ascii_alphanumeric);
    let end = rest.iter().position(|&byte| byte.is_ascii_whitespace() || byte == b'<').unwrap_or(rest.len());
    (begins && !is_word).then_some(end)
}

/// For each of [`DELIMITERS`], the first of a line that may begin something, and the last that may end it.
#[derive(Debug, Default)]
struct Pairs {
    first: [Option<usize>; 4],
    last: [Option<usize>; 4],
}

impl Pairs {
    /// Reads the line of `text` that begins at `start`.
    fn new(text: &[u8], start: usize) -> Self {
        let mut pairs = Self::default();
        let line = text[start..].split(|&byte| byte == b'\n').next().unwrap_or_default();
        let mut at = 0;
        while let Some(&byte) = line.get(at) {
            let run = line[at..].iter().take_while(|&&next| next == byte).count();
            if let Some(mark) = DELIMITERS.iter().position(|&mark| mark == byte)
                && run >= Self::least(mark)
            {
                if line.get(at + run).is_some_and(|next| !next.is_ascii_whitespace()) {
                    pairs.first[mark].get_or_insert(start + at);
                }
                if at > 0 && !line[at - 1].is_ascii_whitespace() {
                    pairs.last[mark] = Some(start + at);
                }
            }
            at += run;
        }
        pairs
    }

    /// How many of a mark begin something.
    fn least(mark: usize) -> usize {
        if mark < 2 { 1 } else { 2 }
    }
}
