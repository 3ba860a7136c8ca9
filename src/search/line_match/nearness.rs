//! How near to each other the words of a query are in a note, in the order of the query: `lighthouse keeper` beside each
//! other mean what is asked for more often than a lighthouse here and a keeper there.

use super::term_sets::{bits, ones};
use super::terms::QueryTerms;
use crate::search::query::MAX_TERMS;

/// How near two words are with up to so many words more between them than in the query, in quarters.
const BY_DISTANCE: [u8; 3] = [4, 2, 1];

/// How near the words are in one note so far.
#[derive(Debug, Clone)]
pub(super) struct Nearness {
    /// How many words and ends of lines were read.
    pub read: u32,
    /// The word that each group was last found at, from 1.
    last: [u32; MAX_TERMS],
    /// How near each group was to the one before it, at best.
    best: [u8; MAX_TERMS],
}

impl Default for Nearness {
    fn default() -> Self {
        Self { read: 1, last: [0; MAX_TERMS], best: [0; MAX_TERMS] }
    }
}

impl Nearness {
    /// Takes a word at the positions `places`.
    pub fn add(&mut self, terms: &QueryTerms, places: u64) {
        for place in ones(places) {
            let group = terms.group_of[place];
            // A word of a script without spaces is where its first pair is.
            let of = &terms.groups[group];
            let Some(before) = of.before.filter(|_| place == of.places.start) else { continue };
            let is_joined = places & bits(terms.groups[before].places.clone()) != 0;
            let found = if is_joined { self.read } else { self.last[before] };
            if found > 0 {
                // Function words may be between them in the query.
                let extra = (self.read - found) as usize;
                let nearness = BY_DISTANCE.get(extra.saturating_sub(group - before)).copied().unwrap_or(0);
                self.best[group] = self.best[group].max(nearness);
            }
        }
        for place in ones(places) {
            self.last[terms.group_of[place]] = self.read;
        }
    }

    /// Takes how near they are in the note's name.
    pub fn add_name(&mut self, name: &Self) {
        for (best, of_name) in self.best.iter_mut().zip(name.best) {
            *best = of_name.max(*best);
        }
    }

    /// How near the words are: 1 if each is beside the one before it, 0 if none is near.
    pub fn share(&self, terms: &QueryTerms) -> f32 {
        let (mut near, mut all) = (0.0, f32::MIN_POSITIVE);
        for (group, best) in terms.groups.iter().zip(self.best) {
            let weight = group.before.map_or(0.0, |before| group.weight.min(terms.groups[before].weight));
            near += weight * f32::from(best) / f32::from(BY_DISTANCE[0]);
            all += weight;
        }
        near / all
    }
}
