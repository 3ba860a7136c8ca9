//! Ranks the notes that the words of a query find, by words, dates and meaning.

use std::collections::{HashMap, HashSet};

use lectern_base::sort::sort_by;

use super::arguments::SearchArguments;
use super::candidates::Candidates;
use super::pages_found::best_pages;
use super::scope::Scope;
use crate::search::index::{Entry, Index, NoteId, RankedNote, RankedWord, Ranking};
use crate::search::query::Query;
use crate::search::vectors::{LITTLE, MEANING, NearPassage, Nearest, raise_nearest};

/// The most notes that are ranked again, and their total bytes: more take longer to read, and change little.
const MAX_NOTES: usize = 20;
const MAX_BYTES: f64 = 2.0 * 1024.0 * 1024.0;

/// How many documents are converted to be ranked again. The others stay where their words put them.
const CONVERTED: usize = 4;

/// The notes in `scope` that the words of `query` or their meaning find, best first.
pub(super) fn best_first(
    query: &Query,
    arguments: &SearchArguments,
    scope: &Scope<'_>,
    nearest: Nearest,
) -> Candidates {
    let index = scope.index();
    let (near, nearest) = nearest.finish(index);
    // If all words are in phrases, a note needs every one of them.
    let in_phrases = |word: &String| query.phrases.iter().any(|phrase| phrase.terms.contains(word));
    let only_phrases = query.words.iter().all(in_phrases);
    let is_reordered =
        only_phrases || arguments.sort.is_some() || !query.dates.is_empty() || !query.wordings.is_empty();
    let are_all_sorted = is_reordered || arguments.cursor.looked_at > 0 || !near.is_empty();
    let find = if are_all_sorted { Index::search } else { Index::search_best };
    let (Ranking { mut notes, sorted, words }, others) = by_words(query, |words| {
        let mut ranking = find(index, words, &mut |id, note| scope.takes(id, note));
        if arguments.passages {
            ranking.find_named(index);
        }
        ranking
    });
    notes.retain(|note| note.all_words || !only_phrases);
    put_dated_first(&mut notes, query, scope);
    let own_words = &words[..query.own];
    let raises_nearest = !near.is_empty() && find_little(&notes, own_words);
    if !near.is_empty() {
        let nearest: Vec<NoteId> = nearest.into_iter().filter(|&id| scope.takes_id(id)).collect();
        add_near(index, &mut notes, &near, &nearest);
        if raises_nearest && let Some(at) = notes.iter().position(|note| nearest.first() == Some(&note.id)) {
            raise_nearest(&mut notes, at);
        }
    }
    let mut counts = [sorted, notes.len()];
    notes.extend(others);
    let other_pages = best_pages(&mut notes, scope, if are_all_sorted { usize::MAX } else { sorted }, &mut counts);
    let [sorted, own] = counts;
    let own = &notes[..own];
    let has_several = own_words.iter().filter(|word| word.finds).count() > 1;
    let with_all = has_several.then(|| own.iter().filter(|note| note.all_words).count());
    // A single word is in many passages, and none answers a question.
    let is_ranked_again = arguments.passages || (query.words.len() > 1 && arguments.sort.is_none());
    let again = if is_ranked_again { worth_reading(own, scope) } else { 0 };
    let sorted = (!are_all_sorted).then_some(sorted);
    Candidates { notes, sorted, again, with_all, words, near, raises_nearest, other_pages, ..Candidates::default() }
}

/// What the words of `query` find, with all of its words, and the notes that only its other wordings find.
fn by_words(query: &Query, mut search: impl FnMut(&[String]) -> Ranking) -> (Ranking, Vec<RankedNote>) {
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

/// Puts the notes first whose names have a date of `query`, also those that its words do not find.
fn put_dated_first(notes: &mut Vec<RankedNote>, query: &Query, scope: &Scope<'_>) {
    if query.dates.is_empty() {
        return;
    }
    let has_date = |note: &Entry| note.name_day().is_some_and(|day| query.dates.iter().any(|date| date.is(day)));
    let mut dated: Vec<(NoteId, &Entry)> =
        scope.index().notes().filter(|&(id, note)| has_date(note) && scope.takes(id, note)).collect();
    // The latest first, as for a date without a year.
    sort_by(&mut dated, |(_, one), (_, other)| {
        other.name_day().cmp(&one.name_day()).then_with(|| one.path.cmp(&other.path))
    });
    let ids: HashSet<u32> = dated.iter().map(|(id, _)| id.0).collect();
    let best = notes.first().map_or(1.0, |best| best.score);
    let first = dated.into_iter().map(|(id, _)| {
        let all_words = notes.iter().any(|note| note.id == id && note.all_words);
        RankedNote { id, score: best, all_words }
    });
    let first: Vec<RankedNote> = first.collect();
    notes.retain(|note| !ids.contains(&note.id.0));
    notes.splice(..0, first);
}

/// Whether `words` find little: not even the best of the `notes` has as much of them as [`LITTLE`] says.
fn find_little(notes: &[RankedNote], words: &[RankedWord]) -> bool {
    let worth: f32 = words.iter().map(|word| word.worth).sum();
    notes.iter().all(|note| note.score < LITTLE * worth)
}

/// Adds the notes that are `nearest` in meaning to those that words find, and makes one score and order of both.
fn add_near(index: &Index, notes: &mut Vec<RankedNote>, near: &HashMap<NoteId, NearPassage>, nearest: &[NoteId]) {
    let known: HashSet<NoteId> = notes.iter().map(|note| note.id).collect();
    let best = notes.iter().map(|note| note.score).fold(f32::MIN_POSITIVE, f32::max);
    let others = nearest.iter().filter(|id| !known.contains(id));
    notes.extend(others.map(|&id| RankedNote { id, score: 0.0, all_words: false }));
    for note in notes.iter_mut() {
        let near = near.get(&note.id).map_or(0.0, |passage| passage.near);
        note.score = (1.0 - MEANING) * note.score / best + MEANING * near;
    }
    index.sort_rest(notes, 0);
}

/// How many of the first `notes` there is time to read, to rank them again.
fn worth_reading(notes: &[RankedNote], scope: &Scope<'_>) -> usize {
    let (mut bytes, mut converted) = (0.0, 0);
    let is_in_time = |note: &&RankedNote| {
        let Some(entry) = scope.index().note(note.id) else { return true };
        if entry.is_document {
            let is_read = |document| scope.catalogue.documents.text_of(&document).is_some();
            converted += usize::from(scope.document(note.id).is_some_and(|document| !is_read(document)));
        } else {
            bytes += entry.size;
        }
        bytes <= MAX_BYTES && converted <= CONVERTED
    };
    notes.iter().take(MAX_NOTES).take_while(is_in_time).count()
}
