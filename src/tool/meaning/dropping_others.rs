//! Drops what is no longer in the index from the vectors of the model before.

use std::collections::HashSet;

use crate::catalogue::Catalogue;
use crate::catalogue::kept::unsealed;
use crate::catalogue::meaning::Meaning;
use crate::catalogue::meaning::other_set::{OtherSet, is_gone};
use crate::catalogue::meaning::stored_set::{NOTES, forget, keep, last_requests, write_notes};
use crate::search::vectors::VectorSet;
use crate::wire::{Answer, Request};

/// Notes being dropped from the stored set that is not in use: one piece with vectors after another.
#[derive(Debug)]
pub(super) struct DroppingOthers {
    /// Which notes stay, in order, and the keys of their vectors.
    stay: Vec<bool>,
    keys: HashSet<u64>,
    /// The piece with vectors that was asked for; 0 before the first.
    piece: u32,
    is_ended: bool,
}

impl DroppingOthers {
    /// Starts to drop what is not in the index; `None` if there is nothing to drop.
    pub fn new(meaning: &Meaning, catalogue: &Catalogue) -> Option<Self> {
        let other = meaning.other.as_ref()?;
        let stay: Vec<bool> = other.notes.iter().map(|note| !is_gone(note, catalogue)).collect();
        let mut keys = HashSet::new();
        for (note, stays) in other.notes.iter().zip(&stay) {
            for &(key, _) in note.texts.iter().filter(|_| *stays) {
                keys.insert(key);
            }
        }
        stay.contains(&false).then_some(Self { stay, keys, piece: 0, is_ended: false })
    }

    /// Takes the host's answers, of which the last is the piece that was asked for, and returns the next requests. `None`
    /// once all is dropped.
    pub fn go_on(&mut self, meaning: &mut Meaning, answers: &[Answer]) -> Option<Vec<Request>> {
        let OtherSet { first, header, notes } = meaning.other.as_mut()?;
        let first = *first;
        if self.is_ended {
            let mut stay = self.stay.iter();
            notes.retain(|_| stay.next() == Some(&true));
            return None;
        }
        let mut requests = Vec::new();
        if self.piece > 0 {
            let mut set = VectorSet::new(header.model.dims);
            if restore(&mut set, answers.last()).is_none() {
                meaning.other = None;
                return Some(vec![forget(first)]);
            }
            set.retain(|key| self.keys.contains(&key));
            requests.extend(set.next_changed().map(|(_, bytes)| keep(first, self.piece, bytes)));
        }
        if self.piece < header.vectors {
            self.piece += 1;
            requests.push(Request::KeptVectors(first + self.piece));
            return Some(requests);
        }
        let stay = notes.iter().zip(&self.stay).filter(|(_, stays)| **stays);
        let pieces = write_notes(stay.map(|(note, _)| note.clone()));
        (header.len, header.notes) = (self.keys.len(), 0);
        for bytes in pieces {
            requests.push(keep(first, NOTES + header.notes, bytes));
            header.notes += 1;
        }
        requests.extend(last_requests(first, header));
        self.is_ended = true;
        Some(requests)
    }
}

fn restore(set: &mut VectorSet, piece: Option<&Answer>) -> Option<()> {
    let Some(Answer::Bytes(bytes)) = piece else { return None };
    set.restore(unsealed(bytes, &mut 0)?)
}
