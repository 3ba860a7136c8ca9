//! Refreshing: brings the catalogue up to date with the vault. A call that needs all notes does it first; only notes that
//! have changed are read.
//!
//! No step takes in more than some hundred KB, and the app has its turn between two steps. Two calls that refresh at the
//! same time may read a note twice; the second reading is dropped.

use std::collections::VecDeque;
use std::mem;
use std::rc::Rc;

use super::catalogue::{Listing, Standing};
use super::unread::{State, Turn};
use super::walk::VaultWalk;
use crate::document::Format;
use crate::error::{ErrorCode, ToolError};
use crate::path::VaultPath;
use crate::policy::PathKind;
use crate::search::index::Indexing;
use crate::tool::host::{Answer, Request};
use crate::tool::judge::{JudgedText, NoteVerdict, judge_note};
use crate::tool::{MAX_FILE_BYTES, Shared};

/// How many notes are read side by side, and of how many bytes together.
const NOTES_AT_ONCE: usize = 32;
const BYTES_AT_ONCE: f64 = 512.0 * 1024.0;

/// What is taken in at one step: some milliseconds' work in wasm.
const STEP_BYTES: usize = 64 * 1024;

/// How many of the words that wait are put into the index's dictionary at one step: likewise.
const SETTLED_AT_ONCE: usize = 20_000;

/// How often one call lists a vault that changes during every listing. The next call lists it again.
const LISTINGS: u32 = 3;

/// How many rounds of reading one call makes. Notes that change during a round are read in the next one, and after the last
/// round by the next call: a search must end even if the vault changes all the time.
const READINGS: u32 = 3;

/// A refresh under way.
#[derive(Debug, Default)]
pub(in crate::tool) struct Refresh {
    phase: Phase,
    /// Under which rules, and how often the vault was listed.
    rules: u32,
    listings: u32,
    /// Which notes are being read, and how often it was begun since the last listing.
    last: Turn,
    readings: u32,
    /// What was read and waits to be taken in.
    read: VecDeque<Note>,
    /// Notes that the host has to convert to text first.
    odd: Vec<(VaultPath, State, Format)>,
}

#[derive(Debug, Default)]
enum Phase {
    #[default]
    Start,
    Watching,
    Listing(VaultWalk, Rc<Listing>),
    /// The notes that are asked for, and whether they are converted.
    Reading(Vec<(VaultPath, State)>, bool),
}

/// A note that is being taken in.
#[derive(Debug)]
struct Note {
    path: VaultPath,
    state: State,
    content: Content,
    /// The text, once it is known to be open.
    text: String,
    indexing: Option<Indexing>,
    /// What is known of the note once it has been judged, if it was read as it was in `state`.
    standing: Option<Standing>,
}

#[derive(Debug)]
enum Content {
    /// The host's answer, and whether it has converted the note.
    Answer(Answer, bool),
    /// What a listing has read and judged.
    Judged(JudgedText),
}

