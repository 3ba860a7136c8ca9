//! Links and embeds in a piece of text: `[[Note#Heading|text]]`, `![alt](picture.png "title")`.
//!
//! Does not find reference links (`[text][name]`), autolinks (`<https://…>`), and wiki links that contain brackets or
//! span lines.

pub(super) mod resource;

use std::borrow::Cow;
use std::ops::Range;

use lectern_base::sort::sort_by_key;

use super::code_spans::{CodeSpans, ticks};

pub(crate) use self::resource::destination as link_destination;
pub(crate) use lectern_base::decoded_target;

/// A link or embed. All ranges are bytes of the note.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Link {
    /// How it is written.
    pub style: LinkStyle,
    /// Whether it is an embed: `![[a]]`, `![a](b)`.
    pub is_embed: bool,
    /// The line it begins on, 1-indexed.
    pub line: u32,
    /// All of it: `![[a#b|c]]`.
    pub span: Range<usize>,
    /// The file or URL as written: `a` in `[[a#b|c]]`, `a%20b.md` in `[t](a%20b.md#x)`, `a b.md` in `[t](<a b.md>)`.
    /// Empty in a link to its own note, such as `[[#Heading]]`. [`Link::path`] decodes it.
    pub target: Range<usize>,
    /// The heading or block after the `#`: `b` in `[[a#b|c]]`, `^id` in `[[a#^id]]`.
    pub fragment: Option<Range<usize>>,
    /// The text shown: `c` in `[[a#b|c]]`, `100` in `![[a.png|100]]`, `t` in `[t](a.md)`.
    pub display: Option<Range<usize>>,
}

/// How a link is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LinkStyle {
    /// `[[target#fragment|display]]`.
    Wiki,
    /// `[display](target#fragment "title")`.
    Markdown,
}

impl Link {
    /// The file or URL without escapes: `a b.md` for `[t](a%20b.md)`. `note` is the text the link was found in.
    #[must_use]
    pub fn path<'n>(&self, note: &'n str) -> Cow<'n, str> {
        self.decoded(&note[self.target.clone()])
    }

    /// The heading or block without escapes: `A b` for `[t](a.md#A%20b)`. `note` is the text the link was found in.
    #[must_use]
    pub fn fragment_text<'n>(&self, note: &'n str) -> Option<Cow<'n, str>> {
        Some(self.decoded(&note[self.fragment.clone()?]))
    }

    fn decoded<'n>(&self, written: &'n str) -> Cow<'n, str> {
        match self.style {
            LinkStyle::Wiki => Cow::Borrowed(written),
            LinkStyle::Markdown => decoded_target(written),
        }
    }
}

/// The wiki link that begins with the `[[` at `at` and ends before `end`. `start`: where the link begins, with its `!`.
pub(super) fn wiki(text: &str, at: usize, end: usize, start: usize, line: u32) -> Option<Link> {
    let first = at + 2;
    let inner = text.get(at..end)?.strip_prefix("[[")?;
    let bytes = inner.as_bytes();
    let len =
        (0..bytes.len()).find(|&at| bytes[at] == b'\n' || matches!(bytes.get(at..at + 2), Some(b"[[" | b"]]")))?;
    let inner = inner[..len].trim_end_matches('\r');
    if !bytes[len..].starts_with(b"]]") {
        return None;
    }
    let bar = inner.find('|');
    let name = &inner[..bar.unwrap_or(len)];
    // In a table, the bar is escaped: `[[a\|b]]`.
    let name = if bar.is_some() { name.strip_suffix('\\').unwrap_or(name) } else { name };
    if name.contains(['[', ']']) || name.trim().is_empty() {
        return None;
    }
    let (target, fragment) = target_and_fragment(text, first..first + name.len());
    Some(Link {
        style: LinkStyle::Wiki,
        is_embed: start < at,
        line,
        span: start..first + len + 2,
        target,
        fragment,
        display: bar.map(|bar| first + bar + 1..first + len),
    })
}

/// Splits the bytes `name` of `text` at the first `#`.
fn target_and_fragment(text: &str, name: Range<usize>) -> (Range<usize>, Option<Range<usize>>) {
    let hash = text[name.clone()].find('#').map(|hash| name.start + hash);
    let target = trimmed(text, name.start..hash.unwrap_or(name.end));
    (target, hash.map(|hash| trimmed(text, hash + 1..name.end)))
}

/// The bytes `part` of `text`, without white space at both ends.
fn trimmed(text: &str, part: Range<usize>) -> Range<usize> {
    let start = part.end - text[part.clone()].trim_start().len();
    start..start + text[start..part.end].trim_end().len()
}

