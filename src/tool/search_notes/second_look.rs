//! Ranks the best notes of the index again, once they are read: by their best passages, and by phrases. Or ranks their
//! passages, if these are asked for.

use super::cursor::Cursor;
use super::passage_search::{ReadPassage, sorted};
use super::reply::MatchedNote;
use crate::policy::Granted;
use crate::search::line_match::{Hits, Matching};
use crate::search::vectors::{MEANING, NearPassage, raise_nearest};
use crate::sort::sort_by;

/// The most notes that are ranked again, and their total bytes: more take longer to read, and change little.
pub(super) const MAX_NOTES: usize = 20;
pub(super) const MAX_BYTES: f64 = 2.0 * 1024.0 * 1024.0;

/// The share of the best passage in a note's score.
const PASSAGE: f32 = 0.3;

/// The notes that were read.
#[derive(Default)]
pub(super) struct SecondLook {
    notes: Vec<ReadNote>,
    passages: Vec<ReadPassage>,
}

/// A note that was read, and what matches in it.
pub(super) struct ReadNote {
    pub note: Granted,
    /// The page of a PDF, and the others that match.
    pub page: Option<u32>,
    pub other_pages: Vec<u32>,
    pub text: String,
    pub hits: Hits,
    /// Its score in the index.
    pub score: f32,
    /// Its passage that is near to the query in meaning.
    pub near: Option<NearPassage>,
}

impl ReadNote {
    /// The score of its best passage.
    fn passage(&self) -> f32 {
        self.hits.passages.first().map_or(0.0, |best| best.score)
    }
}

impl SecondLook {
    /// Adds the next note.
    pub fn add(&mut self, note: ReadNote) {
        self.notes.push(note);
    }

    /// Adds passages of the next note.
    pub fn add_passages(&mut self, passages: Vec<ReadPassage>) {
        self.passages.extend(passages);
    }

    /// The passages, best first, with their cursors.
    pub fn finish_passages(self, matching: &Matching) -> Vec<MatchedNote> {
        let with_cursor =
            |(shown, found): (usize, MatchedNote)| MatchedNote { next: Cursor { looked_at: 0, shown }, ..found };
        (1..).zip(sorted(self.passages, matching)).map(with_cursor).collect()
    }

    /// The notes, best first, with their cursors. The search goes on at `next`. `raises_nearest` is
    /// [`Selection::raises_nearest`](super::selection::Selection::raises_nearest).
    pub fn finish(
        mut self,
        next: usize,
        is_by_meaning: bool,
        raises_nearest: bool,
    ) -> impl Iterator<Item = (ReadNote, Cursor)> {
        let most = |of: fn(&ReadNote) -> f32| self.notes.iter().map(of).fold(f32::MIN_POSITIVE, f32::max);
        let (score, passage) = (most(|note| note.score), most(ReadNote::passage));
        let meaning = if is_by_meaning { MEANING } else { 0.0 };
        let near = |note: &ReadNote| note.near.map_or(0.0, |passage| passage.near);
        let of_passage = |note: &ReadNote| (1.0 - meaning) * note.passage() / passage + meaning * near(note);
        let value = |note: &ReadNote| (1.0 - PASSAGE) * note.score / score + PASSAGE * of_passage(note);
        sort_by(&mut self.notes, |a, b| b.hits.phrases.cmp(&a.hits.phrases).then(value(b).total_cmp(&value(a))));
        let nearest = (0..self.notes.len())
            .reduce(|one, other| if near(&self.notes[other]) > near(&self.notes[one]) { other } else { one });
        if let Some(at) = nearest.filter(|_| raises_nearest) {
            raise_nearest(&mut self.notes, at);
        }
        let count = self.notes.len();
        let cursor = move |shown| Cursor { looked_at: if shown == count { next } else { 0 }, shown };
        (1..).zip(self.notes).map(move |(shown, note)| (note, cursor(shown)))
    }
}
