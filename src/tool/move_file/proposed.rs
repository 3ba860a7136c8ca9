//! A move that the user is asked about, and what came of it.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::mem;

use super::linked_notes::LinkedDraft;
use super::reply::{Places, diff, listed, noun, places, told};
use crate::edit::{EditableText, Replacement, replaced, version};
use crate::judge::judge;
use crate::path::{VaultPath, quoted};
use crate::policy::Policy;
use crate::tool::change::steering;
use crate::vault_links::{Anchors, FileMove, MovedLinks, is_canvas};
use crate::wire::reply::{Reply, counted};
use crate::wire::{Answer, ChangeMade, ChangeOutcome, Proposal, TextLoss, Undo, Written};

/// What the user is asked.
pub(super) struct Proposed {
    pub file: FileMove,
    pub bytes: Vec<u8>,
    /// The headings and blocks of the file.
    anchors: Anchors,
    pub linked: Vec<LinkedDraft>,
    /// Links that can't be updated.
    lost: Places,
    /// Links to a heading or block of the file that it does not have.
    without_place: Places,
    /// Notes that can't be changed.
    kept: Vec<VaultPath>,
    /// Why the user is asked in any case, other than that a file moves.
    reasons: Vec<String>,
    pub comment: Option<String>,
    /// What the host warned of besides.
    pub host_warnings: Vec<String>,
}

impl Proposed {
    pub fn new(policy: &Policy, file: FileMove, bytes: Vec<u8>, anchors: Anchors) -> Self {
        let (linked, lost, without_place, kept) = (Vec::new(), Places::new(), Places::new(), Vec::new());
        let reasons = steering(policy, &[&file.from, &file.to]);
        let (comment, host_warnings) = (None, Vec::new());
        Self { file, bytes, anchors, linked, lost, without_place, kept, reasons, comment, host_warnings }
    }

    /// Takes the note at `path`, whose links may change, from the host's answer. `restores`: all that may change if an
    /// earlier move is taken back.
    pub fn take(&mut self, policy: &Policy, path: &VaultPath, answer: Answer, restores: Option<&[Undo]>) {
        let Some(bytes) = answer.into_bytes().ok().filter(|bytes| has_links(policy, path, bytes)) else { return };
        let Ok(editable) = EditableText::decode(bytes.clone()) else { return self.kept.push(path.clone()) };
        let MovedLinks { mut replacements, mut lost, without_place } =
            self.file.links_in(path, &editable.text, &self.anchors);
        if let Some(restores) = restores {
            if let Some(undo) = restores.iter().find(|undo| undo.path == path.as_str()) {
                let version = version(&bytes);
                let is_as_left = undo.change.new_version.as_deref() == Some(&version);
                let keeps = |places: &Vec<_>| {
                    is_as_left || self.file.keeps(path, &editable.text, &replaced(&editable.text, places))
                };
                let places = undo.places(&editable.text, &version).filter(keeps);
                replacements = places.unwrap_or(replacements);
            } else {
                let line = |new: &Replacement| line_at(&editable.text, new.span.start);
                lost.extend(mem::take(&mut replacements).iter().map(line));
            }
        }
        if !lost.is_empty() {
            self.lost.push((path.clone(), lost));
        }
        if !without_place.is_empty() && self.file.from.is_note() {
            self.without_place.push((path.clone(), without_place));
        }
        if replacements.is_empty() {
            return;
        }
        if policy.check_writing(path, Some(&bytes)).is_err() {
            return self.kept.push(path.clone());
        }
        self.linked.push(LinkedDraft::new(path, bytes, editable, &replacements, &self.file));
    }

    /// What the user should know.
    pub(super) fn warnings(&self) -> Vec<String> {
        let mut warnings = [&self.reasons[..], &self.host_warnings].concat();
        if !self.lost.is_empty() {
            warnings.push(format!("these links are not updated and will break: {}", places(&self.lost)));
        }
        if !self.kept.is_empty() {
            let count = counted(self.kept.len(), &format!("read-only {}", noun(self.kept.iter())));
            let notes = listed(self.kept.iter().map(|path| quoted(path.as_str())));
            warnings.push(format!("links in {count} are not updated: {notes}"));
        }
        if !self.without_place.is_empty() {
            let places = places(&self.without_place);
            warnings.push(format!("these links to it name a heading or block that it does not have: {places}"));
        }
        warnings
    }

    pub fn proposal(&self) -> Proposal {
        let version = version(&self.bytes);
        Proposal {
            path: self.file.from.to_string(),
            version: Some(version.clone()),
            new_version: Some(version),
            lines: 0,
            loss: TextLoss::default(),
            hunks: Vec::new(),
            moved_to: Some(self.file.to.to_string()),
            linked: self.linked.iter().map(LinkedDraft::proposed).collect(),
            diff: diff(&self.file, &self.linked),
            warnings: self.warnings(),
            always_ask: true,
            is_unreadable: false,
            correctable: false,
        }
    }

    pub fn change(&self, outcome: ChangeOutcome) -> ChangeMade {
        let is_made = outcome == ChangeOutcome::Accepted;
        ChangeMade {
            path: (if is_made { &self.file.to } else { &self.file.from }).to_string(),
            moved_from: is_made.then(|| self.file.from.to_string()),
            outcome,
            version: Some(version(&self.bytes)),
            diff: diff(&self.file, &self.linked),
            made: u32::from(is_made),
            rejected: Vec::new(),
            is_new: false,
            overwritten: false,
            broken: Vec::new(),
            journal: None,
        }
    }

    /// The reply, once the notes `indices` were read again.
    pub fn checked(&self, policy: &Policy, indices: &[usize], written: &Written, answers: Vec<Answer>) -> Reply {
        let mut change = self.change(ChangeOutcome::Accepted);
        let mut broken = Vec::new();
        for (&index, answer) in indices.iter().zip(answers) {
            let note = &self.linked[index];
            let path = self.file.then(&note.path);
            if let (true, Answer::Bytes(bytes)) = (*path == self.file.to, &answer) {
                change.version = Some(version(bytes));
            }
            let Some(bytes) = answer.into_bytes().ok().filter(|bytes| has_links(policy, path, bytes)) else { continue };
            let Ok(text) = EditableText::decode(bytes) else { continue };
            let missing = self.file.missing(&note.wanted, path, &text.text);
            if missing > 0 {
                broken.push((path.clone(), missing));
            }
        }
        let now = change.version.as_deref().unwrap_or_default();
        let mut text = told(&self.file, &self.linked, &self.warnings(), &broken, now);
        if let Some(comment) = &self.comment {
            _ = write!(text, "\nthe user says: {}", comment.trim());
        }
        let lost = self.lost.iter().map(|(path, _)| self.file.then(path));
        let all = lost.chain(broken.iter().map(|(path, _)| path)).map(ToString::to_string);
        change.broken = all.collect::<BTreeSet<_>>().into_iter().collect();
        change.overwritten = *written == Written::Overwritten;
        if change.overwritten {
            text += "\nanother program changed the file right afterwards: read it again";
        }
        Reply::changed(text, format!("Moved {} to {}", self.file.from, self.file.to), change)
    }
}

/// Whether the file at `path` with the content `bytes` is open, and may have links that are updated.
fn has_links(policy: &Policy, path: &VaultPath, bytes: &[u8]) -> bool {
    is_canvas(path) || judge(policy, path, bytes.to_vec()).is_editable(path)
}

/// The line that the byte `at` of `text` is on, 1-indexed.
fn line_at(text: &str, at: usize) -> u32 {
    text[..at].bytes().map(|byte| u32::from(byte == b'\n')).sum::<u32>() + 1
}
