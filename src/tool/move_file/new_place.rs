//! Where a file moves to.

use crate::document::kind;
use crate::error::ToolError;
use crate::path::{VaultPath, quoted};
use crate::tool::change::checked_place;
use crate::vault_links::VaultFiles;

const HELP: &str = "give another path, such as \"Archive/Plan.md\"";

/// The path that `given` names for the file at `from`: below a folder if it ends in `/`, and with the same extension.
///
/// # Errors
/// If it is no path, or the extension would change.
pub(super) fn new_place(given: &str, from: &VaultPath) -> Result<VaultPath, ToolError> {
    let name = from.segments().last().unwrap_or_default();
    let extension = |name: &str| name.rfind('.').map_or("", |at| &name[at..]).to_owned();
    let wanted = if given.trim_end().ends_with('/') { format!("{}/{name}", given.trim()) } else { given.to_owned() };
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
    let to = checked_place(to, paths.iter())?;
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
