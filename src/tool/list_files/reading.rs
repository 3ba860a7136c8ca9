//! Reading: notes that may be closed by what is in them are read before anything is told of them.

use std::collections::VecDeque;
use std::mem;

use crate::document::kind::{self, Kind};
use crate::document::{Format, decode_wide};
use crate::note::title;
use crate::policy::Policy;
use crate::tool::MAX_FILE_BYTES;
use crate::tool::host::{Answer, Request};
use crate::tool::known::{Known, Standing};
use crate::tool::survey::Listed;

/// How much is read at once, unless one note alone is larger: what is looked through within a few milliseconds.
const BYTES_AT_ONCE: f64 = 512.0 * 1024.0;

/// Notes to be read.
#[derive(Debug, Default)]
pub(super) struct Reading {
    waiting: VecDeque<Listed>,
    /// Those that are no UTF-8 and have to be made text by the host's reader first.
    odd: Vec<(Listed, Format)>,
    asked: Vec<(Listed, bool)>,
}

impl Reading {
    /// Adds a note.
    pub fn add(&mut self, note: Listed) {
        self.waiting.push_back(note);
    }

    /// What the host has to answer next; nothing once all is read.
    pub fn ask(&mut self, files_at_once: usize) -> Vec<Request> {
        if let Some((note, format)) = self.odd.pop() {
            let path = note.granted.clone();
            self.asked = vec![(note, true)];
            return vec![Request::Convert { path, format }];
        }
        let mut bytes = 0.0;
        while let Some(note) = self.waiting.pop_front() {
            bytes += note.size;
            let fits = self.asked.len() < files_at_once && bytes <= BYTES_AT_ONCE;
            if !fits && !self.asked.is_empty() {
                self.waiting.push_front(note);
                break;
            }
            // What cannot be read cannot be told to be open.
            if note.size <= f64::from(MAX_FILE_BYTES) {
                self.asked.push((note, false));
            }
        }
        self.asked.iter().map(|(note, _)| Request::Read(note.granted.clone())).collect()
    }

    /// Takes in the answers to what was asked last: the open notes in them, with their titles. What was found out is kept
    /// in `known`.
    pub fn take(
        &mut self,
        policy: &Policy,
        known: &mut Known,
        answers: Vec<Answer>,
    ) -> Vec<(Listed, Option<Box<str>>)> {
        let mut open = Vec::new();
        for ((note, is_text), answer) in mem::take(&mut self.asked).into_iter().zip(answers) {
            let content = match answer {
                Answer::Text(text) => text.into_bytes(),
                Answer::Bytes(bytes) => bytes,
                Answer::Document(document) => document.text.into_bytes(),
                // What no reader can make text of closes nothing.
                Answer::Fault(_) if is_text => Vec::new(),
                _ => continue,
            };
            let path = note.granted.path();
            let standing = if policy.closes_content(path, &content) {
                Standing::Closed
            } else if is_text {
                Standing::Open { title: title(path, &content) }
            } else {
                match kind::of(path.as_str(), &content) {
                    Kind::Wide(encoding) => {
                        let text = decode_wide(encoding, &content).0;
                        if policy.closes_content(path, text.as_bytes()) {
                            Standing::Closed
                        } else {
                            Standing::Open { title: title(path, text.as_bytes()) }
                        }
                    }
                    Kind::Legacy => {
                        self.odd.push((note, Format::Legacy));
                        continue;
                    }
                    Kind::Document(format) => {
                        self.odd.push((note, format));
                        continue;
                    }
                    _ => Standing::Open { title: title(path, &content) },
                }
            };
            if is_text || is_as_told(&note, content.len()) {
                known.keep(&note, standing.clone());
            }
            if let Standing::Open { title } = standing {
                open.push((note, title));
            }
        }
        open
    }
}

/// Whether `len` bytes are what the host told of `note`: only then do size and time of change stand for what was read. A
/// byte order mark, which the app takes off a text, is not missed.
#[expect(clippy::cast_precision_loss, reason = "no memory holds that many bytes")]
fn is_as_told(note: &Listed, len: usize) -> bool {
    [len, len + 3].iter().any(|len| (*len as f64).to_bits() == note.size.to_bits())
}
