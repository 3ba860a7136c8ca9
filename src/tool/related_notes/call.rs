//! A call of `related_notes`: brings the index up to date, reads the note, compares it with all others by words and
//! meaning, and reads the notes that may be linked with it.

use std::collections::{BTreeSet, HashMap};
use std::mem;

use super::link_facts::LinkFacts;
use super::reply::reply;
use super::scores::{TextScores, best, related};
use super::source::Source;
use super::{MAX_NOTES, NOTES};
use crate::error::{ErrorCode, ToolError};
use crate::path::{VaultPath, quoted};
use crate::policy::PathKind;
use crate::search::index::NoteId;
use crate::search::vectors::Nearest;
use crate::tool::args::Args;
use crate::tool::find::{Find, Finding};
use crate::tool::host::{Answer, Request};
use crate::tool::judge::{NoteVerdict, judge_note};
use crate::tool::limits::Bounds;
use crate::tool::links::{Graph, LINKS_AT_ONCE};
use crate::tool::meaning::{Comparison, RestoringVectors};
use crate::tool::notes::refresh::Refresh;
use crate::tool::running::{Progress, Running, Shared, Started};
use crate::vault_links::{FileNames, VaultFiles};

/// The most notes that are read for their links, and how many at a time.
const LINKED_NOTES: usize = 64;
const NOTES_AT_ONCE: usize = 16;

/// The most files that the note links to, and the most notes that link to one, for which these are read.
const TARGETS: usize = 32;
const COMMON: usize = 100;

/// A call in progress.
pub(super) struct RelatedNotes {
    given: String,
    selection: Option<String>,
    limit: usize,
    bounds: Bounds,
    find: Find,
    /// The version of the rules when the index was up to date.
    rules: u32,
    path: VaultPath,
    source: Source,
    texts: TextScores,
    graph: Graph,
    files: VaultFiles,
    linking: HashMap<VaultPath, usize>,
    step: RelatedStep,
}

#[derive(Default)]
enum RelatedStep {
    #[default]
    Finding,
    Refreshing(Refresh),
    /// Whether the host converts the note.
    ReadingNote(bool),
    ReadingWords,
    Restoring(RestoringVectors),
    Comparing(Comparison),
    /// The links of the note were passed to the host.
    OwnLinks,
    /// The notes that were requested, those that link to the note, and those to read after them.
    ReadingNotes(Vec<NoteId>, BTreeSet<NoteId>, Vec<NoteId>),
    OtherLinks,
}

impl RelatedNotes {
    /// Starts a call.
    #[expect(clippy::needless_pass_by_value, reason = "every tool starts so")]
    pub fn start(args: Args, shared: &Shared, bounds: Bounds) -> Result<Started, ToolError> {
        let given = args.text("path").unwrap_or_default().to_owned();
        let selection = args.text("selection").filter(|text| !text.trim().is_empty()).map(str::to_owned);
        let limit = args.count("limit", MAX_NOTES).unwrap_or(NOTES) as usize;
        let (call, requests) = Self::begin(given, selection, limit, bounds, shared)?;
        Ok((Box::new(call), requests))
    }

    fn begin(
        given: String,
        selection: Option<String>,
        limit: usize,
        bounds: Bounds,
        shared: &Shared,
    ) -> Result<(Self, Vec<Request>), ToolError> {
        let (find, requests) = Find::start(&given, &shared.policy)?;
        let call = Self {
            given,
            selection,
            limit,
            bounds,
            find,
            rules: shared.catalogue.rules(),
            path: VaultPath::root(),
            source: Source::default(),
            texts: TextScores::default(),
            graph: Graph::default(),
            files: VaultFiles::default(),
            linking: HashMap::new(),
            step: RelatedStep::Finding,
        };
        Ok((call, requests))
    }

    fn found(&mut self, shared: &mut Shared, finding: Finding) -> Result<Progress, ToolError> {
        match finding {
            Finding::Ask(requests) => return Ok(Progress::Ask(requests)),
            Finding::Found(found) => self.path = found.granted.path().clone(),
        }
        if !self.path.is_note() {
            let fault = format!("{} is not a note", quoted(&self.given));
            return Err(
                ToolError::new(ErrorCode::InvalidArguments, fault, "give the path of a note").about(&self.given)
            );
        }
        self.refresh(shared, Refresh::default(), Vec::new())
    }

    fn refresh(
        &mut self,
        shared: &mut Shared,
        mut refresh: Refresh,
        answers: Vec<Answer>,
    ) -> Result<Progress, ToolError> {
        if let Some(requests) = refresh.go_on(shared, answers)? {
            self.step = RelatedStep::Refreshing(refresh);
            return Ok(Progress::Ask(requests));
        }
        self.rules = shared.catalogue.rules();
        let granted = shared.policy.check_as(&self.path, PathKind::File)?;
        self.step = RelatedStep::ReadingNote(false);
        Ok(Progress::Ask(vec![Request::Read(granted)]))
    }

