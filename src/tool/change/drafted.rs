//! A change that is drafted: what is proposed, what the journal keeps, and what came of it.

use super::reasons::TAKEN;
use super::reply::Told;
use crate::edit::{EditableText, Hunk, Loss, Replacement, unified_diff, version};
use crate::path::VaultPath;
use crate::wire::{ChangeMade, ChangeOutcome, Proposal, ProposedHunk, Replaced, TextLoss};

/// Unchanged lines that the journal keeps on each side of a change.
const CONTEXT: usize = 3;

/// The warning about a change after which the note is excluded.
pub(super) const EXCLUDES: &str = "this excludes the note: Lectern can't read or change it any more";

/// A change that is drafted.
pub(super) struct Drafted {
    pub path: VaultPath,
    /// The file's bytes, `None` if there is no file yet.
    pub before: Option<Vec<u8>>,
    /// Their version.
    pub version: Option<String>,
    /// What they say; empty if there is no file yet.
    pub editable: EditableText,
    /// The text that the draft makes; empty if it is moved to the trash.
    pub text: String,
    pub is_trashed: bool,
    pub hunks: Vec<Hunk>,
    pub loss: Loss,
    /// Why the user is asked, even if changes are accepted without asking.
    pub reasons: Vec<String>,
    /// Whether an excluded note is at the path of this new one. Only the user is told.
    pub is_taken: bool,
    /// What the draft leaves that can't be read any more.
    pub unreadable: Option<String>,
    /// What else the user should know before approving, and the model can correct.
    pub faults: Vec<String>,
    /// What else the user should know.
    pub remarks: Vec<String>,
    /// What the host warned of besides.
    pub host_warnings: Vec<String>,
    /// The version that the draft makes; `None` if it is moved to the trash, or is not known yet.
    pub new_version: Option<String>,
    /// All of the draft as a unified diff, once it is made.
    pub whole_diff: String,
    /// What was accepted, once it is.
    pub accepted: Accepted,
}

/// What the user accepted of a change.
#[derive(Default)]
pub(super) struct Accepted {
    pub text: String,
    /// `None` if the file is moved to the trash.
    pub bytes: Option<Vec<u8>>,
    /// Their version.
    pub version: Option<String>,
    pub hunks: Vec<Hunk>,
    pub replacements: Vec<Replacement>,
    pub rejected: Vec<u32>,
    /// Those of `hunks` that the user edited, by their index there.
    pub edited: Vec<usize>,
    /// Whether the note is excluded, as the user edited it.
    pub is_excluded: bool,
    pub comment: Option<String>,
}

impl Accepted {
    /// Whether everything is written as it was proposed.
    pub fn is_all(&self) -> bool {
        self.rejected.is_empty() && self.edited.is_empty()
    }
}

impl Drafted {
    /// The draft that makes the file at `path`, if there is one with its bytes and version, `text`.
    pub fn new(
        path: VaultPath,
        (before, version): (Option<Vec<u8>>, Option<String>),
        editable: EditableText,
        text: String,
        is_trashed: bool,
    ) -> Self {
        Self {
            path,
            before,
            version,
            editable,
            text,
            is_trashed,
            hunks: Vec::new(),
            loss: Loss::default(),
            reasons: Vec::new(),
            is_taken: false,
            unreadable: None,
            faults: Vec::new(),
            remarks: Vec::new(),
            host_warnings: Vec::new(),
            new_version: None,
            whole_diff: String::new(),
            accepted: Accepted::default(),
        }
    }

    /// Makes what all of the draft is told by.
    pub fn describe(&mut self) {
        let bytes = (!self.is_trashed).then(|| self.editable.encode(&self.text)).and_then(Result::ok);
        self.new_version = bytes.as_deref().map(version);
        self.whole_diff = self.diff(&self.text, &self.hunks);
    }

    /// The text of the file as it is, in whatever encoding; `None` if there is no file yet.
    pub fn text_before(&self) -> Option<&[u8]> {
        self.before.as_ref().map(|_| self.editable.text.as_bytes())
    }

    pub fn proposal(&self) -> Proposal {
        let lines = self.editable.text.split_inclusive('\n').count();
        let bytes = |bytes: usize| u32::try_from(bytes).unwrap_or(u32::MAX);
        let Loss { removed, all, .. } = self.loss;
        Proposal {
            path: self.path.to_string(),
            version: self.version.clone(),
            new_version: self.new_version.clone(),
            lines: u32::try_from(lines).unwrap_or(u32::MAX),
            loss: TextLoss { removed: bytes(removed), all: bytes(all) },
            hunks: proposed(&self.editable.text, &self.text, &self.hunks),
            moved_to: None,
            linked: Vec::new(),
            diff: self.whole_diff.clone(),
            warnings: self.is_taken.then(|| TAKEN.to_owned()).into_iter().chain(self.warnings()).collect(),
            always_ask: self.is_taken
                || self.is_trashed
                || self.loss.is_large()
                || self.unreadable.is_some()
                || !self.reasons.is_empty(),
            is_unreadable: self.unreadable.is_some(),
            correctable: !self.faults.is_empty() && !self.is_trashed,
        }
    }

