//! New files: where they are made, and under which names.

use crate::document::kind::{self, FileKind};
use crate::error::{ErrorCode, ToolError};
use crate::path::{VaultPath, quoted};

/// Names that Windows keeps for devices, with any extension.
const DEVICES: &[&str] = &["con", "prn", "aux", "nul"];

/// Bytes of a name in most file systems.
const MAX_NAME_BYTES: usize = 255;

/// The path at which the file `given` is made: a note without an extension gets `.md`, and folders that exist keep
/// their spelling.
///
/// # Errors
/// If some file system or program takes no such path, or such a file has no text.
pub(super) fn new_path<'p>(given: &str, known: impl Iterator<Item = &'p VaultPath>) -> Result<VaultPath, ToolError> {
    let mut path = VaultPath::parse_anywhere(given)?;
    let name = path.segments().last().unwrap_or_default();
    if !name.contains('.') {
        path = path.with_md();
    }
    let path = checked_place(&path, known)?;
    if let Some(FileKind::Document(_) | FileKind::Image(_) | FileKind::Media { .. }) = kind::by_name(path.as_str()) {
        return Err(ToolError::new(
            ErrorCode::Unsupported,
            format!("{} would not be a text file", quoted(path.as_str())),
            "only text files can be made; give a note a name that ends in .md",
        )
        .about(path.as_str()));
    }
    Ok(path)
}

/// `path` with the folders that exist in their own spelling.
///
/// # Errors
/// If some file system or program takes no such path.
pub(in crate::tool) fn checked_place<'p>(
    path: &VaultPath,
    known: impl Iterator<Item = &'p VaultPath>,
) -> Result<VaultPath, ToolError> {
    for name in path.segments() {
        check_name(name)?;
    }
    Ok(in_known_folder(path, known))
}

fn check_name(name: &str) -> Result<(), ToolError> {
    let refused = |fault: &str| {
        let message = format!("{} {fault}", quoted(name));
        Err(ToolError::invalid_arguments(message, "choose another name, such as \"Notes/Plan 2.md\""))
    };
    if let Some(c) = name.chars().find(|c| matches!(c, '\\' | ':' | '*' | '?' | '"' | '<' | '>' | '|')) {
        return refused(&format!("contains {c}, which some file systems refuse"));
    }
    if let Some(c) = name.chars().find(|c| matches!(c, '#' | '^' | '[' | ']')) {
        return refused(&format!("contains {c}, which breaks links to it"));
    }
    if name.ends_with(['.', ' ']) || name.starts_with(' ') {
        return refused("begins or ends with a character that some file systems drop");
    }
    if name.len() > MAX_NAME_BYTES {
        return refused(&format!("has {} bytes; file systems take {MAX_NAME_BYTES}", name.len()));
    }
    let stem = name.split('.').next().unwrap_or_default().trim_end().to_ascii_lowercase();
    let is_port = ["com", "lpt"]
        .iter()
        .any(|port| stem.strip_prefix(port).is_some_and(|number| matches!(number.as_bytes(), [b'1'..=b'9'])));
    if DEVICES.contains(&stem.as_str()) || is_port {
        return refused("is the name of a device on Windows");
    }
    Ok(())
}

/// `path` with the folders that are already there, in their own spelling.
fn in_known_folder<'p>(path: &VaultPath, known: impl Iterator<Item = &'p VaultPath>) -> VaultPath {
    let names: Vec<_> = path.segments().collect();
    let keys: Vec<_> =
        (1..names.len()).filter_map(|count| path.folder_of(count)).map(|folder| folder.equivalence_key()).collect();
    let mut best: Option<(usize, VaultPath)> = None;
    for file in known {
        let known_names = best.as_ref().map_or(0, |(count, _)| *count);
        for (key, count) in keys.iter().zip(1..).skip(known_names) {
            match file.folder_of(count).filter(|folder| folder.equivalence_key() == *key) {
                Some(folder) => best = Some((count, folder)),
                None => break,
            }
        }
    }
    let joined =
        best.and_then(|(count, folder)| VaultPath::parse(&format!("{folder}/{}", names[count..].join("/"))).ok());
    joined.unwrap_or_else(|| path.clone())
}

/// Whether `path` is what `given` names, in any spelling, with or without `.md`. A link to it is not.
pub(super) fn is_spelling_of(path: &VaultPath, given: &str) -> bool {
    let key = path.equivalence_key();
    VaultPath::parse(given)
        .is_ok_and(|given| [given.equivalence_key(), given.with_md().equivalence_key()].contains(&key))
}
