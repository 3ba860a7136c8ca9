//! Embedding: brings the vectors up to date. It drops those of notes that changed or are excluded now, reads the notes
//! that have none, and asks the host for the vectors of their passages.

use std::collections::VecDeque;
use std::mem;

use super::given_vectors::vectors_of;
use super::other_set::DroppingOthers;
use super::pending_texts::PendingTexts;
use super::read_notes::ReadNotes;
use super::restoring_vectors::RestoringVectors;
use super::stored_set::forget;
use super::storing_vectors::StoringVectors;
use crate::error::{ErrorCode, ToolError};
use crate::path::VaultPath;
use crate::policy::PathKind;
use crate::tool::embedding_texts::EmbedPurpose;
use crate::tool::host::{Answer, Request};
use crate::tool::limits::{NOTE_BATCH_BYTES, VectorModel};
use crate::tool::notes::refresh::Refresh;
use crate::tool::notes::unread::FileState;
use crate::tool::reply::Reply;
use crate::tool::running::{Progress, Running, Shared};

/// Maximum notes to read at a time.
const NOTES_AT_ONCE: usize = 32;

/// At most this many new vectors are not stored yet, so that few are lost if the app is closed or killed.
const MAX_UNSTORED: usize = 512;

/// The same as a share of all vectors: storing takes time that grows with their number.
const UNSTORED_SHARE: usize = 32;

/// Embedding, in progress.
#[derive(Debug, Default)]
pub(in crate::tool) struct Embedding {
    phase: Phase,
    refresh: Refresh,
    rules: u32,
    /// The notes to read, and those that were read.
    waiting: VecDeque<(VaultPath, FileState)>,
    read: ReadNotes,
    pending: PendingTexts,
    /// How many vectors are not stored yet.
    fresh: usize,
    /// The model when it began.
    model: Option<VectorModel>,
    /// Whether it has come to the end of the notes.
    is_complete: bool,
    /// How it ends once everything is stored.
    end: Option<Result<(), ToolError>>,
}

#[derive(Debug, Default)]
enum Phase {
    #[default]
    Start,
    Restoring(RestoringVectors),
    Refreshing,
    DroppingOthers(DroppingOthers),
    Reading(Vec<(VaultPath, FileState)>),
    /// The texts with these keys were passed to the host.
    Asked(Vec<u64>),
    Storing(StoringVectors),
    /// The model before is forgotten.
    Forgetting,
}

impl Running for Embedding {
    fn resume(&mut self, shared: &mut Shared, answers: Vec<Answer>) -> Result<Progress, ToolError> {
        if shared.meaning.model.is_none() {
            return Err(ToolError::new(
                ErrorCode::InvalidArguments,
                "there is no model for the search by meaning",
                "choose one in the settings",
            ));
        }
        let is_restored = matches!(self.phase, Phase::Restoring(_)) || shared.meaning.is_restored;
        if !matches!(self.phase, Phase::Start) && (!is_restored || self.model != shared.meaning.model) {
            return Err(fault_of_model("the model was changed meanwhile"));
        }
        match &mut self.phase {
            Phase::Start => {
                self.model.clone_from(&shared.meaning.model);
                self.phase = Phase::Restoring(RestoringVectors::default());
                return self.resume(shared, answers);
            }
            Phase::Restoring(restoring) => {
                if let Some(requests) = restoring.go_on(&mut shared.meaning, answers) {
                    return Ok(Progress::Ask(requests));
                }
                if !shared.meaning.is_restored {
                    // Another call restores them. Asking for something takes some time.
                    self.phase = Phase::Start;
                    return Ok(Progress::Ask(vec![Request::KeptVectors(0)]));
                }
                self.phase = Phase::Refreshing;
                return self.refresh(shared, Vec::new());
            }
            Phase::Refreshing => return self.refresh(shared, answers),
            Phase::DroppingOthers(_) | Phase::Storing(_) | Phase::Forgetting => {
                if let Some(reason) = answers.iter().find_map(failure) {
                    return Err(ToolError::unreadable("the vectors", "kept", reason));
                }
                return if matches!(self.phase, Phase::DroppingOthers(_)) {
                    self.drop_others(shared, &answers)
                } else {
                    self.store(shared)
                };
            }
            Phase::Reading(notes) => {
                let notes = mem::take(notes);
                self.read.take(shared, notes, answers);
            }
            Phase::Asked(keys) => {
                let keys = mem::take(keys);
                self.phase = Phase::Reading(Vec::new());
                if let Err(end) = self.take_vectors(shared, &keys, answers) {
                    return self.finish(shared, end);
                }
            }
        }
        // What was read under other rules does not count.
        if self.rules != shared.catalogue.rules() {
            let model = self.model.take();
            *self = Self { fresh: self.fresh, model, phase: Phase::Refreshing, ..Self::default() };
            return Ok(Progress::Ask(Vec::new()));
        }
        self.go_on(shared)
    }
}

