//! What a model is told about a change.

use std::fmt::Write as _;

use crate::edit::Hunk;
use crate::path::quoted;
use crate::wire::reply::{Reply, counted};
use crate::wire::{ChangeMade, ChangeOutcome};

/// Changed lines that are repeated with their numbers; of more, only where they are.
const MAX_LINES: usize = 60;

/// A change, for its reply.
pub(super) struct Told<'t> {
    pub path: &'t str,
    /// Whether there was no file before.
    pub is_new: bool,
    /// Whether the file is in the trash now.
    pub is_trashed: bool,
    /// The text now.
    pub text: &'t str,
    /// The hunks that were made, as they are in `text`.
    pub hunks: &'t [Hunk],
    /// The hunks that were not, by their lines before.
    pub rejected: Vec<(u32, u32)>,
    /// Those of `hunks` that the user edited, by their index; `None` if that excludes the note, so that nothing of it may
    /// be shown.
    pub edited: Option<&'t [usize]>,
    pub comment: Option<&'t str>,
    /// What the user was warned of.
    pub warnings: Vec<String>,
    /// Whether some other program changed the file right afterwards.
    pub is_overwritten: bool,
}

/// The reply about a change that was made.
pub(super) fn made(told: &Told<'_>, change: ChangeMade) -> Reply {
    let path = quoted(told.path);
    let version = change.version.as_ref().map(|version| format!(", version {version}")).unwrap_or_default();
    let lines = told.text.split_inclusive('\n').count();
    let count = match told.rejected.len() {
        0 => counted(told.hunks.len(), "change"),
        rejected => format!("{} of {}", told.hunks.len(), counted(told.hunks.len() + rejected, "change")),
    };
    let mut text = if told.is_trashed {
        format!("moved {path} to the trash")
    } else if told.is_new {
        format!("created {path}: {}{version}", counted(lines, "line"))
    } else {
        format!("changed {path}: {count}{version}")
    };
    match told.edited {
        None => text += "\nthe user edited the change before accepting it",
        Some([]) if told.is_new || told.is_trashed => {}
        Some(edited) => show_hunks(&mut text, told, edited),
    }
    for (first, last) in &told.rejected {
        _ = write!(text, "\nthe user rejected the change of lines {first}-{last}");
    }
    for warning in &told.warnings {
        _ = write!(text, "\nwarning: {warning}");
    }
    if let Some(comment) = told.comment {
        _ = write!(text, "\nthe user says: {}", comment.trim());
    }
    if told.is_overwritten {
        text += "\nanother program changed the file right afterwards: read it again";
    }
    let display = match told.path {
        path if told.is_trashed => format!("Deleted {path}"),
        path if told.is_new => format!("Created {path}"),
        path => format!("Changed {path}: {count}"),
    };
    Reply::changed(text, display, change)
}

/// The new lines with their numbers, as `read_file` shows them, and which of them the user `edited`.
fn show_hunks(text: &mut String, told: &Told<'_>, edited: &[usize]) {
    let lines: Vec<&str> = told.text.split_inclusive('\n').collect();
    let mut shown = 0;
    for (index, hunk) in told.hunks.iter().enumerate() {
        let (first, last) = (hunk.after.start + 1, hunk.after.end);
        if hunk.after.is_empty() {
            let removed = counted(hunk.before.len(), "line");
            let place = if last == 0 { "at the top".to_owned() } else { format!("below line {last}") };
            _ = write!(text, "\n{removed} removed {place}");
            continue;
        }
        shown += hunk.after.len();
        if shown > MAX_LINES {
            let who = if edited.contains(&index) { "the user" } else { "you" };
            _ = write!(text, "\nlines {first}-{last} are as {who} wrote them");
            continue;
        }
        for (number, line) in (first..=last).zip(&lines[hunk.after.start as usize..]) {
            let line = line.strip_suffix('\n').map_or(*line, |line| line.strip_suffix('\r').unwrap_or(line));
            _ = write!(text, "\n{number}: {line}");
        }
    }
    for &index in edited {
        let Hunk { before, after, .. } = &told.hunks[index];
        let (what, lines) = if after.is_empty() { ("the change of ", before) } else { ("", after) };
        _ = write!(text, "\nthe user edited {what}lines {}-{} before accepting", lines.start + 1, lines.end);
    }
}

/// The reply about a change that was not made. `warnings`: of one that is planned or returned.
pub(in crate::tool) fn not_made(path: &str, warnings: &[String], comment: Option<&str>, change: ChangeMade) -> Reply {
    let name = quoted(path);
    let warned = |mut text: String| {
        for warning in warnings {
            _ = write!(text, "\nwarning: {warning}");
        }
        text
    };
    let (mut text, display) = match change.outcome {
        ChangeOutcome::Planned => (
            warned(format!("{name} is unchanged: the user collects your changes as a plan, and this one is in it")),
            format!("Planned a change of {path}"),
        ),
        ChangeOutcome::Declined => (
            format!(
                "{name} is unchanged: the client declined the change, for the user or without asking anybody; do not \
                 propose it again, but tell the user what you would change"
            ),
            format!("Change of {path} declined"),
        ),
        ChangeOutcome::Unchanged => {
            let version = change.version.as_deref().unwrap_or_default();
            (
                format!("{name} is unchanged: it already has all of this, version {version}"),
                format!("Nothing to change in {path}"),
            )
        }
        ChangeOutcome::Returned => {
            let mut text =
                warned(format!("{name} is unchanged: the change comes back to you, because of these warnings"));
            text += "\ncall again with what you correct, or with the same arguments if all is as it should be";
            (text, format!("Change of {path} sent back to be corrected"))
        }
        _ => (
            format!("{name} is unchanged: the user rejected the change; do not propose it again"),
            format!("Change of {path} rejected"),
        ),
    };
    if let Some(comment) = comment {
        _ = write!(text, "\nthe user says: {}", comment.trim());
    }
    Reply::changed(text, display, change)
}
