//! Reads the candidates one after another, searches their texts, and keeps those that match for the page.

use super::arguments::SearchArguments;
use super::asked::AskedFor;
use super::candidates::Candidates;
use super::cursor::Cursor;
use super::days_found::found_of_days;
use super::document;
use super::look_again::{LookAgain, ranked, ranked_again};
use super::page::{Page, ReadNote};
use super::passage_search::passages_of;
use super::read_queue::{Chosen, Look, NoteContent, ReadQueue};
use super::seeker::SeekResult;
use super::task_lines::TaskLines;
use crate::error::ToolError;
use crate::limits::Bounds;
use crate::policy::PathKind;
use crate::search::base_view::LocalTime;
use crate::search::line_match::Hits;
use crate::tool::call::Host;
use crate::tool::shared::Shared;
use crate::wire::{Answer, Request};

/// Bytes of text to search in one step, which takes some milliseconds in wasm.
const STEP_BYTES: usize = 256 * 1024;

/// Maximum notes, and their maximum total bytes, to read at a time if all notes have to be read.
const NOTES_AT_ONCE: usize = 32;
const BYTES_AT_ONCE: f64 = 1024.0 * 1024.0;

/// The candidates of a search being read.
pub(super) struct Reading {
    pub arguments: SearchArguments,
    pub bounds: Bounds,
    pub candidates: Candidates,
    /// The first candidate that was not requested, and the first that was not searched.
    next: usize,
    pub looked_at: usize,
    /// The notes that are being read, and those that have been.
    pub queue: ReadQueue,
    /// The tasks in the note being searched, if only these are wanted.
    tasks: Option<TaskLines>,
    /// While the best notes are read that are ranked again.
    look_again: Option<LookAgain>,
    pub page: Page,
}

impl Reading {
    pub fn new(mut arguments: SearchArguments, candidates: Candidates, bounds: Bounds) -> Self {
        let SearchArguments { passages, cursor, limit, .. } = arguments;
        arguments.seeker.rank(&candidates.words);
        let is_list = matches!(arguments.asked, Some(AskedFor::List(_)));
        let is_ranked_again = (passages && !is_list) || cursor.looked_at < candidates.again;
        let first = if is_ranked_again { 0 } else { cursor.looked_at };
        let before = if arguments.seeker.looks_at_all() { cursor.shown } else { 0 };
        Self {
            next: first,
            looked_at: first,
            queue: ReadQueue::default(),
            tasks: arguments.tasks.filter(|_| !passages).map(|state| TaskLines::new(state, arguments.filter.clone())),
            look_again: is_ranked_again.then(|| LookAgain::new(passages, arguments.asked.as_ref())),
            page: Page { before, limit, ..Page::default() },
            arguments,
            bounds,
            candidates,
        }
    }

    /// Reads until the page is full, or all candidates are read.
    pub async fn run(mut self, host: &Host) -> Result<Self, ToolError> {
        loop {
            self.search_texts();
            if self.queue.first().is_some() && !self.has_enough() {
                self.convert_first(host).await;
            } else {
                let requests = host.shared(|shared| self.requests(shared));
                if self.queue.asked() == 0 {
                    return Ok(self);
                }
                let answers = host.ask(requests).await;
                host.shared(|shared| self.queue.take(shared, answers));
            }
            self.check_document()?;
        }
    }

    /// Has the host convert the first note that was read, if necessary; else lets the app run.
    async fn convert_first(&mut self, host: &Host) {
        let Some((look, NoteContent::Convert(format))) = self.queue.first() else { return host.give_way().await };
        let request = Request::convert_part(look.note.clone(), *format, look.part(), None);
        // If all candidates are searched, documents are converted only as time allows.
        let takes_time = self.arguments.seeker.looks_at_all() && look.document.is_some();
        if takes_time && !matches!(host.ask_one(Request::TimeLeft).await, Answer::TimeLeft(1..)) {
            return self.queue.leave_out_first();
        }
        let answer = host.ask_one(request).await;
        host.shared(|shared| self.queue.converted(shared, answer));
    }

    /// Whether there are enough notes for a reply, and one more to tell that there is more.
    pub fn has_enough(&self) -> bool {
        !self.arguments.seeker.looks_at_all() && self.look_again.is_none() && self.page.is_full()
    }

    /// Searches the notes that were read, for one step.
    fn search_texts(&mut self) {
        let mut left = STEP_BYTES;
        while left > 0
            && !self.has_enough()
            && let Some((look, content)) = self.queue.first()
        {
            let (text, found) = match content {
                NoteContent::Open(text) => {
                    let seeker = &mut self.arguments.seeker;
                    let found = match &mut self.tasks {
                        Some(tasks) => tasks.search_more(seeker, &look.facts, text, left),
                        None => seeker.search_more(&look.facts, text, left),
                    };
                    (text.as_str(), found)
                }
                NoteContent::Closed => ("", SeekResult::Not),
                NoteContent::Convert(_) => return,
            };
            let near = self.candidates.near(look.place);
            let found = match found {
                SeekResult::UnderWay => return,
                SeekResult::Found(hits) => Some(hits),
                SeekResult::Not => near.map(|near| Hits::similar(near.lines)),
            };
            left = left.saturating_sub(text.len().max(1));
            self.looked_at = look.place + 1;
            if let (Some((look, NoteContent::Open(text))), Some(hits)) = (self.queue.take_first(), found) {
                self.keep(look, text, hits);
            }
            // Which of the lines are tasks is not known from their number.
            if self.arguments.tasks.is_none() && !self.page.shows_next() {
                self.arguments.seeker.only_count_next();
            }
        }
    }

