//! Rows: what of a tree is listed, one line each, and what is summed up by its folder instead.

use std::cmp::Reverse;

use super::params::Sort;
use super::tree::{File, Folder, Tree};

/// One line of a listing.
#[derive(Debug, Clone, Copy)]
pub(super) enum Row<'t> {
    /// A folder, which stands for all that is in it.
    Folder(&'t Folder),
    File(&'t File),
}

/// The rows of the folder at `base`, to no more than `depth`, folders first: as many levels as come to at most `most`
/// rows, and beyond them the folders that still fit, those with the fewest entries first, and all or none of those with as
/// many. Only the folder's own entries are never left out.
pub(super) fn by_name(tree: &Tree, base: usize, depth: usize, most: usize) -> Vec<Row<'_>> {
    let mut is_open = vec![false; tree.len()];
    is_open[base] = true;
    let mut count = tree.folder(base).entries();
    let mut level = vec![base];
    for _ in 1..depth {
        let mut below: Vec<_> = level.iter().flat_map(|place| tree.folder(*place).folders.values().copied()).collect();
        below.sort_by_key(|place| tree.folder(*place).entries());
        level.clear();
        for alike in below.chunk_by(|a, b| tree.folder(*a).entries() == tree.folder(*b).entries()) {
            let opened: usize = alike.iter().map(|place| tree.folder(*place).entries() - 1).sum();
            if count + opened > most {
                break;
            }
            count += opened;
            for place in alike {
                is_open[*place] = true;
            }
            level.extend(alike);
        }
        if level.is_empty() {
            break;
        }
    }
    let mut rows = Vec::with_capacity(count);
    let mut waiting = vec![PendingRows::All(base)];
    while let Some(part) = waiting.pop() {
        match part {
            PendingRows::All(place) if is_open[place] => {
                waiting.push(PendingRows::Files(place));
                waiting.extend(tree.folder(place).folders.values().rev().map(|below| PendingRows::All(*below)));
            }
            PendingRows::All(place) => rows.push(Row::Folder(tree.folder(place))),
            PendingRows::Files(place) => rows.extend(tree.folder(place).files.values().map(Row::File)),
        }
    }
    rows
}

/// What of the folder at a place is to be written down.
enum PendingRows {
    All(usize),
    Files(usize),
}

/// The first `count` files below the folder at `base`, to no more than `depth`, the newest or the largest first; and how
/// many there are in all.
pub(super) fn by_value(tree: &Tree, base: usize, depth: usize, sort: Sort, count: usize) -> (Vec<Row<'_>>, usize) {
    let value =
        |file: &File| if sort == Sort::Size { i64::try_from(file.size).unwrap_or(i64::MAX) } else { file.mtime };
    let mut files = Vec::with_capacity(tree.folder(base).all_files);
    let mut waiting = vec![(base, 1)];
    while let Some((place, level)) = waiting.pop() {
        let folder = tree.folder(place);
        // Those of one value stand by name, as they come here.
        files.extend(
            (files.len()..).zip(folder.files.values()).map(|(place, file)| (Reverse(value(file)), place, file)),
        );
        if level < depth {
            waiting.extend(folder.folders.values().rev().map(|below| (*below, level + 1)));
        }
    }
    let total = files.len();
    let order = |&(value, place, _): &(Reverse<i64>, usize, &File)| (value, place);
    if count < total {
        files.select_nth_unstable_by_key(count, order);
        files.truncate(count);
    }
    files.sort_unstable_by_key(order);
    (files.into_iter().map(|(.., file)| Row::File(file)).collect(), total)
}
