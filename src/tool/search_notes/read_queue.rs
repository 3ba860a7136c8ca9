//! The notes and documents of a search that are being read, in the order in which they are searched.

use std::collections::{HashSet, VecDeque};
use std::mem;

use lectern_base::{Format, Place};

use super::seeker::NoteFacts;
use crate::catalogue::documents::{Documents, FoundDocument};
use crate::judge::{NoteVerdict, judge_note};
use crate::path::VaultPath;
use crate::policy::Granted;
use crate::tool::shared::Shared;
use crate::wire::{Answer, Request};

/// A note or document of those chosen.
pub(super) struct Chosen {
    /// Its index among them.
    pub place: usize,
    pub path: VaultPath,
    pub size: f64,
    pub facts: NoteFacts,
    pub document: Option<FoundDocument>,
}

/// The same once its path was checked.
pub(super) struct Look {
    pub place: usize,
    pub note: Granted,
    pub facts: NoteFacts,
    pub document: Option<FoundDocument>,
}

impl Look {
    /// The page of a PDF that its lines are counted in.
    pub fn page(&self) -> Option<u32> {
        self.document.as_ref().and_then(|document| document.page)
    }

    /// The part to read.
    pub fn part(&self) -> Option<Place> {
        self.document.as_ref().and_then(FoundDocument::place)
    }
}

/// The content of a note that has been read.
pub(super) enum NoteContent {
    /// Its text.
    Open(String),
    /// It is gone, unreadable or excluded, so it never matches.
    Closed,
    /// The host has to convert it to text first.
    Convert(Format),
}

/// The notes to search.
#[derive(Default)]
pub(super) struct ReadQueue {
    /// Those that were requested, or need no request.
    asked: Vec<(Look, Option<NoteContent>)>,
    read: VecDeque<(Look, NoteContent)>,
    /// The documents that there was no time for.
    pub left_out: HashSet<VaultPath>,
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

    /// Takes the answers to the requests of the notes that were added.
    pub fn take(&mut self, shared: &mut Shared, answers: Vec<Answer>) {
        let mut answers = answers.into_iter();
        for (look, known) in mem::take(&mut self.asked) {
            let mut read = || judged(shared, &look, false, answers.next().unwrap_or_else(Answer::none));
            let content = known.unwrap_or_else(&mut read);
            self.read.push_back((look, content));
        }
    }

    /// Takes the host's answer to the request to convert the first one.
    pub fn converted(&mut self, shared: &mut Shared, answer: Answer) {
        if let Some((look, content)) = self.read.front_mut() {
            *content = judged(shared, look, true, answer);
        }
    }

    /// Leaves out the first one, a document, because there is no time to convert it.
    pub fn leave_out_first(&mut self) {
        if let Some((look, content)) = self.read.front_mut() {
            self.left_out.insert(look.note.path().clone());
            *content = NoteContent::Closed;
        }
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
