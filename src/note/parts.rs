//! The parts of a note that edits and other notes refer to: properties, headings, block ids and links, with their
//! bytes.

use std::ops::Range;

use super::block_id::block_id;
use super::front_matter::{self, Property, property_links};
use super::line_kind::LineKind;
use super::link_text::Paragraph;
use super::links::Link;
use super::scanner::{Lines, LinesRead, NoteLine};

/// What [`NoteParts::read`] finds in a note, each in order. All spans are bytes of the note, on character boundaries.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct NoteParts<'n> {
    /// The properties in its front matter.
    pub properties: Vec<Property<'n>>,
    /// The headings of the note itself: none in lists, quotes, code, HTML or comments.
    pub headings: Vec<Heading>,
    /// The block ids.
    pub block_ids: Vec<BlockId>,
    /// The links and embeds outside code, HTML and comments. A picture in a link's text follows the link it is in.
    pub links: Vec<Link>,
}

/// A heading.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Heading {
    /// 1 to 6.
    pub level: u8,
    /// The line it begins on, 1-indexed.
    pub line: u32,
    /// Its lines, without the last line break. The text of the section follows.
    pub span: Range<usize>,
    /// Its text, without `#`s and block id. For an underlined paragraph, its first line.
    pub title: Range<usize>,
}

/// An id at the end of a block, such as `^quote`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BlockId {
    /// The line it is on, 1-indexed.
    pub line: u32,
    /// Its bytes, with the `^`.
    pub span: Range<usize>,
}

impl<'n> NoteParts<'n> {
    /// Reads `note`, which has no byte order mark. Time: linear.
    #[must_use]
    pub fn read(note: &'n str) -> Self {
        let mut reader = PartsReader::new(note);
        reader.go_on(note, usize::MAX);
        reader.finish(note)
    }
}

/// Reads the parts of a note in steps. Every method takes the same note.
#[derive(Debug)]
pub struct PartsReader {
    /// Where to read on, and what is known of the lines before.
    lines: LinesRead,
    paragraph: Paragraph,
    headings: Vec<Heading>,
    block_ids: Vec<BlockId>,
    links: Vec<Link>,
}

impl PartsReader {
    /// Begins with the first line of `note`, which has no byte order mark.
    #[must_use]
    pub fn new(note: &str) -> Self {
        Self {
            lines: LinesRead::new(note.as_bytes()),
            paragraph: Paragraph::default(),
            headings: Vec::new(),
            block_ids: Vec::new(),
            links: Vec::new(),
        }
    }

    /// Reads about `max_bytes` more of `note`, to the end of a line. Returns whether all of it is read.
    pub fn go_on(&mut self, note: &str, max_bytes: usize) -> bool {
        let end = self.lines.at().saturating_add(max_bytes);
        let mut lines = Lines::of(note.as_bytes(), std::mem::take(&mut self.lines));
        while lines.at() < end
            && let Some(line) = lines.next()
        {
            if !lines.scanner().is_continuation() {
                self.links.extend(std::mem::take(&mut self.paragraph).links(note));
            }
            self.line(note, &line);
            if !matches!(line.kind, LineKind::FrontMatter | LineKind::Code | LineKind::Html) {
                self.paragraph.add(&line, lines.scanner().hidden());
            }
        }
        self.lines = lines.read();
        self.lines.at() >= note.len()
    }

    /// The parts, once all of `note` is read.
    #[must_use]
    pub fn finish(self, note: &str) -> NoteParts<'_> {
        let Self { paragraph, headings, block_ids, links, .. } = self;
        let mut parts = NoteParts { headings, block_ids, ..NoteParts::default() };
        if let Some((front, _)) = front_matter::split(note.as_bytes()) {
            let span = span_in(note, front);
            parts.properties = front_matter::properties(&note[span.clone()], span.start);
            parts.links = property_links(note, span);
        }
        parts.links.extend(links);
        parts.links.extend(paragraph.links(note));
        parts
    }

    /// Adds the parts of `line`, except links.
    fn line(&mut self, note: &str, line: &NoteLine<'_>) {
        let end = line.start + line.text.len();
        match line.kind {
            LineKind::Heading { level, title, first } => {
                let title = span_in(note, title);
                let start = note[..title.start].rfind('\n').map_or(0, |at| at + 1);
                self.headings.push(Heading { level, line: first, span: start..end, title });
            }
            LineKind::Text | LineKind::Nested => {
                if let Some(id) = block_id(line.text) {
                    self.block_ids.push(BlockId { line: line.number, span: span_in(note, id) });
                }
            }
            _ => {}
        }
    }
}

/// Where `part` is in `note`.
fn span_in(note: &str, part: &[u8]) -> Range<usize> {
    let start = part.as_ptr().addr() - note.as_ptr().addr();
    start..start + part.len()
}
