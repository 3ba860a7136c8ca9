//! A call of `search_notes` under way: all notes are known first, then the best are read and looked through.

use std::collections::VecDeque;
use std::mem;

use super::choice::{Chosen, choose};
use super::cursor::Cursor;
use super::params::{Asked, asked};
use super::reply::{Found, Outcome, reply};
use super::seeker::{LINES_OF_A_NOTE, Sought};
use super::shown::{Extract, Wanted};
use crate::document::Format;
use crate::error::ToolError;
use crate::path::VaultPath;
use crate::policy::{Granted, PathKind};
use crate::search::hits::Hits;
use crate::text::Text;
use crate::tool::args::Args;
use crate::tool::host::{Answer, Request};
use crate::tool::judge::{NoteVerdict, judge_note};
use crate::tool::notes::refresh::Refresh;
use crate::tool::{Progress, Running, Shared, Started, Terms};

/// What is looked through at one step: some milliseconds' work in wasm.
const STEP_BYTES: usize = 256 * 1024;

/// Notes that are read at once where all have to be, and of how many bytes together.
const NOTES_AT_ONCE: usize = 32;
const BYTES_AT_ONCE: f64 = 1024.0 * 1024.0;

/// A call under way.
pub(super) struct SearchNotes {
    asked: Asked,
    terms: Terms,
    /// Nothing once all notes are known.
    refresh: Option<Refresh>,
    /// Under which rules they were chosen.
    rules: u32,
    /// The notes that may be meant, best first.
    chosen: Chosen,
    /// How many of them have been asked for, and how many looked through.
    next: usize,
    looked_at: usize,
    under_way: Vec<(usize, Granted)>,
    /// Notes that have been read, by their place among the chosen.
    read: VecDeque<(usize, Granted, Content)>,
    /// Whether the host is asked to convert the first of them.
    converts: bool,
    found: Vec<Found>,
    /// Notes and lines that match, as far as has been looked.
    notes: usize,
    lines: usize,
}

/// What is known of a note that has been read.
enum Content {
    /// Its text.
    Open(String),
    /// It is gone, unreadable or closed, so it is not found.
    Closed,
    /// The host has to convert it to text first.
    Convert(Format),
}

impl SearchNotes {
    /// Starts a call with checked arguments.
    #[expect(clippy::needless_pass_by_value, reason = "every tool starts so")]
    pub fn start(args: Args, shared: &Shared, terms: Terms) -> Result<Started, ToolError> {
        let asked = asked(&args, shared)?;
        let at = asked.cursor.looked_at;
        let call = Self {
            asked,
            terms,
            refresh: Some(Refresh::default()),
            rules: 0,
            chosen: Chosen::default(),
            next: at,
            looked_at: at,
            under_way: Vec::new(),
            read: VecDeque::new(),
            converts: false,
            found: Vec::new(),
            notes: 0,
            lines: 0,
        };
        Ok((Box::new(call), Vec::new()))
    }

    /// Forgets what was found under other rules.
    fn begin_anew(&mut self) {
        let at = self.asked.cursor.looked_at;
        (self.next, self.looked_at, self.notes, self.lines) = (at, at, 0, 0);
        self.refresh = Some(Refresh::default());
        self.chosen = Chosen::default();
        self.under_way.clear();
        self.read.clear();
        self.converts = false;
        self.found.clear();
        self.asked.seeker.begin_anew();
    }

