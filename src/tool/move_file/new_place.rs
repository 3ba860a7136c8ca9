//! Where a file moves to.

use lectern_base::kind;

use crate::error::ToolError;
use crate::path::{VaultPath, quoted};
use crate::policy::{Denied, Granted, PathKind, Policy};
use crate::tool::change::{beside, check_place, neighbours};
use crate::vault_links::VaultFiles;

const HELP: &str = "give another path, such as \"Archive/Plan.md\"";

/// The path that `given` names for the file at `from`: below a folder if it ends in `/`, and with the same extension.
///
/// # Errors
/// If it is no path, or the extension would change.
pub(super) fn new_place(given: &str, from: &VaultPath) -> Result<VaultPath, ToolError> {
    let name = from.segments().last().unwrap_or_default();
    let extension = |name: &str| name.rfind('.').map_or("", |at| &name[at..]).to_owned();
    let is_root = VaultPath::parse(given.trim()).is_ok_and(|path| path.is_root());
    let wanted = match given.trim() {
        _ if is_root => name.to_owned(),
        folder if folder.ends_with(['/', '\\']) => format!("{folder}{name}"),
        _ => given.to_owned(),
    };
    let path = VaultPath::parse_anywhere(&wanted)?;
    let (old, new) = (extension(name), extension(path.segments().last().unwrap_or_default()));
    if new.eq_ignore_ascii_case(&old) {
        return Ok(path);
    }
    if old.is_empty() || path.is_note() || kind::by_name(path.as_str()).is_some() {
        let message = format!("{} would have another extension than {}", quoted(given), quoted(from.as_str()));
        return Err(ToolError::invalid_arguments(message, HELP));
    }
    // `Version 1.2` has no extension.
    Ok(VaultPath::parse_anywhere(&format!("{path}{old}"))?)
}

/// The folder that `given` may name without a `/` at its end: the file then moves into it. `None` if it ends in one.
///
/// # Errors
/// If it is an excluded folder, whether or not that exists.
pub(super) fn folder_at(given: &str, policy: &Policy) -> Result<Option<Granted>, Denied> {
    let folder = VaultPath::parse(given.trim()).ok().filter(|_| !given.trim_end().ends_with(['/', '\\']));
    let granted = folder.map(|folder| policy.check_as(&folder, PathKind::Folder)).transpose();
    granted.map_err(|_| Denied(given.to_owned()))
}

/// Whether `path` is in `folder`, in any spelling.
pub(super) fn is_below(path: &VaultPath, folder: &VaultPath) -> bool {
    folder.is_root() || path.equivalence_key().starts_with(&format!("{}/", folder.equivalence_key()))
}

/// `to` as the new place of the file at `from`, with the folders that exist in their own spelling. `paths`: the open
/// files.
///
/// # Errors
/// If there is another file, or some file system takes no such name.
pub(super) fn free_place(
    to: &VaultPath,
    from: &VaultPath,
    files: &VaultFiles,
    paths: &[VaultPath],
) -> Result<VaultPath, ToolError> {
    check_place(to)?;
    let to = beside(neighbours(to, paths).first().copied(), to.clone());
    if to == *from {
        let message = format!("{} is there already", quoted(from.as_str()));
        return Err(ToolError::invalid_arguments(message, HELP).about(from.as_str()));
    }
    if let Some(other) = files.equivalents(&to).find(|other| *other != from) {
        let message = format!("there is a {} already", quoted(other.as_str()));
        return Err(ToolError::invalid_arguments(message, HELP).about(other.as_str()));
    }
    Ok(to)
}
