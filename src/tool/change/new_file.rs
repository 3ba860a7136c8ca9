//! New files: where they are made, and under which names.

use std::cmp::Reverse;

use lectern_base::kind::{self, FileKind};
use lectern_base::sort::sort_by;

use crate::error::{ErrorCode, ToolError};
use crate::path::{VaultPath, quoted};

/// Names that Windows keeps for devices, with any extension.
const DEVICES: &[&str] = &["con", "prn", "aux", "nul"];

/// Bytes of a name in most file systems.
const MAX_NAME_BYTES: usize = 255;

/// The path at which the file `given` is made: a note without an extension gets `.md`. Folders that exist are still to be
/// spelled as they are: see [`neighbours`].
///
/// # Errors
/// If some file system or program takes no such path, or such a file has no text.
pub(super) fn new_path(given: &str) -> Result<VaultPath, ToolError> {
    let mut path = VaultPath::parse_anywhere(given)?;
    let name = path.segments().last().unwrap_or_default();
    if !name.contains('.') {
        path = path.with_md();
    }
    check_place(&path)?;
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

/// # Errors
/// If some file system or program takes no such path.
pub(in crate::tool) fn check_place(path: &VaultPath) -> Result<(), ToolError> {
    path.segments().try_for_each(check_name)
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

/// The files among `known` in the folders of `path`, in any spelling. The first of them that is not excluded says how those
/// folders are spelled: one in the innermost folder, and rather one whose spelling is that of `path`. Empty if all spell
/// them like that.
pub(in crate::tool) fn neighbours<'p>(path: &VaultPath, known: &'p [VaultPath]) -> Vec<&'p VaultPath> {
    let keys: Vec<_> = folders(path).map(|folder| (folder.equivalence_key(), folder)).collect();
    let shared = |file: &'p VaultPath| {
        let count = folders(file).zip(&keys).take_while(|(folder, (key, _))| folder.equivalence_key() == *key).count();
        let (_, own) = keys.get(count.checked_sub(1)?)?;
        Some((Reverse(count), file.folder_of(count)? != *own, file))
    };
    let mut found: Vec<_> = known.iter().filter_map(shared).collect();
    if found.iter().all(|(_, is_other, _)| !is_other) {
        return Vec::new();
    }
    sort_by(&mut found, Ord::cmp);
    found.into_iter().map(|(.., file)| file).collect()
}

/// `path` with the folders that it shares with `neighbour`, as they are spelled there.
pub(in crate::tool) fn beside(neighbour: Option<&VaultPath>, path: VaultPath) -> VaultPath {
    let Some(neighbour) = neighbour else { return path };
    let is_shared = |(other, own): &(VaultPath, VaultPath)| other.equivalence_key() == own.equivalence_key();
    let count = folders(neighbour).zip(folders(&path)).take_while(is_shared).count();
    let names: Vec<_> = neighbour.segments().take(count).chain(path.segments().skip(count)).collect();
    VaultPath::parse(&names.join("/")).unwrap_or(path)
}

/// The folders of `path`, the outermost first.
fn folders(path: &VaultPath) -> impl Iterator<Item = VaultPath> {
    (1..).map_while(|names| path.folder_of(names))
}

/// Whether `path` is what `given` names, in any spelling, with or without `.md`. A link to it is not.
pub(super) fn is_spelling_of(path: &VaultPath, given: &str) -> bool {
    let key = path.equivalence_key();
    VaultPath::parse(given)
        .is_ok_and(|given| [given.equivalence_key(), given.with_md().equivalence_key()].contains(&key))
}