/// The links in the bytes `part` of `text`, which begin on `line`: a paragraph, a heading or a cell of a table. The
/// bytes in `hidden`, in order, are comments and formulas. Time: linear.
pub(super) fn links(text: &str, part: Range<usize>, line: u32, hidden: &[Range<usize>]) -> Vec<Link> {
    let text = &text[..part.end];
    let hidden = &hidden[hidden.partition_point(|range| range.end <= part.start)..];
    let mut reader =
        Reader { text, at: part.start, line, hidden, code: None, open: Vec::new(), inactive: 0, found: Vec::new() };
    reader.read();
    sort_by_key(&mut reader.found, |link| link.span.start);
    reader.found
}

/// A piece of text that is being read.
struct Reader<'t> {
    text: &'t str,
    at: usize,
    /// The line that `at` is on.
    line: u32,
    /// The hidden ranges that end after `at`.
    hidden: &'t [Range<usize>],
    /// Created at the first backtick.
    code: Option<CodeSpans>,
    open: Vec<Bracket>,
    /// Number of open brackets that enclose a link. The text of a link cannot contain another link, but that of a
    /// picture can.
    inactive: usize,
    found: Vec<Link>,
}

/// A `[` or `![` that may begin a Markdown link.
struct Bracket {
    start: usize,
    is_embed: bool,
    line: u32,
}

impl Reader<'_> {
    fn read(&mut self) {
        while let Some(rest) = self.text.as_bytes().get(self.at..).filter(|rest| !rest.is_empty()) {
            if let Some((first, behind)) = self.hidden.split_first()
                && first.start <= self.at
            {
                self.hidden = behind;
                self.go_to(first.end.max(self.at));
                continue;
            }
            let len = match rest {
                // A backslash escapes the character after it.
                [b'\\', escaped, ..] if escaped.is_ascii_punctuation() => 2,
                [b'`', ..] => self.code_span(ticks(rest)),
                [b'<', b'!', b'-', b'-', ..] => comment(rest),
                [b'!', b'[', ..] => self.open(1),
                [b'[', ..] => self.open(0),
                [b']', ..] => self.close(),
                _ => 1,
            };
            self.go_to(self.at + len);
        }
    }

    fn go_to(&mut self, at: usize) {
        let passed = self.text.as_bytes().get(self.at..at).unwrap_or_default();
        self.line += passed.iter().map(|&byte| u32::from(byte == b'\n')).sum::<u32>();
        self.at = at;
    }

    /// The length of the code span that the `run` backticks here begin; without one, of the backticks.
    fn code_span(&mut self, run: usize) -> usize {
        let spans = self.code.get_or_insert_with(|| CodeSpans::new(self.text.as_bytes(), self.at));
        spans.len(self.text.as_bytes(), self.at, run).unwrap_or(run)
    }

    /// The end of the text that can be part of a link.
    fn visible_end(&self) -> usize {
        self.hidden.first().map_or(self.text.len(), |range| range.start.min(self.text.len()))
    }

    /// Handles a `[`, with `bang` bytes of `!` before it. Returns how many bytes were read.
    fn open(&mut self, bang: usize) -> usize {
        if let Some(link) = wiki(self.text, self.at + bang, self.visible_end(), self.at, self.line) {
            return self.add(link);
        }
        self.open.push(Bracket { start: self.at, is_embed: bang > 0, line: self.line });
        bang + 1
    }

    /// Handles a `]`. Returns how many bytes were read.
    fn close(&mut self) -> usize {
        let Some(bracket) = self.open.pop() else { return 1 };
        let is_inactive = self.open.len() < self.inactive && !bracket.is_embed;
        self.inactive = self.inactive.min(self.open.len());
        let visible = &self.text[..self.visible_end()];
        let resource = visible[self.at + 1..].starts_with('(').then(|| resource::read(visible.as_bytes(), self.at + 2));
        let Some(resource) = resource.flatten().filter(|_| !is_inactive) else { return 1 };
        let (target, fragment) = target_and_fragment(self.text, resource.destination);
        self.add(Link {
            style: LinkStyle::Markdown,
            is_embed: bracket.is_embed,
            line: bracket.line,
            span: bracket.start..resource.end,
            target,
            fragment,
            display: Some(bracket.start + 1 + usize::from(bracket.is_embed)..self.at),
        })
    }

    /// Adds a link that ends after the current position. Returns how many bytes it extends past it.
    fn add(&mut self, link: Link) -> usize {
        let len = link.span.end - self.at;
        if !link.is_embed {
            self.inactive = self.open.len();
        }
        // `[text]()` has no target.
        if !link.target.is_empty() || link.fragment.is_some() {
            self.found.push(link);
        }
        len
    }
}

/// The length of the comment `<!-- … -->` that `rest` begins with; 1 if nothing closes it.
fn comment(rest: &[u8]) -> usize {
    rest[4..].windows(3).position(|end| end == b"-->").map_or(1, |at| 4 + at + 3)
}
