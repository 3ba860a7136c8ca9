//! Reads notes that a path may mean and that their content may exclude.

use super::{Find, FindStep, Finding};
use crate::document::Format;
use crate::path::VaultPath;
use crate::policy::{Granted, PathKind, Policy};
use crate::tool::host::{Answer, Request};
use crate::tool::judge::{NoteVerdict, judge_note};

/// How many notes [`Find::first_open`] reads at first, and at most, at once: twice as many each time.
const AT_ONCE: [usize; 2] = [16, 512];

impl Find {
    /// The first of the files that `choose` takes of those listed, in its order, that its content does not exclude.
    ///
    /// # Errors
    /// The notes to read before that is known.
    pub fn first_open(
        &mut self,
        policy: &Policy,
        choose: impl Fn(&[VaultPath]) -> Vec<&VaultPath>,
    ) -> Result<Option<VaultPath>, Finding> {
        let chosen = choose(&self.open).into_iter().filter(|path| !self.closed.contains(*path));
        let [least, most] = AT_ONCE;
        let chosen: Vec<_> = chosen.take(self.checked.len().clamp(least, most)).cloned().collect();
        let Some(first) = chosen.first() else { return Ok(None) };
        if first.is_note()
            && !self.checked.contains(first)
            && let Some(reads) = self.unsure(policy, &chosen)
        {
            return Err(reads);
        }
        Ok(Some(first.clone()))
    }

    /// Requests those of `paths` whose content has not been checked yet; `None` if there are none.
    pub(super) fn unsure(&mut self, policy: &Policy, paths: &[VaultPath]) -> Option<Finding> {
        let unsure = paths.iter().filter(|path| path.is_note() && !self.checked.contains(*path));
        let unsure: Vec<_> = unsure.filter_map(|path| policy.check_as(path, PathKind::File).ok()).collect();
        if unsure.is_empty() {
            return None;
        }
        self.checked.extend(unsure.iter().map(|granted| granted.path().clone()));
        let requests = unsure.iter().cloned().map(Request::Read).collect();
        self.state = FindStep::Checking(unsure, false);
        Some(Finding::Ask(requests))
    }

    /// Processes the content of notes. Returns those that the host has to convert first.
    pub(super) fn take_contents(
        &mut self,
        policy: &Policy,
        notes: Vec<Granted>,
        are_converted: bool,
        answers: Vec<Answer>,
    ) -> Vec<(Granted, Format)> {
        let mut odd = Vec::new();
        for (note, answer) in notes.into_iter().zip(answers) {
            match judge_note(policy, note.path(), are_converted, answer) {
                NoteVerdict::Open(_) => {}
                NoteVerdict::Convert(format) => odd.push((note, format)),
                NoteVerdict::Closed | NoteVerdict::Unreadable => {
                    self.closed.insert(note.path().clone());
                }
            }
        }
        odd
    }
}
