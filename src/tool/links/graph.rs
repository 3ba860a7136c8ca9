//! The links of open notes, and those among them that a call asks for.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use lectern_base::sort::sort_by;

use super::arguments::LinkOptions;
use crate::note::NoteParts;
use crate::path::VaultPath;
use crate::policy::Granted;
use crate::tool::call::Host;
use crate::vault_links::{Anchors, CanvasText, FileNames, VaultFiles, canvas_texts, is_canvas, is_external};
use crate::wire::{Answer, LinksFrom, Request};

/// How many links to follow in one step, and to ask the app about.
const LINKS_AT_ONCE: usize = 1_000;

/// Bytes of a line to show, and how many of them before the link.
const LINE_BYTES: usize = 240;
const BYTES_BEFORE: usize = 80;

/// A link of an open note.
pub(in crate::tool) struct NoteLink {
    pub from: Granted,
    mtime: f64,
    /// 0 in a canvas, whose cards have no lines.
    pub line: u32,
    /// The line, or the part of it around the link.
    pub text: String,
    /// As it is written: `![[a#b|c]]`.
    pub written: String,
    path: String,
    /// Whether it is the path of a file that a canvas shows, and no link.
    is_file: bool,
    pub fragment: Option<String>,
    pub is_embed: bool,
    /// The file that it opens, once that is known.
    pub to: Option<VaultPath>,
    /// Whether the file has the heading or block that the link names; `None` if it names none, or the file is no note.
    pub is_place_found: Option<bool>,
    /// 1 for a link of the file itself.
    pub distance: u32,
}

/// The links that may matter, while notes are read.
#[derive(Default)]
pub(in crate::tool) struct Graph {
    links: Vec<NoteLink>,
    /// The notes that were read and are open, and what links can name in them.
    notes: HashMap<VaultPath, Anchors>,
    resolved: usize,
}

impl Graph {
    /// Takes the open note or canvas `text` at `from`. If `about` names a file, only links that may lead to it or that it
    /// has are kept.
    pub fn add(&mut self, from: &Granted, mtime: f64, text: &str, about: Option<(&VaultPath, &FileNames)>) {
        if !is_canvas(from.path()) {
            let parts = NoteParts::read(text);
            self.notes.insert(from.path().clone(), Anchors::of_parts(&parts, text));
            return self.add_links((from, mtime), text, &parts, about);
        }
        for named in canvas_texts(text) {
            match named {
                CanvasText::Card(card) => {
                    let first = self.links.len();
                    self.add_links((from, mtime), &card.text, &NoteParts::read(&card.text), about);
                    self.links[first..].iter_mut().for_each(|link| link.line = 0);
                }
                CanvasText::File(file, fragment) if may_matter(about, from, &file.text) => {
                    let part = fragment.as_ref().map(|part| format!("#{part}")).unwrap_or_default();
                    let written = shortened(&format!("{}{part}", file.text));
                    self.links.push(NoteLink {
                        line: 0,
                        text: format!("[card: file {written}]"),
                        written,
                        path: file.text,
                        is_file: true,
                        fragment,
                        is_embed: true,
                        ..NoteLink::of(from, mtime)
                    });
                }
                CanvasText::File(..) => {}
            }
        }
    }

    /// Takes the links of `text`, which are in `parts`.
    fn add_links(
        &mut self,
        (from, mtime): (&Granted, f64),
        text: &str,
        parts: &NoteParts<'_>,
        about: Option<(&VaultPath, &FileNames)>,
    ) {
        let mut line = 0..0;
        for link in &parts.links {
            let path = link.path(text);
            if !may_matter(about, from, &path) || is_external(link, text) {
                continue;
            }
            // A line may be long and have many links.
            if !line.contains(&link.span.start) {
                line = line_of(text, link.span.start);
            }
            self.links.push(NoteLink {
                line: link.line,
                text: around(&text[line.clone()], link.span.start - line.start),
                written: shortened(&text[link.span.clone()]),
                fragment: link.fragment_text(text).map(std::borrow::Cow::into_owned),
                is_embed: link.is_embed,
                path: path.into_owned(),
                ..NoteLink::of(from, mtime)
            });
        }
    }

    /// Whether the file at `path` is open: a note that could not be read counts as excluded.
    pub fn is_open(&self, path: &VaultPath) -> bool {
        !path.is_note() || self.notes.contains_key(path)
    }

    /// The next `count` links, for the app to say what they open.
    fn unresolved(&self, count: usize) -> Vec<LinksFrom> {
        let next = &self.links[self.resolved..];
        next[..count.min(next.len())]
            .chunk_by(|a, b| a.from == b.from)
            .map(|links| LinksFrom {
                note: links[0].from.clone(),
                links: links.iter().map(|link| link.path.trim().to_owned()).collect(),
            })
            .collect()
    }

    /// All links.
    pub fn links(&self) -> &[NoteLink] {
        &self.links
    }

