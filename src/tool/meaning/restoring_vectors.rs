//! Restores the stored vectors of the model, piece by piece. What is damaged, of another model or of another version is
//! forgotten.

use std::rc::Rc;

use crate::catalogue::kept::unsealed;
use crate::catalogue::meaning::stored_set::{Header, NOTES, forget, read_note};
use crate::catalogue::meaning::{Meaning, Restoring};
use crate::stored_bytes::ByteReader;
use crate::tool::call::Host;
use crate::wire::{Answer, Request};

/// Pieces to request at a time. One step restores one of them.
const AT_ONCE: usize = 8;

/// Restores the vectors, unless another call does that.
pub(in crate::tool) async fn restore_vectors(host: &Host) {
    let (mut restoring, mut answers) = (RestoringVectors::default(), Vec::new());
    while let Some(requests) = host.shared(|shared| restoring.go_on(&mut shared.meaning, answers)) {
        answers = host.ask(requests).await;
    }
}

/// A restoration in progress.
#[derive(Debug, Default)]
pub(in crate::tool) struct RestoringVectors {
    phase: Phase,
    marker: Option<Rc<Restoring>>,
    /// The pieces that were not asked for yet, those asked for, and what the host has of these. The last come first.
    left: Vec<u32>,
    asked: Vec<u32>,
    read: Vec<Answer>,
}

#[derive(Debug, Default)]
enum Phase {
    #[default]
    Start,
    Header,
    Pieces,
}

impl RestoringVectors {
    /// Takes the host's answers, and returns the next requests; an empty list lets the app run in between. `None` once
    /// all is restored, or if another call does that.
    pub fn go_on(&mut self, meaning: &mut Meaning, answers: Vec<Answer>) -> Option<Vec<Request>> {
        match self.phase {
            Phase::Start => {
                self.marker = Some(meaning.begin_to_restore()?);
                self.phase = Phase::Header;
                return Some(vec![Request::KeptVectors(0)]);
            }
            // The model was changed meanwhile.
            _ if !meaning.is_restored_by(self.marker.as_ref()) => return None,
            Phase::Header => {
                self.phase = Phase::Pieces;
                return Some(self.take_header(meaning, answers.first()));
            }
            Phase::Pieces if self.read.is_empty() && !self.asked.is_empty() => self.read = answers,
            Phase::Pieces => {}
        }
        if let (Some(answer), Some(piece)) = (self.read.pop(), self.asked.pop())
            && restore(meaning, piece, &answer).is_none()
        {
            meaning.drop_all();
            (self.left, self.asked, self.read) = (Vec::new(), Vec::new(), Vec::new());
            return Some(vec![forget()]);
        }
        if self.read.is_empty() {
            self.asked = self.left.split_off(self.left.len().saturating_sub(AT_ONCE));
            if self.asked.is_empty() {
                meaning.is_restored = true;
                return None;
            }
            return Some(self.asked.iter().map(|&piece| Request::KeptVectors(piece)).collect());
        }
        Some(Vec::new())
    }

    /// Finds out which pieces there are. What is of another model is forgotten.
    fn take_header(&mut self, meaning: &Meaning, answer: Option<&Answer>) -> Vec<Request> {
        let header = match answer {
            Some(Answer::Bytes(bytes)) => Header::read(bytes),
            _ => None,
        };
        let Some(header) = header.filter(|header| Some(&header.model) == meaning.model.as_ref()) else {
            return vec![forget()];
        };
        self.left.extend((NOTES..NOTES + header.notes).rev());
        self.left.extend((1..=header.vectors).rev());
        Vec::new()
    }
}

/// Restores a piece; `None` if it can't be used. A note of which a vector is missing is read again.
fn restore(meaning: &mut Meaning, piece: u32, answer: &Answer) -> Option<()> {
    let Answer::Bytes(bytes) = answer else { return None };
    let bytes = unsealed(bytes, &mut 0)?;
    if piece < NOTES {
        return meaning.set.restore(bytes);
    }
    let mut reader = ByteReader(bytes);
    while !reader.is_empty() {
        let note = read_note(&mut reader)?;
        if note.texts.iter().all(|&(key, _)| meaning.set.contains(key)) {
            meaning.put(note.path, note.state, &note.texts);
            meaning.is_changed = false;
        }
    }
    Some(())
}
