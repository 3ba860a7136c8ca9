//! Extracts a note's words, weighed by where they are, its tags, its links and its names. Works in slices, so that a caller can
//! pause.

use std::ops::Range;

use super::counts::WordCounts;
use super::line_end::line_end;
use super::marked_terms::{each_link_term, each_tag_term};
use super::weights;
use crate::note::tags::AppTags;
use crate::note::{self, Scanner, TaskStates, TypedProperties, front_matter};
use crate::search::dates::{Period, only_period, task_day};
use crate::search::words::{Reader, Variants, Word, breaks_word};

/// Maximum bytes that a line may extend past the end of a slice and still be read whole, which takes a millisecond.
const MARGIN: usize = 64 * 1024;

/// Maximum names of a note, and maximum bytes of a name, to limit memory.
const MAX_NAMES: usize = 16;
const MAX_NAME_BYTES: usize = 200;

/// A note being indexed.
#[derive(Debug)]
pub struct Indexing {
    pub(super) path: Box<str>,
    pub(super) size: f64,
    pub(super) mtime: f64,
    /// When its file was created, in milliseconds since 1970; 0 if unknown.
    pub ctime: f64,
    /// Whether it is a document, or a page of one, and no note.
    pub is_document: bool,
    pub(super) counts: WordCounts,
    pub(super) reader: Reader,
    variants: Variants,
    /// The number of words in its text.
    pub(super) length: u32,
    pub(super) names: Vec<Box<str>>,
    pub(super) properties: TypedProperties,
    pub(super) fields: TypedProperties,
    pub(super) tasks: TaskStates,
    /// Whether a heading was read, and the date that the first one is.
    has_heading: bool,
    pub(super) heading_period: Option<Period>,
    /// Whether every word is indexed as its letters are written, so that a note without a term does not contain it as
    /// part of a word.
    pub(super) as_written: bool,
    at: usize,
    scanner: Scanner,
    tags: AppTags,
    line: Option<Line>,
}

/// A line that started in the slice before. Its start alone determines these.
#[derive(Debug, Clone, Copy)]
struct Line {
    weight: u32,
    /// Whether tags count: not in front matter, which is read separately, and not in code, HTML and formulas.
    has_tags: bool,
}

impl Indexing {
    /// Starts with an unread note. `size` and `mtime` are those of its file.
    #[must_use]
    pub fn new(path: &str, size: f64, mtime: f64) -> Self {
        Self::with(WordCounts::default(), Reader::default(), path, size, mtime)
    }

    pub(super) fn with(counts: WordCounts, reader: Reader, path: &str, size: f64, mtime: f64) -> Self {
        Self {
            path: path.into(),
            size,
            mtime,
            ctime: 0.0,
            is_document: false,
            counts,
            reader,
            variants: Variants::default(),
            length: 0,
            names: Vec::new(),
            properties: TypedProperties::default(),
            fields: TypedProperties::default(),
            tasks: TaskStates::default(),
            has_heading: false,
            heading_period: None,
            as_written: true,
            at: 0,
            scanner: Scanner::default(),
            tags: AppTags::default(),
            line: None,
        }
    }

    /// Reads about `max_bytes` more of `text`, which must be the same in every call. Returns whether all of it was
    /// read.
    pub fn read_more(&mut self, text: &str, max_bytes: usize) -> bool {
        let Some(rest) = text.get(self.at..).filter(|rest| !rest.is_empty()) else { return true };
        let (len, is_line, is_clean) = slice(rest, max_bytes.max(1));
        self.as_written &= is_clean;
        if self.at == 0 {
            self.counts.expect(text.len());
            self.front_matter(text);
        }
        let linked = self.lines(text, self.at..self.at + len, is_line);
        for lines in linked.into_iter().filter(|_| !self.is_document) {
            each_link_term(text, lines, |term| {
                self.counts.add(term, weights::TEXT);
            });
        }
        self.at += len;
        self.at == text.len()
    }

    /// Takes names, tags and properties from the front matter.
    fn front_matter(&mut self, text: &str) {
        self.scanner = Scanner::new(text.as_bytes());
        let Some((front, _)) = front_matter::split(text.as_bytes()) else { return };
        self.properties = TypedProperties::of(text.as_bytes());
        front_matter::values(front, |property, value| match property {
            "tags" | "tag" => value.split([',', ' ']).for_each(|tag| self.tag(tag)),
            "aliases" | "alias" | "title" => {
                let name = value.trim();
                if !name.is_empty() && name.len() <= MAX_NAME_BYTES && self.names.len() < MAX_NAMES {
                    self.names.push(name.into());
                }
            }
            _ => {}
        });
    }

