//! A call of `why`: finds the note, searches as `search_notes` does, and reads the note.

use std::mem;

use super::document_why::document_why;
use super::explanation::explained;
use super::reply::reply;
use crate::error::ToolError;
use crate::path::VaultPath;
use crate::policy::PathKind;
use crate::text::Amount;
use crate::tool::args::Args;
use crate::tool::find::{Find, Finding};
use crate::tool::host::{Answer, Request};
use crate::tool::judge::{NoteVerdict, judge_note};
use crate::tool::limits::Bounds;
use crate::tool::running::{Progress, Running, Shared, Started};
use crate::tool::search_notes;

/// How many notes the search lists, as many as `search_notes` does.
const NOTES: u32 = 50;

/// A call in progress.
pub(super) struct Why {
    query: String,
    bounds: Bounds,
    find: Find,
    step: WhyStep,
}

enum WhyStep {
    Finding,
    Searching(VaultPath, Box<dyn Running>),
    Reading(NoteRead),
}

/// The note being read, after the search.
struct NoteRead {
    path: VaultPath,
    /// The paths that the search found, best first.
    order: Vec<String>,
    /// Whether the host converts its encoding.
    is_converted: bool,
}

impl Why {
    /// Starts a call.
    #[expect(clippy::needless_pass_by_value, reason = "every tool starts so")]
    pub fn start(args: Args, shared: &Shared, bounds: Bounds) -> Result<Started, ToolError> {
        let query = args.text("query").unwrap_or_default().to_owned();
        // Checks the query before anything is read.
        search(&query, shared, bounds)?;
        let (find, requests) = Find::start(args.text("path").unwrap_or_default(), &shared.policy)?;
        Ok((Box::new(Self { query, bounds, find, step: WhyStep::Finding }), requests))
    }

    fn found(&mut self, shared: &Shared, finding: Finding) -> Result<Progress, ToolError> {
        let path = match finding {
            Finding::Ask(requests) => return Ok(Progress::Ask(requests)),
            Finding::Found(found) => found.granted.path().clone(),
        };
        let (running, requests) = search(&self.query, shared, self.bounds)?;
        self.step = WhyStep::Searching(path, running);
        Ok(Progress::Ask(requests))
    }

    /// Explains, once the note was read.
    fn read(&mut self, shared: &Shared, note: NoteRead, answer: Answer) -> Result<Progress, ToolError> {
        match judge_note(&shared.policy, &note.path, note.is_converted, answer) {
            NoteVerdict::Open(text) => {
                let text = text.into_string();
                let why = explained(&shared.catalogue.index, &self.query, &note.path, &text, &note.order)?;
                Ok(Progress::Done(reply(&self.query, why, &self.bounds)))
            }
            NoteVerdict::Convert(format) => {
                let path = shared.policy.check_as(&note.path, PathKind::File)?;
                self.step = WhyStep::Reading(NoteRead { is_converted: true, ..note });
                Ok(Progress::Ask(vec![Request::convert(path, format)]))
            }
            NoteVerdict::Closed | NoteVerdict::Unreadable => {
                let finding = self.find.closed(&shared.policy, &note.path)?;
                self.found(shared, finding)
            }
        }
    }
}

/// Starts the search for `query`.
fn search(query: &str, shared: &Shared, bounds: Bounds) -> Result<Started, ToolError> {
    let json = serde_json::json!({ "query": query, "limit": NOTES }).to_string();
    let tool = &search_notes::TOOL;
    let args = Args::parse(tool.params, tool.example, &json)?;
    // All notes fit: nothing of this reply is shown.
    let limit = Amount { bytes: usize::MAX, lines: u32::MAX, millitokens: u64::MAX };
    (tool.start)(args, shared, Bounds { limit, max_tokens: None, layout: false, ..bounds })
}

impl Running for Why {
    fn resume(&mut self, shared: &mut Shared, answers: Vec<Answer>) -> Result<Progress, ToolError> {
        match mem::replace(&mut self.step, WhyStep::Finding) {
            WhyStep::Finding => {
                let finding = self.find.resume(&shared.policy, answers)?;
                self.found(shared, finding)
            }
            WhyStep::Searching(path, mut running) => match running.resume(shared, answers)? {
                Progress::Ask(requests) => {
                    self.step = WhyStep::Searching(path, running);
                    Ok(Progress::Ask(requests))
                }
                Progress::Done(found) if found.is_error => Ok(Progress::Done(found)),
                Progress::Done(found) => {
                    let notes = found.structured_content.notes.unwrap_or_default();
                    if !path.is_note() {
                        let is_searched = shared.limits.max_document_bytes.is_some();
                        let documents = &shared.catalogue.documents;
                        let reply = document_why(documents, &path, &self.query, &notes, is_searched);
                        return Ok(Progress::Done(reply));
                    }
                    let granted = shared.policy.check_as(&path, PathKind::File)?;
                    let order = notes.into_iter().map(|note| note.path).collect();
                    self.step = WhyStep::Reading(NoteRead { path, order, is_converted: false });
                    Ok(Progress::Ask(vec![Request::Read(granted)]))
                }
            },
            WhyStep::Reading(note) => self.read(shared, note, answers.into_iter().next().unwrap_or_else(Answer::none)),
        }
    }
}
