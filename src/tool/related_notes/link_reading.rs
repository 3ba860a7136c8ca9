//! Reads the links of a note, and of the notes that may be linked with it. Which these are, the index knows; what a link
//! opens, the app.

use std::collections::{HashMap, HashSet};
use std::mem;

use lectern_base::sort::sort_by;

use super::link_facts::LinkFacts;
use super::scores::best;
use super::source::Source;
use super::text_scores::TextScores;
use crate::catalogue::Catalogue;
use crate::judge::{NoteVerdict, judge_note};
use crate::path::VaultPath;
use crate::policy::{Granted, PathKind};
use crate::search::index::NoteId;
use crate::tool::call::Host;
use crate::tool::links::Graph;
use crate::tool::shared::Shared;
use crate::vault_links::{FileNames, VaultFiles};
use crate::wire::{Answer, Request};

/// The most notes that are read for their links, and how many at a time.
const LINKED_NOTES: usize = 64;
const NOTES_AT_ONCE: usize = 16;

/// How many names of files to take in in one step.
const FILES_AT_ONCE: usize = 2_000;

/// The most files that the note links to of which it is known how many notes link to them; and the most of them, and the
/// most notes that link to one, for which these are read.
const KNOWN_TARGETS: usize = 1_000;
const TARGETS: usize = 32;
const COMMON: usize = 100;

/// Links being read.
#[derive(Default)]
pub(super) struct LinkReading {
    graph: Graph,
    files: VaultFiles,
    /// How many notes may link to each file that the note links to.
    linking: HashMap<VaultPath, usize>,
    /// The names of these files and of the note.
    names: FileNames,
    /// The notes that may link to the note.
    linking_here: HashSet<NoteId>,
    /// The notes to read, the last one first.
    to_read: Vec<NoteId>,
    /// Those that turned out to be gone or excluded.
    closed: HashSet<VaultPath>,
}

impl LinkReading {
    /// Adds the links of the note, whose text is `text`.
    pub fn add_own(&mut self, note: &Granted, text: &str) {
        self.graph.add(note, 0.0, text, None);
    }

    /// Reads the links of the other notes, and finds what all of them open. The index is up to date.
    pub async fn read(&mut self, host: &Host, own: &VaultPath, source: &Source, texts: &TextScores) {
        let mut first = NoteId(0);
        while let Some(next) = host.shared(|shared| self.add_files(&shared.catalogue, first)) {
            first = next;
            host.give_way().await;
        }
        self.graph.follow(host, &self.files).await;
        host.shared(|shared| self.choose(&shared.catalogue, own, source, texts));
        loop {
            let (asked, requests) = host.shared(|shared| self.next_notes(shared));
            if asked.is_empty() {
                break;
            }
            let answers = host.ask(requests).await;
            host.shared(|shared| self.take_links(shared, own, asked, answers));
        }
        self.graph.follow(host, &self.files).await;
    }

    /// Takes in some more of the files that links can open. Returns where to go on.
    fn add_files(&mut self, catalogue: &Catalogue, first: NoteId) -> Option<NoteId> {
        let mut notes = catalogue.index.notes_from(first);
        for (_, note) in notes.by_ref().take(FILES_AT_ONCE).filter(|(_, note)| !note.is_document) {
            if let Some(path) = catalogue.path(note) {
                self.files.add(path.clone());
            }
        }
        let next = notes.next().map(|(id, _)| id);
        if next.is_none() {
            catalogue.documents.paths().for_each(|path| self.files.add(path.clone()));
        }
        next
    }

    /// Chooses the notes to read: those that may link to the note, or to a file that it links to.
    fn choose(&mut self, catalogue: &Catalogue, own: &VaultPath, source: &Source, texts: &TextScores) {
        let linking_to = |file: &VaultPath| catalogue.index.linking_to(FileNames::of(&[file]).keys());
        if source.lines.is_none() {
            self.linking_here = linking_to(own).into_iter().collect();
        }
        let mut targets: Vec<(Vec<NoteId>, &VaultPath)> = Vec::new();
        for link in self.graph.links().iter().filter(|link| source.has((link.line, link.line))) {
            if self.linking.len() == KNOWN_TARGETS {
                break;
            }
            if let Some(to) = link.to.as_ref().filter(|to| *to != own && !self.linking.contains_key(*to)) {
                let linking = linking_to(to);
                self.linking.insert(to.clone(), linking.len());
                targets.push((linking, to));
            }
        }
        self.names = FileNames::of(&self.linking.keys().chain([own]).collect::<Vec<_>>());
        targets.retain(|(linking, _)| linking.len() <= COMMON);
        sort_by(&mut targets, |a, b| a.0.len().cmp(&b.0.len()).then(a.1.cmp(b.1)));
        let others = targets.into_iter().take(TARGETS).flat_map(|(linking, _)| linking);
        let own = catalogue.index.find(own.as_str());
        let others = others.chain(self.linking_here.iter().copied()).filter(|id| Some(*id) != own).collect();
        self.to_read = best(catalogue, texts, others, LINKED_NOTES);
        self.to_read.reverse();
    }

    /// The next notes, and the requests for them.
    fn next_notes(&mut self, shared: &Shared) -> (Vec<NoteId>, Vec<Request>) {
        let (mut asked, mut requests) = (Vec::new(), Vec::new());
        while requests.len() < NOTES_AT_ONCE
            && let Some(id) = self.to_read.pop()
        {
            if let Some(granted) = granted(shared, id) {
                asked.push(id);
                requests.push(Request::Read(granted));
            }
        }
        (asked, requests)
    }

    /// Takes the links of notes that were read.
    fn take_links(&mut self, shared: &Shared, own: &VaultPath, asked: Vec<NoteId>, answers: Vec<Answer>) {
        for (id, answer) in asked.into_iter().zip(answers) {
            let Some(granted) = granted(shared, id) else { continue };
            match judge_note(&shared.policy, granted.path(), false, answer) {
                NoteVerdict::Open(text) => {
                    // What a note links to besides this one belongs together with it.
                    let about = (!self.linking_here.contains(&id)).then_some((own, &self.names));
                    self.graph.add(&granted, 0.0, &text.into_string(), about);
                }
                NoteVerdict::Convert(_) => {}
                NoteVerdict::Closed | NoteVerdict::Unreadable => {
                    self.closed.insert(granted.path().clone());
                }
            }
        }
    }

    /// What the links say, and how many notes may link to each file that the note links to.
    pub fn finish(&mut self, own: &VaultPath, source: &Source) -> (LinkFacts, HashMap<VaultPath, usize>) {
        (LinkFacts::of(&self.graph, own, source, mem::take(&mut self.closed)), mem::take(&mut self.linking))
    }
}

/// The note with this id, if it is there and open.
fn granted(shared: &Shared, id: NoteId) -> Option<Granted> {
    let path = shared.catalogue.path(shared.catalogue.index.note(id)?)?;
    shared.policy.check_as(path, PathKind::File).ok()
}
