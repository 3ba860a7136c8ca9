//! The properties of a note with the lines they are written on, and the links in them.

use std::ops::Range;

use super::indented::{LineRole, Reader, is_odd};
use super::keys::without_break;
use super::pieces::{Piece, Role};
use super::reading::read_understood;
use crate::note::links::{Link, wiki};

/// A property in front matter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Property<'n> {
    /// Its name, without quotes.
    pub name: &'n str,
    /// Its first line, 1-indexed in the note.
    pub line: u32,
    /// The bytes of all its lines, with their line breaks. Comments and blank lines after the value are not part of
    /// it.
    pub span: Range<usize>,
    /// Whether its value is ordinary YAML. If not, other programs may see other properties in these lines.
    pub is_understood: bool,
}

/// The properties of `front`, the text between the lines `---`, which begins at byte `start` of its note. Properties in
/// JSON are omitted, because they have no lines of their own.
pub(crate) fn properties(front: &str, start: usize) -> Vec<Property<'_>> {
    let mut found: Vec<Property<'_>> = Vec::new();
    if front.trim_start().starts_with('{') {
        return found;
    }
    let mut take = |_: Piece<'_>| {};
    let mut reader = Reader::new(&mut take);
    let mut at = start;
    for (line_number, line) in (2..).zip(front.split_inclusive('\n')) {
        let was_complete = reader.is_complete();
        let is_understood = reader.take_or_skip(without_break(line));
        let span = at..at + line.len();
        at = span.end;
        let role = match reader.last_line() {
            LineRole::Value if was_complete && !is_understood => {
                name_of_odd(line).map_or(LineRole::Value, LineRole::Property)
            }
            role => role,
        };
        if let Some(above) = found.last_mut() {
            // A quote or bracket of the property above is never closed.
            above.is_understood &= was_complete || role == LineRole::Value || line.trim_ascii().is_empty();
        }
        match (role, found.last_mut()) {
            (LineRole::Property(name), _) => found.push(Property { name, line: line_number, span, is_understood }),
            (LineRole::Value, Some(above)) => {
                above.span.end = span.end;
                above.is_understood &= is_understood;
            }
            _ => {}
        }
    }
    if let Some(last) = found.last_mut() {
        last.is_understood &= reader.is_complete();
    }
    found
}

/// The name of the property that `line` begins, if parsers disagree on a character of its value.
fn name_of_odd(line: &str) -> Option<&str> {
    let mut take = |_: Piece<'_>| {};
    let mut reader = Reader::new(&mut take);
    let head = &line[..line.find(is_odd)?];
    if head.starts_with([' ', '\t']) {
        return None;
    }
    _ = reader.take(head);
    if let LineRole::Property(name) = reader.last_line() { Some(name) } else { None }
}

/// The wiki links in the properties of `note` that are an entire value or list item, in quotes: `up: "[[Note]]"`. Links
/// with escapes are omitted. `front` is the range of bytes between the lines `---`.
pub(crate) fn property_links(note: &str, front: Range<usize>) -> Vec<Link> {
    let mut found = Vec::new();
    let (mut number, mut counted) = (2, front.start);
    let text = &note[front];
    read_understood(text, |piece| {
        let is_quoted = piece.text.starts_with(['"', '\'', '[', '{']);
        if piece.role != Role::Flow && !(piece.role == Role::Start && is_quoted) {
            return;
        }
        // The pieces of YAML are parts of the note; those of JSON are not.
        let Some(start) = piece.text.as_ptr().addr().checked_sub(note.as_ptr().addr()) else { return };
        let end = start + piece.text.len();
        if note.get(start..end) != Some(piece.text) {
            return;
        }
        number += note[counted..start].bytes().map(|byte| u32::from(byte == b'\n')).sum::<u32>();
        counted = start;
        for (at, _) in piece.text.match_indices("[[").map(|(at, part)| (start + at, part)) {
            let quote = note[start..at].chars().next_back().filter(|quote| matches!(quote, '"' | '\''));
            let Some((quote, link)) = quote.zip(wiki(note, at, end, at, number)) else { continue };
            let escape = if quote == '"' { '\\' } else { quote };
            if note[link.span.end..end].starts_with(quote) && !note[link.span.clone()].contains(escape) {
                found.push(link);
            }
        }
    });
    found
}
