//! Ranks notes by how much they have to do with another one, and keeps the reasons.

use std::collections::{HashMap, HashSet};

use lectern_base::sort::sort_by;

use super::evidence::{is_enough, rarity};
use super::folder_and_tags::FolderAndTags;
use super::link_facts::{LinkFacts, LinksBetween};
use super::names::{Named, names, terms};
use super::source::Source;
use super::text_scores::{LEAST, TextScores};
use crate::catalogue::Catalogue;
use crate::path::VaultPath;
use crate::search::index::{Entry, NoteId, file_title};
use crate::search::words::base;

/// What a link between two notes counts, and a file that both link to or a note that links to both, if there are no other
/// such links; all of these together count so many times as much at most. The words of a text count `TEXT` at most, and
/// few count more than half of that. All are chosen with links that were taken out of the help vaults in English and
/// Thai, as `npm run bench -- --related` does it. In those in Arabic and Japanese, a note that was linked is then among
/// the first five for 93 % of the notes; with BM25 over all words of a note, for 80 %.
const LINK: f32 = 0.25;
const NEIGHBOUR: f32 = 0.25;
const MOST_NEIGHBOURS: f32 = 2.0;
const TEXT: f32 = 0.7;

/// How many of the best notes are looked at again: whether the note names them, and whether there are reasons enough.
const LOOKED_AT: usize = 200;

/// The most words that are given as a reason.
const SHARED_WORDS: usize = 4;

/// A note that has to do with the other.
#[derive(Debug)]
pub(super) struct Related {
    pub path: VaultPath,
    pub score: f32,
    pub links: LinksBetween,
    /// Whether both are in one folder.
    pub same_folder: bool,
    /// Tags that both have.
    pub tags: Vec<String>,
    /// Words that both have, as the other has them.
    pub words: Vec<String>,
    /// The passage that is similar in meaning.
    pub similar: Option<(u32, u32)>,
}

/// The `count` notes that have most to do with `own`, best first. `linking` says how many notes link to a file.
pub(super) fn related(
    catalogue: &Catalogue,
    (own, source): (&VaultPath, &Source),
    texts: &TextScores,
    (facts, linking): (&LinkFacts, &HashMap<VaultPath, usize>),
    count: usize,
) -> Vec<Related> {
    let index = &catalogue.index;
    let linked: HashMap<NoteId, &LinksBetween> =
        facts.notes().filter_map(|(path, links)| Some((index.find(path.as_str())?, links))).collect();
    let closed = facts.closed.iter().chain([own]).filter_map(|path| index.find(path.as_str()));
    let closed: HashSet<NoteId> = closed.collect();
    let of_links = |links: &LinksBetween| {
        let targets = links.both_link_to.iter().map(|file| rarity(linking.get(file).copied().unwrap_or(1)));
        let linkers = links.linked_by.iter().map(|note| rarity(facts.linked_by.get(note).copied().unwrap_or(1)));
        let neighbours = targets.chain(linkers).sum::<f32>().min(MOST_NEIGHBOURS);
        let direct = if links.are_direct() { LINK } else { 0.0 };
        direct + NEIGHBOUR * neighbours
    };
    let marks = FolderAndTags::of(catalogue, own, source);
    let apart_from_text =
        |id: NoteId, note: &Entry| marks.score(id, note) + linked.get(&id).map_or(0.0, |links| of_links(links));
    let mut candidates: HashSet<NoteId> = marks.listed(catalogue, LEAST).into_iter().collect();
    candidates.extend(texts.notes().map(|(id, _)| id).chain(linked.keys().copied()));
    let scored = candidates
        .into_iter()
        .filter(|id| !closed.contains(id))
        .filter_map(|id| Some((id, TEXT * texts.score(id) + apart_from_text(id, index.note(id)?))));
    let best = best_of(catalogue, scored.collect(), LOOKED_AT);
    let holding = texts.holding(index, best.iter().map(|(id, _)| *id));
    let mut related: Vec<Related> = best
        .into_iter()
        .filter_map(|(id, score)| {
            let note = index.note(id)?;
            let links = linked.get(&id).copied().cloned().unwrap_or_default();
            let shared = texts.shared(id, &holding);
            let named = Named::in_source(source, note);
            let is_reason = source.is_short()
                || apart_from_text(id, note) >= LEAST
                || texts.near.contains_key(&id)
                || is_enough(shared.iter().copied(), index.len())
                || named.is_reason(index, id)
                || names(own, &shared, index.len());
            let path = catalogue.path(note).filter(|_| is_reason)?.clone();
            // A link mostly has the name, and the words of the names of both say nothing more.
            let apart = if links.are_direct() {
                [own, &path].map(|path| terms(file_title(path.as_str()))).concat()
            } else {
                named.terms()
            };
            let score = score + if links.linked_here.is_some() { (named.score - LINK).max(0.0) } else { named.score };
            let mut words: Vec<_> = named.full.filter(|_| !links.are_direct()).into_iter().collect();
            let others = shared.into_iter().filter(|word| !apart.contains(&base(&word.term)));
            words.extend(others.map(|word| word.written.clone()));
            words.truncate(SHARED_WORDS);
            let (same_folder, tags) = (marks.has_folder(note), marks.tags(id));
            let similar = texts.near.get(&id).map(|passage| passage.lines);
            Some(Related { path, score, links, same_folder, tags, words, similar })
        })
        .collect();
    related.extend(linked_documents(catalogue, facts, of_links));
    sort_by(&mut related, |a, b| b.score.total_cmp(&a.score).then_with(|| a.path.cmp(&b.path)));
    related.truncate(count);
    related
}

/// The documents that are linked in `own`, or beside it in another note: they are not compared by their words.
fn linked_documents(
    catalogue: &Catalogue,
    facts: &LinkFacts,
    of_links: impl Fn(&LinksBetween) -> f32,
) -> impl Iterator<Item = Related> {
    let documents = facts.notes().filter(|(path, _)| catalogue.documents.get(path).is_some());
    documents.map(move |(path, links)| {
        let (score, links) = (of_links(links), links.clone());
        let (tags, words) = (Vec::new(), Vec::new());
        Related { path: path.clone(), score, links, same_folder: false, tags, words, similar: None }
    })
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
