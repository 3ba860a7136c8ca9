//! The terms of links, by the last name that they have. They tell which notes may link to a file; only reading a note
//! tells whether it does.

use std::ops::Range;

use memchr::memchr2_iter;

use super::Index;
use super::note_entry::{NoteId, NotePart};
use crate::note::{decoded_target, link_destination};
use crate::path::last_name_key;
use crate::sort::sort_by_key;

/// Begins the term of a link. No tag has a bracket, so that what holds for the terms of tags holds for these too.
const MARK: &str = "#[";

/// Maximum bytes of a name to index, so that the term fits in a record, and of a link to read.
const MAX_NAME_BYTES: usize = 200;
const MAX_LINK_BYTES: usize = 2048;

/// Writes the term of links to a file whose last name has this `key`.
fn write_term(key: &str, term: &mut String) {
    term.clear();
    term.push_str(MARK);
    term.push_str(&key[..key.floor_char_boundary(MAX_NAME_BYTES)]);
}

/// The terms of all links that begin in the bytes `part` of `text`, also of what only looks like a link, such as in code.
pub(super) fn each_term(text: &str, part: Range<usize>, mut found: impl FnMut(&str)) {
    let bytes = text.as_bytes();
    let mut term = String::new();
    for at in memchr2_iter(b'[', b']', &bytes[part.clone()]).map(|at| part.start + at) {
        let after = at + 2;
        let is_wiki = match (bytes[at], bytes.get(at + 1)) {
            (b'[', Some(b'[')) => true,
            (b']', Some(b'(')) => false,
            _ => continue,
        };
        let rest = &text[after..text.floor_char_boundary(after.saturating_add(MAX_LINK_BYTES))];
        let name = if is_wiki {
            rest.find(['[', ']', '|', '\n']).map(|end| &rest[..end])
        } else {
            link_destination(rest.as_bytes(), 0).map(|(name, _)| &rest[name])
        };
        let name = name.and_then(|name| name.split('#').next()).unwrap_or_default();
        // In a table, the bar of a wiki link is escaped.
        let name = if is_wiki { name.trim_end_matches('\\').into() } else { decoded_target(name) };
        if let Some(key) = last_name_key(name.trim()) {
            write_term(&key, &mut term);
            found(&term);
        }
    }
}

impl Index {
    /// The notes that may link to files whose last names have one of these `keys`, in id order.
    #[must_use]
    pub fn linking_to(&self, keys: &[String]) -> Vec<NoteId> {
        let mut notes = Vec::new();
        let mut written = String::new();
        for key in keys {
            write_term(key, &mut written);
            let Some(term) = self.dictionary.find(&written) else { continue };
            self.dictionary.each_posting(term, |posting| {
                if let Some(NotePart::Text(id)) = self.parts.get(posting.part) {
                    notes.push(id);
                }
            });
        }
        sort_by_key(&mut notes, |id| *id);
        notes.dedup();
        notes
    }
}
