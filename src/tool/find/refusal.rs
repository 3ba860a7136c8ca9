//! The errors of a search without a result, and the open notes that they name.

use lectern_base::sort::sort_by_key;

use super::Find;
use super::nearest::{NEAR, nearest};
use super::path_match::PathMatch;
use crate::error::{ErrorCode, ToolError};
use crate::path::{VaultPath, quoted};
use crate::policy::{Denied, Policy};

/// Maximum notes of a folder to name as examples.
const EXAMPLES: usize = 3;

/// Maximum names in one line of help.
const NAMES: usize = 10;

/// Notes to check per note to name, so that an excluded note among them does not require another round.
const LOOKED_AT: usize = 4;

impl Find {
    /// The error for `choice`, and the notes that must be known to be open before it is shown.
    pub(super) fn refusal(&self, policy: &Policy, choice: PathMatch) -> (ToolError, Vec<VaultPath>) {
        match choice {
            PathMatch::Folder => self.is_folder(),
            PathMatch::Several(paths) => {
                (ambiguous(&self.given, &paths, "notes"), paths.into_iter().cloned().collect())
            }
            _ => {
                // The reply for an excluded folder, or a link into one, depends on its text alone, not on whether
                // anything exists.
                if !self.is_open(policy) {
                    return (Denied(self.given.clone()).into(), Vec::new());
                }
                let near = self.near();
                (self.not_found_near(&near), near)
            }
        }
    }

    /// The error for a file that is missing or gone.
    pub fn not_found(&self) -> ToolError {
        let known: Vec<_> = self.near().into_iter().filter(|path| self.checked.contains(path)).collect();
        self.not_found_near(&known)
    }

    /// The open notes to suggest, best first.
    fn near(&self) -> Vec<VaultPath> {
        let there: Vec<_> = self.open.iter().filter(|path| Some(*path) != self.asked.as_ref()).collect();
        let named = self.targets.last().map_or_else(|| self.path(), |target| &target.path);
        nearest(named, &there, NEAR * LOOKED_AT).into_iter().cloned().collect()
    }

    fn not_found_near(&self, near: &[VaultPath]) -> ToolError {
        let near: Vec<_> = near.iter().take(NEAR).collect();
        let help = match near.as_slice() {
            [] => "no note has a similar name; ask the user for the note's name".to_owned(),
            near => nearest_are(near),
        };
        ToolError::new(ErrorCode::NotFound, format!("no note at {}", quoted(&self.given)), help)
    }

    /// The host could not read the file.
    pub fn unreadable(&self, reason: &str) -> ToolError {
        ToolError::unreadable(&quoted(&self.given), "read", reason)
    }

    pub(super) fn is_folder(&self) -> (ToolError, Vec<VaultPath>) {
        let folder = self.path().equivalence_key();
        let mut notes: Vec<_> = self.open.iter().filter(|path| self.is_above(path)).collect();
        // Notes directly in the folder come first.
        sort_by_key(&mut notes, |path| path.segments().count());
        let same_name = self.open.iter().find(|path| path.equivalence_key() == format!("{folder}.md"));
        let examples = &notes[..notes.len().min(EXAMPLES)];
        let help = match (same_name, examples) {
            (Some(note), _) => format!("the note with that name is {}", quoted(note.as_str())),
            (None, []) => "it has no readable notes; give the path of a note".to_owned(),
            (None, notes) => format!("give the path of a note in it, such as {}", names(notes, "or")),
        };
        let named = same_name.into_iter().chain(notes.into_iter().take(EXAMPLES * LOOKED_AT)).cloned().collect();
        (ToolError::new(ErrorCode::IsFolder, format!("{} is a folder", quoted(&self.given)), help), named)
    }
}

/// The error for a path that could mean any of `paths`, which are `"notes"` or `"folders"`.
pub(in crate::tool) fn ambiguous(given: &str, paths: &[&VaultPath], what: &str) -> ToolError {
    let message = format!("{} could be any of {} {what}", quoted(given), paths.len());
    ToolError::new(ErrorCode::Ambiguous, message, format!("give one of them exactly: {}", names(paths, "or")))
        .about(given)
}

/// The help that names similar paths.
pub(in crate::tool) fn nearest_are(paths: &[&VaultPath]) -> String {
    format!("nearest {} {}", if paths.len() == 1 { "is" } else { "are" }, names(paths, "and"))
}

/// `"a", "b" and "c"`, or the first [`NAMES`] and the number of others.
fn names(paths: &[&VaultPath], conjunction: &str) -> String {
    let quoted: Vec<_> = paths.iter().take(NAMES).map(|path| quoted(path.as_str())).collect();
    match quoted.as_slice() {
        all if paths.len() > all.len() => format!("{}, and {} more", all.join(", "), paths.len() - all.len()),
        [some @ .., last] if !some.is_empty() => format!("{} {conjunction} {last}", some.join(", ")),
        one => one.concat(),
    }
}
