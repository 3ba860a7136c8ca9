//! What any plausible reader takes for a tag.

use std::ops::Range;

use super::tag_ends::{ends_tag, html_len, is_wide_hash, last_char, wiki_link};
use crate::note::code_spans::{span_behind, ticks};
use crate::note::links::resource;

/// The possible tags of a line. A `#` may begin one unless it is escaped, follows a letter or digit, as in `C#`, or is
/// part of an ordinary target: `https://a.b/#x`, `[text](a.md#x)`, `[[#x]]`. Time: linear.
#[derive(Debug)]
pub(crate) struct PossibleTags<'t> {
    /// The text up to the end of the line.
    text: &'t [u8],
    at: usize,
    /// Whether backticks certainly delimit code spans.
    has_spans: bool,
    /// The number of backticks that opened the current code span.
    span: Option<usize>,
    /// Whether a formula and a comment may be open, in which backticks are text.
    hides: [bool; 2],
    /// The number of open brackets.
    brackets: usize,
    /// The target of the last link.
    target: Range<usize>,
    /// Inside a URL, the number of open parentheses.
    url: Option<usize>,
    /// Whether the current word has an `@`. Obsidian ends an address at `#`, and reads a tag there.
    has_at: bool,
    /// Where the last tag ends: `#b` is a tag in `#a#b`.
    tag_end: usize,
}

impl<'t> PossibleTags<'t> {
    /// Reads the bytes `line` of `text`. Without `has_spans`, code spans count as text.
    pub fn new(text: &'t [u8], line: Range<usize>, has_spans: bool) -> Self {
        // Most lines have neither.
        let has_mark = text[line.clone()].iter().fold(false, |has, &byte| has | matches!(byte, b'#' | 0xef));
        Self {
            text: &text[..line.end],
            at: if has_mark { line.start } else { line.end },
            has_spans,
            span: None,
            hides: [false; 2],
            brackets: 0,
            target: 0..0,
            url: None,
            has_at: false,
            tag_end: usize::MAX,
        }
    }

    /// Whether a `#` at `at` may begin a tag.
    fn may_begin(&self, at: usize) -> bool {
        let Some(last) = last_char(&self.text[..at]) else { return true };
        if last.is_whitespace() || at == self.tag_end {
            return true;
        }
        if self.url.is_some() || self.target.contains(&at) {
            // What may end emphasis or code in the middle of a target. `==` marks text, `=` is part of URLs.
            let is_part = "/-.?&%+!,:;@()#[<".contains(last) || (last == '=' && !self.text[..at].ends_with(b"=="));
            return !is_part && !last.is_alphanumeric();
        }
        // Languages without spaces write tags behind letters.
        !last.is_ascii_alphanumeric() || self.has_at
    }

    /// The tag behind the `len` bytes of a `#` here.
    fn tag(&mut self, len: usize) -> Range<usize> {
        let start = self.at + len;
        let is_end = |at: usize| {
            let byte = self.text[at];
            (byte.is_ascii() && ends_tag(char::from(byte))) || wide_hash(&self.text[at..]).is_some()
        };
        let end = (start..self.text.len()).find(|&at| is_end(at)).unwrap_or(self.text.len());
        (self.at, self.tag_end) = (end, end);
        start..end
    }

    /// Ignores code spans in the rest of the line if the next `len` bytes, which may be a unit, have a backtick.
    fn check_ticks(&mut self, len: usize) {
        self.has_spans &= !self.text[self.at..self.at + len].contains(&b'`');
    }

    /// Reads a run of backticks. Returns its length.
    fn ticks(&mut self, rest: &[u8]) -> usize {
        let run = ticks(rest);
        for (hides, mark) in self.hides.iter_mut().zip([&b"$"[..], b"%%"]) {
            // A mark without a later one opens nothing. Either way it is not looked for again.
            if *hides && self.has_spans {
                *hides = rest.windows(mark.len()).any(|there| there == mark);
                self.has_spans = !*hides;
            }
        }
        if self.has_spans {
            self.span = span_behind(self.span, run);
        }
        self.url = None;
        run
    }

