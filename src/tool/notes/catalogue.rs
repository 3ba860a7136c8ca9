//! The catalogue: what is known of the vault's notes, and the index made of them. It lasts as long as its session. Listings
//! and searches fill it and use it, so that what one has read the other need not read again.
//!
//! It keeps which notes have to be read, from listings and from the changes that the host tells; `refresh` reads them.
//! Closed notes are not in the index: those closed by their path are never asked for, and of those closed by their content
//! only the state is kept in which they were read.

mod apply_change;

use std::collections::{BTreeMap, HashMap, HashSet};
use std::rc::{Rc, Weak};

use super::change::Indexed;
use super::texts::Texts;
use super::unread::{State, Turn, Unread};
use super::walk::Listed;
use crate::path::VaultPath;
use crate::policy::{PathKind, Policy};
use crate::search::index::{Entry, Index, Indexing};
use crate::tool::judge::JudgedText;

/// How many notes a session that only lists keeps in mind; more than the largest vaults have. Then it begins anew.
const MAX_NOTES: usize = 200_000;

/// What is known of the notes.
#[derive(Debug, Default)]
pub(in crate::tool) struct Catalogue {
    pub index: Index,
    /// The notes that have been read; all notes of the index are among them.
    notes: HashMap<VaultPath, Note>,
    /// Open by their paths, and not read as they are.
    unread: Unread,
    /// Could not be read in this state: the next call tries again.
    unreadable: BTreeMap<VaultPath, State>,
    /// What listings have read and the index has not taken in.
    texts: Texts,
    /// Whether the host tells of changes; nothing while it has not been asked.
    pub watched: Option<bool>,
    /// Whether all files have been listed, and what has changed since is told.
    pub is_listed: bool,
    /// Which listing is under way, for as long as the call that lists is there.
    listing: Weak<Listing>,
    /// The open notes that it has named.
    seen: HashSet<VaultPath>,
    /// What the host has told of since it began: it is newer than the listing.
    told: HashSet<VaultPath>,
    /// How often the rules have changed.
    rules: u32,
}

/// A note that has been read.
#[derive(Debug)]
struct Note {
    /// As what it was read.
    state: State,
    /// `None` for a note of the index whose title is not known: it has been renamed, or was changed while it was read.
    standing: Option<Standing>,
}

/// What a note's content says of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::tool) enum Standing {
    /// It closes the note.
    Closed,
    /// It does not.
    Open {
        /// What the note calls itself, if that is not its file's name.
        title: Option<Box<str>>,
    },
}

/// A listing under way. Calls that list at the same time share one.
#[derive(Debug)]
pub(in crate::tool) struct Listing;

impl Catalogue {
    /// The rules are others: what is there has to be listed again. If they close other content, nothing that was read
    /// counts.
    pub fn rules_changed(&mut self, close_same_content: bool) {
        if !close_same_content {
            *self = Self { watched: self.watched, rules: self.rules, ..Self::default() };
        }
        self.list_anew();
        self.rules = self.rules.wrapping_add(1);
    }

    /// Changes with the rules: a call that sees another number than before has to look at its notes again.
    pub fn rules(&self) -> u32 {
        self.rules
    }

    /// A listing begins; one that is under way is joined.
    pub fn list(&mut self) -> Rc<Listing> {
        self.listing.upgrade().unwrap_or_else(|| {
            self.seen.clear();
            self.told.clear();
            let listing = Rc::new(Listing);
            self.listing = Rc::downgrade(&listing);
            listing
        })
    }

    /// A listing names an open note in this state, unless more is known by now.
    pub fn listed_note(&mut self, file: &Listed) {
        let path = file.granted.path();
        if !self.told.contains(path) {
            self.seen.insert(path.clone());
            self.found(path, file.state());
        }
    }

    /// Something is told of the note at `path`.
    fn tell(&mut self, path: &VaultPath) {
        if self.listing.strong_count() > 0 {
            self.told.insert(path.clone());
        }
    }

