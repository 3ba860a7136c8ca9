//! Restores stored vectors, piece by piece. What is damaged, of another version or of another model is forgotten.

use std::collections::VecDeque;
use std::mem;

use super::Meaning;
use super::storing_vectors::{FORMAT, NOTES};
use crate::path::VaultPath;
use crate::stored_bytes::ByteReader;
use crate::tool::host::{Answer, Request};
use crate::tool::notes::kept::unsealed;
use crate::tool::notes::unread::FileState;

/// Pieces to request at a time. One step restores one of them.
const AT_ONCE: usize = 8;

/// A restoration in progress.
#[derive(Debug, Default)]
pub(in crate::tool) struct RestoringVectors {
    phase: Phase,
    /// The pieces that were not asked for yet, those asked for, and those to restore.
    left: VecDeque<u32>,
    asked: VecDeque<u32>,
    read: VecDeque<(u32, Vec<u8>)>,
}

#[derive(Debug, Default)]
enum Phase {
    #[default]
    Start,
    Header,
    Pieces,
    Forgetting,
}

impl RestoringVectors {
    /// Takes the host's answers, and returns the next requests; an empty list lets the app run in between. `None` once
    /// all is restored.
    pub fn go_on(&mut self, meaning: &mut Meaning, answers: Vec<Answer>) -> Option<Vec<Request>> {
        match self.phase {
            Phase::Start => {
                if meaning.is_restored || meaning.model.is_none() {
                    return None;
                }
                // Other calls do without until it is done.
                meaning.is_restored = true;
                self.phase = Phase::Header;
                return Some(vec![Request::KeptVectors(0)]);
            }
            Phase::Forgetting => return None,
            Phase::Header => {
                let Some(Answer::Bytes(header)) = answers.into_iter().next() else { return None };
                let Some((vectors, notes)) = pieces_of(meaning, &header) else {
                    return Some(self.forget(meaning));
                };
                self.left = (1..=vectors).chain((NOTES..).take(notes as usize)).collect();
                self.phase = Phase::Pieces;
            }
            Phase::Pieces => {
                for (piece, answer) in mem::take(&mut self.asked).into_iter().zip(answers) {
                    let Answer::Bytes(bytes) = answer else { return Some(self.forget(meaning)) };
                    self.read.push_back((piece, bytes));
                }
            }
        }
        if let Some((piece, bytes)) = self.read.pop_front() {
            let restored = unsealed(&bytes, &mut 0).and_then(|bytes| {
                if piece < NOTES { meaning.set.restore(bytes) } else { restore_notes(meaning, bytes) }
            });
            if restored.is_none() {
                return Some(self.forget(meaning));
            }
        }
        if !self.read.is_empty() {
            return Some(Vec::new());
        }
        self.asked = self.left.drain(..self.left.len().min(AT_ONCE)).collect();
        if self.asked.is_empty() {
            meaning.is_changed = false;
            return None;
        }
        Some(self.asked.iter().map(|&piece| Request::KeptVectors(piece)).collect())
    }

    fn forget(&mut self, meaning: &mut Meaning) -> Vec<Request> {
        meaning.clear();
        meaning.is_restored = true;
        self.phase = Phase::Forgetting;
        vec![Request::ForgetVectors]
    }
}

/// The numbers of pieces with vectors and with notes; `None` if they can't be used.
fn pieces_of(meaning: &Meaning, header: &[u8]) -> Option<(u32, u32)> {
    let model = meaning.model.as_ref()?;
    let mut reader = ByteReader(unsealed(header, &mut 0)?);
    (reader.text()? == FORMAT && reader.text()? == model.key && reader.count()? == model.dims).then_some(())?;
    let counts = (reader.number()?, reader.number()?);
    (counts.0 < NOTES && counts.1 < NOTES).then_some(counts)
}

/// Restores a piece with notes. A note of which a vector is missing is read again.
fn restore_notes(meaning: &mut Meaning, piece: &[u8]) -> Option<()> {
    let mut reader = ByteReader(piece);
    while !reader.is_empty() {
        let path = VaultPath::parse(reader.text()?).ok()?;
        let state = FileState { size: reader.float()?, mtime: reader.float()?, ctime: reader.float()? };
        let mut texts = Vec::new();
        for _ in 0..reader.count()? {
            texts.push((reader.word64()?, (reader.number()?, reader.number()?)));
        }
        if texts.iter().all(|&(key, _)| meaning.set.contains(key)) {
            meaning.put(path, state, &texts);
        }
    }
    Some(())
}
