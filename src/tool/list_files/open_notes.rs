//! The notes of a listing that their content does not exclude.

use crate::catalogue::Catalogue;
use crate::catalogue::reading::ReadNote;
use crate::catalogue::walk::Listed;

/// The open ones of the notes `read`, with their titles. What is known of each is kept in `catalogue`.
pub(super) fn open_notes(catalogue: &mut Catalogue, read: Vec<ReadNote>) -> Vec<(Listed, Option<Box<str>>)> {
    let mut open = Vec::new();
    for ReadNote { note, is_as_told, text } in read {
        match text {
            Some(text) => {
                let title = text.title(note.granted.path());
                if is_as_told {
                    catalogue.listed_open(&note, title.clone(), text);
                }
                open.push((note, title));
            }
            None if is_as_told => catalogue.listed_closed(&note),
            None => {}
        }
    }
    open
}
