//! Brings the catalogue up to date with the vault, before each search. Only notes that have changed are read.
//!
//! A step processes at most a few hundred KB, and the app runs between steps. If two calls refresh at the same time,
//! they may read a note twice; the second result is dropped.

use std::collections::VecDeque;
use std::mem;
use std::rc::Rc;

use super::catalogue::ActiveListing;
use super::kept::{Restore, RestoreStep, Stored};
use super::read_note::{NoteContent, ReadNote};
use super::unread::{FileState, Turn};
use super::walk::VaultWalk;
use crate::document::Format;
use crate::error::ToolError;
use crate::path::VaultPath;
use crate::policy::PathKind;
use crate::tool::host::{Answer, Request};
use crate::tool::limits::NOTE_BATCH_BYTES;
use crate::tool::running::Shared;

/// Maximum notes to read at a time.
const NOTES_AT_ONCE: usize = 32;

/// Bytes of text to index in one step, which takes some milliseconds in wasm.
const STEP_BYTES: usize = 64 * 1024;

/// Number of pending words to add to the dictionary of the index in one step, which takes some milliseconds.
const SETTLED_AT_ONCE: usize = 20_000;

/// The same while notes are read, which is as many words as some steps add.
const SETTLED_WHILE_READING: usize = 10_000;

/// Maximum listings per call, for a vault that changes during every listing. The next call lists it again.
const LISTINGS: u32 = 3;

/// Maximum rounds of reading per call. Notes that change during a round are read in the next one, and after the last
/// round by the next call: a search must end even if the vault keeps changing.
const READINGS: u32 = 3;

/// A refresh in progress.
#[derive(Debug, Default)]
pub(in crate::tool) struct Refresh {
    phase: RefreshStep,
    /// The version of the rules, and how many times the vault was listed.
    rules: u32,
    listings: u32,
    /// The last turn of this round of reading, and how many rounds there were since the listing.
    last: Turn,
    readings: u32,
    /// Notes that were read and have to be indexed.
    read: VecDeque<ReadNote>,
    /// Notes that the host has to convert to text first.
    odd: Vec<(VaultPath, FileState, Format)>,
}

#[derive(Debug, Default)]
enum RefreshStep {
    #[default]
    Start,
    /// The index that the host has kept is restored.
    Restoring(Box<Restore>),
    /// The host forgets one that can't be used.
    Forgetting,
    Watching,
    Listing(VaultWalk, Rc<ActiveListing>),
    /// The requested notes, and whether the host converts them.
    Reading(Vec<(VaultPath, FileState)>, bool),
}

impl Refresh {
    /// Processes the host's answers and returns the next requests. An empty list only lets the app run in between.
    /// `None` once the catalogue is up to date.
    pub fn go_on(&mut self, shared: &mut Shared, answers: Vec<Answer>) -> Result<Option<Vec<Request>>, ToolError> {
        // What was listed and read under other rules does not count.
        if !matches!(self.phase, RefreshStep::Watching) && self.rules != shared.catalogue.rules() {
            *self = Self::default();
        }
        match &mut self.phase {
            RefreshStep::Start => {
                self.rules = shared.catalogue.rules();
                if shared.keeping.over.is_some()
                    && shared.catalogue.index.is_empty()
                    && shared.catalogue.kept.is_restorable()
                {
                    if let Some(marker) = shared.catalogue.kept.restore() {
                        self.phase = RefreshStep::Restoring(Box::new(Restore::new(marker)));
                        return self.go_on(shared, Vec::new());
                    }
                    // Another call restores it.
                    return Ok(Some(Vec::new()));
                }
                shared.catalogue.try_again();
                match shared.catalogue.watched {
                    None => {
                        self.phase = RefreshStep::Watching;
                        return Ok(Some(vec![Request::Watch]));
                    }
                    Some(true) if shared.catalogue.is_listed => self.begin_to_read(shared),
                    Some(_) => return self.list(shared).map(Some),
                }
            }
            RefreshStep::Restoring(restore) => {
                let step = restore.go_on(shared.keeping.rules, answers);
                return Ok(Some(self.restored(shared, step)));
            }
            RefreshStep::Forgetting => {
                self.phase = RefreshStep::Start;
                return Ok(Some(Vec::new()));
            }
            RefreshStep::Watching => {
                // Another call may have asked as well, and the host may have reported changes since then.
                shared.catalogue.watched.get_or_insert(matches!(answers.first(), Some(Answer::Watched(true))));
                self.rules = shared.catalogue.rules();
                return self.list(shared).map(Some);
            }
            RefreshStep::Listing(..) => return self.take_listings(shared, answers).map(Some),
            RefreshStep::Reading(asked, is_converted) => {
                let is_converted = *is_converted;
                let notes = mem::take(asked).into_iter().zip(answers);
                let read = |(note, answer)| ReadNote::new(note, NoteContent::Answer(answer, is_converted));
                self.read.extend(notes.map(read));
            }
        }
        self.take_in(shared);
        if !self.read.is_empty() {
            return Ok(Some(Vec::new()));
        }
        if let Some(request) = self.convert_next(shared) {
            return Ok(Some(vec![request]));
        }
        let requests = self.read_next(shared);
        if !requests.is_empty() || !self.read.is_empty() {
            return Ok(Some(requests));
        }
        self.finish(shared)
    }

