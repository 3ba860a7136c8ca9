//! Keeping: brings the index up to date and has the host keep its bytes, if enough has changed since they were written.

use super::refresh::refresh;
use crate::catalogue::kept::{Header, Saved, Stored, seal};
use crate::error::ToolError;
use crate::search::index::{StoredPiece, Storing};
use crate::tool::call::Host;
use crate::tool::shared::Shared;
use crate::wire::reply::Reply;
use crate::wire::{Answer, Request};

/// Bytes of a piece. Writing one takes some milliseconds in wasm.
const PIECE_BYTES: usize = 256 * 1024;

/// The stored index is written again once one in this many notes has changed, or if a note was removed: nothing may be
/// left of a note that is excluded or deleted.
const CHANGED_NOTES: u64 = 50;

/// Converting and reading a page of a document takes about as long as reading this many notes.
const NOTES_A_PAGE: u64 = 25;

/// What has to be done with the stored index, once the one in memory is up to date.
enum Todo {
    Nothing,
    Forget,
    Write,
}

/// Has the host keep the index as the config says, and forget one that can't be used any more.
pub(in crate::tool) async fn keep(host: Host) -> Result<Reply, ToolError> {
    if host.shared(|shared| shared.keeping.over.is_some() && shared.catalogue.kept.stored == Stored::Unknown) {
        look_up(&host).await;
    }
    if host.shared(|shared| is_unusable(shared)) {
        forget(&host).await;
    }
    if host.shared(|shared| may_write(shared)) {
        refresh(&host).await?;
        match host.shared(|shared| todo(shared)) {
            Todo::Nothing => {}
            Todo::Forget => forget(&host).await,
            Todo::Write => write(&host).await,
        }
    }
    Ok(Reply::shown(Vec::new(), "The index was kept as it had to be".to_owned(), Vec::new()))
}

/// Finds out what the host has.
async fn look_up(host: &Host) {
    let answer = host.ask_one(Request::Kept(0)).await;
    let is_damaged = host.shared(|Shared { keeping, catalogue, .. }| {
        let Answer::Bytes(bytes) = answer else {
            catalogue.kept.stored = Stored::Nothing;
            return false;
        };
        let header = Header::of(&bytes, keeping.rules);
        if let Some(header) = header {
            catalogue.kept.stored = Stored::Waiting(header.saved);
        }
        header.is_none()
    });
    if is_damaged {
        forget(host).await;
    }
}

/// Whether the stored index has to be forgotten before anything else.
fn is_unusable(Shared { keeping, catalogue, .. }: &Shared) -> bool {
    match catalogue.kept.stored {
        Stored::Nothing | Stored::Failed => false,
        Stored::Unknown => keeping.over.is_none(),
        Stored::Waiting(saved) | Stored::Saved(saved, _) => keeping.over.is_none() || saved.rules != keeping.rules,
    }
}

/// Whether an index may be written: not before somebody has searched.
fn may_write(Shared { keeping, catalogue, .. }: &Shared) -> bool {
    keeping.over.is_some() && catalogue.watched.is_some() && catalogue.kept.stored != Stored::Failed
}

fn todo(shared: &Shared) -> Todo {
    let Shared { keeping, catalogue, .. } = shared;
    let Some(over) = keeping.over.filter(|_| may_write(shared)) else { return Todo::Nothing };
    let (notes, changes) = (catalogue.index.len() as u64, catalogue.index.changes());
    let is_small = notes + catalogue.documents.converted_entries() * NOTES_A_PAGE <= u64::from(over);
    // A vault that changes all the time, or is too large.
    let is_whole = catalogue.is_listed && catalogue.indexed().unread == 0;
    let is_old = match catalogue.kept.stored {
        Stored::Saved(..) | Stored::Waiting(_) if is_small => return Todo::Forget,
        Stored::Saved(saved, (before, removed)) if saved.rules == keeping.rules => {
            (changes.0 - before) * CHANGED_NOTES > notes || changes.1 != removed
        }
        _ => true,
    };
    if is_old && is_whole && !is_small { Todo::Write } else { Todo::Nothing }
}

async fn forget(host: &Host) {
    host.shared(|shared| shared.catalogue.kept.stored = Stored::Nothing);
    if host.ask_one(Request::Forget).await != Answer::Kept {
        host.shared(|shared| shared.catalogue.kept.stored = Stored::Failed);
    }
}

/// Writes the index, piece by piece. If it changes meanwhile, nothing is kept.
async fn write(host: &Host) {
    let (mut storing, changes) = host.shared(|Shared { catalogue, .. }| {
        catalogue.kept.stored = Stored::Nothing;
        (Storing::new(&catalogue.index), catalogue.index.changes())
    });
    let (mut sum, mut pieces, mut all_bytes) = (0, 0, 0);
    // A header of the pieces before must not be found beside new ones.
    let mut request = Request::Forget;
    while host.ask_one(request).await == Answer::Kept {
        let piece = host.shared(|Shared { catalogue, .. }| {
            storing.next(&catalogue.index, PIECE_BYTES, |entry, into| catalogue.store_standing(entry, into))
        });
        match piece {
            StoredPiece::Changed => return,
            StoredPiece::Some(mut bytes) => {
                seal(&mut bytes, &mut sum);
                pieces += 1;
                all_bytes += bytes.len();
                request = Request::Keep { piece: pieces, bytes };
            }
            StoredPiece::End => {
                let bytes = u32::try_from(all_bytes).unwrap_or(u32::MAX);
                let header = host.shared(|Shared { keeping, catalogue, .. }| {
                    let notes = u32::try_from(catalogue.index.len()).unwrap_or(u32::MAX);
                    Header { saved: Saved { rules: keeping.rules, bytes }, notes, pieces, sum }
                });
                if host.ask_one(Request::Keep { piece: 0, bytes: header.to_bytes() }).await == Answer::Kept {
                    host.shared(|shared| shared.catalogue.kept.stored = Stored::Saved(header.saved, changes));
                    return;
                }
                break;
            }
        }
    }
    // The host could not keep it. This session does not try again.
    host.shared(|shared| shared.catalogue.kept.stored = Stored::Failed);
    host.ask_one(Request::Forget).await;
}
