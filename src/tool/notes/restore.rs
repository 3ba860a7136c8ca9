//! Restores the stored index, piece by piece, before the first listing.

use crate::catalogue::kept::Header;
use crate::catalogue::restored::Restored;
use crate::tool::call::Host;
use crate::wire::{Answer, Request};

/// Pieces to request at a time. One step restores one of them.
const AT_ONCE: u32 = 8;

/// Why nothing is restored.
pub(super) enum NotRestored {
    /// There is none.
    Nothing,
    /// It can't be used, and has to be forgotten.
    Damaged,
}

/// Reads the index that the host has kept.
pub(super) async fn read_kept(host: &Host) -> Result<Box<Restored>, NotRestored> {
    let Answer::Bytes(bytes) = host.ask_one(Request::Kept(0)).await else { return Err(NotRestored::Nothing) };
    let header = Header::of(&bytes, host.shared(|shared| shared.keeping.rules)).ok_or(NotRestored::Damaged)?;
    let mut restored = Box::new(Restored::begin(header));
    host.give_way().await;
    for first in (1..=header.pieces).step_by(AT_ONCE as usize) {
        let last = header.pieces.min(first.saturating_add(AT_ONCE - 1));
        let mut pieces = host.ask((first..=last).map(Request::Kept).collect()).await.into_iter().peekable();
        while let Some(answer) = pieces.next() {
            let Answer::Bytes(piece) = answer else { return Err(NotRestored::Damaged) };
            restored.take(&piece).ok_or(NotRestored::Damaged)?;
            if pieces.peek().is_some() {
                host.give_way().await;
            }
        }
    }
    if restored.is_whole(header) { Ok(restored) } else { Err(NotRestored::Damaged) }
}
