//! The notes that are nearest to a query in meaning.

use std::collections::HashMap;

use crate::search::index::NoteId;
use crate::sort::sort_by;

/// How many notes may be found by meaning alone. They stand out at least half as much as the nearest.
const FOUND: usize = 20;

/// The share of the meaning in a score; the rest is that of the words.
pub(crate) const MEANING: f32 = 0.2;

/// How many standard deviations above the mean a cosine is that counts nothing, and one that counts fully. A model that
/// does not know the language of the notes finds all of them equally near, and nothing stands out.
const COMMON: f32 = 1.0;
const OUTSTANDING: f32 = 6.0;

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

    /// The passages of the notes that are nearer than many, and the nearest of them, best first.
    pub fn finish(mut self) -> (HashMap<NoteId, NearPassage>, Vec<NoteId>) {
        sort_by(&mut self.cosines, |one, other| other.1.total_cmp(&one.1).then(one.0.cmp(&other.0)));
        let mean = mean_of(self.cosines.iter().map(|note| note.1));
        let deviation = mean_of(self.cosines.iter().map(|note| (note.1 - mean).powi(2))).sqrt();
        let near = |cosine: f32| {
            let above = (cosine - mean) / deviation.max(f32::MIN_POSITIVE);
            ((above - COMMON) / (OUTSTANDING - COMMON)).min(1.0)
        };
        let nearer = self.cosines.iter().map(|&(id, cosine, lines)| (id, NearPassage { near: near(cosine), lines }));
        let passages: HashMap<_, _> = nearer.filter(|(_, passage)| passage.near > 0.0).collect();
        let near = |id: &NoteId| passages.get(id).map_or(0.0, |passage: &NearPassage| passage.near);
        let best = self.cosines.first().map_or(0.0, |(id, ..)| near(id));
        let ids = self.cosines.iter().map(|note| note.0);
        let found = ids.take(FOUND).take_while(|id| best > 0.0 && near(id) >= best / 2.0).collect();
        (passages, found)
    }
}

fn mean_of(values: impl ExactSizeIterator<Item = f32>) -> f32 {
    #[expect(clippy::cast_precision_loss, reason = "an estimate")]
    let count = values.len().max(1) as f32;
    values.sum::<f32>() / count
}