    /// Reads the lines in the range `slice` of `text`; the last line ends there if `is_line`. Returns where links may be.
    fn lines(&mut self, text: &str, slice: Range<usize>, is_line: bool) -> Vec<Range<usize>> {
        let mut linked: Vec<Range<usize>> = Vec::new();
        // Consecutive plain lines from here on are read at once.
        let mut plain = slice.start;
        let mut at = slice.start;
        while at < slice.end {
            let start = at;
            let (end, has_hash, has_bracket) = line_end(&text.as_bytes()[..slice.end], at);
            at = end;
            if has_bracket {
                linked.push(start..end);
            }
            let is_cut = end == slice.end && !is_line;
            let line = match self.line.take() {
                Some(line) => line,
                None => self.begin_line(text, start..end),
            };
            // A heading with a part of a word that is broken is read with the line that has the other.
            let is_broken = || [start, end].iter().any(|&at| breaks_word(&text.as_bytes()[..at]));
            if line.weight != weights::TEXT && !is_broken() {
                self.words(&text[plain..start], weights::TEXT);
                self.words(&text[start..end], line.weight);
                plain = end;
            }
            if line.has_tags && has_hash {
                while let Some(tag) = self.tags.next(text, end) {
                    self.tag(&text[tag]);
                }
            }
            if is_cut {
                self.line = Some(line);
            }
        }
        self.words(&text[plain..slice.end], weights::TEXT);
        linked
    }

    fn begin_line(&mut self, text: &str, line: Range<usize>) -> Line {
        let below = &text.as_bytes()[line.end..];
        let kind = self.scanner.line(text.as_bytes(), line.clone());
        self.tags.begin_line(text.as_bytes(), line.clone(), self.scanner.is_continuation());
        let task = note::task_state(kind, self.scanner.is_continuation(), &text.as_bytes()[line.clone()]);
        let task = task.filter(|&state| state != note::TaskState::Cancelled);
        if let Some(state) = task {
            self.tasks.add(state);
        }
        self.inline_fields(&text[line.clone()], kind, task.is_some());
        let title = match kind {
            note::LineKind::Heading { title, .. } => Some(title),
            note::LineKind::Text if self.scanner.is_underlined(below) => Some(&text.as_bytes()[line]),
            _ => None,
        };
        if let Some(title) = title
            && !std::mem::replace(&mut self.has_heading, true)
        {
            self.heading_period = only_period(&String::from_utf8_lossy(title));
        }
        Line {
            weight: if title.is_some() { weights::HEADING } else { weights::TEXT },
            has_tags: !matches!(kind, note::LineKind::FrontMatter | note::LineKind::Code | note::LineKind::Html)
                && !self.scanner.began_in_formula(),
        }
    }

    /// Takes the inline fields of a line; those of a task are its own.
    fn inline_fields(&mut self, line: &str, kind: note::LineKind<'_>, is_task: bool) {
        if is_task && !self.is_document && task_day(line).is_some() {
            self.tasks.add_fields();
        }
        let is_text = matches!(kind, note::LineKind::Text | note::LineKind::Nested);
        if self.is_document || !is_text || !note::may_have_fields(line.as_bytes(), is_task) {
            return;
        }
        let Self { fields, tasks, .. } = self;
        note::each_inline_field(line, is_task, &mut |name, value| {
            if is_task { tasks.add_fields() } else { fields.add_field(name, value) }
        });
    }

    fn tag(&mut self, tag: &str) {
        let (counts, as_written) = (&mut self.counts, &mut self.as_written);
        let mut is_tag = false;
        each_tag_term(tag, |term| {
            is_tag = true;
            *as_written &= counts.add(term, weights::TAG);
        });
        if is_tag {
            let found: &mut dyn FnMut(Word<'_>) = &mut |word| *as_written &= counts.add(word.term, weights::TAG);
            self.reader.read(tag, found);
        }
    }

    fn words(&mut self, text: &str, weight: u32) {
        let Self { counts, length, variants, .. } = self;
        let mut has_room = true;
        let as_written = self.reader.read(text, |word| {
            has_room &= counts.add(word.term, weight);
            *length = length.saturating_add(1);
            variants.next(text, word, |variant| {
                counts.add(variant.term, weight);
            });
        });
        self.variants.end(&mut |variant| {
            self.counts.add(variant.term, weight);
        });
        self.as_written &= as_written && has_room;
    }
}

/// How much of `text` to read next, whether it ends with a line, and whether it ends between words.
fn slice(text: &str, max_bytes: usize) -> (usize, bool, bool) {
    let bytes = text.as_bytes();
    let limit = max_bytes.saturating_add(MARGIN);
    if bytes.len() <= max_bytes {
        return (bytes.len(), true, true);
    }
    let limit = limit.min(bytes.len());
    let is_line_end = |&at: &usize| bytes[at] == b'\n' && !breaks_word(&bytes[..at]);
    if let Some(at) = (max_bytes..limit).find(is_line_end) {
        return (at + 1, true, true);
    }
    if limit == bytes.len() {
        return (limit, true, true);
    }
    // A very long line is cut between words, preferably at a space, where a tag may start.
    if let Some(at) = bytes[..limit].iter().rposition(|&byte| byte == b' ').filter(|&at| at > 0) {
        return (at + 1, false, true);
    }
    let end = text.floor_char_boundary(limit);
    let between = text[..end]
        .char_indices()
        .rfind(|&(_, c)| (c.is_ascii_punctuation() && !matches!(c, '\'' | '#' | '`')) || "、。，．！？".contains(c));
    match between {
        Some((at, c)) => (at + c.len_utf8(), false, true),
        None => (end, false, false),
    }
}