    /// An open note is at `path`, in this state.
    fn found(&mut self, path: &VaultPath, state: State) {
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

    /// Notes that are found to be unread from now on have a later turn than this one.
    pub fn turn(&self) -> Turn {
        self.unread.turn()
    }

    /// All files are listed: notes that were not among them have gone, unless the host told of them since. Does nothing
    /// where something else has happened that makes `listing` worthless.
    pub fn listed(&mut self, listing: &Rc<Listing>) {
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

    /// Forgets what `policy` closes. Listing does the same in steps; this is for where the vault changes too fast for it.
    pub fn close(&mut self, policy: &Policy) {
        let mut walk = policy.walk();
        let mut is_closed = |path: &&VaultPath| walk.check(path, PathKind::File).is_err();
        let closed: Vec<_> = self.paths().filter(|path| is_closed(path)).cloned().collect();
        for path in closed {
            self.forget(&path);
        }
    }

    /// How far the notes are known.
    pub fn indexed(&self) -> Indexed {
        let whole = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
        Indexed {
            notes: whole(self.index.len()),
            unread: whole(self.unread.len()),
            bytes: whole(self.index.bytes()),
            is_listed: self.is_listed,
        }
    }

    /// How many notes are left out, since the index takes `max_bytes` or more.
    pub fn left_out(&self, max_bytes: usize) -> usize {
        if self.index.bytes() < max_bytes { 0 } else { self.unread.len() }
    }

    /// The first notes that have to be read, up to the turn `last`: at most `count`, of at most `bytes` together, but one at
    /// least. None once the index takes `max_bytes`.
    pub fn unread(&self, last: Turn, count: usize, bytes: f64, max_bytes: usize) -> Vec<(VaultPath, State)> {
        if self.left_out(max_bytes) > 0 {
            return Vec::new();
        }
        self.unread.first(last, count, bytes)
    }

    /// Whether the note at `path` has to be read, and is still as it was in `state`.
    fn is_unread(&self, path: &VaultPath, state: State) -> bool {
        self.unread.state(path) == Some(state)
    }

    /// What is known of a listed file; `None` if it has to be read first.
    pub fn standing(&self, file: &Listed) -> Option<Standing> {
        if !file.granted.path().is_note() {
            return Some(Standing::Open { title: None });
        }
        let note = self.notes.get(file.granted.path())?;
        note.standing.clone().filter(|_| note.state == file.state())
    }

    /// A listing has read `file`, which is open, has this title and holds `text`.
    pub fn listed_open(&mut self, file: &Listed, title: Option<Box<str>>, text: JudgedText) {
        let (path, state) = (file.granted.path(), file.state());
        self.keep(path, state, Some(Standing::Open { title }));
        if !self.is_indexed(path, state) {
            self.texts.put(path, state, text.bytes);
        }
    }

    /// A listing has read `file`, which its content closes.
    pub fn listed_closed(&mut self, file: &Listed) {
        let (path, state) = (file.granted.path(), file.state());
        if self.is_unread(path, state) || self.is_indexed(path, state) {
            self.forget(path);
        }
        self.keep(path, state, Some(Standing::Closed));
    }

    /// The text of the note at `path` in `state`, if a listing has left it here.
    pub fn take_text(&mut self, path: &VaultPath, state: State) -> Option<JudgedText> {
        self.texts.take(path, state).map(|bytes| JudgedText { bytes, ..JudgedText::default() })
    }

    /// All notes are in the index as they are, or there is no room for them.
    pub fn all_read(&mut self) {
        self.texts = Texts::default();
    }

    /// What the note at `path` holds, as it was in `state`. Dropped if the note is another since.
    pub fn read(&mut self, path: &VaultPath, state: State, note: Indexing, standing: Option<Standing>) {
        if self.is_unread(path, state) {
            self.unread.remove(path);
            self.keep(path, state, standing);
            self.index.put(note);
        }
    }

    /// What is in the note at `path` closes it, as it was in `state`.
    pub fn read_closed(&mut self, path: &VaultPath, state: State) {
        if self.is_unread(path, state) {
            self.forget(path);
            self.keep(path, state, Some(Standing::Closed));
        }
    }

    /// The note at `path`, as it was in `state`, cannot be read: so it cannot be told to be open.
    pub fn not_read(&mut self, path: &VaultPath, state: State) {
        if self.is_unread(path, state) {
            self.forget(path);
            self.unreadable.insert(path.clone(), state);
        }
    }

    fn keep(&mut self, path: &VaultPath, state: State, standing: Option<Standing>) {
        // Otherwise those that have gone are forgotten as they go.
        if self.notes.len() >= MAX_NOTES && self.index.is_empty() {
            self.notes.clear();
        }
        self.notes.insert(path.clone(), Note { state, standing });
    }

    /// What could not be read may be read now.
    pub fn try_again(&mut self) {
        for (path, state) in std::mem::take(&mut self.unreadable) {
            self.unread.insert(path, state);
        }
    }

    /// There is no note at `path`, or none that may be read.
    fn forget(&mut self, path: &VaultPath) {
        self.unread.remove(path);
        self.notes.remove(path);
        self.unreadable.remove(path);
        self.texts.remove(path);
        self.index.remove(path.as_str());
    }

    /// Whether the index holds the note at `path` as it was in `state`.
    fn is_indexed(&self, path: &VaultPath, state: State) -> bool {
        let note = self.index.find(path.as_str()).and_then(|id| self.index.note(id));
        note.is_some_and(|note| State { size: note.size, mtime: note.mtime } == state)
    }

    /// Whether the note at `path` is known to be closed by its content in `state`.
    fn is_closed_in(&self, path: &VaultPath, state: State) -> bool {
        self.notes.get(path).is_some_and(|note| note.standing == Some(Standing::Closed) && note.state == state)
    }

    /// The path of a note of the index.
    pub fn path(&self, note: &Entry) -> Option<&VaultPath> {
        self.notes.get_key_value(&*note.path).map(|(path, _)| path)
    }

    fn paths(&self) -> impl Iterator<Item = &VaultPath> {
        self.notes.keys().chain(self.unreadable.keys()).chain(self.unread.paths())
    }
}