    /// What the user should know before approving, and the model is told too.
    fn warnings(&self) -> Vec<String> {
        [&self.reasons, &self.faults, &self.remarks].into_iter().flatten().cloned().collect()
    }

    /// All that the user was warned of and the model is told.
    pub fn all_warnings(&self) -> Vec<String> {
        let mut warnings = self.warnings();
        warnings.extend_from_slice(&self.host_warnings);
        warnings
    }

    /// What the model is told of what was accepted. `is_overwritten`: some other program changed the file afterwards.
    pub fn told(&self, is_overwritten: bool) -> Told<'_> {
        let Accepted { text, hunks, rejected, edited, is_excluded, comment, .. } = &self.accepted;
        let lines = |&index: &u32| {
            let hunk = &self.hunks[index as usize];
            (hunk.before.start + 1, hunk.before.end.max(hunk.before.start + 1))
        };
        Told {
            path: self.path.as_str(),
            is_new: self.before.is_none(),
            is_trashed: self.is_trashed,
            text,
            hunks,
            rejected: rejected.iter().map(lines).collect(),
            edited: (!is_excluded).then_some(edited),
            comment: comment.as_deref(),
            warnings: self.all_warnings(),
            is_overwritten,
        }
    }

    fn diff(&self, text: &str, hunks: &[Hunk]) -> String {
        let before = self.before.as_ref().map(|_| self.editable.text.as_str());
        unified_diff(self.path.as_str(), before, (!self.is_trashed).then_some(text), hunks)
    }

    /// What is told of a change that was made, or else of all that was proposed.
    pub fn change(&self, outcome: ChangeOutcome) -> ChangeMade {
        let is_made = outcome == ChangeOutcome::Accepted;
        let Accepted { text, hunks, rejected, version, is_excluded, .. } = &self.accepted;
        ChangeMade {
            path: self.path.to_string(),
            moved_from: None,
            outcome,
            version: if is_made { version.clone().filter(|_| !is_excluded) } else { self.version.clone() },
            diff: match is_made {
                true if *is_excluded => String::new(),
                true if !self.accepted.is_all() => self.diff(text, hunks),
                _ => self.whole_diff.clone(),
            },
            made: match is_made {
                true if self.is_trashed || self.before.is_none() => 1,
                true => u32::try_from(hunks.len()).unwrap_or(u32::MAX),
                false => 0,
            },
            rejected: if is_made { rejected.clone() } else { Vec::new() },
            is_new: is_made && self.before.is_none(),
            overwritten: false,
            broken: Vec::new(),
            journal: None,
        }
    }
}

/// `hunks`, which make `after` of `before`, as the user sees them.
pub(in crate::tool) fn proposed(before: &str, after: &str, hunks: &[Hunk]) -> Vec<ProposedHunk> {
    let hunk = |hunk: &Hunk| ProposedHunk {
        line: hunk.before.start + 1,
        removed: before[hunk.before_span.clone()].to_owned(),
        removed_lines: hunk.before.end - hunk.before.start,
        new_line: hunk.after.start + 1,
        added: after[hunk.after_span.clone()].to_owned(),
        added_lines: hunk.after.end - hunk.after.start,
    };
    hunks.iter().map(hunk).collect()
}

/// `replacements` of `text`, for the journal.
pub(in crate::tool) fn of_journal(text: &str, replacements: &[Replacement]) -> Vec<Replaced> {
    let starts = || replacements.iter().map(|replacement| replacement.span.start).chain([text.len()]).skip(1);
    let (mut above, mut line, mut counted) = (0, 1, 0);
    let replaced = |(Replacement { span, new }, next): (&Replacement, usize)| {
        line += text[counted..span.start].bytes().map(|byte| u32::from(byte == b'\n')).sum::<u32>();
        counted = span.start;
        let replaced = Replaced {
            at: u32::try_from(span.start).unwrap_or(u32::MAX),
            line,
            old: text[span.clone()].to_owned(),
            new: new.clone(),
            above: last_lines(&text[above..span.start]).to_owned(),
            below: text[span.end..next].split_inclusive('\n').take(CONTEXT).collect(),
        };
        above = span.end;
        replaced
    };
    replacements.iter().zip(starts()).map(replaced).collect()
}

/// The last [`CONTEXT`] lines of `text`.
fn last_lines(text: &str) -> &str {
    let start = text.trim_end_matches('\n').rmatch_indices('\n').nth(CONTEXT - 1).map_or(0, |(at, _)| at + 1);
    &text[start..]
}
