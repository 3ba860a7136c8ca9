//! The errors and replies if there is nothing to list, and the open folders that they name.

use lectern_base::sort::sort_by_key;

use super::arguments::ListArguments;
use super::elsewhere::Elsewhere;
use super::options::ListOptions;
use crate::error::{ErrorCode, ToolError};
use crate::path::{VaultPath, quoted};
use crate::tool::find::nearest::{NEAR, nearest};
use crate::tool::find::refusal::nearest_are;
use crate::wire::reply::Reply;

/// The error if there is no open folder at `path`, which was given as `given`.
pub(super) fn no_folder(given: &str, path: &VaultPath, elsewhere: &Elsewhere) -> ToolError {
    let mut files: Vec<_> = elsewhere.alike.iter().collect();
    sort_by_key(&mut files, |file| (*file != path, file.as_str().len(), file.as_str()));
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
        near => nearest_are(near),
    };
    ToolError::new(ErrorCode::NotFound, format!("no folder at {}", quoted(given)), help).about(given)
}

/// The cursor is past the end of a listing of `entries` lines.
pub(super) fn past_end(cursor: usize, entries: usize) -> ToolError {
    let message = format!("cursor {cursor} is past the end of the listing, which has {entries} entries");
    ToolError::new(ErrorCode::PastEnd, message, "leave cursor out to start over")
}

/// No listed note has the property to sort by.
pub(super) fn no_property(sort: &str) -> ToolError {
    let message = format!("no listed note has the property {}", quoted(sort.trim_start_matches('-').trim()));
    ToolError::invalid_arguments(message, "sort by name, modified, size or a property that notes have")
}

/// The reply for a folder without matching files.
pub(super) fn nothing(path: &VaultPath, options: &ListOptions, unsearched: Option<&str>) -> Reply {
    let place = if path.is_root() { "the vault".to_owned() } else { path.as_str().to_owned() };
    let ListArguments { pattern, modified_after, r#where, base, .. } = &options.given;
    let given = [("pattern", pattern), ("modified_after", modified_after), ("where", r#where), ("base", base)];
    let mut args: Vec<_> = given.iter().filter(|(_, value)| value.is_some()).map(|(name, _)| *name).collect();
    if args.is_empty() {
        args.push(if options.properties.is_some() { "properties" } else { "depth" });
    }
    let text = if options.is_choosy() || !path.is_root() {
        format!("[no file in {} matches; leave out {} to see others]", quoted(&place), args.join(" or "))
    } else {
        "[the vault has no readable files]".to_owned()
    };
    let text = [Some(text.as_str()), unsearched].into_iter().flatten().collect::<Vec<_>>().join("\n");
    Reply::listed(text, format!("Listed 0 files in {place}"), Vec::new(), None)
}
