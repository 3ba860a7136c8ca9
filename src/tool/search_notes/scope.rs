//! Which notes and documents of the index a search may find: by their place, their tags and the conditions.

use super::arguments::SearchArguments;
use super::within::Within;
use crate::catalogue::Catalogue;
use crate::catalogue::documents::FoundDocument;
use crate::search::index::{Entry, Index, NoteId};
use crate::tool::conditions::Conditions;

/// What a search may find.
pub(super) struct Scope<'s> {
    pub catalogue: &'s Catalogue,
    pub within: &'s Within,
    takes_documents: bool,
    conditions: Conditions<'s>,
    /// Which notes have the tag, by id; `None` if no tag is asked for.
    tagged: Option<Vec<bool>>,
}

impl<'s> Scope<'s> {
    pub fn new(arguments: &'s SearchArguments, catalogue: &'s Catalogue) -> Self {
        let SearchArguments { within, tag, filter, tasks, span, .. } = arguments;
        let index = &catalogue.index;
        Self {
            catalogue,
            within,
            takes_documents: arguments.takes_documents(),
            conditions: Conditions::new(filter.as_deref(), *tasks, span.as_ref(), index)
                .by_task(arguments.filters_tasks()),
            tagged: tag.as_ref().map(|tag| index.tagged(tag).unwrap_or_default()),
        }
    }

    pub fn index(&self) -> &'s Index {
        &self.catalogue.index
    }

    /// Whether the search may find the note.
    pub fn takes(&self, id: NoteId, note: &Entry) -> bool {
        self.tagged.as_ref().is_none_or(|tagged| tagged.get(id.0 as usize) == Some(&true))
            && (self.takes_documents || !note.is_document)
            && self.contains(note)
            && self.conditions.hold(note)
    }

    /// Whether the search may find the note with this id.
    pub fn takes_id(&self, id: NoteId) -> bool {
        self.index().note(id).is_some_and(|note| self.takes(id, note))
    }

    fn contains(&self, note: &Entry) -> bool {
        matches!(self.within, Within::Vault) || self.catalogue.path(note).is_some_and(|path| self.within.contains(path))
    }

    /// The document, or the page of one, with this id; `None` for a note.
    pub fn document(&self, id: NoteId) -> Option<FoundDocument> {
        let entry = self.index().note(id).filter(|entry| entry.is_document)?;
        self.catalogue.documents.find_entry(&entry.path)
    }

    /// The notes with each tag that a condition asks for, by id.
    pub fn tagged(&self) -> Vec<(String, Vec<bool>)> {
        self.conditions.tagged().to_vec()
    }

    /// How many notes may match, but have properties that are not understood.
    pub fn unknown(&self) -> usize {
        self.conditions.unknown()
    }
}
