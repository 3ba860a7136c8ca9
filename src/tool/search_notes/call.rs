//! A call of `search_notes`: brings the index up to date, then reads and searches the best notes.

use std::collections::VecDeque;
use std::mem;

use super::by_meaning::{ByMeaning, is_by_meaning};
use super::cursor::Cursor;
use super::document::{document, rank};
use super::params::{SearchOptions, options};
use super::passages::passages_of;
use super::reply::{MatchedNote, SearchOutcome, matched, reply};
use super::second_look::{ReadNote, SecondLook};
use super::seeker::SeekResult;
use super::selection::{Selection, choose};
use crate::document::Format;
use crate::error::ToolError;
use crate::policy::{Granted, PathKind};
use crate::search::base_view::LocalTime;
use crate::search::line_match::Hits;
use crate::search::vectors::Nearest;
use crate::text::Text;
use crate::tool::args::Args;
use crate::tool::conditions::time_span::TimeSpan;
use crate::tool::host::{Answer, Request};
use crate::tool::judge::{NoteVerdict, judge_note};
use crate::tool::limits::Bounds;
use crate::tool::notes::refresh::Refresh;
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
    /// How many words of the query the index is prepared for.
    prepared: usize,
    /// The version of the rules when the notes were selected.
    rules: u32,
    /// The notes that may match, best first.
    chosen: Selection,
    /// Why there is nothing to search, if the document at `path` can't be read either.
    no_document: Option<ToolError>,
    /// How many of them were requested, and how many searched.
    next: usize,
    looked_at: usize,
    under_way: Vec<(usize, Granted)>,
    /// Notes that have been read, with their index in the selection.
    read: VecDeque<(usize, Granted, NoteContent)>,
    /// Whether the host is converting the first of them.
    converts: bool,
    /// While the best notes are read that are ranked again.
    second_look: Option<SecondLook>,
    found: Vec<MatchedNote>,
    /// The number of matching notes and lines so far.
    notes: usize,
    lines: usize,
}

/// The content of a note that has been read.
enum NoteContent {
    /// Its text.
    Open(String),
    /// It is gone, unreadable or excluded, so it never matches.
    Closed,
    /// The host has to convert it to text first.
    Convert(Format),
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
            prepared: 0,
            rules: 0,
            chosen: Selection::default(),
            no_document: None,
            next: at,
            looked_at: at,
            under_way: Vec::new(),
            read: VecDeque::new(),
            converts: false,
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
        self.chosen = Selection::default();
        self.under_way.clear();
        self.read.clear();
        self.converts = false;
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

    /// Processes the notes that were read or converted.
    fn take(&mut self, shared: &Shared, answers: Vec<Answer>) {
        let is_converted = mem::take(&mut self.converts);
        let content = |note: &Granted, answer| match judge_note(&shared.policy, note.path(), is_converted, answer) {
            NoteVerdict::Open(text) => NoteContent::Open(text.into_string()),
            NoteVerdict::Convert(format) => NoteContent::Convert(format),
            NoteVerdict::Closed | NoteVerdict::Unreadable => NoteContent::Closed,
        };
        if is_converted {
            if let (Some((_, note, converted)), Some(answer)) = (self.read.front_mut(), answers.into_iter().next()) {
                *converted = content(note, answer);
            }
            return;
        }
        for ((place, note), answer) in mem::take(&mut self.under_way).into_iter().zip(answers) {
            let content = content(&note, answer);
            self.read.push_back((place, note, content));
        }
    }

    /// Requests that the host convert the next note, if necessary.
    fn convert(&mut self) -> Vec<Request> {
        let Some((_, note, NoteContent::Convert(format))) = self.read.front() else { return Vec::new() };
        self.converts = true;
        vec![Request::convert(note.clone(), *format)]
    }