    /// Finds what the next `count` links open. `told` is what they open in the app, or empty. A file that the app opens
    /// and that is not open here counts as not there. Returns whether there are more links.
    fn resolve(&mut self, files: &VaultFiles, count: usize, told: &[String]) -> bool {
        let mut told = told.iter();
        for link in self.links.iter_mut().skip(self.resolved).take(count) {
            let from = link.from.path();
            let to = match told.next() {
                _ if link.is_file => files.at(&link.path),
                _ if link.path.is_empty() => Some(from),
                Some(path) if path.is_empty() => None,
                told => told.and_then(|path| files.at(path)).or_else(|| files.opened_by(&link.path, from)),
            };
            link.to = to.cloned();
            let anchors = link.to.as_ref().and_then(|to| self.notes.get(to));
            link.is_place_found =
                anchors.zip(link.fragment.as_deref()).map(|(anchors, fragment)| anchors.has(fragment));
        }
        self.resolved = self.links.len().min(self.resolved + count);
        self.resolved < self.links.len()
    }

    /// Finds what all links open, some at a time.
    pub async fn follow(&mut self, host: &Host, files: &VaultFiles) {
        let mut is_told = true;
        loop {
            let answer = if is_told {
                host.ask_one(Request::Links(self.unresolved(LINKS_AT_ONCE))).await
            } else {
                host.give_way().await;
                Answer::none()
            };
            // Without an app, nothing is told.
            let told = if let Answer::Links(told) = answer { told } else { Vec::new() };
            is_told = !told.is_empty();
            if !self.resolve(files, LINKS_AT_ONCE, &told) {
                return;
            }
        }
    }

    /// The links of `file` that `options` ask for, in the order of the reply.
    pub(super) fn links_of(mut self, file: &VaultPath, options: &LinkOptions) -> Vec<NoteLink> {
        let mut near = HashSet::from([file.clone()]);
        for distance in 1..=options.depth {
            let mut next = HashSet::new();
            for link in self.links.iter_mut().filter(|link| link.distance == 0) {
                let leads_out = options.out && near.contains(link.from.path());
                let leads_in = options.incoming && link.to.as_ref().is_some_and(|to| near.contains(to));
                if leads_out || leads_in {
                    link.distance = distance;
                    next.extend(link.to.iter().filter(|_| leads_out).cloned());
                    next.extend(Some(link.from.path()).filter(|_| leads_in).cloned());
                }
            }
            near = next;
        }
        self.links.retain(|link| link.distance > 0);
        sort_by(&mut self.links, |a, b| {
            let is_other = |link: &NoteLink| link.from.path() != file;
            let by_time = if options.is_newest_first { b.mtime.total_cmp(&a.mtime) } else { std::cmp::Ordering::Equal };
            let place = |link: &NoteLink| (link.distance, is_other(link));
            place(a).cmp(&place(b)).then(by_time).then_with(|| (a.from.path(), a.line).cmp(&(b.from.path(), b.line)))
        });
        self.links
    }
}

impl NoteLink {
    /// A link of the file `from`, with nothing in it yet.
    fn of(from: &Granted, mtime: f64) -> Self {
        Self {
            from: from.clone(),
            mtime,
            line: 0,
            text: String::new(),
            written: String::new(),
            path: String::new(),
            is_file: false,
            fragment: None,
            is_embed: false,
            to: None,
            is_place_found: None,
            distance: 0,
        }
    }
}

/// Whether a link to `path` in the file `from` may matter for a call that is `about` a file.
fn may_matter(about: Option<(&VaultPath, &FileNames)>, from: &Granted, path: &str) -> bool {
    about.is_none_or(|(file, names)| file == from.path() || names.end(path))
}

/// The line of `text` that `at` is on, without white space at its end.
fn line_of(text: &str, at: usize) -> Range<usize> {
    let start = text[..at].rfind('\n').map_or(0, |at| at + 1);
    let end = text[at..].find('\n').map_or(text.len(), |len| at + len);
    start..start + text[start..end].trim_end().len()
}

/// `line`, or the part of it around the link at `at` if it is long.
fn around(line: &str, at: usize) -> String {
    if line.len() <= LINE_BYTES {
        return line.to_owned();
    }
    let first = line.floor_char_boundary(at.saturating_sub(BYTES_BEFORE));
    let last = line.floor_char_boundary(first + LINE_BYTES);
    let (before, after) = (if first > 0 { "…" } else { "" }, if last < line.len() { "…" } else { "" });
    format!("{before}{}{after}", &line[first..last])
}

/// `written` on one line, cut if it is long.
fn shortened(written: &str) -> String {
    let cut = written.floor_char_boundary(LINE_BYTES);
    let end = if cut < written.len() { "…" } else { "" };
    crate::path::one_line(&format!("{}{end}", &written[..cut]))
}
