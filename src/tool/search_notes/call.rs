//! A call of `search_notes` under way: all notes are known first, the best of them are read, and their lines shown.

use std::collections::VecDeque;
use std::mem;

use super::cursor::Cursor;
use super::params::{Asked, asked};
use super::reply::{Found, reply};
use super::seeker::Seeker;
use crate::error::{ErrorCode, ToolError};
use crate::path::VaultPath;
use crate::policy::Kind;
use crate::search::NoteId;
use crate::tool::args::Args;
use crate::tool::content::open_text;
use crate::tool::gather::Gather;
use crate::tool::host::{Answer, Request};
use crate::tool::{Desk, Progress, Running, Started, Terms};

/// What is looked through at one step: some milliseconds' work in wasm.
const STEP_BYTES: usize = 256 * 1024;

/// Notes that are read at once where all have to be, and of how many bytes together.
const NOTES_AT_ONCE: usize = 32;
const BYTES_AT_ONCE: f64 = 1024.0 * 1024.0;

/// A call under way.
pub(super) struct SearchNotes {
    asked: Asked,
    terms: Terms,
    gather: Option<Gather>,
    /// Paths of the notes that may be meant, best first.
    candidates: Vec<String>,
    /// How many of them hold each word that is looked for.
    with_all: usize,
    /// Which of them is asked for next, and which is looked through next.
    next: usize,
    at: usize,
    under_way: Vec<String>,
    read: VecDeque<(String, Option<String>)>,
    found: Vec<Found>,
    /// Notes and lines that match, as far as has been looked.
    notes: usize,
    lines: usize,
}

impl SearchNotes {
    /// Starts a call with checked arguments.
    pub fn start(args: Args, desk: &Desk, terms: Terms) -> Result<Started, ToolError> {
        let asked = asked(&args, desk)?;
        let at = asked.cursor.looked_at;
        let call = Self {
            asked,
            terms,
            gather: Some(Gather::default()),
            candidates: Vec::new(),
            with_all: 0,
            next: at,
            at,
            under_way: Vec::new(),
            read: VecDeque::new(),
            found: Vec::new(),
            notes: 0,
            lines: 0,
        };
        Ok((Box::new(call), Vec::new()))
    }
}

impl Running for SearchNotes {
    fn resume(&mut self, desk: &mut Desk, mut answers: Vec<Answer>) -> Result<Progress, ToolError> {
        if let Some(gather) = &mut self.gather {
            if let Some(requests) = gather.go_on(desk, mem::take(&mut answers))? {
                return Ok(Progress::Ask(requests));
            }
            self.gather = None;
            self.choose(desk)?;
        }
        self.take(desk, answers);
        self.look_through();
        if !self.read.is_empty() {
            return Ok(Progress::Ask(Vec::new()));
        }
        let requests = self.ask(desk);
        if requests.is_empty() { Ok(Progress::Done(self.reply())) } else { Ok(Progress::Ask(requests)) }
    }
}
