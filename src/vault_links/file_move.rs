//! What becomes of links when a file moves.

use std::collections::HashMap;
use std::mem;

use lectern_base::json_text::escaped;
use lectern_base::sort::sort_by_key;

use super::anchors::Anchors;
use super::canvas::{CanvasText, canvas_texts, is_canvas};
use super::vault_files::{VaultFiles, name_of};
use super::written_link::{Destination, written_link};
use crate::edit::{Replacement, replaced};
use crate::note::{Link, NoteParts};
use crate::path::VaultPath;

/// A file that moves, and all files that links can open.
#[derive(Debug)]
pub(crate) struct FileMove {
    pub from: VaultPath,
    pub to: VaultPath,
    /// Whether the old name is an alias of the note too: then links that show it still do.
    pub keeps_name: bool,
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
        Self { from, to, keeps_name: false, before, after }
    }

    /// Where the file at `path` is afterwards.
    pub fn then<'p>(&'p self, path: &'p VaultPath) -> &'p VaultPath {
        if *path == self.from { &self.to } else { path }
    }

    /// How many links of `text`, the note or canvas at `path`, open each file.
    pub fn destinations(&self, path: &VaultPath, text: &str) -> HashMap<VaultPath, usize> {
        counted(all_opened(&self.before, path, text).into_iter().flatten().map(|opened| self.then(opened)))
    }

    /// How many of the links that opened the files `wanted` no longer do, in `text`, which is the note or canvas at
    /// `path` after the move.
    pub fn missing(&self, wanted: &HashMap<VaultPath, usize>, path: &VaultPath, text: &str) -> usize {
        let count = counted(all_opened(&self.after, path, text).into_iter().flatten());
        wanted.iter().map(|(path, wanted)| wanted.saturating_sub(count.get(path).copied().unwrap_or(0))).sum()
    }

    /// The links of `text`, the note or canvas that is at `path` before the move. `anchors`: of the file that moves.
    pub fn links_in(&self, path: &VaultPath, text: &str, anchors: &Anchors) -> MovedLinks {
        if !is_canvas(path) {
            return self.note_links(path, text, anchors);
        }
        let mut moved = MovedLinks::default();
        let (mut counted, mut lines) = (0, 1);
        let mut line = |at: usize| {
            lines +=
                text.get(counted..at).unwrap_or_default().bytes().map(|byte| u32::from(byte == b'\n')).sum::<u32>();
            counted = at.max(counted);
            lines
        };
        for named in canvas_texts(text) {
            match named {
                CanvasText::File(file, fragment) if self.before.at(&file.text) == Some(&self.from) => {
                    let span = file.place(&(0..file.text.len()));
                    if fragment.is_some_and(|place| !anchors.has(&place)) {
                        moved.without_place.push(line(span.start));
                    }
                    moved.replacements.push(Replacement { span, new: escaped(self.to.as_str()) });
                }
                CanvasText::File(..) => {}
                CanvasText::Card(card) => {
                    let MovedLinks { replacements, lost, without_place } = self.note_links(path, &card.text, anchors);
                    let place = |new: Replacement| Replacement { span: card.place(&new.span), new: escaped(&new.new) };
                    moved.replacements.extend(replacements.into_iter().map(place));
                    let first = line(card.place(&(0..0)).start);
                    moved.lost.extend(lost.iter().map(|_| first));
                    moved.without_place.extend(without_place.iter().map(|_| first));
                }
            }
        }
        sort_by_key(&mut moved.replacements, |replacement| replacement.span.start);
        moved
    }

    /// The links of `text`, a note or a card, in the file that is at `note` before the move.
    fn note_links(&self, note: &VaultPath, text: &str, anchors: &Anchors) -> MovedLinks {
        let mut moved = MovedLinks::default();
        let links = NoteParts::read(text).links;
        let then = self.then(note);
        let (mut wanted, mut shown, mut changed) = (Vec::new(), Vec::new(), Vec::new());
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
                Some(new) => {
                    moved.replacements.push(Replacement { span: link.target.clone(), new });
                    shown.extend(self.shown_name(link, text, now));
                    changed.push(link.line);
                }
                None => moved.lost.push(link.line),
            }
        }
        if moved.replacements.is_empty() {
            return moved;
        }
        // A link in a link's text comes after it, and begins before its target.
        let sorted = |mut all: Vec<Replacement>| {
            sort_by_key(&mut all, |replacement| replacement.span.start);
            all
        };
        let targets = sorted(mem::take(&mut moved.replacements));
        // The new name may not be possible in the text of a link.
        let with_names = sorted([&targets[..], &shown].concat());
        let keeps = |all: &Vec<Replacement>| self.opens(note, &replaced(text, all), &wanted);
        match [with_names, targets].into_iter().find(keeps) {
            Some(all) => moved.replacements = all,
            None => moved.lost.extend(changed),
        }
        moved
    }

    /// What `link` to the file at `now` shows instead, if it shows the name that the file no longer has: `[[x/a|a]]`,
    /// `[a](x/a.md)`. So does the app, unless that is an alias of the note too.
    fn shown_name(&self, link: &Link, text: &str, now: &VaultPath) -> Option<Replacement> {
        let span = link.display.clone()?;
        let shown = &text[span.clone()];
        // `![[a.png|300]]` is a size, and the text of a picture describes it.
        let is_size = shown.bytes().all(|byte| byte.is_ascii_digit() || byte == b'x');
        if *now != self.from || self.keeps_name || (link.is_embed && (is_size || !now.is_note())) {
            return None;
        }
        let [(old_name, old_stem), (name, stem)] = [&self.from, &self.to].map(names);
        let new = if shown == old_stem {
            stem
        } else if shown == old_name {
            name
        } else {
            return None;
        };
        (new != shown).then(|| Replacement { span, new: new.to_owned() })
    }

    /// Whether the links of `new` open the same files after the move as those of `text`, the note or canvas that is at
    /// `path` before it, do now.
    pub fn keeps(&self, path: &VaultPath, text: &str, new: &str) -> bool {
        let now = all_opened(&self.before, path, text).into_iter().map(|opened| Some(self.then(opened?)));
        let (wanted, opened) = (now.collect::<Vec<_>>(), all_opened(&self.after, self.then(path), new));
        are_opened(&wanted, &opened)
    }

    /// Whether the links of `text`, in the file that is at `note` before the move, then open the files `wanted`.
    fn opens(&self, note: &VaultPath, text: &str, wanted: &[Option<&VaultPath>]) -> bool {
        are_opened(wanted, &opened_in_note(&self.after, self.then(note), text))
    }
}