impl Embedding {
    /// Brings the index up to date, and drops what is no longer in it.
    fn refresh(&mut self, shared: &mut Shared, answers: Vec<Answer>) -> Result<Progress, ToolError> {
        if let Some(requests) = self.refresh.go_on(shared, answers)? {
            return Ok(Progress::Ask(requests));
        }
        self.rules = shared.catalogue.rules();
        let Shared { catalogue, meaning, .. } = shared;
        meaning.drop_others(catalogue);
        let notes = catalogue.index.notes().filter(|(_, note)| !note.is_document);
        let missing = notes.filter(|(_, note)| meaning.of(catalogue, note).is_none());
        let mut waiting: Vec<_> =
            missing.filter_map(|(_, note)| Some((catalogue.path(note)?.clone(), FileState::of(note)))).collect();
        // The newest first: they are asked about most.
        waiting.sort_by(|(path, state), (other, others)| others.mtime.total_cmp(&state.mtime).then(path.cmp(other)));
        self.waiting = waiting.into();
        // What is excluded now must be gone from the device too, whatever comes of the rest.
        if let Some(dropping) = DroppingOthers::new(meaning, catalogue) {
            self.phase = Phase::DroppingOthers(dropping);
            return self.drop_others(shared, &[]);
        }
        self.begin_to_embed(shared)
    }

    /// Drops what is no longer in the index from the vectors of the model before.
    fn drop_others(&mut self, shared: &mut Shared, answers: &[Answer]) -> Result<Progress, ToolError> {
        if let Phase::DroppingOthers(dropping) = &mut self.phase
            && let Some(requests) = dropping.go_on(&mut shared.meaning, answers)
        {
            return Ok(Progress::Ask(requests));
        }
        self.begin_to_embed(shared)
    }

    fn begin_to_embed(&mut self, shared: &mut Shared) -> Result<Progress, ToolError> {
        self.phase = Phase::Reading(Vec::new());
        if shared.meaning.set.has_changed() { self.begin_to_store(shared) } else { self.go_on(shared) }
    }

    /// Parts what was read, asks for vectors, or reads more.
    fn go_on(&mut self, shared: &mut Shared) -> Result<Progress, ToolError> {
        self.read.part(&mut self.pending, &shared.meaning);
        let is_last = self.read.is_empty() && self.waiting.is_empty();
        if self.pending.is_enough() || is_last {
            let Shared { policy, catalogue, .. } = &*shared;
            let (keys, texts) = self
                .pending
                .next(|path, state| policy.check_as(path, PathKind::File).is_ok() && catalogue.is_current(path, state));
            if !texts.is_empty() {
                self.phase = Phase::Asked(keys);
                return Ok(Progress::Ask(vec![Request::Embed { purpose: EmbedPurpose::Passage, texts }]));
            }
        }
        self.pending.settle(&mut shared.meaning);
        if self.fresh > (shared.meaning.set.len() / UNSTORED_SHARE).min(MAX_UNSTORED) {
            return self.begin_to_store(shared);
        }
        if !self.read.is_empty() {
            return Ok(Progress::Ask(Vec::new()));
        }
        if is_last || shared.meaning.set.is_full() {
            // Those of notes that changed before they were complete.
            shared.meaning.set.drop_unused();
            self.is_complete = true;
            return self.finish(shared, Ok(()));
        }
        Ok(Progress::Ask(self.read_next(shared)))
    }

