//! A search in one document, which `path` names and the index does not know.

use super::arguments::SearchArguments;
use super::seeker::Seeker;
use crate::path::VaultPath;
use crate::search::index::{Index, Indexing};

/// Bytes of a document that are ranked like a note, so that rare words count more.
const PART: usize = 2048;

/// The document that a search is limited to, if it may be one: not a note, and without conditions that only notes meet.
pub(super) fn document(arguments: &SearchArguments) -> Option<VaultPath> {
    let path = VaultPath::parse(arguments.given.path.as_deref()?).ok()?;
    let name = path.as_str().rsplit('/').next()?;
    let SearchArguments { tag, filter, tasks, span, .. } = arguments;
    let is_plain = tag.is_none() && filter.is_none() && tasks.is_none() && span.is_none();
    (is_plain && !path.is_note() && name.contains('.')).then_some(path)
}

/// Ranks the words of the query by the `text` of the document, in place of the index.
pub(super) fn rank(seeker: &mut Seeker, text: &str) {
    let Some(query) = seeker.query() else { return };
    let mut index = Index::default();
    let (mut rest, mut number) = (text, 0_u32);
    while !rest.is_empty() {
        let at = rest.floor_char_boundary(PART.min(rest.len()));
        let end = rest[at..].find('\n').map_or(rest.len(), |line| at + line + 1);
        let (part, behind) = rest.split_at(end);
        let mut note = Indexing::new(&number.to_string(), 0.0, 0.0);
        while !note.read_more(part, usize::MAX) {}
        index.put(note);
        (rest, number) = (behind, number + 1);
    }
    while index.settle(usize::MAX) {}
    let words = index.search(&query.own_words(), &mut |_, _| true).words;
    seeker.rank(&words);
}
