//! What a change of a note does to links: places that others link to are lost, and new links may lead nowhere.

use std::collections::{HashMap, HashSet};

use super::anchors::{Anchors, place, places};
use super::canvas::{CanvasText, canvas_texts, is_canvas};
use super::file_names::FileNames;
use super::vault_files::{VaultFiles, name_of};
use crate::note::{Link, LinkStyle, NoteParts};
use crate::path::{VaultPath, one_line};

/// Findings of a kind that are named; more are only counted.
const MAX_NAMED: usize = 3;

/// The links that a change of a note has to do with, and what is known of the files they may open.
#[derive(Debug)]
pub(crate) struct ChangedLinks {
    note: VaultPath,
    /// The names of a note that is deleted: all of it is lost.
    deleted: Option<FileNames>,
    /// Headings and blocks that are gone: as links name them, and as the note does.
    lost: Vec<(String, String)>,
    added: Vec<AddedLink>,
    /// The names that the links end in, as keys.
    names: HashSet<String>,
    /// The open files with such a name.
    files: Vec<VaultPath>,
    anchors: HashMap<VaultPath, Anchors>,
    /// Notes with a link that may lead to a lost place: its path and the place.
    linking: Vec<(VaultPath, String, usize)>,
}

/// What the user should know of links, one sentence each.
#[derive(Debug, Default)]
pub(crate) struct LinkWarnings {
    /// What the model can correct.
    pub faults: Vec<String>,
    /// Links to files that do not exist: these may be made later.
    pub remarks: Vec<String>,
}

/// The links of a note, and what links can name in it.
#[derive(Debug, Default)]
pub(crate) struct NoteLinks {
    links: Vec<Link>,
    places: Vec<(String, String)>,
}

impl NoteLinks {
    /// What `parts`, which are those of `note`, have.
    pub fn of(parts: NoteParts<'_>, note: &str) -> Self {
        Self { places: places(&parts, note), links: parts.links }
    }
}

/// A link that was not in the note before.
#[derive(Debug)]
struct AddedLink {
    /// As written, without brackets and the text shown.
    written: String,
    /// Empty for a link to its own note.
    path: String,
    fragment: Option<String>,
}

impl ChangedLinks {
    /// The links that change when the note at `note`, which is `before` with the links `old`, becomes `after` with `new`.
    pub fn new(note: &VaultPath, (before, old): (&str, NoteLinks), (after, new): (&str, NoteLinks)) -> Self {
        let anchors = Anchors::among(&new.places);
        let known: HashSet<_> = old.links.iter().map(|link| (link.path(before), link.fragment_text(before))).collect();
        let is_new =
            |link: &&Link| !is_external(link, after) && !known.contains(&(link.path(after), link.fragment_text(after)));
        let links = new.links;
        let added: Vec<_> = links.iter().filter(is_new).map(|link| AddedLink::of(link, after)).collect();
        let key = note.equivalence_key();
        let own = name_of(&key);
        let linked = added.iter().filter_map(|link| VaultPath::parse(name_of(&link.path)).ok());
        let mut names: HashSet<_> = linked.map(|name| name.equivalence_key()).collect();
        names.extend([own, own.strip_suffix(".md").unwrap_or(own)].map(str::to_owned));
        let mut changed = Self {
            note: note.clone(),
            deleted: None,
            lost: anchors.lost(old.places),
            added,
            names,
            files: vec![note.clone()],
            anchors: HashMap::from([(note.clone(), anchors)]),
            linking: Vec::new(),
        };
        changed.find_lost(note, after, &links);
        changed
    }

    /// The links to the file at `note`, which is deleted.
    pub fn of_deleted(note: &VaultPath) -> Self {
        let mut changed = Self::new(note, Default::default(), Default::default());
        changed.deleted = Some(FileNames::of(&[note]));
        changed.lost.push((String::new(), "this file".to_owned()));
        changed
    }

    /// Whether there is nothing to look at.
    pub fn is_empty(&self) -> bool {
        self.lost.is_empty() && self.added.is_empty()
    }

    /// Whether the note at `path` has to be read and judged.
    pub fn needs(&self, path: &VaultPath) -> bool {
        *path != self.note && (!self.lost.is_empty() || self.may_open(path))
    }

    /// Takes a file that is not a note.
    pub fn add_file(&mut self, path: &VaultPath) {
        if self.may_open(path) {
            self.files.push(path.clone());
        }
    }

    /// Takes an open note or canvas.
    pub fn add_note(&mut self, path: &VaultPath, text: &str) {
        if *path == self.note {
            return;
        }
        if is_canvas(path) {
            self.find_lost_in_canvas(path, text);
            return;
        }
        if self.may_open(path) {
            self.files.push(path.clone());
            self.anchors.insert(path.clone(), Anchors::of(text));
        }
        if !self.lost.is_empty() {
            self.find_lost(path, text, &NoteParts::read(text).links);
        }
    }

