//! An index for tests, and its results by path.

use std::collections::BTreeSet;

use lectern::search::index::{Index, Indexing, NoteId, RankedNote};
use lectern::search::need::Need;
use lectern::search::words::each_word;

/// Adds a note.
pub fn put(index: &mut Index, path: &str, mtime: f64, text: &str) -> NoteId {
    put_in_slices(index, path, mtime, text, usize::MAX)
}

/// An index of notes, by path and text.
#[allow(dead_code, reason = "not each of the tests that share this makes one so")]
pub fn index_of(notes: &[(&str, &str)]) -> Index {
    let mut index = Index::default();
    for (path, text) in notes {
        put(&mut index, path, 0.0, text);
    }
    index
}

/// Adds a note that is read in slices.
pub fn put_in_slices(index: &mut Index, path: &str, mtime: f64, text: &str, max_bytes: usize) -> NoteId {
    let id = begin_put(index, path, mtime, text, max_bytes);
    settle(index);
    id
}

/// Adds a note whose words wait until the index is settled.
pub fn begin_put(index: &mut Index, path: &str, mtime: f64, text: &str, max_bytes: usize) -> NoteId {
    let mut note = Indexing::new(path, 0.0, mtime);
    while !note.read_more(text, max_bytes) {}
    index.put(note)
}

/// Gives a note another path.
#[allow(dead_code, reason = "not each of the tests that share this renames notes")]
pub fn rename(index: &mut Index, from: &str, to: &str) {
    index.rename(from, to);
    settle(index);
}

/// Lets no words wait any more.
pub fn settle(index: &mut Index) {
    while index.settle(1000) {}
}

/// The terms of a text, each once.
pub fn terms(text: &str) -> Vec<String> {
    let mut terms: Vec<String> = Vec::new();
    each_word(text, |word| {
        if !terms.iter().any(|term| term == word.term) {
            terms.push(word.term.to_owned());
        }
    });
    terms
}

/// Where a note is.
pub fn path_of(index: &Index, id: NoteId) -> String {
    index.note(id).map(|entry| entry.path.to_string()).unwrap_or_default()
}

/// The paths of the notes that are found, in order.
pub fn found(index: &Index, query: &str) -> Vec<String> {
    found_with_tag(index, query, None)
}

/// The same among those with a tag.
pub fn found_with_tag(index: &Index, query: &str, tag: Option<&str>) -> Vec<String> {
    let ranked = ranked_with_tag(index, &terms(query), tag);
    ranked.iter().map(|ranked| path_of(index, ranked.id)).collect()
}

/// The notes with any of the words, of those with a tag.
pub fn ranked_with_tag(index: &Index, words: &[String], tag: Option<&str>) -> Vec<RankedNote> {
    let tagged = tag.map(|tag| index.tagged(tag).unwrap_or_default());
    let has_tag = |id: NoteId| tagged.as_ref().is_none_or(|tagged| tagged.get(id.0 as usize) == Some(&true));
    index.search(words, &mut |id, _| has_tag(id)).notes
}

/// The paths of the notes that may hold it.
pub fn may_hold(index: &Index, need: &Need) -> Option<BTreeSet<String>> {
    let ids = index.candidates(need)?;
    Some(ids.iter().map(|&id| path_of(index, id)).collect())
}

/// The need of a text.
pub fn literal(text: &str) -> Need {
    Need::Literal(text.to_owned())
}
