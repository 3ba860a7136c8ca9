//! Reads the notes of a listing that may be excluded by their content, before anything about them is shown.

use std::collections::VecDeque;
use std::mem;

use crate::document::Format;
use crate::policy::Policy;
use crate::tool::host::{Answer, Request};
use crate::tool::judge::{NoteVerdict, judge_note};
use crate::tool::limits::{NOTE_BATCH_BYTES, is_readable_size};
use crate::tool::notes::catalogue::Catalogue;
use crate::tool::notes::walk::Listed;

/// The notes to read.
#[derive(Debug, Default)]
pub(super) struct Reading {
    waiting: VecDeque<Listed>,
    /// Notes that the host has to convert to text first.
    odd: Vec<(Listed, Format)>,
    asked: Vec<(Listed, bool)>,
}

impl Reading {
    /// Adds a note.
    pub fn add(&mut self, note: Listed) {
        self.waiting.push_back(note);
    }

    /// The next requests; empty once everything is read.
    pub fn ask(&mut self, files_at_once: usize) -> Vec<Request> {
        if let Some((note, format)) = self.odd.pop() {
            let path = note.granted.clone();
            self.asked = vec![(note, true)];
            return vec![Request::Convert { path, format }];
        }
        let mut bytes = 0.0;
        while let Some(note) = self.waiting.pop_front() {
            bytes += note.size;
            let fits = self.asked.len() < files_at_once && bytes <= NOTE_BATCH_BYTES;
            if !fits && !self.asked.is_empty() {
                self.waiting.push_front(note);
                break;
            }
            // A note that cannot be read counts as excluded.
            if is_readable_size(note.size) {
                self.asked.push((note, false));
            }
        }
        self.asked.iter().map(|(note, _)| Request::Read(note.granted.clone())).collect()
    }

    /// Processes the answers to the last requests, and returns the open notes with their titles. The results are kept
    /// in `catalogue`.
    pub fn take(
        &mut self,
        policy: &Policy,
        catalogue: &mut Catalogue,
        answers: Vec<Answer>,
    ) -> Vec<(Listed, Option<Box<str>>)> {
        let mut open = Vec::new();
        for ((note, is_converted), answer) in mem::take(&mut self.asked).into_iter().zip(answers) {
            // Only then do size and modification time identify the content.
            let is_as_told = is_converted || note.state().has_len(answer.content_len());
            match judge_note(policy, note.granted.path(), is_converted, answer) {
                NoteVerdict::Convert(format) => self.odd.push((note, format)),
                NoteVerdict::Closed if is_as_told => catalogue.listed_closed(&note),
                NoteVerdict::Closed | NoteVerdict::Unreadable => {}
                NoteVerdict::Open(text) => {
                    let title = text.title(note.granted.path());
                    if is_as_told {
                        catalogue.listed_open(&note, title.clone(), text);
                    }
                    open.push((note, title));
                }
            }
        }
        open
    }
}