    /// Requests the next notes.
    fn read_next(&mut self, shared: &Shared) -> Vec<Request> {
        let (mut asked, mut requests, mut bytes) = (Vec::new(), Vec::new(), 0.0);
        while requests.len() < NOTES_AT_ONCE
            && bytes < NOTE_BATCH_BYTES
            && let Some((path, state)) = self.waiting.pop_front()
        {
            if let Ok(granted) = shared.policy.check_as(&path, PathKind::File) {
                bytes += state.size;
                asked.push((path, state));
                requests.push(Request::Read(granted));
            }
        }
        self.phase = Phase::Reading(asked);
        requests
    }

    /// Adds the vectors that the host gave; an error ends the call.
    fn take_vectors(
        &mut self,
        shared: &mut Shared,
        keys: &[u64],
        answers: Vec<Answer>,
    ) -> Result<(), Result<(), ToolError>> {
        let set = &mut shared.meaning.set;
        let vectors = match answers.into_iter().next().unwrap_or_else(Answer::none) {
            Answer::Paused => return Err(Ok(())),
            answer => vectors_of(answer, keys.len(), set.dims()).map_err(Err)?,
        };
        for (key, vector) in keys.iter().zip(vectors) {
            set.insert(*key, &vector).map_err(|fault| Err(fault_of_model(fault.reason())))?;
            self.fresh += 1;
        }
        self.pending.settle(&mut shared.meaning);
        Ok(())
    }

    fn begin_to_store(&mut self, shared: &mut Shared) -> Result<Progress, ToolError> {
        self.fresh = 0;
        match StoringVectors::new(&mut shared.meaning) {
            Some(storing) => {
                self.phase = Phase::Storing(storing);
                self.store(shared)
            }
            None => self.stored(shared),
        }
    }

    fn store(&mut self, shared: &mut Shared) -> Result<Progress, ToolError> {
        if let Phase::Storing(storing) = &mut self.phase
            && let Some(requests) = storing.next(&mut shared.meaning)
        {
            return Ok(Progress::Ask(requests));
        }
        self.stored(shared)
    }

    fn stored(&mut self, shared: &mut Shared) -> Result<Progress, ToolError> {
        self.phase = Phase::Reading(Vec::new());
        match self.end.take() {
            None => self.go_on(shared),
            Some(Err(error)) => Err(error),
            Some(Ok(())) => {
                if let Some(other) = shared.meaning.other.take_if(|_| self.is_complete) {
                    (self.phase, self.end) = (Phase::Forgetting, Some(Ok(())));
                    return Ok(Progress::Ask(vec![forget(other.first)]));
                }
                let state = shared.meaning.state(&shared.catalogue, None);
                let display = format!("{} notes have vectors, {} have none yet", state.notes, state.waiting_notes);
                Ok(Progress::Done(Reply::shown(Vec::new(), display, Vec::new())))
            }
        }
    }

    /// Stores what is new, and ends.
    fn finish(&mut self, shared: &mut Shared, end: Result<(), ToolError>) -> Result<Progress, ToolError> {
        self.end = Some(end);
        self.begin_to_store(shared)
    }
}

fn failure(answer: &Answer) -> Option<&str> {
    if let Answer::Failed(reason) = answer { Some(reason) } else { None }
}

fn fault_of_model(reason: &str) -> ToolError {
    ToolError::new(ErrorCode::Unreadable, reason, "choose another model, or its dimensions")
}
