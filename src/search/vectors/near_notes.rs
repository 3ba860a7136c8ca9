//! The notes that are nearest to a query in meaning.

use std::collections::HashMap;

use crate::search::index::{Index, NoteId, RankedNote};

/// How many notes may be found by meaning alone. They stand out at least half as much as the nearest.
const FOUND: usize = 20;

/// The share of the meaning in a score; the rest is that of the words.
pub(crate) const MEANING: f32 = 0.25;

/// How many standard deviations above the mean a cosine is that counts nothing, and one that counts fully. So a model that
/// finds all notes about equally near changes little.
const COMMON: f32 = 1.0;
const OUTSTANDING: f32 = 6.0;

/// If the words find little, the nearest note is at this place, from 0, or above: it may say the same in other words.
const NEAREST: usize = 2;

/// The words find little if the best score by them is less than this share of what each word gives that is in a note
/// once.
pub(crate) const LITTLE: f32 = 0.5;

/// The nearest passage of a note.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct NearPassage {
    /// How near it is: 0 if many notes are as near, 1 if it stands out.
    pub near: f32,
    /// Its first and last line.
    pub lines: (u32, u32),
}

/// The nearest passages of all notes.
#[derive(Debug, Clone, Default)]
pub(crate) struct Nearest {
    cosines: Vec<(NoteId, f32, (u32, u32))>,
}

impl Nearest {
    /// Adds a note, with the cosines and lines of its passages.
    pub fn add(&mut self, id: NoteId, passages: impl Iterator<Item = (f32, (u32, u32))>) {
        let best = passages.reduce(|best, other| if other.0 > best.0 { other } else { best });
        self.cosines.extend(best.map(|(cosine, lines)| (id, cosine, lines)));
    }

    /// The passages of the notes that are nearer than many, and the nearest of them, best first. Notes that are equally
    /// near are in the order of `index`.
    pub fn finish(self, index: &Index) -> (HashMap<NoteId, NearPassage>, Vec<NoteId>) {
        let ranked = |&(id, score, _): &(NoteId, f32, _)| RankedNote { id, score, all_words: false };
        let mut notes: Vec<RankedNote> = self.cosines.iter().map(ranked).collect();
        index.sort_rest(&mut notes, 0);
        let mean = mean_of(notes.iter().map(|note| note.score));
        let deviation = mean_of(notes.iter().map(|note| (note.score - mean).powi(2))).sqrt();
        let near = |cosine: f32| {
            let above = (cosine - mean) / deviation.max(f32::MIN_POSITIVE);
            ((above - COMMON) / (OUTSTANDING - COMMON)).min(1.0)
        };
        let best = notes.first().map_or(0.0, |note| near(note.score));
        let stands_out = |note: &&RankedNote| best > 0.0 && near(note.score) >= best / 2.0;
        let found = notes.iter().take(FOUND).take_while(stands_out).map(|note| note.id).collect();
        let nearer = self.cosines.iter().map(|&(id, cosine, lines)| (id, NearPassage { near: near(cosine), lines }));
        (nearer.filter(|(_, passage)| passage.near > 0.0).collect(), found)
    }
}

fn mean_of(values: impl ExactSizeIterator<Item = f32>) -> f32 {
    #[expect(clippy::cast_precision_loss, reason = "an estimate")]
    let count = values.len().max(1) as f32;
    values.sum::<f32>() / count
}

/// Moves the nearest of the `notes`, if it is `at` a lower place, up to the [`NEAREST`].
pub(crate) fn raise_nearest<T>(notes: &mut [T], at: usize) {
    if at > NEAREST {
        notes[NEAREST..=at].rotate_right(1);
    }
}
