//! Reads the links of a note, and of the notes that may be linked with it. Which these are, the index knows; what a link
//! opens, the app.

use std::collections::{HashMap, HashSet};
use std::mem;

use super::link_facts::LinkFacts;
use super::scores::{TextScores, best};
use super::source::Source;
use crate::path::VaultPath;
use crate::policy::{Granted, PathKind};
use crate::search::index::NoteId;
use crate::sort::sort_by;
use crate::tool::host::{Answer, Request};
use crate::tool::judge::{NoteVerdict, judge_note};
use crate::tool::links::{Graph, LINKS_AT_ONCE};
use crate::tool::notes::catalogue::Catalogue;
use crate::tool::running::Shared;
use crate::vault_links::{FileNames, VaultFiles};

/// The most notes that are read for their links, and how many at a time.
const LINKED_NOTES: usize = 64;
const NOTES_AT_ONCE: usize = 16;

/// The most files that the note links to, and the most notes that link to one, for which these are read.
const TARGETS: usize = 32;
const COMMON: usize = 100;

/// Links being read.
#[derive(Default)]
pub(super) struct LinkReading {
    graph: Graph,
    files: VaultFiles,
    /// How many notes may link to each file that the note links to.
    linking: HashMap<VaultPath, usize>,
    /// The notes that may link to the note.
    linking_here: HashSet<NoteId>,
    /// The notes to read, the last one first, and those that were requested.
    to_read: Vec<NoteId>,
    asked: Vec<NoteId>,
    phase: Phase,
}

#[derive(Default, PartialEq, Eq)]
enum Phase {
    /// What the links of the note open is asked.
    #[default]
    Own,
    Reading,
    /// What the links of the other notes open is asked.
    Others,
}

impl LinkReading {
    /// Adds the links of the note, whose text is `text`.
    pub fn add_own(&mut self, note: &Granted, text: &str) {
        self.graph.add(note, 0.0, text, None);
    }

    /// The first request, once the index is up to date.
    pub fn start(&mut self, catalogue: &Catalogue) -> Request {
        let notes = catalogue.index.notes().filter(|(_, note)| !note.is_document);
        let notes = notes.filter_map(|(_, note)| catalogue.path(note));
        self.files = VaultFiles::new(notes.chain(catalogue.documents.paths()).cloned());
        self.unresolved()
    }

    fn unresolved(&self) -> Request {
        Request::Links(self.graph.unresolved(LINKS_AT_ONCE))
    }

    /// Takes the host's answers, and returns the next requests. `None` once all is read.
    pub fn go_on(
        &mut self,
        shared: &Shared,
        own: &VaultPath,
        source: &Source,
        texts: &TextScores,
        answers: Vec<Answer>,
    ) -> Option<Vec<Request>> {
        if self.phase == Phase::Reading {
            self.take_links(shared, own, answers);
        } else {
            let told = match answers.into_iter().next() {
                Some(Answer::Links(told)) => told,
                _ => Vec::new(),
            };
            if self.graph.resolve(&self.files, LINKS_AT_ONCE, &told) {
                return Some(vec![self.unresolved()]);
            }
            if self.phase == Phase::Others {
                return None;
            }
            self.choose(&shared.catalogue, own, source, texts);
            self.phase = Phase::Reading;
        }
        let requests = self.ask(shared);
        if !requests.is_empty() {
            return Some(requests);
        }
        self.phase = Phase::Others;
        Some(vec![self.unresolved()])
    }

    /// Chooses the notes to read: those that may link to the note, or to a file that it links to.
    fn choose(&mut self, catalogue: &Catalogue, own: &VaultPath, source: &Source, texts: &TextScores) {
        let linking_to = |file: &VaultPath| catalogue.index.linking_to(FileNames::of(&[file]).keys());
        if source.lines.is_none() {
            self.linking_here = linking_to(own).into_iter().collect();
        }
        let mut targets: Vec<(Vec<NoteId>, &VaultPath)> = Vec::new();
        for link in self.graph.links().iter().filter(|link| source.has((link.line, link.line))) {
            if let Some(to) = link.to.as_ref().filter(|to| *to != own && !self.linking.contains_key(*to)) {
                let linking = linking_to(to);
                self.linking.insert(to.clone(), linking.len());
                targets.push((linking, to));
            }
        }
        targets.retain(|(linking, _)| linking.len() <= COMMON);
        sort_by(&mut targets, |a, b| a.0.len().cmp(&b.0.len()).then(a.1.cmp(b.1)));
        let others = targets.into_iter().take(TARGETS).flat_map(|(linking, _)| linking);
        let own = catalogue.index.find(own.as_str());
        let others = others.chain(self.linking_here.iter().copied()).filter(|id| Some(*id) != own).collect();
        self.to_read = best(catalogue, texts, others, LINKED_NOTES);
        self.to_read.reverse();
    }

    /// Requests the next notes.
    fn ask(&mut self, shared: &Shared) -> Vec<Request> {
        let mut requests = Vec::new();
        while requests.len() < NOTES_AT_ONCE
            && let Some(id) = self.to_read.pop()
        {
            if let Some(granted) = granted(shared, id) {
                self.asked.push(id);
                requests.push(Request::Read(granted));
            }
        }
        requests
    }

    /// Takes the links of notes that were read.
    fn take_links(&mut self, shared: &Shared, own: &VaultPath, answers: Vec<Answer>) {
        let targets: Vec<&VaultPath> = self.linking.keys().chain([own]).collect();
        let names = FileNames::of(&targets);
        for (id, answer) in mem::take(&mut self.asked).into_iter().zip(answers) {
            let Some(granted) = granted(shared, id) else { continue };
            if let NoteVerdict::Open(text) = judge_note(&shared.policy, granted.path(), false, answer) {
                // What a note links to besides this one belongs together with it.
                let about = (!self.linking_here.contains(&id)).then_some((own, &names));
                self.graph.add(&granted, 0.0, &text.into_string(), about);
            }
        }
    }

    /// What the links say, and how many notes may link to each file that the note links to.
    pub fn finish(&mut self, own: &VaultPath, source: &Source) -> (LinkFacts, HashMap<VaultPath, usize>) {
        (LinkFacts::of(&self.graph, own, source), mem::take(&mut self.linking))
    }
}

/// The note with this id, if it is there and open.
fn granted(shared: &Shared, id: NoteId) -> Option<Granted> {
    let path = shared.catalogue.path(shared.catalogue.index.note(id)?)?;
    shared.policy.check_as(path, PathKind::File).ok()
}
