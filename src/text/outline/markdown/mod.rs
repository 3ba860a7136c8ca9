//! Notes: headings with the lines they reach over, front matter with its keys, block ids.
//!
//! Headings are those of the note itself, as Obsidian's own outline has them: none inside quotes, lists, code, HTML,
//! comments or formulas. What is inside a heading is left as it is written.

#[cfg(test)]
mod tests;

use super::entries::{Sections, label};
use super::{Outline, lines};
use crate::note::{Blocks, Hidden, Line};

/// Below every heading, so that block ids are the first to be left out.
const BLOCK_ID_LEVEL: u8 = 7;

/// The outline of a note.
pub(super) fn outline(text: &[u8]) -> Outline {
    let mut sections = Sections::new();
    let (mut blocks, mut hidden) = (Blocks::default(), Hidden::of(text));
    let matter = front_matter(text);
    if let Some((last, keys)) = &matter {
        let id = sections.collector.open(1, 1, label(keys, 1));
        sections.collector.close(id, *last);
    }
    let behind_matter = matter.map_or(0, |(last, _)| last);
    // The paragraph that an underline would turn into a heading: its first line and the start of its text.
    let mut paragraph: Option<(u32, &[u8])> = None;
    let mut total = 0;
    for (number, line) in lines(text) {
        total = number;
        if number <= behind_matter
            || (!blocks.is_verbatim() && hidden.hides(line, line.as_ptr().addr() - text.as_ptr().addr()))
        {
            paragraph = None;
            continue;
        }
        let kind = blocks.line(line, paragraph.is_some());
        match kind {
            Line::Heading { level, title } => sections.heading(number, level, heading(level, title)),
            Line::Underline { level } => {
                if let Some((first, title)) = paragraph {
                    sections.heading(first, level, heading(level, title));
                }
            }
            Line::Text | Line::Nested => {
                if let Some((id, _)) = block_id(line) {
                    sections.collector.open(number, BLOCK_ID_LEVEL, label(id, 1));
                }
            }
            Line::Other => {}
        }
        paragraph = match kind {
            Line::Text => paragraph.or(Some((number, line))),
            _ => None,
        };
    }
    sections.finish(total)
}

/// A heading as its label shows it: its level as `#`s, without closing ones and without a block id.
fn heading(level: u8, title: &[u8]) -> String {
    let title = title.trim_ascii();
    let title = block_id(title).map_or(title, |(_, before)| before);
    let mut text = vec![b'#'; usize::from(level)];
    text.push(b' ');
    text.extend(title);
    label(&text, 1)
}

/// The block id that `line` ends in, with its `^`, and what stands before it.
fn block_id(line: &[u8]) -> Option<(&[u8], &[u8])> {
    let line = line.trim_ascii_end();
    let name = line.iter().rev().take_while(|&&byte| byte.is_ascii_alphanumeric() || byte == b'-').count();
    let start = line.len().checked_sub(name + 1)?;
    let (before, id) = line.split_at(start);
    let is_apart = before.last().is_none_or(u8::is_ascii_whitespace);
    (name > 0 && id.starts_with(b"^") && is_apart).then_some((id, before))
}

/// The last line of the front matter, and the text that names its keys.
fn front_matter(text: &[u8]) -> Option<(u32, Vec<u8>)> {
    // Longer than any label, and a bound on what a file full of keys takes.
    const NAMED_BYTES: usize = 1000;
    let mut named = b"front matter".to_vec();
    let mut separator: &[u8] = b": ";
    for (number, line) in lines(text) {
        let line = line.trim_ascii_end();
        match (number, line) {
            (1, b"---") => {}
            (1, _) => return None,
            (_, b"---") => return Some((number, named)),
            _ => {
                let key = line.split(|&byte| byte == b':').next().unwrap_or_default();
                let is_key = key.len() < line.len() && !matches!(key.first(), None | Some(b' ' | b'\t' | b'#' | b'-'));
                if is_key && named.len() < NAMED_BYTES {
                    named.extend(separator);
                    named.extend(key.trim_ascii_end().iter().filter(|&&byte| byte != b'"'));
                    separator = b", ";
                }
            }
        }
    }
    None
}
