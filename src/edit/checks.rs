//! What a user should know before approving a change. A warning changes nothing: the text is written as proposed.

use std::collections::HashSet;

use super::hunks::Hunk;
use super::property_types::changed_types;
use crate::note::{LineKind, Table, lines, tables};
use crate::unicode::is_ignorable;

/// What a note may open and never close, with its warning.
const UNCLOSED: [&str; 5] = [
    "a fence of code is never closed",
    "a comment (%%) is never closed",
    "a formula ($$) is never closed",
    "an HTML comment or block is never closed",
    "the type of a callout is never closed: ] is missing",
];

/// The warnings about a change of `before` into `after`, one sentence each.
pub(crate) fn warnings(is_note: bool, before: &str, after: &str, hunks: &[Hunk]) -> Vec<String> {
    let added = || hunks.iter().map(|hunk| &after[hunk.after_span.clone()]);
    let removed = || hunks.iter().map(|hunk| &before[hunk.before_span.clone()]);
    let mut warnings = Vec::new();
    warnings.extend(invisible(added(), removed()));
    let is_new = |text: &str| added().any(|lines| lines.contains(text)) && !removed().any(|lines| lines.contains(text));
    // Looking for one character first is much quicker.
    let may_have = |c: char| added().any(|lines| lines.contains(c));
    // In code it is common; in a note it is a line break that was escaped once too often.
    if is_note && may_have('\\') && is_new("\\n") {
        warnings.push("new text has \\n as two characters, not as a line break".to_owned());
    }
    if let Some(entity) =
        ["&lt;", "&gt;", "&amp;", "&quot;", "&#39;"].into_iter().find(|entity| may_have('&') && is_new(entity))
    {
        warnings.push(format!("new text has HTML entities, such as {entity}"));
    }
    if !is_note {
        return warnings;
    }
    let is_fenced = |text: &str| text.trim().starts_with("```") && text.trim().ends_with("```");
    if is_fenced(after) && !is_fenced(before) {
        warnings.push("the whole note is inside a fence of code".to_owned());
    }
    warnings.extend(unclosed(before, after));
    warnings.extend(uneven_table(before, after, hunks));
    warnings.extend(changed_types(before, after));
    warnings
}

/// New characters that cannot be seen, other than those of emoji and scripts.
fn invisible<'t>(mut added: impl Iterator<Item = &'t str>, removed: impl Iterator<Item = &'t str>) -> Option<String> {
    let is_hidden = |c: char| {
        // Nearly every character; the tables take much longer.
        if matches!(c, ' '..='~' | '\n') {
            return false;
        }
        let is_joiner = matches!(c, '\u{200c}' | '\u{200d}' | '\u{fe00}'..='\u{fe0f}');
        (c.is_control() && !matches!(c, '\n' | '\r' | '\t')) || (is_ignorable(c) && !is_joiner)
    };
    let (mut removed, mut known) = (Some(removed), HashSet::new());
    let mut is_new = |c: char| {
        // Read only if there is such a character.
        let removed = removed.take().into_iter().flatten();
        known.extend(removed.flat_map(str::chars).filter(|&c| is_hidden(c)));
        !known.contains(&c)
    };
    let found = added.find_map(|text| text.chars().find(|&c| is_hidden(c) && is_new(c)))?;
    Some(format!("new text has invisible characters, such as U+{:04X}", u32::from(found)))
}

/// The warnings about what `after` leaves open more often than `before`.
fn unclosed(before: &str, after: &str) -> impl Iterator<Item = String> {
    let after = open_parts(after);
    // Mostly nothing is open, and the note before need not be read.
    let before = if after == [0; UNCLOSED.len()] { after } else { open_parts(before) };
    let is_more = move |index: &usize| after[*index] > before[*index];
    (0..UNCLOSED.len()).filter(is_more).map(|index| UNCLOSED[index].to_owned())
}

/// How much of each kind is open in `note`.
fn open_parts(note: &str) -> [usize; UNCLOSED.len()] {
    let mut lines = lines(note.as_bytes());
    let (mut fences, mut callouts, mut was_in_fence) = (0, 0, false);
    while let Some(line) = lines.next() {
        let is_in_fence = lines.scanner().is_in_fence();
        // The quote or list that the fence is in has ended.
        fences += usize::from(was_in_fence && !is_in_fence && line.kind != LineKind::Code);
        was_in_fence = is_in_fence;
        let text = line.text.trim_ascii_start();
        if line.kind == LineKind::Nested && text.starts_with(b">") {
            let inner = &text[text.iter().take_while(|&&byte| matches!(byte, b'>' | b' ' | b'\t')).count()..];
            callouts += usize::from(inner.starts_with(b"[!") && !inner.contains(&b']'));
        }
    }
    let scanner = lines.scanner();
    let [comments, formulas] = scanner.unclosed();
    [fences + usize::from(was_in_fence), comments, formulas, usize::from(scanner.is_in_html()), callouts]
}

/// The warning about a row that has another number of cells than its header, if there are more such rows than before.
fn uneven_table(before: &str, after: &str, hunks: &[Hunk]) -> Option<String> {
    let touches =
        |hunk: &Hunk| before[hunk.before_span.clone()].contains('|') || after[hunk.after_span.clone()].contains('|');
    if !hunks.iter().any(touches) {
        return None;
    }
    let rows = uneven_rows(after);
    if rows.is_empty() || rows.len() <= uneven_rows(before).len() {
        return None;
    }
    let is_changed = |line: u32| hunks.iter().any(|hunk| hunk.after.contains(&(line - 1)));
    let (line, count, columns) = rows.iter().find(|(line, ..)| is_changed(*line)).or(rows.first())?;
    let cells = if *count == 1 { "cell" } else { "cells" };
    Some(format!("the table row on line {line} has {count} {cells}, but its header has {columns}"))
}

/// The rows of `note`'s tables that do not fit their headers: the line, the cells, those of the header.
fn uneven_rows(note: &str) -> Vec<(u32, usize, usize)> {
    let uneven = |Table { columns, rows }: Table| {
        rows.into_iter().filter(move |(_, count)| *count != columns).map(move |(line, count)| (line, count, columns))
    };
    tables(note).into_iter().flat_map(uneven).collect()
}
