//! Notes: headings with the lines they reach over, front matter with its keys, block ids.
//!
//! Headings are those of the note itself, as in Obsidian's own outline: none inside quotes, lists, code, HTML, comments
//! or formulas. The marks inside a heading are kept.

#[cfg(test)]
mod tests;

use super::entries::{Sections, label};
use super::{Outline, total_lines};
use crate::note::{LineKind, block_id, front_matter, lines};

/// Below every heading, so that block ids are the first to be left out.
const BLOCK_ID_LEVEL: u8 = 7;

/// The outline of a note.
pub(super) fn outline(text: &[u8]) -> Outline {
    let mut sections = Sections::new();
    if let Some((front, body)) = front_matter::split(text) {
        let id = sections.collector.open(1, 1, label(&named(front), 1));
        sections.collector.close(id, total_lines(&text[..body]));
    }
    let mut total = 0;
    for line in lines(text) {
        total = line.number;
        match line.kind {
            LineKind::Heading { level, title, first } => sections.heading(first, level, heading(level, title)),
            LineKind::Text | LineKind::Nested => {
                if let Some((id, _)) = block_id(line.text) {
                    sections.collector.open(line.number, BLOCK_ID_LEVEL, label(id, 1));
                }
            }
            _ => {}
        }
    }
    sections.finish(total)
}

/// A heading as its label shows it: its level as `#`s, without closing ones and without a block id.
fn heading(level: u8, title: &[u8]) -> String {
    let title = block_id(title).map_or(title, |(_, before)| before);
    let mut text = vec![b'#'; usize::from(level)];
    text.push(b' ');
    text.extend(title);
    label(&text, 1)
}

/// The text that names the keys of front matter.
fn named(front: &[u8]) -> Vec<u8> {
    // Longer than any label, and a bound on what a file full of keys takes.
    const NAMED_BYTES: usize = 1000;
    let mut named = b"front matter".to_vec();
    let mut separator: &[u8] = b": ";
    for line in front.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii_end) {
        let key = line.split(|&byte| byte == b':').next().unwrap_or_default();
        let is_key = key.len() < line.len() && !matches!(key.first(), None | Some(b' ' | b'\t' | b'#' | b'-'));
        if is_key && named.len() < NAMED_BYTES {
            named.extend(separator);
            named.extend(key.trim_ascii_end().iter().filter(|&&byte| byte != b'"'));
            separator = b", ";
        }
    }
    named
}