    fn read_note(&mut self, shared: &mut Shared, is_converted: bool, answer: Answer) -> Result<Progress, ToolError> {
        let granted = shared.policy.check_as(&self.path, PathKind::File)?;
        match judge_note(&shared.policy, &self.path, is_converted, answer) {
            NoteVerdict::Open(text) => {
                let text = text.into_string();
                // All of its own links are kept, whatever they open.
                self.graph.add(&granted, 0.0, &text, None);
                self.source = Source::new(self.path.as_str(), text, self.selection.as_deref());
                self.step = RelatedStep::ReadingWords;
                Ok(Progress::Ask(Vec::new()))
            }
            NoteVerdict::Convert(format) => {
                self.step = RelatedStep::ReadingNote(true);
                Ok(Progress::Ask(vec![Request::convert(granted, format)]))
            }
            NoteVerdict::Closed | NoteVerdict::Unreadable => {
                let finding = self.find.closed(&shared.policy, &self.path)?;
                self.found(shared, finding)
            }
        }
    }

    /// Compares the note with others in meaning, if it has vectors.
    fn compare(&mut self, shared: &Shared) -> Progress {
        let Shared { catalogue, meaning, .. } = shared;
        let own = catalogue.index.find(self.path.as_str());
        let note = own.and_then(|id| catalogue.index.note(id));
        let vectors = note.and_then(|note| meaning.of(catalogue, note));
        let slots = vectors.map(|vectors| {
            let texts = vectors.texts.iter().filter(|(_, lines)| self.source.has(*lines));
            texts.map(|&(slot, _)| slot).collect::<Vec<_>>()
        });
        let slots = slots.unwrap_or_default();
        match meaning.set.mean(slots.into_iter()) {
            Some(vector) => {
                self.step = RelatedStep::Comparing(Comparison::new(vector, own));
                Progress::Ask(Vec::new())
            }
            None => self.score(shared, None),
        }
    }

    /// Scores all notes by their texts, and asks what the note's links open.
    fn score(&mut self, shared: &Shared, nearest: Option<Nearest>) -> Progress {
        let catalogue = &shared.catalogue;
        let own = catalogue.index.find(self.path.as_str());
        let words = mem::take(&mut self.source.words).finish(&catalogue.index, own);
        self.texts = TextScores::new(catalogue, &self.path, words, nearest);
        let notes = catalogue.index.notes().filter_map(|(_, note)| catalogue.path(note));
        let notes = notes.filter(|path| path.is_note());
        self.files = VaultFiles::new(notes.chain(catalogue.documents.paths()).cloned());
        self.step = RelatedStep::OwnLinks;
        Progress::Ask(vec![Request::Links(self.graph.unresolved(LINKS_AT_ONCE))])
    }

    /// Chooses the notes to read: those that may link to the note, or to a file that it links to.
    fn choose(&mut self, shared: &Shared) -> Progress {
        let index = &shared.catalogue.index;
        let own = index.find(self.path.as_str());
        let mut linking_here = index.linking_to(FileNames::of(&[&self.path]).keys());
        if self.source.lines.is_some() {
            linking_here.clear();
        }
        let targets = self.graph.links().iter().filter(|link| self.source.has((link.line, link.line)));
        let targets: BTreeSet<_> = targets.filter_map(|link| link.to.clone()).filter(|to| *to != self.path).collect();
        let mut by_target: Vec<_> =
            targets.into_iter().map(|to| (index.linking_to(FileNames::of(&[&to]).keys()), to)).collect();
        crate::sort::sort_by_key(&mut by_target, |(linking, _)| linking.len());
        self.linking = by_target.iter().map(|(linking, to)| (to.clone(), linking.len())).collect();
        by_target.retain(|(linking, _)| linking.len() <= COMMON);
        by_target.truncate(TARGETS);
        let others = by_target.iter().flat_map(|(linking, _)| linking).chain(&linking_here);
        let others = others.copied().filter(|id| Some(*id) != own).collect();
        let mut to_read = best(&shared.catalogue, &self.texts, others, LINKED_NOTES);
        to_read.reverse();
        self.step = RelatedStep::ReadingNotes(Vec::new(), linking_here.into_iter().collect(), to_read);
        self.ask(shared)
    }

