//! Catching up: the catalog is brought up to date while no call waits for it, so that the next one need not wait.

use super::refresh::Gather;
use crate::error::ToolError;
use crate::tool::host::Answer;
use crate::tool::reply::Reply;
use crate::tool::{Desk, Progress, Running};

/// How much of the index is tidied at one step: a few milliseconds' work in wasm.
const TIDY_AT_ONCE: usize = 100_000;

/// Catching up, under way. It does nothing where no call has needed the notes yet.
#[derive(Debug, Default)]
pub(in crate::tool) struct CatchUp {
    gather: Gather,
}

impl Running for CatchUp {
    fn resume(&mut self, desk: &mut Desk, answers: Vec<Answer>) -> Result<Progress, ToolError> {
        if desk.catalog.watched.is_some()
            && let Some(requests) = self.gather.go_on(desk, answers)?
        {
            return Ok(Progress::Ask(requests));
        }
        // What was replaced and removed takes memory until then.
        if desk.catalog.index.tidy(TIDY_AT_ONCE) {
            return Ok(Progress::Ask(Vec::new()));
        }
        let notes = desk.catalog.indexed().notes;
        Ok(Progress::Done(Reply::shown(Vec::new(), format!("{notes} notes are known"), Vec::new())))
    }
}
