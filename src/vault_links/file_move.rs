//! What becomes of links when a file moves.

use std::collections::HashMap;

use super::anchors::Anchors;
use super::vault_files::VaultFiles;
use super::written_link::{Destination, written_link};
use crate::edit::{Replacement, replaced};
use crate::note::{Link, NoteParts};
use crate::path::VaultPath;
use crate::sort::sort_by_key;

/// A file that moves, and all files that links can open.
#[derive(Debug)]
pub(crate) struct FileMove {
    pub from: VaultPath,
    pub to: VaultPath,
    before: VaultFiles,
    after: VaultFiles,
}

/// The links of a note when a file moves.
#[derive(Debug, Default)]
pub(crate) struct MovedLinks {
    /// What makes them open the same files as before.
    pub replacements: Vec<Replacement>,
    /// The lines of those that can't be made to.
    pub lost: Vec<u32>,
    /// The lines of those to the file whose heading or block it does not have.
    pub without_place: Vec<u32>,
}

impl FileMove {
    /// `from` moves to `to` in a vault of the files `before`.
    pub fn new(from: VaultPath, to: VaultPath, before: VaultFiles) -> Self {
        let after = before.moved(&from, &to);
        Self { from, to, before, after }
    }

    /// Where the file at `path` is afterwards.
    pub fn then<'p>(&'p self, path: &'p VaultPath) -> &'p VaultPath {
        if *path == self.from { &self.to } else { path }
    }

    /// How many links of `text`, the note at `note`, open each file.
    pub fn destinations(&self, note: &VaultPath, text: &str) -> HashMap<VaultPath, usize> {
        let links = NoteParts::read(text).links;
        counted(links.iter().filter_map(|link| Some(self.then(opened(&self.before, link, text, note)?))))
    }

    /// How many of the links that opened the files `wanted` no longer do, in `text`, which is the note at `note` after
    /// the move.
    pub fn missing(&self, wanted: &HashMap<VaultPath, usize>, note: &VaultPath, text: &str) -> usize {
        let links = NoteParts::read(text).links;
        let count = counted(links.iter().filter_map(|link| opened(&self.after, link, text, note)));
        wanted.iter().map(|(path, wanted)| wanted.saturating_sub(count.get(path).copied().unwrap_or(0))).sum()
    }

    /// The links of `text`, the note that is at `note` before the move. `anchors`: of the file that moves.
    pub fn links_in(&self, note: &VaultPath, text: &str, anchors: &Anchors) -> MovedLinks {
        let mut moved = MovedLinks::default();
        let links = NoteParts::read(text).links;
        let then = self.then(note);
        let mut wanted = Vec::new();
        for link in &links {
            let now = opened(&self.before, link, text, note);
            wanted.push(now.map(|now| self.then(now)));
            let Some(now) = now else { continue };
            let is_there = |fragment: &str| anchors.has(fragment);
            if *now == self.from && *note != self.from && !link.fragment_text(text).is_none_or(|place| is_there(&place))
            {
                moved.without_place.push(link.line);
            }
            let to = Destination { now, then: self.then(now) };
            if opened(&self.after, link, text, then) == Some(to.then) {
                continue;
            }
            match written_link(link, text, then, &to, &self.after) {
                Some(new) => moved.replacements.push(Replacement { span: link.target.clone(), new }),
                None => moved.lost.push(link.line),
            }
        }
        // A link in a link's text comes after it, and begins before its target.
        sort_by_key(&mut moved.replacements, |replacement| replacement.span.start);
        if !moved.replacements.is_empty() && !self.opens(&replaced(text, &moved.replacements), then, &wanted) {
            let is_changed = |link: &&Link| moved.replacements.iter().any(|new| new.span == link.target);
            moved.lost.extend(links.iter().filter(is_changed).map(|link| link.line));
            moved.replacements.clear();
        }
        moved
    }

    /// Whether the links of `new` open the same files after the move as those of `text`, the note that is at `note`
    /// before it, do now.
    pub fn keeps(&self, note: &VaultPath, text: &str, new: &str) -> bool {
        let links = NoteParts::read(text).links;
        let now = links.iter().map(|link| opened(&self.before, link, text, note).map(|path| self.then(path)));
        self.opens(new, self.then(note), &now.collect::<Vec<_>>())
    }

    /// Whether the links of `text` open the files `wanted`, as far as these are known, and there are as many.
    fn opens(&self, text: &str, note: &VaultPath, wanted: &[Option<&VaultPath>]) -> bool {
        let links = NoteParts::read(text).links;
        let opens = |(link, wanted): (&Link, Option<&VaultPath>)| {
            wanted.is_none() || opened(&self.after, link, text, note) == wanted
        };
        links.len() == wanted.len() && links.iter().zip(wanted.iter().copied()).all(opens)
    }
}

/// The file among `files` that `link` opens; `None` for a link to its own note.
fn opened<'f>(files: &'f VaultFiles, link: &Link, text: &str, note: &VaultPath) -> Option<&'f VaultPath> {
    if link.target.is_empty() { None } else { files.opened_by(&link.path(text), note) }
}

/// How often each of `paths` occurs.
fn counted<'p>(paths: impl Iterator<Item = &'p VaultPath>) -> HashMap<VaultPath, usize> {
    let mut count = HashMap::new();
    for path in paths {
        *count.entry(path.clone()).or_default() += 1;
    }
    count
}