    /// What the user should know, one sentence each, once all files are taken.
    pub fn warnings(self) -> LinkWarnings {
        let files = VaultFiles::new(self.files);
        let opened = |link: &str, note: &VaultPath| {
            if link.is_empty() { Some(note.clone()) } else { files.opened_by(link, note).cloned() }
        };
        let mut notes = vec![HashSet::new(); self.lost.len()];
        for (path, link, lost) in self.linking {
            if opened(&link, &path).as_ref() == Some(&self.note) {
                notes[lost].insert(path);
            }
        }
        let end = if self.deleted.is_some() { "" } else { ", which will be gone" };
        let lost = self.lost.iter().zip(&notes).filter(|(_, notes)| !notes.is_empty()).map(|((_, name), notes)| {
            let count = notes.len();
            let what = if notes.iter().any(is_canvas) { "file" } else { "note" };
            let links = if count == 1 { format!("{what} links") } else { format!("{what}s link") };
            format!("{count} {links} to {name}{end}")
        });
        let (mut without_file, mut without_place) = (Vec::new(), Vec::new());
        for link in &self.added {
            let written = one_line(&link.written);
            let Some(path) = opened(&link.path, &self.note) else {
                without_file.push(format!("the new link to “{written}” opens no file"));
                continue;
            };
            let Some(fragment) = link.fragment.as_deref() else { continue };
            let kind = if fragment.contains('^') { "block" } else { "heading" };
            if self.anchors.get(&path).is_some_and(|anchors| !anchors.has(fragment)) {
                without_place.push(format!("the new link to “{written}” names a {kind} that {path} does not have"));
            }
        }
        let mut faults = named(lost.collect(), "links to", "headings or blocks will lead nowhere");
        faults.extend(named(without_place, "", "new links name a heading or block that is not there"));
        LinkWarnings { faults, remarks: named(without_file, "", "new links open no file") }
    }

    /// Whether one of the links may open the file at `path`, by its name.
    fn may_open(&self, path: &VaultPath) -> bool {
        let key = path.equivalence_key();
        let name = name_of(&key);
        self.names.contains(name) || name.strip_suffix(".md").is_some_and(|name| self.names.contains(name))
    }

    /// Keeps the links in the canvas `text` at `path` that may lead to a lost place.
    fn find_lost_in_canvas(&mut self, path: &VaultPath, text: &str) {
        for named in canvas_texts(text) {
            match named {
                CanvasText::Card(card) => self.find_lost(path, &card.text, &NoteParts::read(&card.text).links),
                CanvasText::File(file, fragment) => {
                    let is_lost = |(lost, _): &(String, String)| {
                        fragment.as_deref().map_or(lost.is_empty(), |part| lost.is_empty() || *lost == place(part))
                    };
                    if let Some(lost) = self.lost.iter().position(is_lost) {
                        self.linking.push((path.clone(), format!("/{}", file.text), lost));
                    }
                }
            }
        }
    }

    /// Keeps those of `links`, which are in the note `text` at `path`, that may lead to a lost place.
    fn find_lost(&mut self, path: &VaultPath, text: &str, links: &[Link]) {
        for link in links {
            if let Some(names) = &self.deleted {
                let link = link.path(text);
                if names.end(&link) {
                    self.linking.push((path.clone(), link.into_owned(), 0));
                }
                continue;
            }
            let Some(place) = link.fragment_text(text).map(|fragment| place(&fragment)) else { continue };
            let is_own = link.target.is_empty() && *path != self.note;
            if let Some(lost) = self.lost.iter().position(|(lost, _)| *lost == place).filter(|_| !is_own) {
                self.linking.push((path.clone(), link.path(text).into_owned(), lost));
            }
        }
    }
}

impl AddedLink {
    fn of(link: &Link, text: &str) -> Self {
        let fragment = link.fragment.as_ref();
        let start = if link.target.is_empty() { fragment.map_or(0, |part| part.start - 1) } else { link.target.start };
        let end = fragment.map_or(link.target.end, |part| part.end);
        let written = text[start..end].to_owned();
        let fragment = link.fragment_text(text).map(std::borrow::Cow::into_owned);
        Self { written, path: link.path(text).into_owned(), fragment }
    }
}

/// Whether `link` leads out of the vault: to a URL.
pub(crate) fn is_external(link: &Link, text: &str) -> bool {
    let path = link.path(text);
    let is_scheme = |(scheme, _): (&str, &str)| {
        scheme.starts_with(|c: char| c.is_ascii_alphabetic())
            && scheme.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte))
    };
    path.contains("://") || (link.style == LinkStyle::Markdown && path.split_once(':').is_some_and(is_scheme))
}

/// The first of `findings`; the rest is counted.
fn named(mut findings: Vec<String>, what: &str, fault: &str) -> Vec<String> {
    if let Some(more) = findings.len().checked_sub(MAX_NAMED).filter(|more| *more > 0) {
        findings.truncate(MAX_NAMED);
        findings.push(format!("{what} {more} more {fault}").trim_start().to_owned());
    }
    findings
}