    /// Keeps a note that matches, if the reply may show it.
    fn keep(&mut self, look: Look, text: String, hits: Hits) {
        let (place, page) = (look.place, look.page());
        let is_shown = self.page.count(hits.count);
        let (score, near) = (self.candidates.score(place), self.candidates.near(place));
        let other_pages = self.candidates.other_pages(place);
        let note = ReadNote { note: look.note, page, other_pages, text, hits, score, near };
        match (&mut self.look_again, self.arguments.seeker.matching()) {
            (Some(LookAgain::Passages(passages)), Some(matching)) => {
                passages.extend(passages_of(matching, note, self.bounds.limit));
            }
            (Some(LookAgain::Tasks(tasks)), matching) => {
                if let Some(AskedFor::Tasks(asked)) = &self.arguments.asked {
                    let today = self.bounds.now.map(LocalTime::day_number);
                    tasks.add((asked, today), matching, note, self.bounds.limit);
                }
            }
            (Some(LookAgain::OfDays(found)), _) => {
                if let Some(AskedFor::Days(days)) = &self.arguments.asked {
                    found.extend(found_of_days(note, (*days, self.candidates.dated(place)), self.bounds.limit));
                }
            }
            (Some(LookAgain::Notes(notes)), _) => notes.push(note),
            _ if is_shown => {
                let shown = self.arguments.cursor.shown + self.page.found.len() + 1;
                let looked_at = if self.arguments.seeker.looks_at_all() { 0 } else { self.looked_at };
                let next = Cursor { looked_at, shown };
                self.page.found.push(note.matched(&self.arguments, &self.bounds, next));
            }
            _ => {}
        }
    }

    /// Requests the next notes; the others once the best ones are read and ranked again.
    fn requests(&mut self, shared: &Shared) -> Vec<Request> {
        let requests = self.read_more(shared);
        if self.queue.asked() > 0 || self.look_again.is_none() {
            return requests;
        }
        self.rank_again();
        self.read_more(shared)
    }

    /// Requests the next notes.
    fn read_more(&mut self, shared: &Shared) -> Vec<Request> {
        let (mut requests, mut bytes) = (Vec::new(), 0.0);
        // As many as a reply shows, if the first ones are likely to match.
        let is_all = self.arguments.seeker.looks_at_all();
        let count = if is_all { NOTES_AT_ONCE } else { self.page.limit.min(NOTES_AT_ONCE) };
        while !self.has_enough()
            && self.queue.asked() < count
            && bytes < BYTES_AT_ONCE
            && let Some(Chosen { place, path, size, facts, document }) =
                self.candidates.next(&shared.catalogue, self.next)
            && (self.look_again.is_none() || place < self.candidates.again)
        {
            self.next = place + 1;
            bytes += size;
            if let Ok(note) = shared.policy.check_as(&path, PathKind::File) {
                requests.extend(self.queue.add(Look { place, note, facts, document }, &shared.catalogue.documents));
            }
        }
        requests
    }

    /// Ranks the best notes again, once they are read, and takes those that the reply shows.
    fn rank_again(&mut self) {
        let Self { arguments, bounds, candidates, page, .. } = self;
        self.looked_at = candidates.again;
        let (before, count) = (arguments.cursor.shown, page.limit + 1);
        match (self.look_again.take(), arguments.seeker.matching()) {
            (Some(LookAgain::Notes(notes)), _) => {
                let notes = ranked_again(notes, candidates).skip(before).take(count);
                page.found.extend(notes.map(|(note, next)| note.matched(arguments, bounds, next)));
            }
            (Some(again), matching) => {
                // Other notes are not read.
                candidates.notes.truncate(candidates.again);
                let (found, total) = ranked(again, matching);
                page.notes = total;
                page.found.extend(found.into_iter().skip(before).take(count));
            }
            (None, _) => {}
        }
    }

    /// Fails if there is nothing to search, and the document at `path` can't be read either.
    fn check_document(&mut self) -> Result<(), ToolError> {
        if let Some((_, content)) = self.queue.first().filter(|_| self.candidates.document.is_some()) {
            match (content, self.candidates.no_document.take()) {
                (NoteContent::Closed, Some(error)) => return Err(error),
                (NoteContent::Open(text), Some(_)) => document::rank(&mut self.arguments.seeker, text),
                // To be converted.
                (_, error) => self.candidates.no_document = error,
            }
        }
        Ok(())
    }
}
