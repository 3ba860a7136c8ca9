//! Where candidates come from: the words of a query, a pattern, or no words at all.

use std::collections::HashMap;

use lectern_base::sort::sort_by;

use super::arguments::SearchArguments;
use super::asked::AskedFor;
use super::candidates::Candidates;
use super::document::document;
use super::pages_found::single_texts;
use super::rank::best_first;
use super::scope::Scope;
use super::seeker::Seeker;
use super::within::Within;
use super::{asked_tasks, days_found};
use crate::catalogue::Catalogue;
use crate::error::{ErrorCode, ToolError};
use crate::path::{VaultPath, quoted};
use crate::search::dates::Period;
use crate::search::index::{Entry, NoteId, RankedNote};
use crate::search::vectors::Nearest;
use crate::tool::conditions::sort_by_property;
use crate::tool::conditions::time_span::NoteTime;
use crate::wire::reply::DatedBy;

/// Finds the notes of `catalogue` that may match; `nearest` is what was found by meaning.
pub(super) fn candidates(
    arguments: &mut SearchArguments,
    catalogue: &Catalogue,
    nearest: Nearest,
) -> Result<Candidates, ToolError> {
    if let Err(error) = find_place(arguments, catalogue) {
        let document = Some(document(arguments).ok_or_else(|| error.clone())?);
        let again = usize::from(arguments.passages);
        return Ok(Candidates { document, again, no_document: Some(error), ..Candidates::default() });
    }
    let (scope, index) = (Scope::new(arguments, catalogue), &catalogue.index);
    let all = || index.notes().map(|(id, _)| id).collect();
    let mut candidates = match &arguments.seeker {
        Seeker::Words(words) => best_first(words.query(), arguments, &scope, nearest),
        Seeker::Pattern(pattern) => {
            let notes = index.candidates(pattern.need()).unwrap_or_else(all);
            latest_first(notes, Some(NoteTime::Changed), &scope)
        }
        Seeker::Everything(_) => without_words(arguments, &scope),
    };
    let is_document = |note: &RankedNote| index.note(note.id).is_some_and(|note| note.is_document);
    candidates.has_documents = index.documents() > 0 && candidates.notes.iter().any(is_document);
    candidates.unknown = scope.unknown();
    candidates.tagged = scope.tagged();
    candidates.filters_tasks = arguments.filters_tasks();
    if let Some(sort) = &arguments.sort {
        sort_by_property(&mut candidates.notes, index, sort);
    }
    Ok(candidates)
}

/// The notes of a search without words: all that meet the conditions, or those that are asked for.
fn without_words(arguments: &SearchArguments, scope: &Scope<'_>) -> Candidates {
    let index = scope.index();
    let all = || index.notes().map(|(id, _)| id).collect();
    let time = arguments.span.as_ref().map_or(NoteTime::Changed, |span| span.time);
    match &arguments.asked {
        None => latest_first(all(), Some(time).filter(|_| arguments.tasks.is_none()), scope),
        Some(AskedFor::Tasks(_)) => latest_first(all(), Some(time), scope).read_again(asked_tasks::NOTES),
        Some(AskedFor::Days(days)) => of_days(*days, arguments, scope),
        Some(AskedFor::List(listed)) => {
            Candidates { notes: listed.iter().copied().map(unranked).collect(), ..Candidates::default() }
        }
    }
}

/// The notes of `days`, and those that may have lines with these dates, or were changed then.
fn of_days(days: Period, arguments: &SearchArguments, scope: &Scope<'_>) -> Candidates {
    let index = scope.index();
    let notes = |ids| latest_first(ids, Some(NoteTime::Changed), scope).notes;
    let (mut own, others): (Vec<RankedNote>, Vec<RankedNote>) =
        notes(index.notes().map(|(id, _)| id).collect()).into_iter().partition(|note| {
            index.note(note.id).is_some_and(|note| note.period().is_some_and(|period| period.meets(days)))
        });
    // A note of the day before one of its week or month.
    let length = |note: &RankedNote| {
        index.note(note.id).and_then(Entry::period).map(|days| (days.last - days.first, days.first))
    };
    sort_by(&mut own, |one, other| length(one).cmp(&length(other)));
    own.truncate(days_found::NOTES);
    let mut dated: HashMap<NoteId, DatedBy> = HashMap::new();
    for note in &own {
        let is_named = index.note(note.id).is_some_and(Entry::has_named_period);
        dated.insert(note.id, if is_named { DatedBy::Name } else { DatedBy::Property });
    }
    let is_changed = |note: &&RankedNote| {
        arguments.changed.as_ref().zip(index.note(note.id)).is_some_and(|(changed, note)| changed.holds(note))
    };
    dated.extend(others.iter().filter(is_changed).take(days_found::CHANGED).map(|note| (note.id, DatedBy::Changed)));
    let with_year = index.candidates(&days_found::year_need(days));
    let may_have = |id: NoteId| with_year.as_ref().is_none_or(|notes| notes.binary_search(&id).is_ok());
    let others = others.into_iter().filter(|note| dated.contains_key(&note.id) || may_have(note.id));
    own.extend(others.take(days_found::NOTES_WITH_LINES));
    let again = own.len();
    Candidates { notes: own, dated, again, ..Candidates::default() }
}

/// Searches at an equivalent path if nothing is at the given one. Fails if nothing is there either.
fn find_place(arguments: &mut SearchArguments, catalogue: &Catalogue) -> Result<(), ToolError> {
    let takes_documents = arguments.takes_documents();
    // A single document that is not indexed can still be searched.
    let is_empty = |within: &Within| {
        let is_wanted = |path: &VaultPath| takes_documents && within.contains(path) && !within.is_file(path);
        !within.contains_any(catalogue, &is_wanted)
    };
    if let Some(equivalent) = arguments.within.equivalent().filter(|_| is_empty(&arguments.within)) {
        arguments.within = equivalent;
        if is_empty(&arguments.within) {
            let path = quoted(arguments.given.path.as_deref().unwrap_or_default());
            return Err(ToolError::new(
                ErrorCode::NotFound,
                format!("no note is at or in {path}"),
                "leave path out to search everywhere, or call list_files to see the folders",
            ));
        }
    }
    Ok(())
}

/// Those of `notes` that are in `scope`, the latest by `time` first; by path alone without a time.
fn latest_first(mut notes: Vec<NoteId>, time: Option<NoteTime>, scope: &Scope<'_>) -> Candidates {
    notes.retain(|&id| scope.takes_id(id));
    // By path, not by id, which depends on the order in which notes became known.
    let key = |id: &NoteId| {
        let note = scope.index().note(*id)?;
        Some((note.is_document, time.map_or(0.0, |time| time.of(note).unwrap_or(0.0)), &*note.path))
    };
    sort_by(&mut notes, |one, other| {
        let none = (false, 0.0, "");
        let ((is_document, time, path), (is_other_document, other_time, other_path)) =
            (key(one).unwrap_or(none), key(other).unwrap_or(none));
        // What takes longer to read comes last.
        let by_kind = is_document.cmp(&is_other_document);
        by_kind.then(other_time.total_cmp(&time)).then_with(|| path.cmp(other_path))
    });
    single_texts(&mut notes, scope);
    Candidates { notes: notes.into_iter().map(unranked).collect(), ..Candidates::default() }
}

fn unranked(id: NoteId) -> RankedNote {
    RankedNote { id, score: 0.0, all_words: true }
}
