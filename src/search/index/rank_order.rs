//! The order of the notes that a search finds: by score, then by modification time, newest first, then by path.

use std::cmp::Ordering;

use super::note_entry::Entry;
use super::{Index, RankedNote};
use crate::sort::sort_by;

impl Index {
    /// Sorts the notes of a [`Ranking`](super::Ranking), of which the first `sorted` are in order.
    pub fn sort_rest(&self, notes: &mut Vec<RankedNote>, sorted: usize) {
        let mut rest = notes.split_off(sorted.min(notes.len()));
        sort_by(&mut rest, |a, b| {
            b.score.total_cmp(&a.score).then_with(|| match (self.note(a.id), self.note(b.id)) {
                (Some(of_a), Some(of_b)) => newest_first(of_a, of_b),
                // One is gone since.
                (of_a, of_b) => of_b.is_some().cmp(&of_a.is_some()),
            })
        });
        notes.append(&mut rest);
    }
}

pub(super) fn order((a, of_a): &(RankedNote, &Entry), (b, of_b): &(RankedNote, &Entry)) -> Ordering {
    b.score.total_cmp(&a.score).then_with(|| newest_first(of_a, of_b))
}

fn newest_first(a: &Entry, b: &Entry) -> Ordering {
    b.mtime.total_cmp(&a.mtime).then_with(|| a.path.cmp(&b.path))
}
