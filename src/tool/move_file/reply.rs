//! What a model and the user are told about a move.

use std::fmt::Write as _;

use super::linked_notes::LinkedDraft;
use crate::edit::{moved_diff, unified_diff};
use crate::path::{VaultPath, quoted};
use crate::vault_links::FileMove;
use crate::wire::reply::counted;

/// Places that are listed; of more, only how many.
const MAX_LISTED: usize = 10;

/// Lines of notes.
pub(super) type Places = Vec<(VaultPath, Vec<u32>)>;

/// The diff of a move and of the notes whose links change.
pub(super) fn diff(file: &FileMove, linked: &[LinkedDraft]) -> String {
    let mut own = None;
    let mut others = String::new();
    for note in linked {
        let (before, after) = note.texts();
        if note.path == file.from {
            own = Some(moved_diff(file.from.as_str(), file.to.as_str(), before, after, &note.hunks));
        } else {
            others += &unified_diff(note.path.as_str(), Some(before), Some(after), &note.hunks);
        }
    }
    let own = own.unwrap_or_else(|| moved_diff(file.from.as_str(), file.to.as_str(), "", "", &[]));
    own + &others
}

/// Links in notes, for a sentence: `"a.md" (lines 1, 4), "b.md" (line 2)`.
pub(super) fn places(lost: &Places) -> String {
    let place = |(path, lines): &(VaultPath, Vec<u32>)| {
        let numbers: Vec<_> = lines.iter().map(u32::to_string).collect();
        let word = if numbers.len() == 1 { "line" } else { "lines" };
        format!("{} ({word} {})", quoted(path.as_str()), numbers.join(", "))
    };
    listed(lost.iter().map(place))
}

/// What the files at `paths` are: notes, or canvases too.
pub(super) fn noun<'p>(mut paths: impl Iterator<Item = &'p VaultPath>) -> &'static str {
    if paths.all(VaultPath::is_note) { "note" } else { "file" }
}

/// `names` with commas; of more than [`MAX_LISTED`], how many there are.
pub(super) fn listed(names: impl ExactSizeIterator<Item = String>) -> String {
    let more = names.len().saturating_sub(MAX_LISTED);
    let mut text = names.take(MAX_LISTED).collect::<Vec<_>>().join(", ");
    if more > 0 {
        _ = write!(text, " and {more} more");
    }
    text
}

/// The text for the model about a move that was made. `broken` has the notes with links that no longer open what they
/// did, and how many.
pub(super) fn told(
    file: &FileMove,
    linked: &[LinkedDraft],
    warnings: &[String],
    broken: &[(VaultPath, usize)],
    version: &str,
) -> String {
    let (from, to) = (quoted(file.from.as_str()), quoted(file.to.as_str()));
    let mut text = format!("moved {from} to {to}, version {version}");
    let is_updated = |note: &&LinkedDraft| broken.iter().all(|(path, _)| path != file.then(&note.path));
    let updated: Vec<_> = linked.iter().filter(is_updated).collect();
    if !updated.is_empty() {
        let names = listed(updated.iter().map(|note| quoted(file.then(&note.path).as_str())));
        let count = counted(updated.len(), noun(updated.iter().map(|note| &note.path)));
        _ = write!(text, "\nlinks are updated in {count}: {names}");
    }
    for (path, count) in broken {
        let links = counted(*count, "link");
        _ = write!(text, "\nwarning: {links} in {} do not open the same file any more", quoted(path.as_str()));
    }
    for warning in warnings {
        _ = write!(text, "\nwarning: {warning}");
    }
    text
}
