//! Embedding: brings the vectors up to date. It drops those of notes that changed or are excluded now, reads the notes
//! that have none, and asks the host for the vectors of their passages.

use std::collections::VecDeque;
use std::future::Future;

use lectern_base::sort::sort_by;

use super::given_vectors::vectors_of;
use super::read_notes::ReadNotes;
use super::restoring_vectors::restore_vectors;
use crate::catalogue::meaning::pending_texts::PendingTexts;
use crate::catalogue::meaning::storing_vectors::StoringVectors;
use crate::catalogue::unread::FileState;
use crate::error::{ErrorCode, ToolError};
use crate::limits::{NOTE_BATCH_BYTES, VectorModel};
use crate::path::VaultPath;
use crate::policy::PathKind;
use crate::tool::call::Host;
use crate::tool::notes::refresh::refresh;
use crate::tool::shared::Shared;
use crate::wire::reply::Reply;
use crate::wire::{Answer, EmbedPurpose, Request};

/// Maximum notes to read at a time.
const NOTES_AT_ONCE: usize = 32;

/// At most this many new vectors are not stored yet, so that few are lost if the app is closed or killed.
const MAX_UNSTORED: usize = 512;

/// The same as a share of all vectors: storing takes time that grows with their number.
const UNSTORED_SHARE: usize = 32;

/// The notes to read.
type Waiting = VecDeque<(VaultPath, FileState)>;

/// How a round of embedding ends.
enum End {
    /// All notes have vectors.
    Complete,
    /// The host can't give more now.
    Paused,
    /// What was read under other rules does not count.
    RulesChanged,
    /// The vectors can't be used.
    Failed(ToolError),
}

/// Brings the vectors up to date.
pub(in crate::tool) async fn embed(host: Host) -> Result<Reply, ToolError> {
    let model = loop {
        let model = host.shared(|shared| shared.meaning.model.clone()).ok_or_else(no_model)?;
        let restored = async {
            restore_vectors(&host).await;
            Ok(())
        };
        while_model_stays(&host, &model, false, restored).await?;
        if host.shared(|shared| shared.meaning.is_restored) {
            break model;
        }
        // Another call restores them. Asking for something takes some time.
        host.ask_one(Request::KeptVectors(0)).await;
    };
    while_model_stays(&host, &model, true, embed_notes(&host)).await
}

/// Does `work` unless the model is changed meanwhile, or the vectors that were restored are dropped.
async fn while_model_stays<T>(
    host: &Host,
    model: &VectorModel,
    is_restored: bool,
    work: impl Future<Output = Result<T, ToolError>>,
) -> Result<T, ToolError> {
    let check = |Shared { meaning, .. }: &Shared| match &meaning.model {
        None => Err(no_model()),
        Some(now) if now != model || (is_restored && !meaning.is_restored) => {
            Err(fault_of_model("the model was changed meanwhile"))
        }
        Some(_) => Ok(()),
    };
    host.unless(check, work).await
}

async fn embed_notes(host: &Host) -> Result<Reply, ToolError> {
    let mut fresh = 0;
    loop {
        refresh(host).await?;
        let rules = host.shared(|shared| shared.catalogue.rules());
        let waiting = host.shared(drop_gone);
        if host.shared(|shared| shared.meaning.set.has_changed()) {
            fresh = 0;
            store(host).await?;
        }
        let end = embed_waiting(host, rules, waiting, &mut fresh).await?;
        if matches!(end, End::RulesChanged) {
            host.give_way().await;
            continue;
        }
        store(host).await?;
        if let End::Failed(error) = end {
            return Err(error);
        }
        let state = host.shared(|shared| shared.meaning.state(&shared.catalogue, None));
        let display = format!("{} notes have vectors, {} have none yet", state.notes, state.waiting_notes);
        return Ok(Reply::shown(Vec::new(), display, Vec::new()));
    }
}

/// Drops the vectors of notes that are no longer in the index. Returns the notes without vectors.
fn drop_gone(shared: &mut Shared) -> Waiting {
    let Shared { catalogue, meaning, .. } = shared;
    meaning.drop_others(catalogue);
    let notes = catalogue.index.notes().filter(|(_, note)| !note.is_document);
    let missing = notes.filter(|(_, note)| meaning.of(catalogue, note).is_none());
    let mut waiting: Vec<_> =
        missing.filter_map(|(_, note)| Some((catalogue.path(note)?.clone(), FileState::of(note)))).collect();
    // The newest first: they are asked about most.
    sort_by(&mut waiting, |(path, state), (other, others)| others.mtime.total_cmp(&state.mtime).then(path.cmp(other)));
    waiting.into()
}

