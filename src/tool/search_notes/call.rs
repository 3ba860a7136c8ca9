//! A call of `search_notes`: brings the index up to date, then reads and searches the best notes.

use std::mem;

use super::by_meaning::{ByMeaning, is_by_meaning};
use super::chosen_note::{Chosen, Look};
use super::cursor::Cursor;
use super::document::{document, rank};
use super::params::{SearchOptions, options};
use super::passage_search::passages_of;
use super::read_queue::{NoteContent, ReadQueue};
use super::reply::{MatchedNote, SearchOutcome, matched, reply};
use super::second_look::{ReadNote, SecondLook};
use super::seeker::SeekResult;
use super::selection::{Selection, choose};
use crate::error::ToolError;
use crate::policy::PathKind;
use crate::search::base_view::LocalTime;
use crate::search::line_match::Hits;
use crate::search::vectors::Nearest;
use crate::text::Text;
use crate::tool::args::Args;
use crate::tool::conditions::time_span::TimeSpan;
use crate::tool::host::{Answer, Request};
use crate::tool::limits::Bounds;
use crate::tool::notes::documents::DocumentReading;
use crate::tool::notes::refresh::Refresh;
use crate::tool::reply::unread_documents;
use crate::tool::running::{Progress, Running, Shared, Started};

/// Bytes of text to search in one step, which takes some milliseconds in wasm.
const STEP_BYTES: usize = 256 * 1024;

/// Maximum notes, and their maximum total bytes, to read at a time if all notes have to be read.
const NOTES_AT_ONCE: usize = 32;
const BYTES_AT_ONCE: f64 = 1024.0 * 1024.0;

/// A call in progress.
pub(super) struct SearchNotes {
    options: SearchOptions,
    bounds: Bounds,
    /// `None` once the index is up to date.
    refresh: Option<Refresh>,
    /// While the notes are compared with the query in meaning.
    by_meaning: Option<ByMeaning>,
    /// Why the search could not go by meaning.
    not_by_meaning: Option<String>,
    /// While documents are read; `None` once they are, or the time for them is up.
    documents: Option<DocumentReading>,
    /// How many words of the query the index is prepared for.
    prepared: usize,
    /// Whether the notes are selected.
    is_chosen: bool,
    /// The version of the rules when the index was up to date.
    rules: u32,
    /// The notes that may match, best first.
    chosen: Selection,
    /// Why there is nothing to search, if the document at `path` can't be read either.
    no_document: Option<ToolError>,
    /// How many of them were requested, and how many searched.
    next: usize,
    looked_at: usize,
    /// The notes that are being read, and those that have been.
    queue: ReadQueue,
    /// While the best notes are read that are ranked again.
    second_look: Option<SecondLook>,
    found: Vec<MatchedNote>,
    /// The number of matching notes and lines so far.
    notes: usize,
    lines: usize,
}

impl SearchNotes {
    /// Starts a call.
    #[expect(clippy::needless_pass_by_value, reason = "every tool starts so")]
    pub fn start(args: Args, shared: &Shared, bounds: Bounds) -> Result<Started, ToolError> {
        let options = options(&args, shared, bounds.now.map(LocalTime::day_number))?;
        let at = options.cursor.looked_at;
        let call = Self {
            options,
            bounds,
            refresh: Some(Refresh::default()),
            by_meaning: None,
            not_by_meaning: None,
            documents: None,
            prepared: 0,
            is_chosen: false,
            rules: 0,
            chosen: Selection::default(),
            no_document: None,
            next: at,
            looked_at: at,
            queue: ReadQueue::default(),
            second_look: None,
            found: Vec::new(),
            notes: 0,
            lines: 0,
        };
        let requests = call.options.span.as_ref().map(TimeSpan::ask).unwrap_or_default();
        Ok((Box::new(call), requests))
    }

    /// Drops what was found under other rules.
    fn begin_anew(&mut self) {
        let at = self.options.cursor.looked_at;
        (self.next, self.looked_at, self.notes, self.lines) = (at, at, 0, 0);
        self.refresh = Some(Refresh::default());
        self.by_meaning = None;
        (self.documents, self.is_chosen) = (None, false);
        self.chosen = Selection::default();
        self.queue = ReadQueue::default();
        self.second_look = None;
        self.found.clear();
        self.options.begin_anew();
    }

    /// Selects the notes to read.
    fn choose(&mut self, shared: &Shared, nearest: Nearest) -> Result<(), ToolError> {
        self.chosen = match (choose(&mut self.options, &shared.catalogue, nearest), document(&self.options)) {
            (Err(error), Some(path)) => {
                self.no_document = Some(error);
                Selection::of_document(path, self.options.passages)
            }
            (chosen, _) => chosen?,
        };
        if self.options.passages || self.options.cursor.looked_at < self.chosen.again {
            self.second_look = Some(SecondLook::default());
            (self.next, self.looked_at) = (0, 0);
        }
        Ok(())
    }

