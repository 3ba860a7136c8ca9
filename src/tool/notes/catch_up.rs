//! Catching up: refreshes the catalogue before a call needs it, and reads documents as time allows.

use super::document_reading::read_documents;
use super::refresh::refresh;
use crate::error::ToolError;
use crate::tool::call::Host;
use crate::wire::reply::Reply;

/// Number of postings to tidy in one step, which takes a few milliseconds in wasm.
const TIDY_AT_ONCE: usize = 100_000;

/// Catches up. Does nothing if no call has needed the notes yet.
pub(in crate::tool) async fn catch_up(host: Host) -> Result<Reply, ToolError> {
    if host.shared(|shared| shared.catalogue.watched.is_some()) {
        refresh(&host).await?;
        read_documents(&host, |_| true).await;
    }
    // Frees the memory of notes that were replaced or removed.
    while host.shared(|shared| shared.catalogue.index.tidy(TIDY_AT_ONCE)) {
        host.give_way().await;
    }
    let notes = host.shared(|shared| shared.catalogue.indexed().notes);
    Ok(Reply::shown(Vec::new(), format!("{notes} notes are indexed"), Vec::new()))
}