/// Reads the notes `waiting`, and asks the host for their vectors. `fresh`: how many vectors are not stored yet.
async fn embed_waiting(host: &Host, rules: u32, mut waiting: Waiting, fresh: &mut usize) -> Result<End, ToolError> {
    let (mut read, mut pending) = (ReadNotes::default(), PendingTexts::default());
    loop {
        if host.shared(|shared| shared.catalogue.rules()) != rules {
            return Ok(End::RulesChanged);
        }
        let is_last = host.shared(|shared| {
            read.part(&mut pending, &shared.meaning);
            read.is_empty() && waiting.is_empty()
        });
        if pending.is_enough() || is_last {
            let (keys, texts) = host.shared(|Shared { policy, catalogue, .. }| {
                pending.next(|path, state| {
                    policy.check_as(path, PathKind::File).is_ok() && catalogue.is_current(path, state)
                })
            });
            if !texts.is_empty() {
                let answer = host.ask_one(Request::Embed { purpose: EmbedPurpose::Passage, texts }).await;
                if matches!(answer, Answer::Paused) {
                    return Ok(End::Paused);
                }
                if let Err(error) = host.shared(|shared| take_vectors(shared, &mut pending, &keys, answer)) {
                    return Ok(End::Failed(error));
                }
                *fresh += keys.len();
                continue;
            }
        }
        let (most, is_full) = host.shared(|Shared { meaning, .. }| {
            pending.settle(meaning);
            ((meaning.set.len() / UNSTORED_SHARE).min(MAX_UNSTORED), meaning.set.is_full())
        });
        if *fresh > most {
            *fresh = 0;
            store(host).await?;
        } else if !read.is_empty() {
            host.give_way().await;
        } else if is_last || is_full {
            // Those of notes that changed before they were complete.
            host.shared(|shared| shared.meaning.set.drop_unused());
            return Ok(End::Complete);
        } else {
            let (asked, requests) = host.shared(|shared| next_notes(shared, &mut waiting));
            let answers = host.ask(requests).await;
            host.shared(|shared| read.take(shared, asked, answers));
        }
    }
}

/// The next of the notes `waiting`, and the requests for them.
fn next_notes(shared: &Shared, waiting: &mut Waiting) -> (Vec<(VaultPath, FileState)>, Vec<Request>) {
    let (mut asked, mut requests, mut bytes) = (Vec::new(), Vec::new(), 0.0);
    while requests.len() < NOTES_AT_ONCE
        && bytes < NOTE_BATCH_BYTES
        && let Some((path, state)) = waiting.pop_front()
    {
        if let Ok(granted) = shared.policy.check_as(&path, PathKind::File) {
            bytes += state.size;
            asked.push((path, state));
            requests.push(Request::Read(granted));
        }
    }
    (asked, requests)
}

/// Adds the vectors that the host gave.
fn take_vectors(
    shared: &mut Shared,
    pending: &mut PendingTexts,
    keys: &[u64],
    answer: Answer,
) -> Result<(), ToolError> {
    let set = &mut shared.meaning.set;
    for (key, vector) in keys.iter().zip(vectors_of(answer, keys.len(), set.dims())?) {
        set.insert(*key, &vector).map_err(|fault| fault_of_model(fault.reason()))?;
    }
    pending.settle(&mut shared.meaning);
    Ok(())
}

/// Stores what is new.
async fn store(host: &Host) -> Result<(), ToolError> {
    let Some(mut storing) = host.shared(|shared| StoringVectors::new(&mut shared.meaning)) else { return Ok(()) };
    while let Some(requests) = host.shared(|shared| storing.next(&mut shared.meaning)) {
        kept(&host.ask(requests).await)?;
    }
    Ok(())
}

/// Fails if the host could not do what it was asked for.
fn kept(answers: &[Answer]) -> Result<(), ToolError> {
    let reason =
        answers.iter().find_map(|answer| if let Answer::Failed(reason) = answer { Some(reason) } else { None });
    reason.map_or(Ok(()), |reason| Err(ToolError::unreadable("the vectors", "kept", reason)))
}

fn no_model() -> ToolError {
    ToolError::new(
        ErrorCode::InvalidArguments,
        "there is no model for the search by meaning",
        "choose one in the settings",
    )
}

fn fault_of_model(reason: &str) -> ToolError {
    ToolError::new(ErrorCode::Unreadable, reason, "choose another model, or its dimensions")
}
