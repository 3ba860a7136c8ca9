//! The page of notes that a reply shows, and what it shows of each.

use super::arguments::SearchArguments;
use super::cursor::Cursor;
use super::extract::{Extract, ExtractSize, LINE_BYTES, NoteText};
use super::seeker::LINES_OF_A_NOTE;
use super::task_lines::TASKS_OF_A_NOTE;
use crate::limits::Bounds;
use crate::policy::Granted;
use crate::search::line_match::Hits;
use crate::search::vectors::NearPassage;
use crate::text::Text;
use crate::wire::reply::{DatedBy, PassageFound};

/// A note that was read, and what matches in it.
pub(super) struct ReadNote {
    pub note: Granted,
    /// The page of a PDF, and the others that match.
    pub page: Option<u32>,
    pub other_pages: Vec<u32>,
    pub text: String,
    pub hits: Hits,
    /// Its score in the index.
    pub score: f32,
    /// Its passage that is near to the query in meaning.
    pub near: Option<NearPassage>,
}

/// A matching note: what a reply may show of it.
pub(super) struct MatchedNote {
    pub path: String,
    /// The page of a PDF that its lines are counted in, and the others that match.
    pub page: Option<u32>,
    pub other_pages: Vec<u32>,
    /// How many of its lines match.
    pub lines: u32,
    /// The first and last line of its best passage.
    pub passage: Option<(u32, u32)>,
    /// The passage, if passages are asked for.
    pub found: Option<PassageFound>,
    /// Whether it was found by its meaning alone.
    pub is_similar: bool,
    pub extract: Extract,
    /// The cursor after this note.
    pub next: Cursor,
}

impl MatchedNote {
    /// Why it belongs to the days that are asked for.
    pub fn dated(&self) -> Option<DatedBy> {
        self.found.as_ref().and_then(|found| found.dated)
    }
}

impl ReadNote {
    /// What a reply may show of it. `next` is the cursor after it.
    pub fn matched(self, arguments: &SearchArguments, bounds: &Bounds, next: Cursor) -> MatchedNote {
        let Self { note, page, other_pages, text, hits, .. } = self;
        let lines = match arguments.tasks {
            _ if bounds.is_outline_only() => 0,
            Some(_) => TASKS_OF_A_NOTE,
            None => LINES_OF_A_NOTE,
        };
        let size = ExtractSize { lines, context: arguments.context, width: LINE_BYTES };
        let text = Text::with_good_head(text.into_bytes());
        let path = note.path().as_str();
        MatchedNote {
            path: path.to_owned(),
            page,
            other_pages,
            lines: hits.count,
            passage: hits.passages.first().map(|best| best.passage.lines),
            found: None,
            is_similar: hits.are_similar,
            extract: Extract::new(&NoteText { path, page, text: &text }, &hits, size, bounds.limit),
            next,
        }
    }
}

/// The notes that match: how many there are so far, and those of one page.
#[derive(Default)]
pub(super) struct Page {
    /// How many of the notes that are counted come before the page.
    pub before: usize,
    /// How many notes the reply shows at most. One more is kept, to tell that there are more.
    pub limit: usize,
    pub found: Vec<MatchedNote>,
    /// The number of matching notes and lines so far.
    pub notes: usize,
    pub lines: usize,
}

impl Page {
    /// Counts a note with `lines` matching lines. Returns whether it is on the page.
    pub fn count(&mut self, lines: u32) -> bool {
        let is_shown = self.shows_next();
        self.notes += 1;
        self.lines += lines as usize;
        is_shown
    }

    /// Whether the next note that matches is on the page.
    pub fn shows_next(&self) -> bool {
        self.notes >= self.before && !self.is_full()
    }

    /// Whether there are enough notes for a reply, and one more.
    pub fn is_full(&self) -> bool {
        self.found.len() > self.limit
    }
}