/// Whether there are as many links, and they open the files `wanted` as far as these are known.
fn are_opened(wanted: &[Option<&VaultPath>], opened: &[Option<&VaultPath>]) -> bool {
    wanted.len() == opened.len()
        && wanted.iter().zip(opened).all(|(wanted, opened)| wanted.is_none() || wanted == opened)
}

/// The files among `files` that the links of `text`, the note or canvas at `path`, open, in order.
fn all_opened<'f>(files: &'f VaultFiles, path: &VaultPath, text: &str) -> Vec<Option<&'f VaultPath>> {
    if !is_canvas(path) {
        return opened_in_note(files, path, text);
    }
    let opened = |named: CanvasText| match named {
        CanvasText::File(file, _) => vec![files.at(&file.text)],
        CanvasText::Card(card) => opened_in_note(files, path, &card.text),
    };
    canvas_texts(text).into_iter().flat_map(opened).collect()
}

fn opened_in_note<'f>(files: &'f VaultFiles, note: &VaultPath, text: &str) -> Vec<Option<&'f VaultPath>> {
    NoteParts::read(text).links.iter().map(|link| opened(files, link, text, note)).collect()
}

/// The file among `files` that `link` opens; `None` for a link to its own note.
fn opened<'f>(files: &'f VaultFiles, link: &Link, text: &str, note: &VaultPath) -> Option<&'f VaultPath> {
    if link.target.is_empty() { None } else { files.opened_by(&link.path(text), note) }
}

/// The name of the file at `path`, with and without its extension.
fn names(path: &VaultPath) -> (&str, &str) {
    let name = name_of(path.as_str());
    (name, name.rsplit_once('.').map_or(name, |(stem, _)| stem))
}

/// How often each of `paths` occurs.
fn counted<'p>(paths: impl Iterator<Item = &'p VaultPath>) -> HashMap<VaultPath, usize> {
    let mut count = HashMap::new();
    for path in paths {
        *count.entry(path.clone()).or_default() += 1;
    }
    count
}
