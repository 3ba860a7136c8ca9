//! Ranks the best notes of the index again, once they are read: by their best passages, by how near
//! their words are to each other, and by phrases. Or ranks their
//! passages, if these are asked for.

use lectern_base::sort::sort_by;

use super::asked::AskedFor;
use super::asked_tasks::ReadTasks;
use super::candidates::Candidates;
use super::cursor::Cursor;
use super::page::{MatchedNote, ReadNote};
use super::passage_search::{ReadPassage, sorted};
use crate::search::line_match::Matching;
use crate::search::vectors::{MEANING, raise_nearest};

/// The share of the best passage in a note's score.
const PASSAGE: f32 = 0.3;

/// The bonus of a note whose words are all beside each other, relative to its score.
const NEAR: f32 = 1.0;

/// What is ranked again.
pub(super) enum LookAgain {
    Notes(Vec<ReadNote>),
    /// The passages of the notes, if these are asked for.
    Passages(Vec<ReadPassage>),
    /// The tasks of the notes, if these are asked for.
    Tasks(ReadTasks),
    /// What notes and lines of some days are.
    OfDays(Vec<MatchedNote>),
}

impl LookAgain {
    pub fn new(passages: bool, asked: Option<&AskedFor>) -> Self {
        match asked {
            Some(AskedFor::Tasks(_)) => Self::Tasks(ReadTasks::default()),
            Some(AskedFor::Days(_)) => Self::OfDays(Vec::new()),
            None if passages => Self::Passages(Vec::new()),
            _ => Self::Notes(Vec::new()),
        }
    }
}

impl ReadNote {
    /// The score of its best passage.
    fn passage(&self) -> f32 {
        self.hits.passages.first().map_or(0.0, |best| best.score)
    }
}

/// What is read again, best first, unless it is notes; and how many there are.
pub(super) fn ranked(again: LookAgain, matching: Option<&Matching>) -> (Vec<MatchedNote>, usize) {
    let counted = |found: Vec<MatchedNote>| {
        let count = found.len();
        (found, count)
    };
    let (found, total) = match (again, matching) {
        (LookAgain::Passages(passages), Some(matching)) => counted(sorted(passages, matching)),
        (LookAgain::Tasks(tasks), _) => tasks.finish(),
        (LookAgain::OfDays(mut found), _) => {
            sort_by(&mut found, |one, other| one.dated().cmp(&other.dated()));
            counted(found)
        }
        _ => (Vec::new(), 0),
    };
    let with_cursor =
        |(shown, found): (usize, MatchedNote)| MatchedNote { next: Cursor { looked_at: 0, shown }, ..found };
    ((1..).zip(found).map(with_cursor).collect(), total)
}

/// The `notes`, which are the first of `candidates`, best first, with their cursors.
pub(super) fn ranked_again(
    mut notes: Vec<ReadNote>,
    candidates: &Candidates,
) -> impl Iterator<Item = (ReadNote, Cursor)> + use<> {
    let most = |of: fn(&ReadNote) -> f32| notes.iter().map(of).fold(f32::MIN_POSITIVE, f32::max);
    let (score, passage) = (most(|note| note.score), most(ReadNote::passage));
    let meaning = if candidates.is_by_meaning() { MEANING } else { 0.0 };
    let near = |note: &ReadNote| note.near.map_or(0.0, |passage| passage.near);
    let of_passage = |note: &ReadNote| (1.0 - meaning) * note.passage() / passage + meaning * near(note);
    let of_words = |note: &ReadNote| (1.0 - PASSAGE) * note.score / score + PASSAGE * of_passage(note);
    let value = |note: &ReadNote| of_words(note) * (1.0 + NEAR * note.hits.near);
    sort_by(&mut notes, |a, b| b.hits.phrases.cmp(&a.hits.phrases).then(value(b).total_cmp(&value(a))));
    let nearest =
        (0..notes.len()).reduce(|one, other| if near(&notes[other]) > near(&notes[one]) { other } else { one });
    if let Some(at) = nearest.filter(|_| candidates.raises_nearest) {
        raise_nearest(&mut notes, at);
    }
    // After the last of them, the search continues with the other candidates.
    let (count, next) = (notes.len(), candidates.again);
    let cursor = move |shown| Cursor { looked_at: if shown == count { next } else { 0 }, shown };
    (1..).zip(notes).map(move |(shown, note)| (note, cursor(shown)))
}
