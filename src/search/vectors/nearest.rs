//! The notes that are nearest to a query in meaning.

use std::collections::HashMap;

use crate::search::index::NoteId;
use crate::sort::sort_by;

/// How many notes may be found by meaning alone.
const FOUND: usize = 20;

/// The share of the meaning in a score; the rest is that of the words.
pub(crate) const MEANING: f32 = 0.3;

/// The nearest passage of a note.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct NearPassage {
    /// How near it is, among all notes: 1 for the nearest, 0 for one that is no nearer than most.
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

    /// The passages of the notes that are nearer than most, and the nearest of them, best first.
    pub fn finish(mut self) -> (HashMap<NoteId, NearPassage>, Vec<NoteId>) {
        sort_by(&mut self.cosines, |one, other| other.1.total_cmp(&one.1).then(one.0.cmp(&other.0)));
        let Some(&(_, best, _)) = self.cosines.first() else { return Default::default() };
        #[expect(clippy::cast_precision_loss, reason = "an estimate")]
        let mean = self.cosines.iter().map(|note| note.1).sum::<f32>() / self.cosines.len() as f32;
        let spread = (best - mean).max(f32::MIN_POSITIVE);
        let near = |cosine: f32| (cosine - mean) / spread;
        let nearer = self.cosines.iter().map(|&(id, cosine, lines)| (id, NearPassage { near: near(cosine), lines }));
        let passages = nearer.filter(|(_, passage)| passage.near > 0.0).collect();
        (passages, self.cosines.iter().take(FOUND).map(|note| note.0).collect())
    }
}
