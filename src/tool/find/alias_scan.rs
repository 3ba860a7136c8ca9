//! Reads all open notes for those that have an alias, for a name or a link that names no file.

use std::collections::BTreeSet;

use super::path_match::PathMatch;
use crate::catalogue::reading::Reading;
use crate::catalogue::walk::Listed;
use crate::note::has_alias;
use crate::path::VaultPath;
use crate::tool::call::Host;

/// How many notes are read at once.
const NOTES_AT_ONCE: usize = 16;

/// The notes with an alias.
#[derive(Debug)]
pub(super) struct AliasScan {
    /// Each with the index of its alias.
    found: Vec<(usize, VaultPath)>,
}

impl AliasScan {
    /// Reads `notes` for those that have one of `aliases`, of which the first that some note has counts.
    pub async fn read(host: &Host, aliases: Vec<VaultPath>, notes: Vec<Listed>) -> Self {
        let (mut reading, mut found) = (Reading::default(), Vec::new());
        for note in notes {
            reading.add(note);
        }
        loop {
            let requests = reading.ask(NOTES_AT_ONCE);
            if requests.is_empty() {
                return Self { found };
            }
            let answers = host.ask(requests).await;
            for note in reading.take(&host.policy(), answers) {
                let Some(text) = note.text else { continue };
                let has = |alias: &VaultPath| has_alias(text.content.as_bytes(), alias.as_str());
                if let Some(index) = aliases.iter().position(has) {
                    found.push((index, note.note.granted.path().clone()));
                }
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
