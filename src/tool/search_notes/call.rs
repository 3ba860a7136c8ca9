//! A call of `search_notes`: brings the index up to date, then reads and searches the best notes.

use std::mem;

use super::by_meaning::{by_meaning, is_by_meaning};
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
use crate::limits::Bounds;
use crate::policy::PathKind;
use crate::search::base_view::LocalTime;
use crate::search::line_match::Hits;
use crate::search::vectors::Nearest;
use crate::text::Text;
use crate::tool::args::Args;
use crate::tool::call::Host;
use crate::tool::notes::document_reading::read_documents;
use crate::tool::notes::refresh::refresh;
use crate::tool::shared::Shared;
use crate::tool::unsearched::unread_documents;
use crate::wire::Request;
use crate::wire::reply::Reply;

/// Bytes of text to search in one step, which takes some milliseconds in wasm.
const STEP_BYTES: usize = 256 * 1024;

/// Maximum notes, and their maximum total bytes, to read at a time if all notes have to be read.
const NOTES_AT_ONCE: usize = 32;
const BYTES_AT_ONCE: f64 = 1024.0 * 1024.0;

/// Searches as `args` say.
pub(super) async fn search_notes(host: Host, args: Args, bounds: Bounds) -> Result<Reply, ToolError> {
    let mut options = host.shared(|shared| options(&args, shared, bounds.now.map(LocalTime::day_number)))?;
    if let Some(span) = &mut options.span {
        let requests = span.ask();
        if !requests.is_empty() {
            span.take(&host.ask(requests).await)?;
        }
    }
    loop {
        // What was found under other rules does not count.
        let rules = host.shared(|shared| shared.catalogue.rules());
        let is_same = |shared: &Shared| if shared.catalogue.rules() == rules { Ok(()) } else { Err(()) };
        let search = async { Ok(SearchNotes::new(&host, &mut options, bounds).run().await) };
        match host.unless(is_same, search).await {
            Ok(done) => return done,
            Err(()) => options.begin_anew(),
        }
    }
}

/// A search in progress.
struct SearchNotes<'c> {
    host: &'c Host,
    options: &'c mut SearchOptions,
    bounds: Bounds,
    /// Why the search could not go by meaning.
    not_by_meaning: Option<String>,
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

impl<'c> SearchNotes<'c> {
    fn new(host: &'c Host, options: &'c mut SearchOptions, bounds: Bounds) -> Self {
        let at = options.cursor.looked_at;
        Self {
            host,
            options,
            bounds,
            not_by_meaning: None,
            chosen: Selection::default(),
            no_document: None,
            next: at,
            looked_at: at,
            queue: ReadQueue::default(),
            second_look: None,
            found: Vec::new(),
            notes: 0,
            lines: 0,
        }
    }

    async fn run(mut self) -> Result<Reply, ToolError> {
        refresh(self.host).await?;
        self.read_documents().await;
        self.prepare().await;
        let mut nearest = Nearest::default();
        if is_by_meaning(self.options) {
            (nearest, self.not_by_meaning) = by_meaning(self.host, &self.options.query).await;
        }
        self.host.shared(|shared| self.choose(shared, nearest))?;
        loop {
            self.look_through();
            let requests = if self.queue.first().is_some() && !self.has_enough() {
                self.queue.convert(self.options.seeker.looks_at_all())
            } else {
                let mut requests = self.host.shared(|shared| self.ask(shared));
                if self.queue.asked() == 0 && self.second_look.is_some() {
                    self.end_second_look();
                    requests = self.host.shared(|shared| self.ask(shared));
                }
                if self.queue.asked() == 0 {
                    return Ok(self.host.shared(|shared| self.reply(shared)));
                }
                requests
            };
            let answers = self.host.ask(requests).await;
            self.host.shared(|shared| self.queue.take(shared, answers));
            self.check_document()?;
        }
    }

    /// Reads documents that are not indexed yet, as time allows.
    async fn read_documents(&mut self) {
        if self.options.takes_documents() {
            if let Some(found) = self.host.shared(|shared| self.options.within.found(&shared.catalogue)) {
                self.options.within = found;
            }
            read_documents(self.host, |path| self.options.within.holds(path)).await;
        }
    }

    /// Prepares the index for the words of the query: a scan for each step, and for each word once, even if the vault
    /// keeps changing.
    async fn prepare(&self) {
        for word in self.options.seeker.indexed_words() {
            if self.host.shared(|shared| shared.catalogue.index.prepare(word)) {
                self.host.give_way().await;
            }
        }
    }

    /// Selects the notes to read.
    fn choose(&mut self, shared: &Shared, nearest: Nearest) -> Result<(), ToolError> {
        self.chosen = match (choose(self.options, &shared.catalogue, nearest), document(self.options)) {
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
        self.found.push(matched(self.options, &self.bounds, note, Cursor { looked_at, shown }));
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
            self.found.extend(notes.map(|(note, next)| matched(self.options, &self.bounds, note, next)));
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

    /// Fails if there is nothing to search, and the document at `path` can't be read either.
    fn check_document(&mut self) -> Result<(), ToolError> {
        if let Some((_, content)) = self.queue.first().filter(|_| self.chosen.is_document()) {
            match (content, self.no_document.take()) {
                (NoteContent::Closed, Some(error)) => return Err(error),
                (NoteContent::Open(text), Some(_)) => rank(&mut self.options.seeker, text),
                // To be converted.
                (_, error) => self.no_document = error,
            }
        }
        Ok(())
    }

    fn reply(&mut self, shared: &Shared) -> Reply {
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
        reply(self.options, outcome, &self.bounds)
    }
}
