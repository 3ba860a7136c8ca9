//! The catalogue: the known notes, and the search index. It lasts as long as its session. Listings and searches share
//! it, so that each note is read once. A listing leaves the first search at most 16 MB of the texts that it has read.
//!
//! It tracks which notes have to be read, from listings and from the changes that the host reports; `refresh` reads
//! them. Excluded notes are not in the index. Those excluded by their path are never requested; of those excluded by
//! their content, only the version that was read is kept.

mod apply_change;
pub(crate) mod change;
pub(crate) mod documents;
mod index_state;
pub(crate) mod kept;
mod known_documents;
mod listed_notes;
pub(crate) mod meaning;
pub(crate) mod reading;
pub(crate) mod restored;
mod stored;
mod texts;
pub(crate) mod unread;
pub(crate) mod walk;

use std::collections::{BTreeMap, HashMap, HashSet};
use std::rc::{Rc, Weak};

use self::documents::Documents;
use self::kept::KeptState;
use self::texts::Texts;
use self::unread::{FileState, Turn, Unread};
use self::walk::{ActiveListing, Listed};
use crate::judge::{Content, JudgedText};
use crate::path::VaultPath;
use crate::policy::{PathKind, Policy};
use crate::search::index::{Entry, Index, Indexing, file_and_page};

/// Maximum notes that a session without searches remembers. Beyond that, it starts over. The largest vaults have fewer.
const MAX_NOTES: usize = 200_000;

/// The known notes.
#[derive(Debug, Default)]
pub(crate) struct Catalogue {
    pub index: Index,
    /// Notes that have been read, including all notes of the index.
    notes: HashMap<VaultPath, KnownNote>,
    /// Notes that have to be read.
    unread: Unread,
    /// Notes that could not be read; the next call retries.
    unreadable: BTreeMap<VaultPath, FileState>,
    pub documents: Documents,
    /// The largest document that is read; `None` if documents are not searched.
    pub max_document_bytes: Option<f64>,
    /// Texts that a listing read and the index still needs.
    texts: Texts,
    /// Whether the host reports changes; `None` until it was asked.
    pub watched: Option<bool>,
    /// Whether all files have been listed and later changes are reported.
    pub is_listed: bool,
    /// The listing in progress, as long as its call exists.
    listing: Weak<ActiveListing>,
    /// The open notes found by that listing.
    seen: HashSet<VaultPath>,
    /// Notes whose changes the host reported during that listing, which is older for them.
    told: HashSet<VaultPath>,
    /// How many times the rules have changed.
    rules: u32,
    pub kept: KeptState,
}

/// A note that has been read.
#[derive(Debug)]
pub(crate) struct KnownNote {
    /// The version that was read.
    pub state: FileState,
    /// `None` for an indexed note whose title is unknown, because it was renamed, or changed while it was read.
    pub standing: Option<Standing>,
}

/// The result of judging the content of a note.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Standing {
    /// The note is excluded.
    Closed,
    /// The note is not excluded.
    Open {
        /// The note's title, if it differs from the file's name.
        title: Option<Box<str>>,
    },
}

impl Catalogue {
    /// The rules have changed, so the vault has to be listed again. If they exclude other content, everything read is
    /// dropped.
    pub fn rules_changed(&mut self, close_same_content: bool) {
        if !close_same_content {
            let kept = self.kept.dropped();
            let max_document_bytes = self.max_document_bytes;
            *self = Self { watched: self.watched, rules: self.rules, kept, max_document_bytes, ..Self::default() };
        }
        self.list_anew();
        self.rules = self.rules.wrapping_add(1);
    }

    /// The version of the rules. A call that sees another version has to check its notes again.
    pub fn rules(&self) -> u32 {
        self.rules
    }

    /// Starts a listing, or joins the one in progress.
    pub fn list(&mut self) -> Rc<ActiveListing> {
        self.listing.upgrade().unwrap_or_else(|| {
            self.seen.clear();
            self.told.clear();
            let listing = Rc::new(ActiveListing);
            self.listing = Rc::downgrade(&listing);
            listing
        })
    }

    /// Adds an open file found by a listing, unless a later change was reported.
    pub fn listed_file(&mut self, file: &Listed) {
        let path = file.granted.path();
        if !self.told.contains(path) {
            self.seen.insert(path.clone());
            self.found(path, file.state());
        }
    }

    /// Records that the host reported a change of the note at `path`.
    fn tell(&mut self, path: &VaultPath) {
        if self.listing.strong_count() > 0 {
            self.told.insert(path.clone());
        }
    }

    /// An open note or document is at `path` in this version.
    fn found(&mut self, path: &VaultPath, state: FileState) {
        if !path.is_note() {
            return self.found_document(path, state);
        }
        self.unreadable.remove(path);
        if self.is_closed_in(path, state) {
            self.index.remove(path.as_str());
            self.unread.remove(path);
        } else if self.is_indexed(path, state) {
            self.unread.remove(path);
        } else {
            self.unread.insert(path.clone(), state);
        }
    }

    /// The current turn. Notes that become unread later have a later one.
    pub fn turn(&self) -> Turn {
        self.unread.turn()
    }

    /// Ends a listing: notes that it did not find are gone, unless a change was reported. Does nothing if `listing` is
    /// no longer current.
    pub fn listed(&mut self, listing: &Rc<ActiveListing>) {
        if !self.listing.ptr_eq(&Rc::downgrade(listing)) {
            return;
        }
        let has_gone = |path: &&VaultPath| !self.seen.contains(*path) && !self.told.contains(*path);
        let gone: Vec<_> = self.paths().filter(has_gone).cloned().collect();
        for path in gone {
            self.forget(&path);
        }
        self.is_listed = true;
    }