    /// Requests the next notes, or asks what their links open.
    fn ask(&mut self, shared: &Shared) -> Progress {
        let RelatedStep::ReadingNotes(asked, _, to_read) = &mut self.step else { return Progress::Ask(Vec::new()) };
        let mut requests = Vec::new();
        while requests.len() < NOTES_AT_ONCE
            && let Some(id) = to_read.pop()
        {
            let path = shared.catalogue.index.note(id).and_then(|note| shared.catalogue.path(note));
            if let Some(granted) = path.and_then(|path| shared.policy.check_as(path, PathKind::File).ok()) {
                asked.push(id);
                requests.push(Request::Read(granted));
            }
        }
        if requests.is_empty() {
            self.step = RelatedStep::OtherLinks;
            requests.push(Request::Links(self.graph.unresolved(LINKS_AT_ONCE)));
        }
        Progress::Ask(requests)
    }

    /// Takes the links of notes that were read.
    fn take_links(&mut self, shared: &Shared, answers: Vec<Answer>) {
        let RelatedStep::ReadingNotes(asked, linking_here, _) = &mut self.step else { return };
        let targets: Vec<&VaultPath> = self.linking.keys().chain([&self.path]).collect();
        let names = FileNames::of(&targets);
        for (id, answer) in mem::take(asked).into_iter().zip(answers) {
            let Some(path) = shared.catalogue.index.note(id).and_then(|note| shared.catalogue.path(note)) else {
                continue;
            };
            let Ok(granted) = shared.policy.check_as(path, PathKind::File) else { continue };
            if let NoteVerdict::Open(text) = judge_note(&shared.policy, path, false, answer) {
                // What a note links to besides this one belongs together with it.
                let about = (!linking_here.contains(&id)).then_some((&self.path, &names));
                self.graph.add(&granted, 0.0, &text.into_string(), about);
            }
        }
    }

    /// Takes what links open. Returns the request for more of them.
    fn resolve(&mut self, answers: Vec<Answer>) -> Option<Request> {
        let told = match answers.into_iter().next() {
            Some(Answer::Links(told)) => told,
            _ => Vec::new(),
        };
        let has_more = self.graph.resolve(&self.files, LINKS_AT_ONCE, &told);
        has_more.then(|| Request::Links(self.graph.unresolved(LINKS_AT_ONCE)))
    }
}

impl Running for RelatedNotes {
    fn resume(&mut self, shared: &mut Shared, answers: Vec<Answer>) -> Result<Progress, ToolError> {
        // What was found under other rules does not count.
        if self.rules != shared.catalogue.rules() {
            let (given, selection) = (mem::take(&mut self.given), self.selection.take());
            let (call, requests) = Self::begin(given, selection, self.limit, self.bounds, shared)?;
            *self = call;
            return Ok(Progress::Ask(requests));
        }
        match mem::take(&mut self.step) {
            RelatedStep::Finding => {
                let finding = self.find.resume(&shared.policy, answers)?;
                self.found(shared, finding)
            }
            RelatedStep::Refreshing(refresh) => self.refresh(shared, refresh, answers),
            RelatedStep::ReadingNote(is_converted) => {
                self.read_note(shared, is_converted, answers.into_iter().next().unwrap_or_else(Answer::none))
            }
            RelatedStep::ReadingWords => {
                let is_read = !self.source.go_on();
                self.step = if is_read {
                    RelatedStep::Restoring(RestoringVectors::default())
                } else {
                    RelatedStep::ReadingWords
                };
                Ok(Progress::Ask(Vec::new()))
            }
            RelatedStep::Restoring(mut restoring) => match restoring.go_on(&mut shared.meaning, answers) {
                Some(requests) => {
                    self.step = RelatedStep::Restoring(restoring);
                    Ok(Progress::Ask(requests))
                }
                None => Ok(self.compare(shared)),
            },
            RelatedStep::Comparing(mut comparison) => {
                if comparison.go_on(shared) {
                    self.step = RelatedStep::Comparing(comparison);
                    return Ok(Progress::Ask(Vec::new()));
                }
                Ok(self.score(shared, Some(comparison.finish())))
            }
            RelatedStep::OwnLinks => {
                if let Some(request) = self.resolve(answers) {
                    self.step = RelatedStep::OwnLinks;
                    return Ok(Progress::Ask(vec![request]));
                }
                Ok(self.choose(shared))
            }
            step @ RelatedStep::ReadingNotes(..) => {
                self.step = step;
                self.take_links(shared, answers);
                Ok(self.ask(shared))
            }
            RelatedStep::OtherLinks => {
                if let Some(request) = self.resolve(answers) {
                    self.step = RelatedStep::OtherLinks;
                    return Ok(Progress::Ask(vec![request]));
                }
                let facts = LinkFacts::of(&self.graph, &self.path, &self.source);
                let found = related(&shared.catalogue, &self.texts, &facts, &self.linking, self.limit);
                Ok(Progress::Done(reply(&self.path, &found, &self.bounds)))
            }
        }
    }
}
