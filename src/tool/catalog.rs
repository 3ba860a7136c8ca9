//! The catalog: what is known of the vault's notes, and the index made of them. It lasts as long as its session.
//!
//! Which notes have to be read is noted here, as listings and the host's changes tell; reading them is `gather`'s. Closed
//! notes are not in the index: those closed by their path are never asked for, those closed by their content leave only the
//! state in which they were.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::rc::{Rc, Weak};

use super::MAX_FILE_BYTES;
use super::change::{Change, Indexed};
use super::unread::{State, Turn, Unread};
use crate::path::VaultPath;
use crate::policy::{Kind, Policy};
use crate::search::index::{Index, Indexing};

/// What is known of the notes.
#[derive(Debug, Default)]
pub(super) struct Catalog {
    pub index: Index,
    /// Open by their paths, and not read as they are. All paths here are vault paths as text.
    unread: Unread,
    /// Closed by what was in them in this state.
    closed: HashMap<String, State>,
    /// Could not be read in this state: the next call tries again.
    unreadable: BTreeMap<String, State>,
    /// Whether the host tells of changes; nothing while it has not been asked.
    pub watched: Option<bool>,
    /// Whether all files have been listed, and what has changed since is told.
    pub is_listed: bool,
    /// Which listing is under way, for as long as whoever lists is there.
    listing: Weak<Listing>,
    /// The open notes that it has named.
    seen: HashSet<String>,
    /// What the host has told of since it began: it is newer than the listing.
    told: HashSet<String>,
    /// How often the rules have changed.
    rules: u32,
}

/// A listing under way. Calls that list at the same time share one.
#[derive(Debug)]
pub(super) struct Listing;

impl Catalog {
    /// Takes in what has changed. A path that no vault path can hold is of no file here.
    pub fn change(&mut self, policy: &Policy, change: Change) {
        let parsed = |path: &str| VaultPath::parse(path).ok();
        match change {
            Change::Unknown => self.list_anew(),
            Change::Unwatched => {
                self.watched = Some(false);
                self.list_anew();
            }
            Change::Written(file) => {
                let Some(path) = parsed(&file.path) else { return };
                self.tell(path.as_str());
                let can_be_read = path.is_note() && file.size <= f64::from(MAX_FILE_BYTES);
                if can_be_read && policy.check_as(&path, Kind::File).is_ok() {
                    self.found(path.as_str(), State { size: file.size, mtime: file.mtime });
                } else {
                    self.forget(path.as_str());
                }
            }
            Change::Gone(path) => {
                let Some(path) = parsed(&path) else { return };
                self.tell(path.as_str());
                self.forget(path.as_str());
            }
            Change::FolderGone(path) => {
                let Some(folder) = parsed(&path) else { return };
                for path in self.below(folder.as_str()) {
                    self.tell(&path);
                    self.forget(&path);
                }
            }
            Change::Moved { from, to } => {
                let (Some(from), Some(to)) = (parsed(&from), parsed(&to)) else { return };
                self.moved(policy, from.as_str(), &to);
            }
        }
    }

    /// What is there has to be listed, even if a listing is under way.
    fn list_anew(&mut self) {
        self.is_listed = false;
        self.listing = Weak::new();
    }

    /// The rules are others: what is there has to be listed again. If they close other content, nothing that was read
    /// counts.
    pub fn rules_changed(&mut self, close_same_content: bool) {
        if !close_same_content {
            *self = Self { watched: self.watched, rules: self.rules, ..Self::default() };
        }
        self.list_anew();
        self.rules = self.rules.wrapping_add(1);
    }

    /// Another number than before means that the rules are others: whoever has looked at notes has to do it again.
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
    pub fn listed_note(&mut self, path: &str, state: State) {
        if !self.told.contains(path) {
            self.seen.insert(path.to_owned());
            self.found(path, state);
        }
    }

    /// Something is told of the note at `path`.
    fn tell(&mut self, path: &str) {
        if self.listing.strong_count() > 0 {
            self.told.insert(path.to_owned());
        }
    }

