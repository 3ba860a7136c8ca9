//! Helpers for tests of `list_files`.

use lectern::{Entry, Reply, Session};
use serde_json::Value;

use super::Vault;

/// The reply of a listing.
pub fn list(vault: &mut Vault, session: &mut Session, args: &Value) -> Reply {
    vault.call_tool(session, "list_files", &args.to_string())
}

/// The paths that it names; a folder's ends in `/`.
pub fn paths(reply: &Reply) -> Vec<String> {
    let entries = reply.structured_content.entries.as_deref().expect("a listing");
    let path = |entry: &Entry| match entry {
        Entry::File { path, .. } => path.clone(),
        Entry::Folder { path, .. } => format!("{path}/"),
    };
    entries.iter().map(path).collect()
}

/// All that a caller sees who only obeys `next`.
pub fn all_pages(vault: &mut Vault, session: &mut Session, mut args: Value) -> Vec<String> {
    let mut seen = Vec::new();
    loop {
        let reply = list(vault, session, &args);
        seen.extend(paths(&reply));
        let Some(next) = &reply.structured_content.next else { return seen };
        args = serde_json::to_value(next).expect("arguments are JSON");
        assert!(seen.len() < 10_000, "the pages have no end");
    }
}
