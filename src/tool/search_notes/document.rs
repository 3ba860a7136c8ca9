//! A search in one document, which `path` names. Documents are not in the index of the notes.

use super::params::SearchOptions;
use super::seeker::Seeker;
use crate::path::VaultPath;
use crate::search::index::{Index, Indexing};

/// Bytes of a document that are ranked like a note, so that rare words count more.
const PART: usize = 2048;

/// The document that a search is limited to, if it may be one: not a note, and without conditions that only notes meet.
pub(super) fn document(options: &SearchOptions) -> Option<VaultPath> {
    let path = VaultPath::parse(options.given.path.as_deref()?).ok()?;
    let name = path.as_str().rsplit('/').next()?;
    let is_plain =
        options.tag.is_none() && options.filter.is_none() && options.tasks.is_none() && options.span.is_none();
    (is_plain && !path.is_note() && name.contains('.')).then_some(path)
}

/// Ranks the words of the query by the `text` of the document, in place of the index.
pub(super) fn rank(seeker: &mut Seeker, text: &str) {
    let Seeker::Words { query, matching, .. } = seeker else { return };
    let mut index = Index::default();
    let (mut rest, mut number) = (text, 0_u32);
    while !rest.is_empty() {
        let at = rest.floor_char_boundary(PART.min(rest.len()));
        let end = rest[at..].find('\n').map_or(rest.len(), |line| at + line + 1);
        let (part, behind) = rest.split_at(end);
        let mut note = Indexing::new(&number.to_string(), 0.0, 0.0);
        while !note.go_on(part, usize::MAX) {}
        index.put(note);
        (rest, number) = (behind, number + 1);
    }
    while index.settle(usize::MAX) {}
    matching.rank(query, &index.search(&query.own_words(), None, &mut |_| true).words);
}