    /// An open note is at `path`, in this state.
    fn found(&mut self, path: &str, state: State) {
        self.unreadable.remove(path);
        if self.state(path) == Some(state) {
            self.unread.remove(path);
        } else {
            self.unread.insert(path.to_owned(), state);
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
        let has_gone = |path: &&str| !self.seen.contains(*path) && !self.told.contains(*path);
        let gone: Vec<_> = self.paths().filter(has_gone).map(str::to_owned).collect();
        for path in gone {
            self.forget(&path);
        }
        self.is_listed = true;
    }

    /// Forgets what `policy` closes. Listing does the same in steps; this is for where the vault changes too fast for it.
    pub fn close(&mut self, policy: &Policy) {
        let mut walk = policy.walk();
        let mut is_closed =
            |path: &&str| VaultPath::parse(path).map_or(true, |path| walk.check(&path, Kind::File).is_err());
        let closed: Vec<_> = self.paths().filter(|path| is_closed(path)).map(str::to_owned).collect();
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
    pub fn unread(&self, last: Turn, count: usize, bytes: f64, max_bytes: usize) -> Vec<(String, State)> {
        if self.left_out(max_bytes) > 0 {
            return Vec::new();
        }
        self.unread.first(last, count, bytes)
    }

    /// Whether the note at `path` has to be read, and is still as it was in `state`.
    fn is_unread(&self, path: &str, state: State) -> bool {
        self.unread.state(path) == Some(state)
    }

    /// What the note at `path` holds, as it was in `state`. Dropped if the note is another since.
    pub fn read(&mut self, path: &str, state: State, note: Indexing) {
        if self.is_unread(path, state) {
            self.unread.remove(path);
            self.closed.remove(path);
            self.index.put(note);
        }
    }

    /// What is in the note at `path` closes it, as it was in `state`.
    pub fn read_closed(&mut self, path: &str, state: State) {
        if self.is_unread(path, state) {
            self.forget(path);
            self.closed.insert(path.to_owned(), state);
        }
    }

    /// The note at `path`, as it was in `state`, cannot be read: so it cannot be told to be open.
    pub fn not_read(&mut self, path: &str, state: State) {
        if self.is_unread(path, state) {
            self.forget(path);
            self.unreadable.insert(path.to_owned(), state);
        }
    }

    /// What could not be read may be read now.
    pub fn try_again(&mut self) {
        for (path, state) in std::mem::take(&mut self.unreadable) {
            self.unread.insert(path, state);
        }
    }

    /// There is no note at `path`, or none that may be read.
    fn forget(&mut self, path: &str) {
        self.unread.remove(path);
        self.closed.remove(path);
        self.unreadable.remove(path);
        self.index.remove(path);
    }

    /// In which state the note at `path` was read.
    fn state(&self, path: &str) -> Option<State> {
        let indexed = self.index.find(path).and_then(|id| self.index.note(id));
        indexed.map(|note| State { size: note.size, mtime: note.mtime }).or_else(|| self.closed.get(path).copied())
    }

    fn moved(&mut self, policy: &Policy, from: &str, to: &VaultPath) {
        // Only its Unicode form is another.
        if from == to.as_str() {
            return;
        }
        self.tell(from);
        self.tell(to.as_str());
        let is_known = self.state(from).is_some() || self.unread.state(from).is_some();
        if !to.is_note() || policy.check_as(to, Kind::File).is_err() {
            self.forget(from);
            return self.forget(to.as_str());
        }
        // Else the host tells by itself what there is: it may have been told before, with its folder.
        if !is_known {
            return self.forget(from);
        }
        self.forget(to.as_str());
        let (unread, closed) = (self.unread.remove(from), self.closed.remove(from));
        self.index.rename(from, to.as_str());
        self.closed.extend(closed.map(|state| (to.as_str().to_owned(), state)));
        if let Some(state) = unread {
            self.unread.insert(to.as_str().to_owned(), state);
        }
    }

    /// All that is known below `folder`.
    fn below(&self, folder: &str) -> Vec<String> {
        let is_below = |path: &&str| path.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'));
        self.paths().filter(is_below).map(str::to_owned).collect()
    }

    fn paths(&self) -> impl Iterator<Item = &str> {
        let indexed = self.index.notes().map(|(_, note)| note.path.as_ref());
        let others = self.closed.keys().chain(self.unreadable.keys()).map(String::as_str);
        indexed.chain(self.unread.paths()).chain(others)
    }
}
