//! Refusals: what is said where nothing is listed, and which open folders are named then.

use super::elsewhere::Elsewhere;
use super::params::Asked;
use crate::error::{ErrorCode, ToolError};
use crate::path::{VaultPath, one_line, quoted};
use crate::tool::find::nearest::nearest;
use crate::tool::find::refusal::names;
use crate::tool::reply::Reply;

/// How many nearest names help; more would be a listing.
const NEAR: usize = 3;

/// No open folder is at `path`, which was given as `given`; what is open is `elsewhere`.
pub(super) fn no_folder(given: &str, path: &VaultPath, elsewhere: &Elsewhere) -> ToolError {
    let mut files: Vec<_> = elsewhere.alike.iter().collect();
    files.sort_by_key(|file| (*file != path, file.as_str().len(), file.as_str()));
    if let Some(found) = files.first() {
        let file = quoted(found.as_str());
        let message = if file == quoted(given) {
            format!("{file} is a file, not a folder")
        } else {
            format!("no folder at {}, but a file at {file}", quoted(given))
        };
        return ToolError::new(ErrorCode::IsFile, message, format!("to read it, call read_file with path={file}"))
            .about(found.as_str());
    }
    let help = match nearest(path, &elsewhere.folders(), NEAR).as_slice() {
        _ if given.contains(['*', '?']) => "give wildcards as pattern, and the folder alone as path".to_owned(),
        [] => "call list_files without path for an overview of the vault".to_owned(),
        [only] => format!("nearest is {}", quoted(only.as_str())),
        several => format!("nearest are {}", names(several, "and")),
    };
    ToolError::new(ErrorCode::NotFound, format!("no folder at {}", quoted(given)), help).about(given)
}

/// Several folders are meant by `given`, and nothing tells them apart.
pub(super) fn ambiguous(given: &str, folders: &[&VaultPath]) -> ToolError {
    let message = format!("{} could be any of {} folders", quoted(given), folders.len());
    ToolError::new(ErrorCode::Ambiguous, message, format!("give one of them exactly: {}", names(folders, "or")))
        .about(given)
}

/// The folder given lies outside the vault.
pub(super) fn outside(given: &str) -> ToolError {
    ToolError::new(
        ErrorCode::OutsideVault,
        format!("{} leads out of the vault through a symbolic link", quoted(given)),
        "tell the user if the task needs it; only what is in the vault can be listed",
    )
    .about(given)
}

/// The host could not do it.
pub(super) fn unreadable(given: &str, reason: &str) -> ToolError {
    let message = format!("{} could not be listed: {}", quoted(given), one_line(reason));
    ToolError::new(ErrorCode::Unreadable, message, "try once more, then tell the user").about(given)
}

/// The listing has `entries` lines, and what is asked for comes after them.
pub(super) fn past_end(cursor: usize, entries: usize) -> ToolError {
    let message = format!("cursor {cursor} is past the end of the listing, which has {entries} entries");
    ToolError::new(ErrorCode::PastEnd, message, "leave cursor out to begin at the start")
}

/// The reply where the folder is there, but no file of it is wanted.
pub(super) fn nothing(path: &VaultPath, asked: &Asked) -> Reply {
    let place = if path.is_root() { "the vault".to_owned() } else { path.as_str().to_owned() };
    let mut args: Vec<_> = ["pattern", "modified_after"].into_iter().filter(|name| asked.args.has(name)).collect();
    if args.is_empty() {
        args.push("depth");
    }
    let text = if asked.is_choosy() || !path.is_root() {
        format!("[no file in {} matches; leave out {} to see others]", quoted(&place), args.join(" or "))
    } else {
        "[no open file is in the vault]".to_owned()
    };
    Reply::listed(text, format!("Listed 0 files in {place}"), Vec::new(), None)
}
