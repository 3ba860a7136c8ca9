//! Whether the rows of tables have as many cells as their headers.

use crate::edit::Hunk;
use crate::note::{Table, tables};

/// The warning about a row that has another number of cells than its header, if there are more such rows than before.
pub(super) fn uneven_table(before: &str, after: &str, hunks: &[Hunk]) -> Option<String> {
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
