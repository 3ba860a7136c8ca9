//! Selects the notes that may match according to the index, in the order in which they are searched.

use std::cmp::Ordering;
use std::collections::{HashMap, HashSet};

use super::chosen_note::Chosen;
use super::pages_found::{OtherPages, best_pages, is_worth_reading, single_texts};
use super::params::SearchOptions;
use super::second_look::MAX_NOTES;
use super::seeker::Seeker;
use super::task_lines::TaskLines;
use super::within::Within;
use crate::catalogue::Catalogue;
use crate::error::{ErrorCode, ToolError};
use crate::path::{VaultPath, quoted};
use crate::search::index::{Entry, Index, NoteId, RankedNote, RankedWord, Ranking};
use crate::search::query::Query;
use crate::search::vectors::{LITTLE, MEANING, NearPassage, Nearest, raise_nearest};
use crate::sort::sort_by;
use crate::tool::conditions::time_span::NoteTime;
use crate::tool::conditions::{Conditions, sort_by_property};

/// The notes that may match, best first.
#[derive(Debug, Default)]
pub(super) struct Selection {
    notes: Vec<RankedNote>,
    /// How many of the first notes are in order; `None` if all are.
    sorted: Option<usize>,
    /// How many of the first notes are ranked again once they are read.
    pub again: usize,
    /// How many of them contain all words, if there are several words.
    pub with_all: Option<usize>,
    /// How many notes may match, but have properties that are not understood.
    pub unknown: usize,
    /// The passages that are near to the query in meaning.
    near: HashMap<NoteId, NearPassage>,
    /// Whether the nearest note is to be among the first, because the words find little.
    pub raises_nearest: bool,
    /// The other pages that match of documents that are shown by one.
    other_pages: OtherPages,
    /// Whether there are documents among them.
    pub has_documents: bool,
    /// The document to search instead of notes.
    document: Option<VaultPath>,
}

impl Selection {
    /// A document, which is not in the index.
    pub fn of_document(path: VaultPath, is_ranked_again: bool) -> Self {
        Self { document: Some(path), again: usize::from(is_ranked_again), ..Self::default() }
    }

    pub fn is_document(&self) -> bool {
        self.document.is_some()
    }

    pub fn len(&self) -> usize {
        self.notes.len() + usize::from(self.is_document())
    }

    /// Leaves out all notes but the first `count`.
    pub fn truncate(&mut self, count: usize) {
        self.notes.truncate(count);
    }

    /// The score of the note at the index `place`.
    pub fn score(&self, place: usize) -> f32 {
        self.notes.get(place).map_or(1.0, |note| note.score)
    }

    /// The passage of the note at the index `place` that is near to the query in meaning.
    pub fn near(&self, place: usize) -> Option<NearPassage> {
        self.near.get(&self.notes.get(place)?.id).copied()
    }

    /// Whether the search went by meaning too.
    pub fn is_by_meaning(&self) -> bool {
        !self.near.is_empty()
    }

    /// The other pages that match of the document at the index `place`.
    pub fn other_pages(&self, place: usize) -> &[u32] {
        let pages = self.notes.get(place).and_then(|note| self.other_pages.get(&note.id));
        pages.map_or(&[], Vec::as_slice)
    }

    /// The first note from the index `place` on that still exists.
    pub fn next(&mut self, catalogue: &Catalogue, mut place: usize) -> Option<Chosen> {
        if let Some(path) = self.document.as_ref().filter(|_| place == 0) {
            return Some(Chosen { place, path: path.clone(), size: 0.0, document: None });
        }
        loop {
            if let Some(sorted) = self.sorted.take_if(|sorted| place >= *sorted) {
                catalogue.index.sort_rest(&mut self.notes, sorted);
            }
            if let Some(note) = catalogue.index.note(self.notes.get(place)?.id)
                && let Some(path) = catalogue.path(note)
            {
                // The size of a document is not that of its text.
                let document = if note.is_document { catalogue.documents.find_entry(&note.path) } else { None };
                let size = if document.is_some() { 0.0 } else { note.size };
                return Some(Chosen { place, path: path.clone(), size, document });
            }
            place += 1;
        }
    }
}

