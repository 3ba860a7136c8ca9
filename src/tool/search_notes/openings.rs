//! What the notes of a day begin with.

use super::page::{MatchedNote, ReadNote};
use super::passage_search::{is_tags, whole_passage};
use crate::note::PassageReader;
use crate::text::{Amount, Text};

/// How many passages of a note are shown, and the notes that are read for them.
const PASSAGES: usize = 3;
pub(super) const NOTES: usize = 50;

/// The first passages of `read`.
pub(super) fn openings_of(read: ReadNote, limit: Amount) -> Vec<MatchedNote> {
    let ReadNote { note, page, text, .. } = read;
    let text = Text::with_good_head(text.into_bytes());
    let (mut reader, mut first) = (PassageReader::new(text.as_bytes()), Vec::new());
    while first.len() < PASSAGES
        && !reader.go_on(text.as_bytes(), 4096, &mut |passage| {
            if !passage.is_properties && !is_tags(&text.as_bytes()[passage.span.clone()]) && first.len() < PASSAGES {
                first.push(passage);
            }
        })
    {}
    let named = super::extract::NoteText { path: note.path().as_str(), page, text: &text };
    first.iter().map(|passage| whole_passage(&named, passage, limit)).collect()
}
