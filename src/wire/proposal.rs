//! What the host is asked when a note is to be changed, and what it answers.

use serde::{Deserialize, Serialize};
use tsify::Tsify;

use super::undo::{Made, Replaced};
use crate::policy::Writable;

/// A change that the user has to approve. Nothing of it exists in the vault yet.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
#[tsify(missing_as_null)]
pub struct Proposal {
    /// The note's own path, or that of the note to be made.
    pub path: String,
    /// The version of the note now; null if there is none yet.
    pub version: Option<String>,
    /// The version of the note once all of the change is made; null if it is moved to the trash.
    pub new_version: Option<String>,
    /// The lines of the note now; 0 if there is none yet.
    pub lines: u32,
    /// How much of the note's text is gone afterwards.
    pub loss: TextLoss,
    /// The parts of the change, in order. Each can be accepted on its own.
    pub hunks: Vec<ProposedHunk>,
    /// Where the file moves to; null if it stays.
    pub moved_to: Option<String>,
    /// The notes whose links change because it moves, the file itself among them.
    pub linked: Vec<LinkedNote>,
    /// All of it as a unified diff, as `git apply` takes it.
    pub diff: String,
    /// What the user should know before approving, one sentence each.
    pub warnings: Vec<String>,
    /// Whether the user is asked even if changes are accepted without asking: it moves or deletes a file, removes more
    /// than half of a note's text, or a warning says why.
    pub always_ask: bool,
    /// Whether the properties or the base can't be read afterwards, and could be before. Absent if not.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[tsify(optional)]
    pub is_unreadable: bool,
    /// Whether the model can correct what some of the warnings say.
    pub correctable: bool,
}

/// How much of a note's text a change removes. Text that moves is not removed; marks, blanks and line endings do not
/// count. Nothing for a note that is moved, also to the trash.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct TextLoss {
    /// The bytes of text that are gone.
    pub removed: u32,
    /// The bytes of text in the note now.
    pub all: u32,
}

/// A part of a change: lines, and what they become.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct ProposedHunk {
    /// The first of the removed lines, 1-indexed; where nothing is removed, the line before which lines are added.
    pub line: u32,
    /// The removed lines, with their line endings.
    pub removed: String,
    /// How many they are.
    pub removed_lines: u32,
    /// The first of the added lines in the new text, 1-indexed, if all hunks are accepted.
    pub new_line: u32,
    /// The added lines, with their line endings.
    pub added: String,
    /// How many they are.
    pub added_lines: u32,
}

/// A note whose links change because another file moves.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct LinkedNote {
    /// The note, before the move.
    pub path: String,
    /// What changes in it.
    pub hunks: Vec<ProposedHunk>,
}

/// What the user, or a rule of the user's, decided about a [`Proposal`].
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
#[tsify(missing_as_null)]
pub struct Decision {
    /// What to do.
    pub outcome: ChangeOutcome,
    /// The indices of the accepted hunks; null for all of them. Only if accepted.
    pub hunks: Option<Vec<u32>>,
    /// What the user says to the model about it.
    pub comment: Option<String>,
    /// Accepted hunks in which the user changed what is added; null or absent if there are none. Files that are moved and
    /// changes that are undone are accepted as they are.
    #[tsify(optional, type = "EditedHunk[] | null")]
    pub edited: Option<Vec<EditedHunk>>,
    /// What the host warned the user of besides the proposal's own warnings. Null or absent if there is nothing.
    #[tsify(optional, type = "string[] | null")]
    pub warnings: Option<Vec<String>>,
}

/// A hunk in which the user changed what is added.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Tsify)]
pub struct EditedHunk {
    /// Its index.
    pub hunk: u32,
    /// What is written instead of its added lines; nothing if it is empty. Line endings become those of the lines there.
    pub text: String,
}

/// What becomes of a change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Tsify)]
#[serde(rename_all = "lowercase")]
pub enum ChangeOutcome {
    /// It is made, or those of its hunks that were accepted.
    Accepted,
    /// It is not made.
    Rejected,
    /// It is not made: what was to ask the user declined it. Whether anybody was asked is not known.
    Declined,
    /// It is shown as a plan, and not made.
    Planned,
    /// It is not made yet: the model can correct what the warnings say. A move is rejected instead.
    Returned,
    /// The note had it already.
    Unchanged,
}

impl ChangeOutcome {
    /// What becomes of a change that is not made.
    pub(crate) fn of_refusal(self) -> Self {
        match self {
            Self::Declined | Self::Planned | Self::Returned => self,
            _ => Self::Rejected,
        }
    }
}

/// Bytes to write, if the file still is what the user saw.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
#[tsify(missing_as_null)]
pub struct Write {
    /// The file.
    #[tsify(type = "string")]
    pub path: Writable,
    /// Its bytes as the user saw them; null if there must be no file yet.
    #[serde(with = "serde_bytes")]
    #[tsify(type = "Uint8Array | null")]
    pub before: Option<Vec<u8>>,
    /// Its new bytes; null if it is moved to the trash.
    #[serde(with = "serde_bytes")]
    #[tsify(type = "Uint8Array | null")]
    pub after: Option<Vec<u8>>,
    /// The versions of both; null where there is no file.
    pub version: Option<String>,
    /// See `version`.
    pub new_version: Option<String>,
    /// What changes, in order, as text: for the journal.
    pub replaced: Vec<Replaced>,
}

/// A file to move, if it still is what the user saw and nothing is at the other place.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Tsify)]
pub struct Move {
    /// The file.
    #[tsify(type = "string")]
    pub path: Writable,
    /// Where it moves to. Folders that are missing are made.
    #[tsify(type = "string")]
    pub to: Writable,
    /// Its bytes as the user saw them.
    #[serde(with = "serde_bytes")]
    #[tsify(type = "Uint8Array")]
    pub before: Vec<u8>,
    /// Their version.
    pub version: String,
    /// What to write afterwards so that links still open it, and its own links what they did, unless the host itself
    /// updates links.
    pub links: Vec<Write>,
}

/// What came of a [`Write`].
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Tsify)]
#[serde(rename_all = "lowercase")]
pub enum Written {
    /// The file has the new bytes.
    Done,
    /// The file is no longer what the user saw, so nothing was written.
    Outdated,
    /// The bytes were written, and then some other program changed the file.
    Overwritten,
}

/// What a call that changes a note did.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
#[tsify(missing_as_null)]
pub struct ChangeMade {
    /// The note; of one that moved, its new path.
    pub path: String,
    /// Where it was before it moved; null if it did not.
    pub moved_from: Option<String>,
    /// What became of the change.
    pub outcome: ChangeOutcome,
    /// The note's version now; null if there is no note.
    pub version: Option<String>,
    /// The proposal as a unified diff; of an accepted one, only what was accepted.
    pub diff: String,
    /// How many changes were made: the accepted hunks, or 1 for a file that was made, moved or deleted. 0 if none was.
    pub made: u32,
    /// The indices of the hunks that were rejected.
    pub rejected: Vec<u32>,
    /// Whether there was no such file before. Absent if there was.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[tsify(optional)]
    pub is_new: bool,
    /// Whether another program changed the file right afterwards. Absent if not.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[tsify(optional)]
    pub overwritten: bool,
    /// After a move: the files with links that no longer open what they did. Absent if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[tsify(optional)]
    pub broken: Vec<String>,
    /// After an undo: what the journal keeps instead of the change and of all later ones, in order; the first is what is
    /// left of the change. Null if that is not certain, and for other calls.
    pub journal: Option<Vec<Made>>,
}
