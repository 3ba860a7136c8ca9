//! Reads all open notes for those that have an alias, for a name or a link that names no file.

use std::collections::BTreeSet;

use super::path_match::PathMatch;
use crate::note::has_alias;
use crate::path::VaultPath;
use crate::policy::Policy;
use crate::tool::host::{Answer, Request};
use crate::tool::notes::reading::Reading;
use crate::tool::notes::walk::Listed;

/// How many notes are read at once.
const NOTES_AT_ONCE: usize = 16;

/// The search for the notes with an alias.
#[derive(Debug)]
pub(super) struct AliasScan {
    /// The aliases that may be meant. The first that some note has counts.
    aliases: Vec<VaultPath>,
    reading: Reading,
    /// The notes found, each with the index of its alias.
    found: Vec<(usize, VaultPath)>,
}

impl AliasScan {
    /// Starts to read `notes`.
    pub fn new(aliases: Vec<VaultPath>, notes: Vec<Listed>) -> Self {
        let mut reading = Reading::default();
        for note in notes {
            reading.add(note);
        }
        Self { aliases, reading, found: Vec::new() }
    }

    /// The next requests; empty once all notes are read.
    pub fn ask(&mut self) -> Vec<Request> {
        self.reading.ask(NOTES_AT_ONCE)
    }

    /// Processes the answers to the last requests.
    pub fn take(&mut self, policy: &Policy, answers: Vec<Answer>) {
        for note in self.reading.take(policy, answers) {
            let Some(text) = note.text else { continue };
            let has = |alias: &VaultPath| has_alias(text.content.as_bytes(), alias.as_str());
            if let Some(index) = self.aliases.iter().position(has) {
                self.found.push((index, note.note.granted.path().clone()));
            }
        }
    }

    /// The note with the alias, and the index of that, once all are read. `closed`: those that have excluded themselves
    /// since.
    pub fn choice(&self, closed: &BTreeSet<VaultPath>) -> (PathMatch<'_>, usize) {
        let open = || self.found.iter().filter(|(_, path)| !closed.contains(path));
        let first = open().map(|(index, _)| *index).min().unwrap_or_default();
        let named: Vec<_> = open().filter(|(index, _)| *index == first).map(|(_, path)| path).collect();
        let choice = match named.as_slice() {
            [] => PathMatch::None,
            [only] => PathMatch::One(only),
            _ => PathMatch::Several(named),
        };
        (choice, first)
    }
}