/// Selects from the notes of `catalogue`.
pub(super) fn choose(
    options: &mut SearchOptions,
    catalogue: &Catalogue,
    nearest: Nearest,
) -> Result<Selection, ToolError> {
    let index = &catalogue.index;
    let holds = |within: &Within, note: &Entry| {
        matches!(within, Within::Vault) || catalogue.path(note).is_some_and(|path| within.holds(path))
    };
    let holds_any = |options: &SearchOptions| {
        let (within, documents) = (&options.within, &catalogue.documents);
        // A single document that is not indexed can still be searched.
        let is_there = |path: &VaultPath| within.holds(path) && !within.is_file(path);
        index.notes().any(|(_, note)| holds(within, note))
            || (options.takes_documents() && documents.paths().any(is_there))
    };
    if !holds_any(options)
        && let Some(equivalent) = options.within.equivalent()
    {
        options.within = equivalent;
        if !holds_any(options) {
            let path = quoted(options.given.path.as_deref().unwrap_or_default());
            return Err(ToolError::new(
                ErrorCode::NotFound,
                format!("no note is at or in {path}"),
                "leave path out to search everywhere, or call list_files to see the folders",
            ));
        }
    }
    let takes_documents = options.takes_documents();
    let SearchOptions { within, tag, seeker, filter, sort, tasks, span, passages, cursor, .. } = options;
    let tasks = tasks.as_ref().map(TaskLines::state);
    let conditions = Conditions::new(filter.as_deref(), tasks, span.as_ref(), index);
    let mut selection = match seeker {
        Seeker::Words { query, matching, .. } => {
            let mut keep =
                |note: &Entry| (takes_documents || !note.is_document) && holds(within, note) && conditions.hold(note);
            // If all words are in phrases, a note needs every one of them.
            let in_phrases = |word: &String| query.phrases.iter().any(|phrase| phrase.terms.contains(word));
            let only_phrases = query.words.iter().all(in_phrases);
            let is_reordered = only_phrases || sort.is_some() || !query.dates.is_empty() || !query.wordings.is_empty();
            let (near, found) = nearest.finish(index);
            let are_all_sorted = is_reordered || cursor.looked_at > 0 || !near.is_empty();
            let find = if are_all_sorted { Index::search } else { Index::search_best };
            let search = |words: &[String]| find(index, words, tag.as_deref(), &mut keep);
            let (Ranking { notes, sorted, words }, others) = ranking(query, search);
            matching.rank(query, &words);
            let finding = words[..query.own].iter().filter(|word| word.finds).count();
            let mut notes: Vec<_> = notes.into_iter().filter(|note| note.all_words || !only_phrases).collect();
            put_dated_first(&mut notes, query, index, tag.as_deref(), &mut keep);
            let raises_nearest = !near.is_empty() && find_little(&notes, &words[..query.own]);
            if !near.is_empty() {
                let is_tagged = tag_test(index, tag.as_deref());
                let is_wanted = |id: &NoteId| is_tagged(*id) && index.note(*id).is_some_and(&mut keep);
                let found: Vec<NoteId> = found.into_iter().filter(is_wanted).collect();
                add_near(index, &mut notes, &near, &found);
                if raises_nearest && let Some(at) = notes.iter().position(|note| found.first() == Some(&note.id)) {
                    raise_nearest(&mut notes, at);
                }
            }
            let in_order = if are_all_sorted { usize::MAX } else { sorted };
            let mut counts = [sorted, notes.len()];
            notes.extend(others);
            let other_pages = best_pages(&mut notes, within, catalogue, in_order, &mut counts);
            let [sorted, own] = counts;
            let with_all = (finding > 1).then(|| notes[..own].iter().filter(|note| note.all_words).count());
            // A single word is in many passages, and none answers a question.
            let is_ranked_again = *passages || (query.words.len() > 1 && sort.is_none());
            let best = notes[..own].iter().take(if is_ranked_again { MAX_NOTES } else { 0 });
            let again = best.take_while(is_worth_reading(catalogue)).count();
            let sorted = (!are_all_sorted).then_some(sorted);
            Selection { notes, sorted, again, with_all, near, raises_nearest, other_pages, ..Selection::default() }
        }
        Seeker::Pattern { .. } | Seeker::Everything(_) => {
            let is_tagged = tag_test(index, tag.as_deref());
            let candidates = match seeker {
                Seeker::Pattern { pattern, .. } => index.candidates(pattern.need()),
                _ => None,
            };
            let mut notes = candidates.unwrap_or_else(|| index.notes().map(|(id, _)| id).collect());
            let keep =
                |note: &Entry| (takes_documents || !note.is_document) && holds(within, note) && conditions.hold(note);
            notes.retain(|&id| is_tagged(id) && index.note(id).is_some_and(keep));
            let is_list_of_tasks = tasks.is_some() && matches!(seeker, Seeker::Everything(_));
            let alone = span.as_ref().filter(|_| matches!(seeker, Seeker::Everything(_)));
            let time = alone.map_or(NoteTime::Changed, |span| span.time);
            // By path, not by id, which depends on the order in which notes became known.
            let key =
                |id: &NoteId| index.note(*id).map_or((0.0, ""), |note| (time.of(note).unwrap_or(0.0), &*note.path));
            sort_by(&mut notes, |one, other| {
                let ((time, path), (other_time, other_path)) = (key(one), key(other));
                let by_time = if is_list_of_tasks { Ordering::Equal } else { other_time.total_cmp(&time) };
                let is_document = |id: &NoteId| index.note(*id).is_some_and(|note| note.is_document);
                // What takes longer to read comes last.
                let by_kind = is_document(one).cmp(&is_document(other));
                by_kind.then(by_time).then_with(|| path.cmp(other_path))
            });
            let unranked = |id| RankedNote { id, score: 0.0, all_words: true };
            let mut notes: Vec<_> = notes.into_iter().map(unranked).collect();
            single_texts(&mut notes, catalogue);
            Selection { notes, ..Selection::default() }
        }
    };
    selection.has_documents = index.documents() > 0
        && selection.notes.iter().any(|note| index.note(note.id).is_some_and(|note| note.is_document));
    selection.unknown = conditions.unknown();
    if let Some(sort) = sort {
        sort_by_property(&mut selection.notes, index, sort);
    }
    Ok(selection)
}