    /// Searches the notes that were read, for one step.
    fn look_through(&mut self) {
        let mut left = STEP_BYTES;
        while left > 0
            && !self.has_enough()
            && let Some((look, text)) = self.queue.first()
        {
            let (text, sought) = match text {
                NoteContent::Open(text) => (text.as_str(), self.options.go_on(&look.entry_path(), text, left)),
                NoteContent::Closed => ("", SeekResult::Not),
                NoteContent::Convert(_) => return,
            };
            if matches!(sought, SeekResult::UnderWay) {
                return;
            }
            left = left.saturating_sub(text.len().max(1));
            self.looked_at = look.place + 1;
            let sought = match (sought, self.chosen.near(look.place)) {
                (SeekResult::Not, Some(near)) => SeekResult::Found(Hits::similar(near.lines)),
                (sought, _) => sought,
            };
            if let (Some((look, NoteContent::Open(text))), SeekResult::Found(hits)) = (self.queue.take_first(), sought)
            {
                self.keep(look, text, hits);
            }
            // Which of the lines are tasks is not known from their number.
            if self.options.tasks.is_none() && !self.shows(self.notes + 1) {
                self.options.seeker.only_count_next();
            }
        }
    }

    /// Whether there are enough notes for a reply, and one more to tell that there is more.
    fn has_enough(&self) -> bool {
        !self.options.seeker.looks_at_all() && self.second_look.is_none() && self.found.len() > self.options.limit
    }

    /// Whether the reply shows the `count`th matching note.
    fn shows(&self, count: usize) -> bool {
        let skipped = if self.options.seeker.looks_at_all() { self.options.cursor.shown } else { 0 };
        count > skipped && self.found.len() <= self.options.limit
    }

    /// Keeps the matches of a note, if the reply may show them.
    fn keep(&mut self, look: Look, text: String, hits: Hits) {
        self.notes += 1;
        self.lines += hits.count as usize;
        let (place, page) = (look.place, look.page());
        let (score, near) = (self.chosen.score(place), self.chosen.near(place));
        if let (Some(second_look), true, Some(matching)) =
            (&mut self.second_look, self.options.passages, self.options.seeker.matching())
        {
            let text = Text::with_good_head(text.into_bytes());
            second_look.add_passages(passages_of(
                matching,
                (score, near),
                (look.note.path(), page),
                &text,
                &hits,
                self.bounds.limit,
            ));
            return;
        }
        if !self.shows(self.notes) {
            return;
        }
        let other_pages = self.chosen.other_pages(place).to_vec();
        let note = ReadNote { note: look.note, page, other_pages, text, hits, score, near };
        if let Some(second_look) = &mut self.second_look {
            return second_look.add(note);
        }
        let shown = self.options.cursor.shown + self.found.len() + 1;
        let looked_at = if self.options.seeker.looks_at_all() { 0 } else { self.looked_at };
        self.found.push(matched(&self.options, &self.bounds, note, Cursor { looked_at, shown }));
    }

    /// Ranks the best notes again, once they are read, and takes those that the reply shows.
    fn end_second_look(&mut self) {
        let Some(second_look) = self.second_look.take() else { return };
        self.looked_at = self.chosen.again;
        let (before, count) = (self.options.cursor.shown, self.options.limit + 1);
        if let Some(matching) = self.options.seeker.matching().filter(|_| self.options.passages) {
            // Other notes are not looked through.
            self.chosen.truncate(self.looked_at);
            let passages = second_look.finish_passages(matching);
            self.notes = passages.len();
            self.found.extend(passages.into_iter().skip(before).take(count));
        } else {
            let (is_by_meaning, raises_nearest) = (self.chosen.is_by_meaning(), self.chosen.raises_nearest);
            let notes = second_look.finish(self.looked_at, is_by_meaning, raises_nearest);
            let notes = notes.skip(before).take(count);
            self.found.extend(notes.map(|(note, next)| matched(&self.options, &self.bounds, note, next)));
        }
    }

    /// The notice of the documents that were not searched.
    fn unread_documents(&self, shared: &Shared) -> Option<String> {
        if !self.options.takes_documents() || self.chosen.is_document() {
            return None;
        }
        let counts = shared.catalogue.document_counts(|path| self.options.within.holds(path));
        let is_full = shared.catalogue.index.document_bytes() >= shared.limits.document_bytes;
        unread_documents(counts.unread + self.queue.left_out.len(), is_full, counts.large + counts.unreadable)
    }

