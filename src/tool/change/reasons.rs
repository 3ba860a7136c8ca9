//! Why the user is asked about a change, even if changes are accepted without asking.

use crate::edit::ReadAs;
use crate::path::VaultPath;
use crate::policy::Policy;

/// The reason if something that models can't see is where a new file is to be made.
pub(super) const TAKEN: &str =
    "an excluded note is there already and stays as it is; if you accept, the model learns that this path is excluded";

/// What is said if the user is asked once more about a change.
pub(in crate::tool) const AGAIN: &str =
    "this is asked again, because something has changed since you were asked before";

/// The reason if models take the text of one of the files at `paths` as instructions.
pub(in crate::tool) fn steering(policy: &Policy, paths: &[&VaultPath]) -> Vec<String> {
    let found = paths.iter().find(|path| policy.is_steering(path));
    found.map(|path| format!("models take “{path}” as instructions")).into_iter().collect()
}

/// How programs read the file at `path`.
pub(super) fn read_as(path: &VaultPath) -> ReadAs {
    if path.is_note() {
        return ReadAs::Note;
    }
    let key = path.equivalence_key();
    match key.rsplit_once('.').map_or("", |(_, extension)| extension) {
        "base" => ReadAs::Base,
        "markdown" | "mdx" | "qmd" | "excalidraw" => ReadAs::Note,
        "js" | "mjs" | "cjs" | "jsx" | "ts" => ReadAs::Script,
        _ => ReadAs::Other,
    }
}
