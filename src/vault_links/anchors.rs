//! The headings and blocks of a note that links name.

use std::collections::HashSet;

use crate::note::NoteParts;
use crate::path::one_line;

/// What links can name in a note, as [`key`] writes it.
#[derive(Debug, Default)]
pub(crate) struct Anchors(HashSet<String>);

impl Anchors {
    /// The headings and blocks of `note`.
    pub fn of(note: &str) -> Self {
        Self::of_parts(&NoteParts::read(note), note)
    }

    /// The headings and blocks of a note, whose `parts` are those of `text`.
    pub fn of_parts(parts: &NoteParts<'_>, text: &str) -> Self {
        Self::among(&places(parts, text))
    }

    /// These headings and blocks.
    pub fn among(places: &[(String, String)]) -> Self {
        Self(places.iter().map(|(place, _)| place.clone()).collect())
    }

    /// Those of `places` that are not among these.
    pub fn lost(&self, places: Vec<(String, String)>) -> Vec<(String, String)> {
        places.into_iter().filter(|(place, _)| !place.is_empty() && !self.0.contains(place)).collect()
    }

    /// Whether a link to `fragment` finds its place: `Heading`, `Chapter#Heading`, `^id`.
    pub fn has(&self, fragment: &str) -> bool {
        last_name(fragment).is_empty() || self.0.contains(&place(fragment))
    }
}

/// The headings and blocks of `note`, which is `text`: as [`place`] writes them, and as `text` does.
pub(super) fn places(note: &NoteParts<'_>, text: &str) -> Vec<(String, String)> {
    let headings = note.headings.iter().map(|heading| {
        let title = &text[heading.title.clone()];
        (key(title), format!("“{}”", one_line(title)))
    });
    let blocks = note.block_ids.iter().map(|id| &text[id.span.clone()]);
    headings.chain(blocks.map(|id| (id.to_lowercase(), id.to_owned()))).collect()
}

/// The place that a link to `fragment` names.
pub(super) fn place(fragment: &str) -> String {
    let last = last_name(fragment);
    if last.starts_with('^') { last.to_lowercase() } else { key(last) }
}

/// The last of the names in `fragment`: `Heading` of `Chapter#Heading`.
pub(super) fn last_name(fragment: &str) -> &str {
    fragment.rsplit('#').next().unwrap_or_default().trim()
}

/// `heading` as the app compares it: punctuation counts as white space.
pub(crate) fn key(heading: &str) -> String {
    let is_counted = |c: char| !c.is_ascii_punctuation() || matches!(c, '-' | '_' | '\'');
    let words: Vec<_> =
        heading.split(|c: char| !is_counted(c) || c.is_whitespace()).filter(|word| !word.is_empty()).collect();
    words.join(" ").to_lowercase()
}
