//! Ranks notes by how much they have to do with another one, and keeps the reasons.
#![expect(clippy::cast_precision_loss, reason = "scores are estimates")]

use std::collections::{HashMap, HashSet};

use super::link_facts::{LinkFacts, LinksBetween};
use crate::path::VaultPath;
use crate::search::index::{NoteId, Ranking, file_title};
use crate::search::telling_words::TellingWord;
use crate::search::vectors::{NearPassage, Nearest};
use crate::search::words::each_word;
use crate::sort::sort_by;
use crate::tool::notes::catalogue::Catalogue;

/// The share of the meaning in the score of a text; the rest is that of the words.
const MEANING: f32 = 0.3;

/// What a link between two notes counts, and a file that both link to or a note that links to both, if there are no other
/// such links; all of these together count so many times as much at most. A text counts 1 at most, and few count more
/// than half. Measured by links that were taken out of the help vaults: the other note is among the first ten for 61 %,
/// by words alone for 51 %.
const LINK: f32 = 0.4;
const NEIGHBOUR: f32 = 0.3;
const MOST_NEIGHBOURS: f32 = 2.0;

/// The least score of a note that is listed for its words.
const LEAST: f32 = 0.08;

/// The most words that are given as a reason.
const SHARED_WORDS: usize = 4;

/// A note that has to do with the other.
#[derive(Debug)]
pub(super) struct Related {
    pub path: VaultPath,
    pub score: f32,
    pub links: LinksBetween,
    /// Words that both have, as the other has them.
    pub words: Vec<String>,
    /// The passage that is similar in meaning.
    pub similar: Option<(u32, u32)>,
}

/// What words and meaning say of all notes.
#[derive(Debug, Default)]
pub(super) struct TextScores {
    words: Vec<SharedWord>,
    by_note: HashMap<NoteId, f32>,
    /// The passages that stand out by their meaning.
    near: HashMap<NoteId, NearPassage>,
}

/// A word of the other, and the notes that have it.
#[derive(Debug)]
struct SharedWord {
    term: String,
    written: String,
    worth: f32,
    notes: HashSet<u32>,
}

impl TextScores {
    /// Scores the notes of `catalogue` other than `own` by `words` and by what is `nearest` in meaning.
    pub fn new(catalogue: &Catalogue, own: &VaultPath, words: Vec<TellingWord>, nearest: Option<Nearest>) -> Self {
        let index = &catalogue.index;
        let own = index.find(own.as_str());
        let (terms, times): (Vec<_>, Vec<_>) = words.iter().map(|word| (word.term.clone(), word.times)).unzip();
        let Ranking { notes, words: ranked, .. } =
            index.search_distinct(&terms, &times, None, &mut |note| !note.is_document);
        let total = ranked.iter().map(|word| word.worth).sum::<f32>().max(f32::MIN_POSITIVE);
        let meaning = if nearest.is_some() { MEANING } else { 0.0 };
        let of_words = |score: f32| (1.0 - meaning) * (score / total).min(1.0);
        let mut by_note: HashMap<_, _> = notes.iter().map(|note| (note.id, of_words(note.score))).collect();
        let (mut near, outstanding) = nearest.map(|nearest| nearest.finish(index)).unwrap_or_default();
        for (id, passage) in &near {
            *by_note.entry(*id).or_default() += meaning * passage.near;
        }
        near.retain(|id, _| outstanding.contains(id));
        by_note.retain(|id, _| Some(*id) != own);
        let words = words.into_iter().zip(ranked);
        let mut words: Vec<_> = words
            .map(|(word, ranked)| SharedWord {
                term: word.term,
                written: word.written,
                worth: ranked.worth,
                notes: index.notes_with(&ranked),
            })
            .collect();
        sort_by(&mut words, |a, b| b.worth.total_cmp(&a.worth));
        Self { words, by_note, near }
    }

    /// The notes that may be listed for their text alone.
    fn notes(&self) -> impl Iterator<Item = NoteId> {
        let is_listed = |id: &NoteId| self.score(*id) >= LEAST || self.near.contains_key(id);
        self.by_note.keys().copied().filter(is_listed)
    }

    fn score(&self, id: NoteId) -> f32 {
        self.by_note.get(&id).copied().unwrap_or_default()
    }

    /// The words that the note shares with the other, apart from these.
    fn words_of(&self, id: NoteId, apart: &[String]) -> Vec<String> {
        let shared = self.words.iter().filter(|word| word.notes.contains(&id.0) && !apart.contains(&word.term));
        shared.take(SHARED_WORDS).map(|word| word.written.clone()).collect()
    }
}

/// The words of the names of two notes. A link between them has these, so that they say nothing more.
fn name_words(paths: [&VaultPath; 2]) -> Vec<String> {
    let mut words = Vec::new();
    for path in paths {
        each_word(file_title(path.as_str()), |word| words.push(word.term.to_owned()));
    }
    words
}

/// How many notes link to a file: the fewer, the more it says that two do.
fn rarity(linking: usize) -> f32 {
    1.0 / (1.0 + linking as f32).ln().max(1.0)
}

/// The `count` notes that have most to do with `own`, best first. `linking` says how many notes link to a file.
pub(super) fn related(
    catalogue: &Catalogue,
    own: &VaultPath,
    texts: &TextScores,
    facts: &LinkFacts,
    linking: &HashMap<VaultPath, usize>,
    count: usize,
) -> Vec<Related> {
    let index = &catalogue.index;
    let linked = facts.notes().filter_map(|path| index.find(path.as_str()));
    let ids: HashSet<NoteId> = texts.notes().chain(linked).collect();
    let mut scored: Vec<_> = ids
        .into_iter()
        .filter_map(|id| {
            let path = catalogue.path(index.note(id)?)?;
            let links = facts.get(path).cloned().unwrap_or_default();
            let targets = links.both_link_to.iter().map(|file| rarity(linking.get(file).copied().unwrap_or(1)));
            let linkers = links.linked_by.iter().map(|note| rarity(facts.linked_by.get(note).copied().unwrap_or(1)));
            let neighbours = targets.chain(linkers).sum::<f32>().min(MOST_NEIGHBOURS);
            let score = texts.score(id) + if links.are_direct() { LINK } else { 0.0 } + NEIGHBOUR * neighbours;
            Some((id, score, path, links))
        })
        .collect();
    sort_by(&mut scored, |a, b| b.1.total_cmp(&a.1).then_with(|| a.2.cmp(b.2)));
    let found = scored.into_iter().take(count).map(|(id, score, path, links)| Related {
        path: path.clone(),
        score,
        words: texts.words_of(id, &if links.are_direct() { name_words([own, path]) } else { Vec::new() }),
        links,
        similar: texts.near.get(&id).map(|passage| passage.lines),
    });
    found.collect()
}

/// The `count` notes among `candidates` that have most in common with the other, best first.
pub(super) fn best(
    catalogue: &Catalogue,
    texts: &TextScores,
    candidates: HashSet<NoteId>,
    count: usize,
) -> Vec<NoteId> {
    let path = |id: NoteId| catalogue.index.note(id).map(|note| &*note.path);
    let mut best: Vec<_> = candidates.into_iter().map(|id| (texts.score(id), path(id), id)).collect();
    sort_by(&mut best, |a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    best.into_iter().take(count).map(|(.., id)| id).collect()
}
