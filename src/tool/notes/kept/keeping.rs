//! Keeping: brings the index up to date and has the host keep its bytes, if enough has changed since they were written.

use super::header::{Header, seal};
use super::{Saved, Stored};
use crate::error::ToolError;
use crate::search::index::{StoredPiece, Storing};
use crate::tool::host::{Answer, Request};
use crate::tool::notes::refresh::Refresh;
use crate::tool::reply::Reply;
use crate::tool::running::{Progress, Running, Shared};

/// Bytes of a piece. Writing one takes some milliseconds in wasm.
const PIECE_BYTES: usize = 256 * 1024;

/// The stored index is written again once one in this many notes has changed, or if a note was removed: nothing may be
/// left of a note that is excluded or deleted.
const CHANGED_NOTES: u64 = 50;

/// Keeping, in progress.
#[derive(Debug, Default)]
pub(in crate::tool) struct Keeping {
    step: KeepStep,
    refresh: Refresh,
}

#[derive(Debug, Default)]
enum KeepStep {
    #[default]
    Start,
    /// The header was requested.
    Asked,
    /// The host forgets what can't be used.
    Forgetting,
    Refreshing,
    Writing(Box<Writing>),
    /// The header was passed on.
    Ending(Saved, (u64, u64)),
}

/// An index being written.
#[derive(Debug)]
struct Writing {
    storing: Storing,
    changes: (u64, u64),
    sum: u64,
    pieces: u32,
    bytes: usize,
}

impl Running for Keeping {
    fn resume(&mut self, shared: &mut Shared, answers: Vec<Answer>) -> Result<Progress, ToolError> {
        let was_done = matches!(answers.first(), Some(Answer::Kept));
        match &mut self.step {
            KeepStep::Start => {}
            KeepStep::Asked => {
                let Some(Answer::Bytes(header)) = answers.into_iter().next() else {
                    shared.catalogue.kept.stored = Stored::Nothing;
                    return self.refresh(shared, Vec::new());
                };
                let header = Header::of(&header, shared.keeping.rules);
                let Some(header) = header else { return Ok(self.forget(shared)) };
                shared.catalogue.kept.stored = Stored::Waiting(header.saved);
            }
            KeepStep::Forgetting => {
                if !was_done {
                    shared.catalogue.kept.stored = Stored::Failed;
                }
                return self.refresh(shared, Vec::new());
            }
            KeepStep::Refreshing => return self.refresh(shared, answers),
            KeepStep::Writing(_) => return Ok(if was_done { self.write(shared) } else { self.fail(shared) }),
            KeepStep::Ending(saved, changes) => {
                if !was_done {
                    return Ok(self.fail(shared));
                }
                shared.catalogue.kept.stored = Stored::Saved(*saved, *changes);
                return Ok(done());
            }
        }
        match (shared.keeping.over, shared.catalogue.kept.stored) {
            (_, Stored::Failed) | (None, Stored::Nothing) => Ok(done()),
            (None, _) => Ok(self.forget(shared)),
            (_, Stored::Unknown) => {
                self.step = KeepStep::Asked;
                Ok(Progress::Ask(vec![Request::Kept(0)]))
            }
            (_, Stored::Waiting(saved) | Stored::Saved(saved, _)) if saved.rules != shared.keeping.rules => {
                Ok(self.forget(shared))
            }
            _ => self.refresh(shared, Vec::new()),
        }
    }
}

impl Keeping {
    fn forget(&mut self, shared: &mut Shared) -> Progress {
        shared.catalogue.kept.stored = Stored::Nothing;
        self.step = KeepStep::Forgetting;
        Progress::Ask(vec![Request::Forget])
    }

    /// The host could not keep it. This session does not try again.
    fn fail(&mut self, shared: &mut Shared) -> Progress {
        shared.catalogue.kept.stored = Stored::Failed;
        self.step = KeepStep::Forgetting;
        Progress::Ask(vec![Request::Forget])
    }

    /// Brings the index up to date, unless nobody has searched yet, and starts to write it if that is necessary.
    fn refresh(&mut self, shared: &mut Shared, answers: Vec<Answer>) -> Result<Progress, ToolError> {
        self.step = KeepStep::Refreshing;
        let Some(over) = shared.keeping.over.filter(|_| shared.catalogue.watched.is_some()) else { return Ok(done()) };
        if shared.catalogue.kept.stored == Stored::Failed {
            return Ok(done());
        }
        if let Some(requests) = self.refresh.go_on(shared, answers)? {
            return Ok(Progress::Ask(requests));
        }
        let catalogue = &shared.catalogue;
        let (notes, changes) = (catalogue.index.len() as u64, catalogue.index.changes());
        // A vault that changes all the time, or is too large.
        let is_whole = catalogue.is_listed && catalogue.indexed().unread == 0;
        match catalogue.kept.stored {
            Stored::Failed => return Ok(done()),
            Stored::Saved(..) | Stored::Waiting(_) if notes <= u64::from(over) => return Ok(self.forget(shared)),
            Stored::Saved(saved, (before, removed)) if saved.rules == shared.keeping.rules => {
                let is_old = (changes.0 - before) * CHANGED_NOTES > notes || changes.1 != removed;
                if !is_old || !is_whole {
                    return Ok(done());
                }
            }
            _ if notes <= u64::from(over) || !is_whole => return Ok(done()),
            _ => {}
        }
        let storing = Storing::new(&catalogue.index);
        shared.catalogue.kept.stored = Stored::Nothing;
        self.step = KeepStep::Writing(Box::new(Writing { storing, changes, sum: 0, pieces: 0, bytes: 0 }));
        // A header of the pieces before must not be found beside new ones.
        Ok(Progress::Ask(vec![Request::Forget]))
    }

    /// Writes the next piece.
    fn write(&mut self, shared: &Shared) -> Progress {
        let KeepStep::Writing(writing) = &mut self.step else { return done() };
        let catalogue = &shared.catalogue;
        let more = |entry: &_, into: &mut _| catalogue.store_standing(entry, into);
        match writing.storing.next(&catalogue.index, PIECE_BYTES, more) {
            StoredPiece::Changed => done(),
            StoredPiece::Some(mut bytes) => {
                seal(&mut bytes, &mut writing.sum);
                writing.pieces += 1;
                writing.bytes += bytes.len();
                Progress::Ask(vec![Request::Keep { piece: writing.pieces, bytes }])
            }
            StoredPiece::End => {
                let bytes = u32::try_from(writing.bytes).unwrap_or(u32::MAX);
                let saved = Saved { rules: shared.keeping.rules, bytes };
                let notes = u32::try_from(catalogue.index.len()).unwrap_or(u32::MAX);
                let header = Header { saved, notes, pieces: writing.pieces, sum: writing.sum };
                self.step = KeepStep::Ending(saved, writing.changes);
                Progress::Ask(vec![Request::Keep { piece: 0, bytes: header.to_bytes() }])
            }
        }
    }
}

fn done() -> Progress {
    Progress::Done(Reply::shown(Vec::new(), "The index was kept as it had to be".to_owned(), Vec::new()))
}