    /// Requests the next notes.
    fn ask(&mut self, shared: &Shared) -> Vec<Request> {
        let mut requests = Vec::new();
        let mut bytes = 0.0;
        // As many as a reply shows, if the first ones are likely to match.
        let count =
            if self.options.seeker.looks_at_all() { NOTES_AT_ONCE } else { self.options.limit.min(NOTES_AT_ONCE) };
        while !self.has_enough()
            && self.queue.asked() < count
            && bytes < BYTES_AT_ONCE
            && let Some(Chosen { place, path, size, document }) = self.chosen.next(&shared.catalogue, self.next)
            && (self.second_look.is_none() || place < self.chosen.again)
        {
            self.next = place + 1;
            bytes += size;
            if let Ok(note) = shared.policy.check_as(&path, PathKind::File) {
                requests.extend(self.queue.add(Look { place, note, document }, &shared.catalogue.documents));
            }
        }
        requests
    }
}

impl Running for SearchNotes {
    fn resume(&mut self, shared: &mut Shared, mut answers: Vec<Answer>) -> Result<Progress, ToolError> {
        if let Some(span) = &mut self.options.span
            && span.take(&answers)?
        {
            answers.clear();
        }
        if self.refresh.is_none() && self.rules != shared.catalogue.rules() {
            self.begin_anew();
            answers.clear();
        }
        if let Some(refresh) = &mut self.refresh {
            if let Some(requests) = refresh.go_on(shared, mem::take(&mut answers))? {
                return Ok(Progress::Ask(requests));
            }
            if self.options.takes_documents() {
                self.documents = Some(DocumentReading::default());
                if let Some(found) = self.options.within.found(&shared.catalogue) {
                    self.options.within = found;
                }
            }
            self.refresh = None;
            self.rules = shared.catalogue.rules();
        }
        if let Some(documents) = &mut self.documents {
            let within = &self.options.within;
            if let Some(requests) = documents.go_on(shared, mem::take(&mut answers), &|path| within.holds(path)) {
                return Ok(Progress::Ask(requests));
            }
            self.documents = None;
        }
        if !self.is_chosen {
            // A scan for each step, and for each word once, even if the vault keeps changing.
            while let Some(word) = self.options.seeker.indexed_words().get(self.prepared) {
                self.prepared += 1;
                if shared.catalogue.index.prepare(word) {
                    return Ok(Progress::Ask(Vec::new()));
                }
            }
            self.is_chosen = true;
            self.by_meaning = Some(ByMeaning::default()).filter(|_| is_by_meaning(&self.options));
            if self.by_meaning.is_none() {
                self.choose(shared, Nearest::default())?;
            }
        }
        if let Some(by_meaning) = &mut self.by_meaning {
            if let Some(requests) = by_meaning.go_on(shared, &self.options.query, mem::take(&mut answers)) {
                return Ok(Progress::Ask(requests));
            }
            let by_meaning = self.by_meaning.take().unwrap_or_default();
            self.not_by_meaning.clone_from(&by_meaning.failed);
            self.choose(shared, by_meaning.finish())?;
        }
        self.queue.take(shared, answers);
        if let Some((_, content)) = self.queue.first().filter(|_| self.chosen.is_document()) {
            match (content, self.no_document.take()) {
                (NoteContent::Closed, Some(error)) => return Err(error),
                (NoteContent::Open(text), Some(_)) => rank(&mut self.options.seeker, text),
                // To be converted.
                (_, error) => self.no_document = error,
            }
        }
        self.look_through();
        if self.queue.first().is_some() && !self.has_enough() {
            return Ok(Progress::Ask(self.queue.convert(self.options.seeker.looks_at_all())));
        }
        let mut requests = self.ask(shared);
        if self.queue.asked() == 0 && self.second_look.is_some() {
            self.end_second_look();
            requests = self.ask(shared);
        }
        if self.queue.asked() > 0 {
            return Ok(Progress::Ask(requests));
        }
        let cursor = self.options.cursor;
        let is_from_start = self.options.seeker.looks_at_all() || cursor.looked_at < self.chosen.again;
        let before = if is_from_start { 0 } else { cursor.shown };
        // Without further conditions, every note from the index matches.
        let total = match self.options.is_strict() {
            _ if self.options.passages => Some(self.notes),
            false => Some(self.chosen.len()),
            true if self.has_enough() && self.looked_at < self.chosen.len() => None,
            true => Some(before + self.notes),
        };
        let outcome = SearchOutcome {
            found: mem::take(&mut self.found),
            total,
            with_all: self.chosen.with_all.filter(|_| !self.options.is_strict() && !self.options.passages),
            lines: self.options.seeker.looks_at_all().then_some(self.lines),
            left_out: shared.catalogue.left_out(shared.limits.index_bytes),
            cut_lines: self.options.seeker.cut_lines(),
            has_documents: self.chosen.has_documents,
            documents: self.unread_documents(shared),
            unknown: self.chosen.unknown,
            not_by_meaning: self.not_by_meaning.take(),
        };
        Ok(Progress::Done(reply(&self.options, outcome, &self.bounds)))
    }
}
