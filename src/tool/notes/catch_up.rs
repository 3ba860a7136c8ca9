//! Catching up: refreshes the catalogue before a call needs it, and reads documents as time allows.

use std::mem;

use super::documents::DocumentReading;
use super::refresh::Refresh;
use crate::error::ToolError;
use crate::tool::host::Answer;
use crate::tool::reply::Reply;
use crate::tool::running::{Progress, Running, Shared};

/// Number of postings to tidy in one step, which takes a few milliseconds in wasm.
const TIDY_AT_ONCE: usize = 100_000;

/// Catching up, in progress. Does nothing if no call has needed the notes yet.
#[derive(Debug, Default)]
pub(in crate::tool) struct CatchUp {
    refresh: Refresh,
    is_refreshed: bool,
    documents: DocumentReading,
}

impl Running for CatchUp {
    fn resume(&mut self, shared: &mut Shared, answers: Vec<Answer>) -> Result<Progress, ToolError> {
        let mut answers = answers;
        if shared.catalogue.watched.is_some() {
            if !self.is_refreshed {
                if let Some(requests) = self.refresh.go_on(shared, mem::take(&mut answers))? {
                    return Ok(Progress::Ask(requests));
                }
                self.is_refreshed = true;
            }
            if let Some(requests) = self.documents.go_on(shared, answers, &|_| true) {
                return Ok(Progress::Ask(requests));
            }
        }
        // Frees the memory of notes that were replaced or removed.
        if shared.catalogue.index.tidy(TIDY_AT_ONCE) {
            return Ok(Progress::Ask(Vec::new()));
        }
        let notes = shared.catalogue.indexed().notes;
        Ok(Progress::Done(Reply::shown(Vec::new(), format!("{notes} notes are indexed"), Vec::new())))
    }
}
