//! Rows: which entries of a tree are listed, and which folders are summed up.

use std::cmp::Reverse;

use lectern_base::sort::{sort_by, sort_by_key};

use super::options::{ListOptions, Sort};
use super::tree::{File, Folder, Tree};

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

/// The first `count` files below the folder `base`, in the order of `options`; and the total number.
pub(super) fn by_value<'t>(tree: &'t Tree, base: usize, options: &ListOptions, count: usize) -> (Vec<Row<'t>>, usize) {
    // Sorting is stable: files with the same value stay in name order.
    let mut files = files(tree, base, options.depth);
    let mut total = files.len();
    if let Some(properties) = options.properties.as_ref().filter(|_| options.sort == Sort::Property) {
        sort_by(&mut files, |one, other| properties.order(one, other));
        let most = properties.base.as_ref().and_then(|(view, _)| view.limit);
        total = most.unwrap_or(usize::MAX).min(total);
        files.truncate(total);
    } else {
        let value = |file: &File| match options.sort {
            Sort::Size => i64::try_from(file.size).unwrap_or(i64::MAX),
            _ => file.mtime,
        };
        sort_by_key(&mut files, |file| Reverse(value(file)));
    }
    files.truncate(count);
    (files.into_iter().map(Row::File).collect(), total)
}

/// The files below the folder `base` in name order, down to `depth` levels.
fn files(tree: &Tree, base: usize, depth: usize) -> Vec<&File> {
    let mut files = Vec::with_capacity(tree.folder(base).all_files);
    let mut waiting = vec![(base, 1)];
    while let Some((place, level)) = waiting.pop() {
        let folder = tree.folder(place);
        files.extend(folder.files.values());
        if level < depth {
            waiting.extend(folder.folders.values().rev().map(|below| (*below, level + 1)));
        }
    }
    files
}
