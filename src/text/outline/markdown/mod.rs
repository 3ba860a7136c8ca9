//! Outlines of notes: headings with the lines they span, front matter with its keys, block ids.
//!
//! As in Obsidian's own outline, headings inside quotes, lists, code, HTML, comments and formulas do not count.
//! Markdown inside a heading is kept.

#[cfg(test)]
mod tests;

use super::entries::{Sections, label};
use super::{Outline, total_lines};
use crate::note::{LineKind, block_id, front_matter, lines};

/// Below every heading, so that block ids are omitted first.
const BLOCK_ID_LEVEL: u8 = 7;

/// The outline of a note.
pub(super) fn outline(text: &[u8]) -> Outline {
    let mut sections = Sections::new();
    if let Some((front, body)) = front_matter::split(text) {
        let id = sections.collector.open(1, 1, front_matter_label(front));
        sections.collector.close(id, total_lines(&text[..body]));
    }
    let mut total = 0;
    for line in lines(text) {
        total = line.number;
        match line.kind {
            LineKind::Heading { level, title, first } => sections.heading(first, level, heading(level, title)),
            LineKind::Text | LineKind::Nested => {
                if let Some(id) = block_id(line.text) {
                    sections.collector.open(line.number, BLOCK_ID_LEVEL, label(id, 1));
                }
            }
            _ => {}
        }
    }
    sections.finish(total)
}

/// A heading's label: its level as `#`s, and its title.
fn heading(level: u8, title: &[u8]) -> String {
    let mut text = vec![b'#'; usize::from(level)];
    text.push(b' ');
    text.extend(title);
    label(&text, 1)
}

/// The label of front matter: `front matter: title, tags`.
fn front_matter_label(front: &[u8]) -> String {
    // Longer than any label, so that a file full of keys costs little.
    const MAX_BYTES: usize = 1000;
    let front = String::from_utf8_lossy(&front[..front.len().min(front_matter::MAX_BYTES)]);
    let mut text = String::from("front matter");
    let mut separator = ": ";
    for property in front_matter::properties(&front, 0) {
        if text.len() < MAX_BYTES {
            text += separator;
            text += property.name;
            separator = ", ";
        }
    }
    label(text.as_bytes(), 1)
}
