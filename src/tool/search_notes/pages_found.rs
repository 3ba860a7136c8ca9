//! The pages and pieces of documents that a search has found: each document is shown once, by its best page.

use std::collections::{HashMap, HashSet};

use super::scope::Scope;
use crate::catalogue::documents::FoundDocument;
use crate::search::index::{Index, NoteId, RankedNote, file_and_page};

/// How many other pages of a document are named.
const PAGES: usize = 12;

/// The other pages that match, best first, by the entry that is shown.
pub(super) type OtherPages = HashMap<NoteId, Vec<u32>>;

/// Leaves the best entry of each document, and returns the pages of the others. The first `sorted` of `notes` are in
/// order; `counts` are numbers of first notes, which are kept right. If the search is within a PDF, all its pages stay.
pub(super) fn best_pages(
    notes: &mut Vec<RankedNote>,
    scope: &Scope<'_>,
    sorted: usize,
    counts: &mut [usize],
) -> OtherPages {
    let (index, mut others) = (scope.index(), OtherPages::new());
    if index.documents() == 0 {
        return others;
    }
    let best = best_entries(notes, index, sorted);
    let (mut at, mut left_out) = (0, Vec::new());
    notes.retain(|note| {
        at += 1;
        let Some(file) = file_of(index, note.id) else { return true };
        let Some(FoundDocument { path, page, .. }) = scope.document(note.id) else { return true };
        let shown = best.get(file).map_or(note.id, |(_, shown)| shown.id);
        if shown == note.id || (page.is_some() && scope.within.is_file(&path)) {
            return true;
        }
        let pages = others.entry(shown).or_default();
        pages.extend(page.filter(|_| pages.len() < PAGES));
        left_out.push(at - 1);
        false
    });
    for count in counts {
        *count -= left_out.partition_point(|at| at < count);
    }
    others
}

/// The best of the `notes` for each document, with its index among them. The first `sorted` are in order.
fn best_entries<'i>(notes: &[RankedNote], index: &'i Index, sorted: usize) -> HashMap<&'i str, (usize, RankedNote)> {
    let mut best = HashMap::new();
    for (at, note) in notes.iter().enumerate() {
        let Some(file) = file_of(index, note.id) else { continue };
        let known: &mut (usize, RankedNote) = best.entry(file).or_insert((at, *note));
        if known.0 >= sorted && note.score > known.1.score {
            *known = (at, *note);
        }
    }
    best
}

/// Leaves one entry of each document that is no PDF: all of it is searched.
pub(super) fn single_texts(notes: &mut Vec<NoteId>, scope: &Scope<'_>) {
    let mut seen = HashSet::new();
    notes.retain(|&id| scope.document(id).is_none_or(|document| document.page.is_some() || seen.insert(document.path)));
}

/// The document of an entry; `None` for a note.
fn file_of(index: &Index, id: NoteId) -> Option<&str> {
    index.note(id).filter(|entry| entry.is_document).map(|entry| file_and_page(&entry.path).0)
}
