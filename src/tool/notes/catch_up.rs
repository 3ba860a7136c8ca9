//! Catching up: refreshes the catalogue before a call needs it.

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
}

impl Running for CatchUp {
    fn resume(&mut self, shared: &mut Shared, answers: Vec<Answer>) -> Result<Progress, ToolError> {
        if shared.catalogue.watched.is_some()
            && let Some(requests) = self.refresh.go_on(shared, answers)?
        {
            return Ok(Progress::Ask(requests));
        }
        // Frees the memory of notes that were replaced or removed.
        if shared.catalogue.index.tidy(TIDY_AT_ONCE) {
            return Ok(Progress::Ask(Vec::new()));
        }
        let notes = shared.catalogue.indexed().notes;
        Ok(Progress::Done(Reply::shown(Vec::new(), format!("{notes} notes are indexed"), Vec::new())))
    }
}
