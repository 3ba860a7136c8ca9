//! The reply: a line for each note, and below it the reasons.

use super::scores::Related;
use crate::limits::{Bounds, LINE_JOIN};
use crate::path::{VaultPath, quoted};
use crate::wire::reply::{RelatedNote, Reply, counted};

/// The most paths or tags that are shown of a reason.
const PATHS: usize = 3;

/// The reply that lists what is `related` to the note at `path`. `is_other_name`: whether the caller calls it otherwise,
/// so that the reply names it.
pub(super) fn reply((path, is_other_name): (&VaultPath, bool), related: &[Related], bounds: &Bounds) -> Reply {
    let name = is_other_name.then(|| format!("[related to {}]", quoted(path.as_str())));
    let mut room = bounds.limit.without(bounds.taken_by(name.as_deref().unwrap_or_default()) + LINE_JOIN);
    let (mut text, mut shown): (Vec<_>, _) = (name.into_iter().collect(), Vec::new());
    for note in related {
        let rows = format!("== {} ==\n  {}", note.path, reasons(note).join("\n  "));
        let taken = bounds.taken_by(&format!("{rows}\n")) + LINE_JOIN;
        if !room.holds(taken) {
            break;
        }
        room = room.without(taken);
        text.push(rows);
        shown.push(note.found());
    }
    if related.is_empty() {
        text.push("[no note has to do with it]".to_owned());
    } else if shown.len() < related.len() {
        text.push(format!("[{} of {}; give a smaller limit]", shown.len(), counted(related.len(), "note")));
    }
    let display = format!("Related to {path}: {}", counted(shown.len(), "note"));
    Reply::related(text.join("\n"), display, shown)
}

/// Why a note is listed, a line each.
fn reasons(note: &Related) -> Vec<String> {
    let links = &note.links;
    let mut reasons = Vec::new();
    reasons.extend(links.links_here.map(|line| format!("links here, in line {line}")));
    reasons.extend(links.linked_here.map(|line| format!("linked here, in line {line}")));
    for (what, paths) in [("both link to", &links.both_link_to), ("both are linked in", &links.linked_by)] {
        if !paths.is_empty() {
            let shown: Vec<_> = paths.iter().take(PATHS).map(VaultPath::as_str).collect();
            let more = paths.len().saturating_sub(PATHS);
            let more = if more > 0 { format!(" and {more} more") } else { String::new() };
            reasons.push(format!("{what}: {}{more}", shown.join(", ")));
        }
    }
    if note.same_folder {
        reasons.push("in the same folder".to_owned());
    }
    if !note.tags.is_empty() {
        let tags: Vec<_> = note.tags.iter().take(PATHS).map(|tag| format!("#{tag}")).collect();
        reasons.push(format!("both have: {}", tags.join(", ")));
    }
    if !note.words.is_empty() {
        reasons.push(format!("shares: {}", note.words.join(", ")));
    }
    reasons.extend(note.similar.map(|(first, last)| {
        let place = if first == last { format!("line {first}") } else { format!("lines {first}-{last}") };
        format!("similar in meaning: {place}")
    }));
    reasons
}

impl Related {
    /// The note, for programs.
    fn found(&self) -> RelatedNote {
        let paths = |paths: &[VaultPath]| paths.iter().map(ToString::to_string).collect();
        RelatedNote {
            path: self.path.to_string(),
            score: self.score,
            links_here: self.links.links_here,
            linked_here: self.links.linked_here,
            both_link_to: paths(&self.links.both_link_to),
            both_linked_in: paths(&self.links.linked_by),
            same_folder: self.same_folder,
            tags: self.tags.clone(),
            words: self.words.clone(),
            similar: self.similar,
        }
    }
}