impl Refresh {
    /// Takes in the host's answers. Returns what the host has to answer next; an empty list only gives the app a turn. `None`
    /// once every note is in the catalogue as it is.
    pub fn go_on(&mut self, shared: &mut Shared, answers: Vec<Answer>) -> Result<Option<Vec<Request>>, ToolError> {
        // What was listed and read under other rules does not count.
        if !matches!(self.phase, Phase::Watching) && self.rules != shared.catalogue.rules() {
            *self = Self::default();
        }
        match &mut self.phase {
            Phase::Start => {
                self.rules = shared.catalogue.rules();
                shared.catalogue.try_again();
                match shared.catalogue.watched {
                    None => {
                        self.phase = Phase::Watching;
                        return Ok(Some(vec![Request::Watch]));
                    }
                    Some(true) if shared.catalogue.is_listed => self.begin_to_read(shared),
                    Some(_) => return self.list(shared).map(Some),
                }
            }
            Phase::Watching => {
                // Another call may have asked too, and the host have told more since.
                shared.catalogue.watched.get_or_insert(matches!(answers.first(), Some(Answer::Watched(true))));
                self.rules = shared.catalogue.rules();
                return self.list(shared).map(Some);
            }
            Phase::Listing(walk, listing) => {
                for file in walk.take(&shared.policy, answers).map_err(|reason| unreadable(&reason))? {
                    let path = file.granted.path();
                    // A note that is too large to be read cannot be told to be open.
                    if path.is_note() && file.size <= f64::from(MAX_FILE_BYTES) {
                        shared.catalogue.listed_note(&file);
                    }
                }
                let requests = walk.ask();
                if !requests.is_empty() {
                    return Ok(Some(requests));
                }
                shared.catalogue.listed(listing);
                self.readings = 0;
                self.begin_to_read(shared);
                return Ok(Some(Vec::new()));
            }
            Phase::Reading(asked, is_converted) => {
                let is_converted = *is_converted;
                let notes = mem::take(asked).into_iter().zip(answers);
                self.read.extend(notes.map(|(note, answer)| Note::new(note, Content::Answer(answer, is_converted))));
            }
        }
        self.take_in(shared);
        if !self.read.is_empty() {
            return Ok(Some(Vec::new()));
        }
        // One at a time: its text may be large.
        while let Some((path, state, format)) = self.odd.pop() {
            if let Ok(path) = shared.policy.check_as(&path, PathKind::File) {
                self.phase = Phase::Reading(vec![(path.path().clone(), state)], true);
                return Ok(Some(vec![Request::Convert { path, format }]));
            }
        }
        let unread = |last| shared.catalogue.unread(last, NOTES_AT_ONCE, BYTES_AT_ONCE, shared.limits.index_bytes);
        let mut notes = unread(self.last);
        if notes.is_empty() && self.readings < READINGS {
            self.begin_to_read(shared);
            notes = unread(self.last);
        }
        let (mut asked, mut requests) = (Vec::new(), Vec::new());
        for (path, state) in notes {
            let Ok(granted) = shared.policy.check_as(&path, PathKind::File) else { continue };
            if let Some(text) = shared.catalogue.take_text(&path, state) {
                self.read.push_back(Note::new((path, state), Content::Judged(text)));
            } else {
                asked.push((path, state));
                requests.push(Request::Read(granted));
            }
        }
        self.phase = Phase::Reading(asked, false);
        if requests.is_empty() && !self.read.is_empty() {
            return Ok(Some(Vec::new()));
        }
        if requests.is_empty() && !shared.catalogue.is_listed {
            if self.listings < LISTINGS {
                return self.list(shared).map(Some);
            }
            shared.catalogue.close(&shared.policy);
        }
        // All notes are read; a search needs all words of theirs.
        if requests.is_empty() && shared.catalogue.index.settle(SETTLED_AT_ONCE) {
            return Ok(Some(Vec::new()));
        }
        if requests.is_empty() {
            shared.catalogue.all_read();
            return Ok(None);
        }
        Ok(Some(requests))
    }

    /// Begins a round of reading.
    fn begin_to_read(&mut self, shared: &Shared) {
        self.readings += 1;
        self.last = shared.catalogue.turn();
        self.phase = Phase::Reading(Vec::new(), false);
    }

    /// Asks for the first page of all there is.
    fn list(&mut self, shared: &mut Shared) -> Result<Vec<Request>, ToolError> {
        self.listings += 1;
        let mut walk = VaultWalk::of(shared.policy.check_as(&VaultPath::root(), PathKind::Folder)?);
        let requests = walk.ask();
        self.phase = Phase::Listing(walk, shared.catalogue.list());
        Ok(requests)
    }

    /// Takes in what was read, as far as one step goes.
    fn take_in(&mut self, shared: &mut Shared) {
        let mut left = STEP_BYTES;
        while left > 0
            && let Some(mut note) = self.read.pop_front()
        {
            let len = note.content.len();
            if note.indexing.is_none()
                && let Some(format) = note.begin(shared)
            {
                self.odd.push((note.path.clone(), note.state, format));
            }
            let Note { text, indexing: Some(indexing), .. } = &mut note else {
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

impl Note {
    fn new((path, state): (VaultPath, State), content: Content) -> Self {
        Self { path, state, content, text: String::new(), indexing: None, standing: None }
    }

    /// Judges the content; a note that is closed by it leaves only that behind. Gives what to convert it from, if it has to
    /// be converted first.
    fn begin(&mut self, shared: &mut Shared) -> Option<Format> {
        let Shared { policy, catalogue, .. } = shared;
        let len = self.content.len();
        let (verdict, is_as_told) = match mem::replace(&mut self.content, Content::Judged(JudgedText::default())) {
            Content::Judged(text) => (NoteVerdict::Open(text), true),
            Content::Answer(answer, is_converted) => {
                (judge_note(policy, &self.path, is_converted, answer), is_converted || self.state.has_len(len))
            }
        };
        match verdict {
            NoteVerdict::Unreadable => catalogue.not_read(&self.path, self.state),
            NoteVerdict::Closed => catalogue.read_closed(&self.path, self.state),
            NoteVerdict::Convert(format) => return Some(format),
            NoteVerdict::Open(text) => {
                self.standing = is_as_told.then(|| Standing::Open { title: text.title(&self.path) });
                self.text = text.into_string();
                self.indexing = Some(catalogue.index.begin(self.path.as_str(), self.state.size, self.state.mtime));
            }
        }
        None
    }
}

impl Content {
    fn len(&self) -> usize {
        match self {
            Self::Answer(answer, _) => answer.content_len(),
            Self::Judged(text) => text.bytes.len(),
        }
    }
}

fn unreadable(reason: &str) -> ToolError {
    let message = format!("the vault could not be listed: {reason}");
    ToolError::new(ErrorCode::Unreadable, message, "try once more, then tell the user")
}