    /// Processes a step of restoring the index.
    fn restored(&mut self, shared: &mut Shared, step: RestoreStep) -> Vec<Request> {
        let kept = &mut shared.catalogue.kept;
        self.phase = match step {
            RestoreStep::Ask(requests) => return requests,
            RestoreStep::Nothing => {
                kept.stored = Stored::Nothing;
                RefreshStep::Start
            }
            RestoreStep::Damaged => {
                kept.stored = Stored::Nothing;
                self.phase = RefreshStep::Forgetting;
                return vec![Request::Forget];
            }
            RestoreStep::Done(index, notes, documents, saved) => {
                shared.catalogue.restored(*index, notes, documents, saved);
                RefreshStep::Start
            }
        };
        Vec::new()
    }

    /// Processes a page of the listing, and asks for the next one.
    fn take_listings(&mut self, shared: &mut Shared, answers: Vec<Answer>) -> Result<Vec<Request>, ToolError> {
        let RefreshStep::Listing(walk, listing) = &mut self.phase else { return Ok(Vec::new()) };
        let files = walk.take(&shared.policy, answers);
        for file in files.map_err(|reason| ToolError::unreadable("the vault", "listed", &reason))? {
            if shared.catalogue.is_searched(file.granted.path(), file.size) {
                shared.catalogue.listed_file(&file);
            }
        }
        let requests = walk.ask();
        if requests.is_empty() {
            shared.catalogue.listed(listing);
            self.readings = 0;
            self.begin_to_read(shared);
        }
        Ok(requests)
    }

    /// The request for the next note that the host has to convert: one at a time, because its text may be large.
    fn convert_next(&mut self, shared: &Shared) -> Option<Request> {
        while let Some((path, state, format)) = self.odd.pop() {
            if let Ok(path) = shared.policy.check_as(&path, PathKind::File) {
                self.phase = RefreshStep::Reading(vec![(path.path().clone(), state)], true);
                return Some(Request::convert(path, format));
            }
        }
        None
    }

    /// The requests for the next unread notes. Notes whose text a listing kept go straight to `read`.
    fn read_next(&mut self, shared: &mut Shared) -> Vec<Request> {
        let unread = |last| shared.catalogue.unread(last, NOTES_AT_ONCE, NOTE_BATCH_BYTES, shared.limits.index_bytes);
        let mut notes = unread(self.last);
        if notes.is_empty() && self.readings < READINGS {
            self.begin_to_read(shared);
            notes = unread(self.last);
        }
        let (mut asked, mut requests) = (Vec::new(), Vec::new());
        let Shared { policy, catalogue, .. } = shared;
        let mut walk = policy.walk();
        for (path, state) in notes {
            let Ok(granted) = walk.check(&path, PathKind::File) else { continue };
            if let Some(text) = catalogue.take_text(&path, state) {
                self.read.push_back(ReadNote::new((path, state), NoteContent::Judged(text)));
            } else {
                asked.push((path, state));
                requests.push(Request::Read(granted));
            }
        }
        self.phase = RefreshStep::Reading(asked, false);
        requests
    }

    /// Ends the refresh, or lists again if the vault changed during the listing.
    fn finish(&mut self, shared: &mut Shared) -> Result<Option<Vec<Request>>, ToolError> {
        if !shared.catalogue.is_listed {
            if self.listings < LISTINGS {
                return self.list(shared).map(Some);
            }
            shared.catalogue.close(&shared.policy);
        }
        // A search needs every word in the dictionary.
        if shared.catalogue.index.settle(SETTLED_AT_ONCE) {
            return Ok(Some(Vec::new()));
        }
        // Pending words took memory too. Without them there may be room for more notes.
        let requests = self.read_next(shared);
        if !requests.is_empty() || !self.read.is_empty() {
            return Ok(Some(requests));
        }
        shared.catalogue.all_read();
        Ok(None)
    }

    /// Starts a round of reading.
    fn begin_to_read(&mut self, shared: &Shared) {
        self.readings += 1;
        self.last = shared.catalogue.turn();
        self.phase = RefreshStep::Reading(Vec::new(), false);
    }

    /// Requests the first page of a listing of the vault.
    fn list(&mut self, shared: &mut Shared) -> Result<Vec<Request>, ToolError> {
        self.listings += 1;
        let mut walk = VaultWalk::of(shared.policy.check_as(&VaultPath::root(), PathKind::Folder)?);
        let requests = walk.ask();
        self.phase = RefreshStep::Listing(walk, shared.catalogue.list());
        Ok(requests)
    }

    /// Indexes what was read, for one step.
    fn take_in(&mut self, shared: &mut Shared) {
        if shared.catalogue.index.is_behind() {
            shared.catalogue.index.settle(SETTLED_WHILE_READING);
            return;
        }
        let mut left = STEP_BYTES;
        while left > 0
            && !shared.catalogue.index.is_behind()
            && let Some(mut note) = self.read.pop_front()
        {
            let len = note.content.len();
            if note.indexing.is_none()
                && let Some(format) = note.begin(shared)
            {
                self.odd.push((note.path.clone(), note.state, format));
            }
            let ReadNote { text, indexing: Some(indexing), .. } = &mut note else {
                left = left.saturating_sub(len);
                continue;
            };
            if indexing.go_on(text, left) {
                left = left.saturating_sub(text.len());
                if let Some(indexing) = note.indexing {
                    shared.catalogue.read(&note.path, note.state, indexing, note.standing);
                }
            } else {
                self.read.push_front(note);
                return;
            }
        }
    }
}
