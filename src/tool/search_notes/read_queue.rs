//! The notes and documents of a search that are being read, in the order in which they are looked through.

use std::collections::{HashSet, VecDeque};
use std::mem;

use super::chosen_note::Look;
use crate::catalogue::documents::Documents;
use crate::document::Format;
use crate::judge::{NoteVerdict, judge_note};
use crate::path::VaultPath;
use crate::tool::shared::Shared;
use crate::wire::{Answer, Request};

/// The content of a note that has been read.
pub(super) enum NoteContent {
    /// Its text.
    Open(String),
    /// It is gone, unreadable or excluded, so it never matches.
    Closed,
    /// The host has to convert it to text first.
    Convert(Format),
}

/// The notes to look through.
#[derive(Default)]
pub(super) struct ReadQueue {
    /// Those that were requested, or need no request.
    asked: Vec<(Look, Option<NoteContent>)>,
    read: VecDeque<(Look, NoteContent)>,
    first: FirstStep,
    /// The documents that there was no time for.
    pub left_out: HashSet<VaultPath>,
}

/// What the host does with the first one that was read, if it has to be converted.
#[derive(Default, PartialEq, Eq)]
enum FirstStep {
    #[default]
    Nothing,
    TellsTime,
    HasTime,
    Converts,
}

impl ReadQueue {
    /// Adds a note, and returns the request for it. A document may be cached, or has to be converted.
    pub fn add(&mut self, look: Look, documents: &Documents) -> Option<Request> {
        let document = look.document.as_ref();
        let cached = document.and_then(|document| documents.text_of(document));
        let known = match (cached, document.and_then(|document| document.format)) {
            (Some(text), _) => Some(NoteContent::Open(text.to_owned())),
            (None, Some(format)) => Some(NoteContent::Convert(format)),
            (None, None) => None,
        };
        let request = known.is_none().then(|| Request::Read(look.note.clone()));
        self.asked.push((look, known));
        request
    }

    /// How many were added since answers were taken.
    pub fn asked(&self) -> usize {
        self.asked.len()
    }

    /// The first one that was read.
    pub fn first(&self) -> Option<&(Look, NoteContent)> {
        self.read.front()
    }

    pub fn take_first(&mut self) -> Option<(Look, NoteContent)> {
        self.read.pop_front()
    }

    /// Processes the answers.
    pub fn take(&mut self, shared: &mut Shared, answers: Vec<Answer>) {
        let mut answers = answers.into_iter();
        match mem::take(&mut self.first) {
            FirstStep::TellsTime => {
                if matches!(answers.next(), Some(Answer::TimeLeft(1..))) {
                    self.first = FirstStep::HasTime;
                } else if let Some((look, content)) = self.read.front_mut() {
                    self.left_out.insert(look.note.path().clone());
                    *content = NoteContent::Closed;
                }
            }
            FirstStep::Converts => {
                if let (Some((look, content)), Some(answer)) = (self.read.front_mut(), answers.next()) {
                    *content = judged(shared, look, true, answer);
                }
            }
            FirstStep::Nothing | FirstStep::HasTime => {
                for (look, known) in mem::take(&mut self.asked) {
                    let mut read = || judged(shared, &look, false, answers.next().unwrap_or_else(Answer::none));
                    let content = known.unwrap_or_else(&mut read);
                    self.read.push_back((look, content));
                }
            }
        }
    }

    /// Requests that the host convert the first one, if necessary; if that `takes_time`, asks first whether there is any.
    pub fn convert(&mut self, takes_time: bool) -> Vec<Request> {
        let Some((look, NoteContent::Convert(format))) = self.read.front() else { return Vec::new() };
        if takes_time && look.document.is_some() && self.first != FirstStep::HasTime {
            self.first = FirstStep::TellsTime;
            return vec![Request::TimeLeft];
        }
        self.first = FirstStep::Converts;
        vec![Request::convert_place(look.note.clone(), *format, look.part())]
    }
}

/// Judges the content of a note. The text of a document is cached.
fn judged(shared: &mut Shared, look: &Look, is_converted: bool, answer: Answer) -> NoteContent {
    match judge_note(&shared.policy, look.note.path(), is_converted, answer) {
        NoteVerdict::Open(text) => {
            let text = text.into_string();
            if let Some(document) = &look.document {
                shared.catalogue.documents.keep_text(document, &text);
            }
            NoteContent::Open(text)
        }
        NoteVerdict::Convert(format) => NoteContent::Convert(format),
        NoteVerdict::Closed | NoteVerdict::Unreadable => NoteContent::Closed,
    }
}
