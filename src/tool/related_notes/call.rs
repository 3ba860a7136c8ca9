//! A call of `related_notes`: brings the index up to date, reads the note, compares it with all others by words and
//! meaning, and reads the notes that may be linked with it.

use std::mem;

use super::link_reading::LinkReading;
use super::reply::reply;
use super::scores::related;
use super::source::Source;
use super::text_scores::{TextScores, TextScoring};
use super::{MAX_NOTES, NOTES};
use crate::error::{ErrorCode, ToolError};
use crate::path::{VaultPath, quoted};
use crate::policy::PathKind;
use crate::search::vectors::Nearest;
use crate::tool::args::Args;
use crate::tool::find::{Find, Finding};
use crate::tool::host::{Answer, Request};
use crate::tool::judge::{NoteVerdict, judge_note};
use crate::tool::limits::Bounds;
use crate::tool::meaning::{Comparison, RestoringVectors};
use crate::tool::notes::refresh::Refresh;
use crate::tool::running::{Progress, Running, Shared, Started};

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
    links: LinkReading,
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
    Scoring(TextScoring),
    ReadingLinks,
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
            links: LinkReading::default(),
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
                self.links.add_own(&granted, &text);
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

    /// Scores all notes by their texts.
    fn score(&mut self, shared: &Shared, nearest: Option<Nearest>) -> Progress {
        let own = shared.catalogue.index.find(self.path.as_str());
        let words = mem::take(&mut self.source.words).look_up(own);
        self.step = RelatedStep::Scoring(TextScoring::new(words, own, nearest));
        Progress::Ask(Vec::new())
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
            RelatedStep::Scoring(mut scoring) => {
                self.step = match scoring.go_on(&shared.catalogue) {
                    None => RelatedStep::Scoring(scoring),
                    Some(texts) => {
                        self.texts = texts;
                        RelatedStep::ReadingLinks
                    }
                };
                Ok(Progress::Ask(Vec::new()))
            }
            RelatedStep::ReadingLinks => {
                if let Some(requests) = self.links.go_on(shared, &self.path, &self.source, &self.texts, answers) {
                    self.step = RelatedStep::ReadingLinks;
                    return Ok(Progress::Ask(requests));
                }
                let (facts, linking) = self.links.finish(&self.path, &self.source);
                let found = related(&shared.catalogue, &self.path, &self.texts, &facts, &linking, self.limit);
                Ok(Progress::Done(reply(
                    (&self.path, self.find.is_other_name(self.path.as_str())),
                    &found,
                    &self.bounds,
                )))
            }
        }
    }
}
