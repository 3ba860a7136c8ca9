//! Rows: which entries of a tree are listed, and which folders are summed up.

use std::cmp::Reverse;

use super::params::Sort;
use super::tree::{File, Folder, Tree};
use crate::sort::sort_by_key;

/// A line of a listing.
#[derive(Debug, Clone, Copy)]
pub(super) enum Row<'t> {
    /// A folder, summed up.
    Folder(&'t Folder),
    File(&'t File),
}

/// The rows of the folder `base` in name order, folders first, down to `depth` levels and as deep as `most` rows allow.
/// At the last level, the folders with the fewest entries are opened as long as they fit; folders of equal size are
/// opened together or not at all. The folder's own entries are always included.
pub(super) fn by_name(tree: &Tree, base: usize, depth: usize, most: usize) -> Vec<Row<'_>> {
    let mut is_open = vec![false; tree.len()];
    is_open[base] = true;
    let mut count = tree.folder(base).entries();
    let mut level = vec![base];
    for _ in 1..depth {
        let mut below: Vec<_> = level.iter().flat_map(|place| tree.folder(*place).folders.values().copied()).collect();
        sort_by_key(&mut below, |place| tree.folder(*place).entries());
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

/// What is still to be added for a folder.
enum PendingRows {
    All(usize),
    Files(usize),
}

/// The first `count` files below the folder `base`, down to `depth` levels, newest or largest first; and the total
/// number.
pub(super) fn by_value(tree: &Tree, base: usize, depth: usize, sort: Sort, count: usize) -> (Vec<Row<'_>>, usize) {
    let value =
        |file: &File| if sort == Sort::Size { i64::try_from(file.size).unwrap_or(i64::MAX) } else { file.mtime };
    let mut files = Vec::with_capacity(tree.folder(base).all_files);
    let mut waiting = vec![(base, 1)];
    while let Some((place, level)) = waiting.pop() {
        let folder = tree.folder(place);
        // Files with the same value stay in name order.
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
    sort_by_key(&mut files, order);
    (files.into_iter().map(|(.., file)| Row::File(file)).collect(), total)
}