    /// Takes in what was read or converted.
    fn take(&mut self, shared: &Shared, answers: Vec<Answer>) {
        let is_converted = mem::take(&mut self.converts);
        let content = |note: &Granted, answer| match judge_note(&shared.policy, note.path(), is_converted, answer) {
            NoteVerdict::Open(text) => Content::Open(text.into_string()),
            NoteVerdict::Convert(format) => Content::Convert(format),
            NoteVerdict::Closed | NoteVerdict::Unreadable => Content::Closed,
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

    /// What the host has to answer before the next note that was read can be looked through.
    fn convert(&mut self) -> Vec<Request> {
        let Some((_, note, Content::Convert(format))) = self.read.front() else { return Vec::new() };
        self.converts = true;
        vec![Request::Convert { path: note.clone(), format: *format }]
    }

    /// Looks through what was read, as far as one step goes.
    fn look_through(&mut self) {
        let mut left = STEP_BYTES;
        while left > 0
            && !self.has_enough()
            && let Some((place, note, text)) = self.read.front()
        {
            let (text, sought) = match text {
                Content::Open(text) => (text.as_str(), self.asked.seeker.go_on(note.path().as_str(), text, left)),
                Content::Closed => ("", Sought::Not),
                Content::Convert(_) => return,
            };
            if matches!(sought, Sought::UnderWay) {
                return;
            }
            left = left.saturating_sub(text.len().max(1));
            self.looked_at = place + 1;
            if let (Some((_, note, Content::Open(text))), Sought::Found(hits)) = (self.read.pop_front(), sought) {
                self.keep(note.path(), text, &hits);
            }
            if !self.shows(self.notes + 1) {
                self.asked.seeker.only_count_next();
            }
        }
    }

    /// Whether what is found fills a reply, and one more shows that there is more.
    fn has_enough(&self) -> bool {
        !self.asked.seeker.looks_at_all() && self.found.len() > self.asked.limit
    }

    /// Whether the note that matches as the `count`th has a place in the reply.
    fn shows(&self, count: usize) -> bool {
        let skipped = if self.asked.seeker.looks_at_all() { self.asked.cursor.shown } else { 0 };
        count > skipped && self.found.len() <= self.asked.limit
    }

    /// Keeps what is found in the note at `path`, if it may be shown.
    fn keep(&mut self, path: &VaultPath, text: String, hits: &Hits) {
        self.notes += 1;
        self.lines += hits.count as usize;
        if !self.shows(self.notes) {
            return;
        }
        let lines = if self.terms.is_outline_only() { 0 } else { LINES_OF_A_NOTE };
        let wanted = Wanted { lines, context: self.asked.context };
        let text = Text::with_good_head(text.into_bytes());
        let extract = Extract::new(path.as_str(), &text, hits, wanted, self.terms.limit);
        let shown = self.asked.cursor.shown + self.found.len() + 1;
        let looked_at = if self.asked.seeker.looks_at_all() { 0 } else { self.looked_at };
        self.found.push(Found {
            path: path.as_str().to_owned(),
            lines: hits.count,
            extract,
            next: Cursor { looked_at, shown },
        });
    }

    /// Asks for the next notes.
    fn ask(&mut self, shared: &Shared) -> Vec<Request> {
        let mut requests = Vec::new();
        let mut bytes = 0.0;
        // As many as a reply shows, where the first are likely to be found.
        let count = if self.asked.seeker.looks_at_all() { NOTES_AT_ONCE } else { self.asked.limit.min(NOTES_AT_ONCE) };
        while !self.has_enough()
            && requests.len() < count
            && bytes < BYTES_AT_ONCE
            && let Some((place, path, size)) = self.chosen.next(&shared.catalogue, self.next)
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
        if self.refresh.is_none() && self.rules != shared.catalogue.rules() {
            self.begin_anew();
            answers.clear();
        }
        if let Some(refresh) = &mut self.refresh {
            if let Some(requests) = refresh.go_on(shared, mem::take(&mut answers))? {
                return Ok(Progress::Ask(requests));
            }
            self.refresh = None;
            self.rules = shared.catalogue.rules();
            self.chosen = choose(&mut self.asked, &shared.catalogue)?;
        }
        self.take(shared, answers);
        self.look_through();
        if !self.read.is_empty() && !self.has_enough() {
            return Ok(Progress::Ask(self.convert()));
        }
        let requests = self.ask(shared);
        if !requests.is_empty() {
            return Ok(Progress::Ask(requests));
        }
        let before = if self.asked.seeker.looks_at_all() { 0 } else { self.asked.cursor.shown };
        // What the index finds is found, unless it has to be looked at.
        let total = match (self.asked.seeker.is_strict(), self.has_enough()) {
            (false, _) => Some(self.chosen.len()),
            (true, false) => Some(before + self.notes),
            (true, true) => None,
        };
        let outcome = Outcome {
            found: mem::take(&mut self.found),
            total,
            with_all: self.chosen.with_all.filter(|_| !self.asked.seeker.is_strict()),
            lines: self.asked.seeker.looks_at_all().then_some(self.lines),
            left_out: shared.catalogue.left_out(shared.limits.index_bytes),
            cut_lines: self.asked.seeker.cut_lines(),
        };
        Ok(Progress::Done(reply(&self.asked, outcome, &self.terms)))
    }
}