    /// Searches the notes that were read, for one step.
    fn look_through(&mut self) {
        let mut left = STEP_BYTES;
        while left > 0
            && !self.has_enough()
            && let Some((place, note, text)) = self.read.front()
        {
            let (text, sought) = match text {
                NoteContent::Open(text) => (text.as_str(), self.options.go_on(note.path().as_str(), text, left)),
                NoteContent::Closed => ("", SeekResult::Not),
                NoteContent::Convert(_) => return,
            };
            if matches!(sought, SeekResult::UnderWay) {
                return;
            }
            left = left.saturating_sub(text.len().max(1));
            let place = *place;
            self.looked_at = place + 1;
            let sought = match (sought, self.chosen.near(place)) {
                (SeekResult::Not, Some(near)) => SeekResult::Found(Hits::similar(near.lines)),
                (sought, _) => sought,
            };
            if let (Some((_, note, NoteContent::Open(text))), SeekResult::Found(hits)) = (self.read.pop_front(), sought)
            {
                self.keep(place, note, text, hits);
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

    /// Keeps the matches of a note, the one at `place` of those chosen, if the reply may show them.
    fn keep(&mut self, place: usize, note: Granted, text: String, hits: Hits) {
        self.notes += 1;
        self.lines += hits.count as usize;
        let (score, near) = (self.chosen.score(place), self.chosen.near(place));
        if let (Some(second_look), true, Some(matching)) =
            (&mut self.second_look, self.options.passages, self.options.seeker.matching())
        {
            let text = Text::with_good_head(text.into_bytes());
            second_look.add_passages(passages_of(
                matching,
                (score, near),
                note.path(),
                &text,
                &hits,
                self.bounds.limit,
            ));
            return;
        }
        if !self.shows(self.notes) {
            return;
        }
        let note = ReadNote { note, text, hits, score, near };
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
            let notes = second_look.finish(self.looked_at, self.chosen.is_by_meaning()).skip(before).take(count);
            self.found.extend(notes.map(|(note, next)| matched(&self.options, &self.bounds, note, next)));
        }
    }

    /// Requests the next notes.
    fn ask(&mut self, shared: &Shared) -> Vec<Request> {
        let mut requests = Vec::new();
        let mut bytes = 0.0;
        // As many as a reply shows, if the first ones are likely to match.
        let count =
            if self.options.seeker.looks_at_all() { NOTES_AT_ONCE } else { self.options.limit.min(NOTES_AT_ONCE) };
        while !self.has_enough()
            && requests.len() < count
            && bytes < BYTES_AT_ONCE
            && let Some((place, path, size)) = self.chosen.next(&shared.catalogue, self.next)
            && (self.second_look.is_none() || place < self.chosen.again)
        {
            self.next = place + 1;
            bytes += size;
            if let Ok(granted) = shared.policy.check_as(&path, PathKind::File) {
                self.under_way.push((place, granted.clone()));
                requests.push(Request::Read(granted));
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
            // A scan for each step, and for each word once, even if the vault keeps changing.
            while let Some(word) = self.options.seeker.indexed_words().get(self.prepared) {
                self.prepared += 1;
                if shared.catalogue.index.prepare(word) {
                    return Ok(Progress::Ask(Vec::new()));
                }
            }
            self.refresh = None;
            self.rules = shared.catalogue.rules();
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
        self.take(shared, answers);
        if let Some((_, _, content)) = self.read.front().filter(|_| self.chosen.is_document()) {
            match (content, self.no_document.take()) {
                (NoteContent::Closed, Some(error)) => return Err(error),
                (NoteContent::Open(text), Some(_)) => rank(&mut self.options.seeker, text),
                // To be converted.
                (_, error) => self.no_document = error,
            }
        }
        self.look_through();
        if !self.read.is_empty() && !self.has_enough() {
            return Ok(Progress::Ask(self.convert()));
        }
        let mut requests = self.ask(shared);
        if requests.is_empty() && self.second_look.is_some() {
            self.end_second_look();
            requests = self.ask(shared);
        }
        if !requests.is_empty() {
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
            unknown: self.chosen.unknown,
            not_by_meaning: self.not_by_meaning.take(),
        };
        Ok(Progress::Done(reply(&self.options, outcome, &self.bounds)))
    }
}
