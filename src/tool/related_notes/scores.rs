//! Ranks notes by how much they have to do with another one, and keeps the reasons.
#![expect(clippy::cast_precision_loss, reason = "scores are estimates")]

use std::collections::{HashMap, HashSet};

use lectern_base::sort::sort_by;

use super::link_facts::{LinkFacts, LinksBetween};
use super::text_scores::TextScores;
use crate::catalogue::Catalogue;
use crate::path::VaultPath;
use crate::search::index::{NoteId, file_title};
use crate::search::words::each_word;

/// What a link between two notes counts, and a file that both link to or a note that links to both, if there are no other
/// such links; all of these together count so many times as much at most. A text counts 1 at most, and few count more
/// than half. Measured by links that were taken out of the help vaults: the other note is among the first ten for 61 %,
/// by words alone for 51 %.
const LINK: f32 = 0.4;
const NEIGHBOUR: f32 = 0.3;
const MOST_NEIGHBOURS: f32 = 2.0;

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
    let linked: HashMap<NoteId, &LinksBetween> =
        facts.notes().filter_map(|(path, links)| Some((index.find(path.as_str())?, links))).collect();
    let closed: HashSet<NoteId> = facts.closed.iter().filter_map(|path| index.find(path.as_str())).collect();
    let of_links = |links: &LinksBetween| {
        let targets = links.both_link_to.iter().map(|file| rarity(linking.get(file).copied().unwrap_or(1)));
        let linkers = links.linked_by.iter().map(|note| rarity(facts.linked_by.get(note).copied().unwrap_or(1)));
        let neighbours = targets.chain(linkers).sum::<f32>().min(MOST_NEIGHBOURS);
        let direct = if links.are_direct() { LINK } else { 0.0 };
        direct + NEIGHBOUR * neighbours
    };
    let by_text = texts.notes().filter(|(id, _)| !linked.contains_key(id));
    let by_links = linked.iter().map(|(&id, links)| (id, texts.score(id) + of_links(links)));
    let open = by_text.chain(by_links).filter(|(id, _)| !closed.contains(id));
    let best = best_of(catalogue, open.collect(), count);
    let holding = texts.holding(index, best.iter().map(|(id, _)| *id));
    let related = best.into_iter().filter_map(|(id, score)| {
        let path = catalogue.path(index.note(id)?)?.clone();
        let links = linked.get(&id).copied().cloned().unwrap_or_default();
        let apart = if links.are_direct() { name_words([own, &path]) } else { Vec::new() };
        let words = texts.words_of(id, &apart, &holding);
        Some(Related { path, score, words, links, similar: texts.near.get(&id).map(|passage| passage.lines) })
    });
    related.collect()
}

/// The `count` notes among `candidates` that have most in common with the other, best first.
pub(super) fn best(
    catalogue: &Catalogue,
    texts: &TextScores,
    candidates: HashSet<NoteId>,
    count: usize,
) -> Vec<NoteId> {
    let scored = candidates.into_iter().map(|id| (id, texts.score(id))).collect();
    best_of(catalogue, scored, count).into_iter().map(|(id, _)| id).collect()
}

/// The `count` best of `notes`, best first; those with the same score by their paths. There may be as many as in the vault.
fn best_of(catalogue: &Catalogue, mut notes: Vec<(NoteId, f32)>, count: usize) -> Vec<(NoteId, f32)> {
    let path = |id: NoteId| catalogue.index.note(id).map(|note| &*note.path);
    notes.retain(|(id, _)| path(*id).is_some());
    let order = |a: &(NoteId, f32), b: &(NoteId, f32)| b.1.total_cmp(&a.1).then_with(|| path(a.0).cmp(&path(b.0)));
    if count < notes.len() {
        notes.select_nth_unstable_by(count, order);
        notes.truncate(count);
    }
    sort_by(&mut notes, order);
    notes
}
