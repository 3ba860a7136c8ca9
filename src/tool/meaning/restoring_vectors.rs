//! Restores stored vectors, piece by piece: those of the model, and which notes those of the model before belong to. What
//! is damaged or of another version is forgotten.

use std::rc::Rc;

use crate::catalogue::kept::unsealed;
use crate::catalogue::meaning::other_set::OtherSet;
use crate::catalogue::meaning::stored_set::{Header, NOTES, PLACES, forget, place_of, read_note};
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
    /// The place of a set of which a piece is damaged.
    damaged: Option<u32>,
}

#[derive(Debug, Default)]
enum Phase {
    #[default]
    Start,
    Headers,
    Pieces,
}

impl RestoringVectors {
    /// Takes the host's answers, and returns the next requests; an empty list lets the app run in between. `None` once
    /// all is restored, or if another call does that.
    pub fn go_on(&mut self, meaning: &mut Meaning, answers: Vec<Answer>) -> Option<Vec<Request>> {
        match self.phase {
            Phase::Start => {
                self.marker = Some(meaning.begin_to_restore()?);
                self.phase = Phase::Headers;
                return Some(PLACES.map(Request::KeptVectors).into());
            }
            // The model was changed meanwhile.
            _ if !meaning.is_restored_by(self.marker.as_ref()) => return None,
            Phase::Headers => {
                self.phase = Phase::Pieces;
                return Some(self.take_headers(meaning, &answers));
            }
            Phase::Pieces if self.read.is_empty() && !self.asked.is_empty() => self.read = answers,
            Phase::Pieces => {}
        }
        if let (Some(answer), Some(piece)) = (self.read.pop(), self.asked.pop()) {
            let place = place_of(piece);
            if self.damaged != Some(place) && restore(meaning, piece, &answer).is_none() {
                self.damaged = Some(place);
                if place == meaning.first_piece {
                    meaning.drop_all();
                } else {
                    meaning.other = None;
                }
                return Some(vec![forget(place)]);
            }
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

    /// Finds the place of the model's set. If that is new and no place is free, the set with fewer vectors is forgotten:
    /// it is not complete.
    fn take_headers(&mut self, meaning: &mut Meaning, answers: &[Answer]) -> Vec<Request> {
        let header = |at: usize| match answers.get(at) {
            Some(Answer::Bytes(bytes)) => Header::read(bytes).unwrap_or_default(),
            _ => Header::default(),
        };
        let headers = [header(0), header(1)];
        let is_own = |at: usize| Some(&headers[at].model) == meaning.model.as_ref();
        let own = usize::from(is_own(1) || (!is_own(0) && headers[1].len < headers[0].len));
        let other = 1 - own;
        let is_new = !is_own(own);
        meaning.first_piece = PLACES[own];
        let mut requests = Vec::new();
        if is_new {
            requests.push(forget(PLACES[own]));
        } else {
            self.add(PLACES[own], &headers[own], true);
        }
        if headers[other].len == 0 {
            requests.push(forget(PLACES[other]));
        } else {
            self.add(PLACES[other], &headers[other], false);
            let [zero, one] = headers;
            let header = if other == 0 { zero } else { one };
            meaning.other = Some(OtherSet { first: PLACES[other], header, notes: Vec::new() });
        }
        requests
    }

    /// Adds the pieces of a set, with its vectors or without.
    fn add(&mut self, first: u32, header: &Header, with_vectors: bool) {
        self.left.extend((first + NOTES..first + NOTES + header.notes).rev());
        if with_vectors {
            self.left.extend((first + 1..=first + header.vectors).rev());
        }
    }
}

/// Restores a piece; `None` if it can't be used. A note of which a vector is missing is read again.
fn restore(meaning: &mut Meaning, piece: u32, answer: &Answer) -> Option<()> {
    let Answer::Bytes(bytes) = answer else { return None };
    let bytes = unsealed(bytes, &mut 0)?;
    let is_own = place_of(piece) == meaning.first_piece;
    if is_own && piece - meaning.first_piece < NOTES {
        return meaning.set.restore(bytes);
    }
    let mut reader = ByteReader(bytes);
    while !reader.is_empty() {
        let note = read_note(&mut reader)?;
        if !is_own {
            meaning.other.as_mut()?.notes.push(note);
        } else if note.texts.iter().all(|&(key, _)| meaning.set.contains(key)) {
            meaning.put(note.path, note.state, &note.texts);
            meaning.is_changed = false;
        }
    }
    Some(())
}
