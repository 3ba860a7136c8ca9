//! The pages and pieces of documents that a search has found: each document is shown once, by its best page.

use std::collections::{HashMap, HashSet};

use super::second_look::MAX_BYTES;
use super::within::Within;
use crate::catalogue::Catalogue;
use crate::catalogue::documents::FoundDocument;
use crate::search::index::{Index, NoteId, RankedNote, file_and_page};

/// How many other pages of a document are named.
const PAGES: usize = 12;

/// The other pages that match, best first, by the entry that is shown.
pub(super) type OtherPages = HashMap<NoteId, Vec<u32>>;

/// Leaves the best entry of each document, and returns the pages of the others. The first `sorted` of `notes` are in
/// order; `counts` are numbers of first notes, which are kept right. If `within` is a PDF, all its pages stay.
pub(super) fn best_pages(
    notes: &mut Vec<RankedNote>,
    within: &Within,
    catalogue: &Catalogue,
    sorted: usize,
    counts: &mut [usize],
) -> OtherPages {
    let index = &catalogue.index;
    let mut others = OtherPages::new();
    if index.documents() == 0 {
        return others;
    }
    let mut best: HashMap<&str, (usize, RankedNote)> = HashMap::new();
    for (at, note) in notes.iter().enumerate() {
        let Some((file, _)) = file_of(index, note.id) else { continue };
        let known = best.entry(file).or_insert((at, *note));
        if known.0 >= sorted && note.score > known.1.score {
            *known = (at, *note);
        }
    }
    let (mut at, mut left_out) = (0, Vec::new());
    notes.retain(|note| {
        at += 1;
        let Some((file, _)) = file_of(index, note.id) else { return true };
        let document = index.note(note.id).and_then(|entry| catalogue.documents.find_entry(&entry.path));
        let Some(FoundDocument { path, page, .. }) = document else { return true };
        let shown = best.get(file).map_or(note.id, |(_, shown)| shown.id);
        if shown == note.id || (page.is_some() && within.is_file(&path)) {
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

/// Leaves one entry of each document that is no PDF: all of it is looked through.
pub(super) fn single_texts(notes: &mut Vec<RankedNote>, catalogue: &Catalogue) {
    let mut seen = HashSet::new();
    notes.retain(|note| {
        let entry = catalogue.index.note(note.id).filter(|entry| entry.is_document);
        let document = entry.and_then(|entry| catalogue.documents.find_entry(&entry.path));
        document.is_none_or(|document| document.page.is_some() || seen.insert(document.path))
    });
}

/// The document of an entry, and its page; `None` for a note.
fn file_of(index: &Index, id: NoteId) -> Option<(&str, Option<u32>)> {
    index.note(id).filter(|entry| entry.is_document).map(|entry| file_and_page(&entry.path))
}

/// How many documents are converted to be ranked again. The others stay where their words put them.
const CONVERTED: usize = 4;

/// Tells of one note after another whether there is still time to read it, to rank it again.
pub(super) fn is_worth_reading(catalogue: &Catalogue) -> impl FnMut(&&RankedNote) -> bool + '_ {
    let (mut bytes, mut converted) = (0.0, 0);
    move |note| {
        let Some(entry) = catalogue.index.note(note.id) else { return true };
        if entry.is_document {
            let document = catalogue.documents.find_entry(&entry.path);
            converted += usize::from(document.is_some_and(|document| catalogue.documents.text_of(&document).is_none()));
        } else {
            bytes += entry.size;
        }
        bytes <= MAX_BYTES && converted <= CONVERTED
    }
}
