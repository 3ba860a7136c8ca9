//! Selects the notes that may match according to the index, in the order in which they are searched.

use super::params::SearchOptions;
use super::seeker::Seeker;
use super::within::Within;
use crate::error::{ErrorCode, ToolError};
use crate::path::{VaultPath, quoted};
use crate::search::index::{Entry, NoteId};
use crate::sort::sort_by;
use crate::tool::notes::catalogue::Catalogue;

/// The notes that may match, best first.
#[derive(Debug, Default)]
pub(super) struct Selection {
    notes: Vec<NoteId>,
    /// How many of them contain all words, if there are several words.
    pub with_all: Option<usize>,
}

impl Selection {
    pub fn len(&self) -> usize {
        self.notes.len()
    }

    /// The first note from the index `place` on that still exists: its index, path and size.
    pub fn next(&self, catalogue: &Catalogue, place: usize) -> Option<(usize, VaultPath, f64)> {
        let rest = self.notes.get(place..)?.iter();
        (place..).zip(rest).find_map(|(place, &id)| {
            let note = catalogue.index.note(id)?;
            Some((place, catalogue.path(note)?.clone(), note.size))
        })
    }
}

/// Selects from the notes of `catalogue`.
pub(super) fn choose(options: &mut SearchOptions, catalogue: &Catalogue) -> Result<Selection, ToolError> {
    let index = &catalogue.index;
    let holds = |within: &Within, note: &Entry| {
        matches!(within, Within::Vault) || catalogue.path(note).is_some_and(|path| within.holds(path))
    };
    let holds_any = |options: &SearchOptions| index.notes().any(|(_, note)| holds(&options.within, note));
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
    let SearchOptions { within, tag, seeker, .. } = options;
    match seeker {
        Seeker::Words { query, .. } => {
            let ranked = index.search(&query.words, tag.as_deref(), &mut |note| holds(within, note));
            let with_all = (query.words.len() > 1).then(|| ranked.iter().filter(|note| note.all_words).count());
            // If all words are in phrases, a note needs every one of them.
            let in_phrases = |word: &String| query.phrases.iter().any(|phrase| phrase.terms.contains(word));
            let only_phrases = query.words.iter().all(in_phrases);
            let meant = ranked.into_iter().filter(|note| note.all_words || !only_phrases);
            Ok(Selection { notes: meant.map(|note| note.id).collect(), with_all })
        }
        Seeker::Pattern { pattern, .. } => {
            let tagged = match tag {
                Some(tag) => index.tagged(tag).unwrap_or_default(),
                None => Vec::new(),
            };
            let is_tagged = |id: NoteId| tag.is_none() || tagged.get(id.0 as usize).is_some_and(|&is| is);
            let mut notes =
                index.candidates(pattern.need()).unwrap_or_else(|| index.notes().map(|(id, _)| id).collect());
            notes.retain(|&id| is_tagged(id) && index.note(id).is_some_and(|note| holds(within, note)));
            // By path, not by id, which depends on the order in which notes became known.
            let key = |id: &NoteId| index.note(*id).map_or((0.0, ""), |note| (note.mtime, &*note.path));
            sort_by(&mut notes, |one, other| {
                let ((changed, path), (other_changed, other_path)) = (key(one), key(other));
                other_changed.total_cmp(&changed).then_with(|| path.cmp(other_path))
            });
            Ok(Selection { notes, with_all: None })
        }
    }
}
