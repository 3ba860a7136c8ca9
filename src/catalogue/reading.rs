//! Reads many notes, batch by batch, and judges each.

use std::collections::VecDeque;
use std::mem;

use lectern_base::Format;

use super::walk::Listed;
use crate::judge::{JudgedText, NoteVerdict, judge_note};
use crate::limits::{NOTE_BATCH_BYTES, is_readable_size};
use crate::policy::Policy;
use crate::wire::{Answer, Request};

/// The notes to read.
#[derive(Debug, Default)]
pub(crate) struct Reading {
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
            return vec![Request::convert(path, format)];
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

    /// Judges the answers to the last requests.
    pub fn take(&mut self, policy: &Policy, answers: Vec<Answer>) -> Vec<ReadNote> {
        let mut read = Vec::new();
        for ((note, is_converted), answer) in mem::take(&mut self.asked).into_iter().zip(answers) {
            let is_as_told = is_converted || note.state().has_len(answer.content_len());
            let text = match judge_note(policy, note.granted.path(), is_converted, answer) {
                NoteVerdict::Convert(format) => {
                    self.odd.push((note, format));
                    continue;
                }
                NoteVerdict::Unreadable => continue,
                NoteVerdict::Closed => None,
                NoteVerdict::Open(text) => Some(text),
            };
            read.push(ReadNote { note, is_as_told, text });
        }
        read
    }
}

/// A note that was read.
#[derive(Debug)]
pub(crate) struct ReadNote {
    pub note: Listed,
    /// Whether it has the size that was listed: only then do size and modification time identify its content.
    pub is_as_told: bool,
    /// `None` if it is excluded.
    pub text: Option<JudgedText>,
}
