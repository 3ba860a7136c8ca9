//! How the text of a document is collected; or why a part of its container cannot be read.

use lectern_base::{Document, DocumentPart, Fault};
use thiserror::Error;

use crate::markup::one_line;

/// Maximum text of a document: more than a model reads, and small enough to fit twice in the memory of a phone.
const MAX_TEXT_BYTES: usize = 16 * 1024 * 1024;

/// A line of more bytes is cut where the limit is.
const LONG_LINE_BYTES: usize = 64 * 1024;

/// Maximum number of parts: more than an outline shows.
const MAX_PARTS: usize = 100_000;

/// Collects lines and parts, up to a limit.
#[derive(Debug, Default)]
pub(crate) struct Draft {
    document: Document,
    lines: u32,
    is_full: bool,
}

impl Draft {
    /// Adds `text`, which may have several lines. Beyond the limit nothing is added: no line but a very long one is cut.
    pub fn line(&mut self, mut text: &str) {
        let held = &mut self.document.text;
        if self.is_full {
            return;
        }
        let room = (MAX_TEXT_BYTES - 1).saturating_sub(held.len());
        if text.len() > room {
            self.is_full = true;
            let fits = &text[..text.floor_char_boundary(room)];
            match fits.rfind('\n') {
                Some(end) => text = &text[..end],
                None if fits.len() > LONG_LINE_BYTES => text = fits,
                None => return,
            }
        }
        // Doubling a large text would need half as much again as it may have.
        if held.capacity() - held.len() <= text.len() && held.len() > MAX_TEXT_BYTES / 8 {
            held.reserve_exact(MAX_TEXT_BYTES - held.len());
        }
        self.lines += 1 + u32::try_from(text.matches('\n').count()).unwrap_or(u32::MAX);
        held.push_str(text);
        held.push('\n');
    }

    /// Adds a blank line, except at the start and after another one.
    pub fn blank(&mut self) {
        let text = &self.document.text;
        if !text.is_empty() && !text.ends_with("\n\n") && text != "\n" {
            self.line("");
        }
    }

    /// Begins a part with the next line. The caller writes its heading.
    pub fn part(&mut self, level: u8, title: &str) {
        if !self.is_full && self.document.parts.len() < MAX_PARTS {
            let title = one_line(title);
            self.document.parts.push(DocumentPart { line: self.lines + 1, level, title });
        }
    }

    /// Begins a part at the outermost level, with its heading.
    pub fn heading(&mut self, title: &str) {
        self.blank();
        self.part(1, title);
        self.line(&format!("## {title}"));
    }

    /// The length of the text so far, in bytes.
    pub fn len(&self) -> usize {
        self.document.text.len()
    }

    /// The number of lines so far.
    pub fn lines(&self) -> u32 {
        self.lines
    }

    /// Adds the lines, parts and notes of `document`, as far as they fit.
    pub fn append(&mut self, document: Document) {
        let before = self.lines;
        if let Some(text) = document.text.strip_suffix('\n') {
            self.line(text);
        }
        self.append_rest(document, before);
    }

    /// Adds the parts and notes of `document`, whose text is below the line `before`, as far as it fits.
    pub fn append_rest(&mut self, document: Document, before: u32) {
        for part in document.parts {
            let line = before + part.line;
            if line <= self.lines && self.document.parts.len() < MAX_PARTS {
                self.document.parts.push(DocumentPart { line, ..part });
            }
        }
        document.notes.into_iter().for_each(|note| self.note(note));
    }

    /// Reports an omission, once.
    pub fn note(&mut self, note: impl Into<String>) {
        let note = note.into();
        if !self.document.notes.contains(&note) {
            self.document.notes.push(note);
        }
    }

    /// Whether it has no text yet.
    pub fn is_empty(&self) -> bool {
        self.document.text.is_empty()
    }

    /// Whether the limit is reached, so that the reader can stop.
    pub fn is_full(&self) -> bool {
        self.is_full
    }

    /// The document, with a note if the limit was reached.
    pub fn finish(mut self) -> Document {
        if self.is_full {
            self.note(format!("only the first {} MB of its text are shown", MAX_TEXT_BYTES / 1024 / 1024));
        }
        self.document
    }
}

/// Why a part ended early or could not be opened. Continues "the text ends early:".
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub(crate) enum Stop {
    #[error("it is protected by a password")]
    Locked,
    #[error("it is missing from the file")]
    Missing,
    #[error("it cannot be unpacked")]
    Packed,
    #[error("the XML is broken")]
    Broken,
    #[error("the XML is cut short")]
    Cut,
    #[error("the document takes more than {} MB unpacked", .0 / 1024 / 1024)]
    Large(usize),
    #[error("only the first {0} tags and runs of text are read")]
    Many(usize),
    #[error("there is more in it than can be taken apart in time")]
    Spent,
    #[error("one piece of text or markup is too long")]
    Long,
    #[error("elements are nested more than {0} deep")]
    Deep(usize),
}

/// The fault if the part is essential.
impl From<Stop> for Fault {
    fn from(stop: Stop) -> Self {
        match stop {
            Stop::Locked => Self::Locked,
            Stop::Missing | Stop::Packed | Stop::Broken | Stop::Cut => Self::Broken(stop.to_string()),
            Stop::Large(_) | Stop::Many(_) | Stop::Spent | Stop::Long | Stop::Deep(_) => {
                Self::TooLarge(stop.to_string())
            }
        }
    }
}
