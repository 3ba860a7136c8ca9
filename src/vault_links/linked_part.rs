//! The part of a note that a link names: a section, a block, or lines as a citation gives them.

use super::anchors::{key, last_name, place};
use crate::note::{NoteParts, PassageReader, begins_item};

/// Lines of a note, 1-indexed, inclusive.
pub(crate) type PartLines = (u32, u32);

/// The lines of `note` that a link to `fragment` names: `Heading`, `Chapter#Heading`, `^block`, or `L12-18` as in a
/// citation. `None` if it has no such part.
pub(crate) fn linked_part(note: &str, fragment: &str) -> Option<PartLines> {
    let parts = NoteParts::read(note);
    if is_block(fragment) {
        let wanted = place(fragment);
        let id = parts.block_ids.iter().find(|id| note[id.span.clone()].to_lowercase() == wanted)?;
        return Some(block(note, id.line));
    }
    section(note, &parts, fragment).or_else(|| cited_lines(last_name(fragment)))
}

/// What links can name in `note`, as they write it: its blocks if `fragment` is one, else its headings.
pub(crate) fn named_parts(note: &str, fragment: &str) -> Vec<String> {
    let parts = NoteParts::read(note);
    if is_block(fragment) {
        return parts.block_ids.into_iter().map(|id| note[id.span].to_owned()).collect();
    }
    let titles = parts.headings.into_iter().map(|heading| note[heading.title].trim().to_owned());
    titles.filter(|title| !title.is_empty()).collect()
}

/// Whether `fragment` names a block.
pub(crate) fn is_block(fragment: &str) -> bool {
    last_name(fragment).starts_with('^')
}

/// The lines of the section with the headings of `fragment`, outermost first: as in the app, each is the first of its
/// name below the one before. If there is none, the first heading with the last name.
fn section(note: &str, parts: &NoteParts<'_>, fragment: &str) -> Option<PartLines> {
    let names: Vec<_> = fragment.split('#').map(key).filter(|name| !name.is_empty()).collect();
    let is_named = |index: usize, name: &String| key(&note[parts.headings[index].title.clone()]) == *name;
    let (mut wanted, mut level) = (names.iter().peekable(), 0);
    let mut found = None;
    for (index, heading) in parts.headings.iter().enumerate() {
        if let Some(name) = wanted.peek()
            && heading.level > level
            && is_named(index, name)
        {
            level = heading.level;
            wanted.next();
            found = Some(index);
            if wanted.peek().is_none() {
                break;
            }
        }
    }
    let last = names.last()?;
    let found = found
        .filter(|_| wanted.peek().is_none())
        .or_else(|| (0..parts.headings.len()).find(|&at| is_named(at, last)))?;
    let heading = &parts.headings[found];
    let next = parts.headings[found + 1..].iter().find(|next| next.level <= heading.level);
    let total = u32::try_from(note.lines().count()).unwrap_or(u32::MAX);
    Some((heading.line, next.map_or(total, |next| next.line - 1)))
}

/// The lines `L12-18` or `L12`.
fn cited_lines(fragment: &str) -> Option<PartLines> {
    let lines = fragment.strip_prefix(['L', 'l'])?;
    let (first, last) = lines.split_once(['-', '–']).unwrap_or((lines, lines));
    let number = |text: &str| text.trim_start_matches(['L', 'l']).parse().ok().filter(|line| *line > 0);
    let (first, last): (u32, u32) = (number(first)?, number(last)?);
    Some((first, last.max(first)))
}

/// The block whose id is on `line`: a paragraph, a quote, a list item with what is nested in it. An id on a line of its
/// own belongs to the block above.
fn block(note: &str, line: u32) -> PartLines {
    let (mut passages, mut reader) = (Vec::new(), PassageReader::new(note.as_bytes()));
    reader.go_on(note.as_bytes(), usize::MAX, &mut |passage| passages.push(passage.lines));
    let lines: Vec<&str> = note.lines().collect();
    let text = |number: u32| lines.get(number as usize - 1).copied().unwrap_or_default();
    let at = passages.partition_point(|(_, last)| *last < line);
    let Some(&(first, last)) = passages.get(at).filter(|(first, _)| *first <= line) else { return (line, line) };
    if first == line && text(line).trim_start().starts_with('^') {
        // Rows and items that are passages of their own are one block.
        let mut start = line;
        for &(first, last) in passages[..at].iter().rev() {
            if start != line && last + 1 != start {
                break;
            }
            start = first;
        }
        return (start, line);
    }
    let is_item = |number: &u32| begins_item(text(*number).as_bytes());
    match (first..=line).rev().find(is_item) {
        Some(item) if !text(first).trim_start().starts_with('>') => {
            let indent = |number: u32| text(number).len() - text(number).trim_start().len();
            let nested = |number: &u32| text(*number).trim().is_empty() || indent(*number) > indent(item);
            let total = u32::try_from(lines.len()).unwrap_or(u32::MAX);
            let end = (line + 1..=total).take_while(nested).filter(|number| !text(*number).trim().is_empty()).last();
            (item, end.unwrap_or(line))
        }
        _ => (first, last),
    }
}