/// Whether `words` find little: not even the best of the `notes` has as much of them as [`LITTLE`] says.
fn find_little(notes: &[RankedNote], words: &[RankedWord]) -> bool {
    let worth: f32 = words.iter().map(|word| word.worth).sum();
    notes.iter().all(|note| note.score < LITTLE * worth)
}

/// Adds the notes that are `found` by their meaning to those that words find, and makes one score and order of both.
fn add_near(index: &Index, notes: &mut Vec<RankedNote>, near: &HashMap<NoteId, NearPassage>, found: &[NoteId]) {
    let known: HashSet<NoteId> = notes.iter().map(|note| note.id).collect();
    let best = notes.iter().map(|note| note.score).fold(f32::MIN_POSITIVE, f32::max);
    let others = found.iter().filter(|id| !known.contains(id));
    notes.extend(others.map(|&id| RankedNote { id, score: 0.0, all_words: false }));
    for note in notes.iter_mut() {
        let near = near.get(&note.id).map_or(0.0, |passage| passage.near);
        note.score = (1.0 - MEANING) * note.score / best + MEANING * near;
    }
    index.sort_rest(notes, 0);
}

/// What the words of `query` find, with all of its words, and the notes that only its other wordings find.
fn ranking(query: &Query, mut search: impl FnMut(&[String]) -> Ranking) -> (Ranking, Vec<RankedNote>) {
    let mut ranking = search(&query.own_words());
    ranking.words.resize(query.words.len(), RankedWord::default());
    if query.wordings.is_empty() {
        return (ranking, Vec::new());
    }
    let mut seen: HashSet<u32> = ranking.notes.iter().map(|note| note.id.0).collect();
    let mut others = Vec::new();
    for wording in &query.wordings {
        let found = search(wording);
        for (term, word) in wording.iter().zip(found.words) {
            if let Some(at) = query.words.iter().position(|own| own == term).filter(|&at| at >= query.own) {
                ranking.words[at] = word;
            }
        }
        others.extend(found.notes.into_iter().filter(|note| seen.insert(note.id.0)));
    }
    (ranking, others)
}

/// Tells whether a note has the tag `tag`, if there is one.
fn tag_test(index: &Index, tag: Option<&str>) -> impl Fn(NoteId) -> bool {
    let tagged = tag.map(|tag| index.tagged(tag).unwrap_or_default());
    move |id| tagged.as_ref().is_none_or(|tagged| tagged.get(id.0 as usize).is_some_and(|&is| is))
}

/// Puts the notes first whose names have a date of `query`, also those that its words do not find.
fn put_dated_first(
    notes: &mut Vec<RankedNote>,
    query: &Query,
    index: &Index,
    tag: Option<&str>,
    keep: &mut dyn FnMut(&Entry) -> bool,
) {
    if query.dates.is_empty() {
        return;
    }
    let is_tagged = tag_test(index, tag);
    let mut dated: Vec<(NoteId, &Entry)> = Vec::new();
    for (id, note) in index.notes() {
        let has_date = note.name_day().is_some_and(|day| query.dates.iter().any(|date| date.is(day)));
        if has_date && is_tagged(id) && keep(note) {
            dated.push((id, note));
        }
    }
    // The latest first, as for a date without a year.
    sort_by(&mut dated, |(_, one), (_, other)| {
        other.name_day().cmp(&one.name_day()).then_with(|| one.path.cmp(&other.path))
    });
    let ids: HashSet<u32> = dated.iter().map(|(id, _)| id.0).collect();
    let score = notes.first().map_or(1.0, |best| best.score);
    let first = dated.into_iter().map(|(id, _)| {
        let all_words = notes.iter().any(|note| note.id == id && note.all_words);
        RankedNote { id, score, all_words }
    });
    let first: Vec<RankedNote> = first.collect();
    notes.retain(|note| !ids.contains(&note.id.0));
    notes.splice(..0, first);
}