    /// Forgets the notes that `policy` excludes. A listing does this in steps; this is for a vault that changes too
    /// fast to be listed.
    pub fn close(&mut self, policy: &Policy) {
        let mut walk = policy.walk();
        let mut is_closed = |path: &&VaultPath| walk.check(path, PathKind::File).is_err();
        let closed: Vec<_> = self.paths().filter(|path| is_closed(path)).cloned().collect();
        for path in closed {
            self.forget(&path);
        }
    }

    /// How many notes are left out because the index takes `max_bytes` or more.
    pub fn left_out(&self, max_bytes: usize) -> usize {
        if self.index.bytes() < max_bytes { 0 } else { self.unread.len() }
    }

    /// The next notes to read, up to the turn `last`: at most `count` and at most `bytes` in total, but at least one.
    /// None if the index takes `max_bytes`.
    pub fn unread(&self, last: Turn, count: usize, bytes: f64, max_bytes: usize) -> Vec<(VaultPath, FileState)> {
        if self.left_out(max_bytes) > 0 {
            return Vec::new();
        }
        self.unread.first(last, count, bytes)
    }

    /// Whether the note at `path` still has to be read in `state`.
    fn is_unread(&self, path: &VaultPath, state: FileState) -> bool {
        self.unread.state(path) == Some(state)
    }

    /// The standing of a listed file; `None` if it has to be read first.
    pub fn standing(&self, file: &Listed) -> Option<Standing> {
        if !file.granted.path().is_note() {
            return Some(Standing::Open { title: None });
        }
        let note = self.notes.get(file.granted.path())?;
        note.standing.clone().filter(|_| note.state == file.state())
    }

    /// Takes the text of the note at `path` in `state`, if a listing kept it.
    pub fn take_text(&mut self, path: &VaultPath, state: FileState) -> Option<JudgedText> {
        let content = self.texts.take(path, state).map(Content::Bytes);
        content.map(|content| JudgedText { content, ..JudgedText::default() })
    }

    /// All notes are indexed, or there is no room for them.
    pub fn all_read(&mut self) {
        self.texts = Texts::default();
    }

    /// Adds the note at `path`, read in `state`. Dropped if the note has changed since.
    pub fn read(&mut self, path: &VaultPath, state: FileState, note: Indexing, standing: Option<Standing>) {
        if self.is_unread(path, state) {
            self.unread.remove(path);
            self.keep(path, state, standing);
            self.index.put(note);
        }
    }

    /// The content of the note at `path`, read in `state`, excludes it.
    pub fn read_closed(&mut self, path: &VaultPath, state: FileState) {
        if self.is_unread(path, state) {
            self.forget(path);
            self.keep(path, state, Some(Standing::Closed));
        }
    }

    /// The note at `path` could not be read in `state`, so it counts as excluded.
    pub fn not_read(&mut self, path: &VaultPath, state: FileState) {
        if self.is_unread(path, state) {
            self.forget(path);
            self.unreadable.insert(path.clone(), state);
        }
    }

    fn keep(&mut self, path: &VaultPath, state: FileState, standing: Option<Standing>) {
        // With an index, deleted notes are forgotten one by one.
        if self.notes.len() >= MAX_NOTES && self.index.is_empty() {
            self.notes.clear();
        }
        self.notes.insert(path.clone(), KnownNote { state, standing });
    }

    /// Retries the notes that could not be read.
    pub fn try_again(&mut self) {
        for (path, state) in std::mem::take(&mut self.unreadable) {
            self.unread.insert(path, state);
        }
    }

    /// The note at `path` is gone or excluded.
    fn forget(&mut self, path: &VaultPath) {
        if !path.is_note() {
            return self.forget_document(path);
        }
        self.unread.remove(path);
        self.notes.remove(path);
        self.unreadable.remove(path);
        self.texts.remove(path);
        self.index.remove(path.as_str());
    }

    /// Whether the index contains the note at `path` in `state`.
    pub fn is_indexed(&self, path: &VaultPath, state: FileState) -> bool {
        let note = self.index.find(path.as_str()).and_then(|id| self.index.note(id));
        note.is_some_and(|note| FileState::of(note) == state)
    }

    /// Whether the index contains the note at `path` in `state`, and no change of it was reported since.
    pub fn is_current(&self, path: &VaultPath, state: FileState) -> bool {
        self.is_indexed(path, state) && self.unread.state(path).is_none()
    }

    /// Whether the note at `path` is known to be excluded by its content in `state`.
    fn is_closed_in(&self, path: &VaultPath, state: FileState) -> bool {
        self.notes.get(path).is_some_and(|note| note.standing == Some(Standing::Closed) && note.state == state)
    }

    /// The path of an indexed note or document.
    pub fn path(&self, note: &Entry) -> Option<&VaultPath> {
        if note.is_document {
            return self.documents.of_entry(file_and_page(&note.path).0).map(|(path, _)| path);
        }
        self.notes.get_key_value(&*note.path).map(|(path, _)| path)
    }

    fn paths(&self) -> impl Iterator<Item = &VaultPath> {
        self.notes.keys().chain(self.unreadable.keys()).chain(self.unread.paths()).chain(self.documents.paths())
    }
}
