//! The notes that may match according to the index, in the order in which they are searched.

use std::collections::HashMap;

use super::pages_found::OtherPages;
use super::read_queue::Chosen;
use super::seeker::NoteFacts;
use crate::catalogue::Catalogue;
use crate::error::ToolError;
use crate::path::VaultPath;
use crate::search::index::{Entry, NoteId, RankedNote, RankedWord};
use crate::search::vectors::NearPassage;
use crate::wire::reply::DatedBy;

/// The notes that may match, in the order in which they are searched.
#[derive(Default)]
pub(super) struct Candidates {
    pub notes: Vec<RankedNote>,
    /// How many of the first notes are in order; `None` if all are.
    pub sorted: Option<usize>,
    /// How many of the first notes are ranked again once they are read.
    pub again: usize,
    /// How many of them contain all words, if there are several words.
    pub with_all: Option<usize>,
    /// How many notes may match, but have properties that are not understood.
    pub unknown: usize,
    /// What the index knows of the words of the query.
    pub words: Vec<RankedWord>,
    /// The passages that are near to the query in meaning.
    pub near: HashMap<NoteId, NearPassage>,
    /// Whether the nearest note is to be among the first, because the words find little.
    pub raises_nearest: bool,
    /// The other pages that match of documents that are shown by one.
    pub other_pages: OtherPages,
    /// Why notes belong to the days that are asked for, apart from their lines.
    pub dated: HashMap<NoteId, DatedBy>,
    /// Whether conditions are for each task.
    pub filters_tasks: bool,
    /// The notes with each tag that a condition asks for, by id.
    pub tagged: Vec<(String, Vec<bool>)>,
    /// Whether there are documents among them.
    pub has_documents: bool,
    /// The document to search instead of notes, which is not in the index.
    pub document: Option<VaultPath>,
    /// Why there is nothing to search, if the document can't be read either.
    pub no_document: Option<ToolError>,
}

impl Candidates {
    /// The same, of which at most the first `count` are read before they are put in order.
    pub fn read_again(self, count: usize) -> Self {
        Self { again: count.min(self.notes.len()), ..self }
    }

    pub fn len(&self) -> usize {
        self.notes.len() + usize::from(self.document.is_some())
    }

    /// The score of the note at the index `place`.
    pub fn score(&self, place: usize) -> f32 {
        self.notes.get(place).map_or(1.0, |note| note.score)
    }

    /// The passage of the note at the index `place` that is near to the query in meaning.
    pub fn near(&self, place: usize) -> Option<NearPassage> {
        self.near.get(&self.notes.get(place)?.id).copied()
    }

    /// Why the note at the index `place` belongs to the days that are asked for, apart from its lines.
    pub fn dated(&self, place: usize) -> Option<DatedBy> {
        self.dated.get(&self.notes.get(place)?.id).copied()
    }

    /// Whether the search went by meaning too.
    pub fn is_by_meaning(&self) -> bool {
        !self.near.is_empty()
    }

    /// The other pages that match of the document at the index `place`.
    pub fn other_pages(&self, place: usize) -> Vec<u32> {
        self.notes.get(place).and_then(|note| self.other_pages.get(&note.id)).cloned().unwrap_or_default()
    }

    fn facts(&self, id: NoteId, note: &Entry) -> NoteFacts {
        let has = |notes: &[bool]| notes.get(id.0 as usize) == Some(&true);
        let properties =
            if self.filters_tasks { vec![note.properties.clone(), note.fields.clone()] } else { Vec::new() };
        NoteFacts {
            path: note.path.clone(),
            size: note.size,
            names: note.names.clone(),
            tags: self.tagged.iter().filter(|(_, notes)| has(notes)).map(|(tag, _)| tag.clone()).collect(),
            properties,
        }
    }

    /// The first note from the index `place` on that still exists.
    pub fn next(&mut self, catalogue: &Catalogue, mut place: usize) -> Option<Chosen> {
        if let Some(path) = self.document.as_ref().filter(|_| place == 0) {
            return Some(Chosen {
                place,
                path: path.clone(),
                size: 0.0,
                facts: NoteFacts { path: path.as_str().into(), ..NoteFacts::default() },
                document: None,
            });
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
                return Some(Chosen {
                    place,
                    path: path.clone(),
                    size,
                    facts: self.facts(self.notes[place].id, note),
                    document,
                });
            }
            place += 1;
        }
    }
}