    /// Notes what begins or ends here, outside code and other than a tag. Returns how many bytes it has.
    fn note_mark(&mut self, rest: &[u8]) -> usize {
        match rest {
            [b'\\', escaped, ..] if escaped.is_ascii_punctuation() => {
                self.url = None;
                return 2;
            }
            [b'[', b'[', ..] if let Some((name, end)) = wiki_link(rest) => {
                self.target = self.at + 2..self.at + name;
                self.check_ticks(end);
                return 2;
            }
            [b'[', ..] => self.brackets += 1,
            [b']', behind @ ..] if self.brackets > 0 => {
                self.brackets -= 1;
                if let Some(link) = behind.starts_with(b"(").then(|| resource::read(self.text, self.at + 2)).flatten() {
                    self.check_ticks(link.end - self.at);
                    self.target = link.destination;
                }
            }
            [b'<', ..] => self.check_ticks(html_len(rest).unwrap_or(1)),
            [b'$', ..] => self.hides[0] ^= true,
            [b'%', b'%', ..] => {
                self.hides[1] ^= true;
                return 2;
            }
            [b'@', ..] => self.has_at = true,
            [b':', b'/', b'/', host, ..] if host.is_ascii_alphanumeric() || !host.is_ascii() => {
                let has_scheme = self.text[..self.at].last().is_some_and(u8::is_ascii_alphanumeric);
                self.url = self.url.or(has_scheme.then_some(0));
            }
            [b'w', b'w', b'w', b'.', ..] if self.url.is_none() => {
                let is_word = self.text[..self.at].last().is_some_and(u8::is_ascii_alphanumeric);
                self.url = (!is_word).then_some(0);
            }
            _ => {}
        }
        self.go_on_in_url(rest);
        1
    }

    /// Whether the URL here, and the word, go on with the first character of `rest`.
    fn go_on_in_url(&mut self, rest: &[u8]) {
        if rest[0].is_ascii_whitespace() {
            self.has_at = false;
        }
        let Some(open) = self.url else { return };
        self.url = match rest[0] {
            b'(' => Some(open + 1),
            b')' => open.checked_sub(1),
            byte if byte.is_ascii_whitespace() || b"<>|$\"[]{}\\^".contains(&byte) => None,
            0xc0.. => {
                let first = String::from_utf8_lossy(&rest[..rest.len().min(4)]).chars().next();
                first.is_some_and(char::is_alphanumeric).then_some(open)
            }
            _ => Some(open),
        };
    }
}

impl Iterator for PossibleTags<'_> {
    /// The bytes of a tag, without its `#`, up to the first ASCII character that ends it. An earlier non-ASCII
    /// character may end it too: see [`ends_tag`].
    type Item = Range<usize>;

    fn next(&mut self) -> Option<Range<usize>> {
        let text = self.text;
        while let Some(rest) = text.get(self.at..).filter(|rest| !rest.is_empty()) {
            if rest[0] == b'`' {
                self.at += self.ticks(rest);
                continue;
            }
            if self.span.is_some() {
                self.at += 1;
                continue;
            }
            let hash = if rest[0] == b'#' { Some(1) } else { wide_hash(rest) };
            if let Some(len) = hash.filter(|_| self.may_begin(self.at)) {
                return Some(self.tag(len));
            }
            self.at += self.note_mark(rest);
        }
        None
    }
}

/// The length of the wide `#` that `rest` begins with.
fn wide_hash(rest: &[u8]) -> Option<usize> {
    // Nearly every character is another one.
    let bytes = rest.get(..3).filter(|bytes| bytes[0] == 0xef)?;
    let first = std::str::from_utf8(bytes).ok()?.chars().next()?;
    is_wide_hash(first).then_some(3)
}
