//! Reads all open notes for those that have an alias, for a link that names no file.

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
    alias: String,
    reading: Reading,
    found: Vec<VaultPath>,
}

impl AliasScan {
    /// Starts to read `notes`.
    pub fn new(alias: &str, notes: Vec<Listed>) -> Self {
        let mut reading = Reading::default();
        for note in notes {
            reading.add(note);
        }
        Self { alias: alias.to_owned(), reading, found: Vec::new() }
    }

    /// The next requests; empty once all notes are read.
    pub fn ask(&mut self) -> Vec<Request> {
        self.reading.ask(NOTES_AT_ONCE)
    }

    /// Processes the answers to the last requests.
    pub fn take(&mut self, policy: &Policy, answers: Vec<Answer>) {
        let read = self.reading.take(policy, answers);
        let with_alias = read.iter().filter(|note| {
            let text = note.text.as_ref();
            text.is_some_and(|text| has_alias(text.content.as_bytes(), &self.alias))
        });
        self.found.extend(with_alias.map(|note| note.note.granted.path().clone()));
    }

    /// The note with the alias, once all are read. `closed`: those that have excluded themselves since.
    pub fn choice(&self, closed: &BTreeSet<VaultPath>) -> PathMatch<'_> {
        let open: Vec<_> = self.found.iter().filter(|path| !closed.contains(*path)).collect();
        match open.as_slice() {
            [] => PathMatch::None,
            [only] => PathMatch::One(only),
            _ => PathMatch::Several(open),
        }
    }
}
