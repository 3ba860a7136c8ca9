//! The catalog: what is known of the vault's notes, and the index made of them. It lasts as long as its session.
//!
//! Which notes have to be read is noted here, as listings and the host's changes tell; reading them is `gather`'s. Closed
//! notes are not in the index: those closed by their path are never asked for, those closed by their content leave only the
//! state in which they were.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::mem;

use serde::{Deserialize, Serialize};
use tsify::Tsify;

use super::host::ListedFile;
use crate::path::VaultPath;
use crate::policy::{Kind, Policy};
use crate::search::index::{Index, Indexing};

/// A change of the vault, as a host that watches it tells. In TypeScript an object with one key, but for `moved` ones.
#[derive(Debug, Clone, PartialEq, Deserialize, Tsify)]
#[serde(rename_all = "snake_case")]
pub enum Change {
    /// A file was made, or its content is another.
    Written(ListedFile),
    /// A file has gone.
    Gone(String),
    /// Something has changed, and the host cannot tell what: all files are listed anew, once.
    Unknown,
    /// The host tells of changes no longer.
    Unwatched,
    /// A folder has gone, with all that was in it.
    FolderGone(String),
    /// A file has another path.
    Moved {
        /// Where it was.
        from: String,
        /// Where it is.
        to: String,
    },
    /// A folder has another path, and so has all that is in it.
    FolderMoved {
        /// Where it was.
        from: String,
        /// Where it is.
        to: String,
    },
}

/// How far the notes are known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Tsify)]
pub struct Indexed {
    /// Notes in the index.
    pub notes: u32,
    /// Notes that wait to be read.
    pub unread: u32,
    /// Memory that the index takes, in bytes.
    pub bytes: u32,
    /// Whether all there are have been listed.
    pub is_listed: bool,
}

/// What identifies a state of a file.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct State {
    pub size: f64,
    pub mtime: f64,
}

/// What is known of the notes.
#[derive(Debug, Default)]
pub(super) struct Catalog {
    pub index: Index,
    /// Open by their paths, and not read as they are. All paths here are vault paths as text.
    unread: BTreeMap<String, State>,
    /// Closed by what was in them in this state.
    closed: HashMap<String, State>,
    /// Whether the host tells of changes; nothing while it has not been asked.
    pub watched: Option<bool>,
    /// Whether all files have been listed, and what has changed since is told.
    pub is_listed: bool,
    /// What the host has told of while the files were being listed: it is newer than the listing.
    told: HashSet<String>,
    /// How often all had to be listed anew: a listing that began before says too little, or names what is closed now.
    pub round: u32,
}

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
                if !self.is_listed {
                    self.told.insert(path.as_str().to_owned());
                }
                if path.is_note() && policy.check_as(&path, Kind::File).is_ok() {
                    self.found(path.as_str(), State { size: file.size, mtime: file.mtime });
                } else {
                    self.forget(path.as_str());
                }
            }
            Change::Gone(path) => {
                parsed(&path).inspect(|path| self.forget(path.as_str()));
            }
            Change::FolderGone(path) => {
                let Some(folder) = parsed(&path) else { return };
                for path in self.below(folder.as_str()) {
                    self.forget(&path);
                }
            }
            Change::Moved { from, to } => {
                let (Some(from), Some(to)) = (parsed(&from), parsed(&to)) else { return };
                self.moved(policy, from.as_str(), &to);
            }
            Change::FolderMoved { from, to } => {
                let (Some(from), Some(to)) = (parsed(&from), parsed(&to)) else { return };
                for path in self.below(from.as_str()) {
                    let moved = format!("{}{}", to.as_str(), &path[from.as_str().len()..]);
                    parsed(&moved).inspect(|to| self.moved(policy, &path, to));
                }
            }
        }
    }

    /// Begins anew with what the vault holds: the rules are others, or the host does not tell of changes.
    pub fn list_anew(&mut self) {
        self.is_listed = false;
        self.told.clear();
        self.round = self.round.wrapping_add(1);
    }

    /// Forgets everything: what closes a note by its content is another.
    pub fn clear(&mut self) {
        *self = Self { watched: self.watched, round: self.round, ..Self::default() };
    }

    /// An open note is at `path`, in this state.
    pub fn found(&mut self, path: &str, state: State) {
        if self.state(path) == Some(state) {
            self.unread.remove(path);
        } else {
            self.unread.insert(path.to_owned(), state);
        }
    }

    /// All files are listed, and `seen` are the open notes among them: others have gone, unless the host told of them since.
    pub fn listed(&mut self, seen: &HashSet<String>) {
        if self.watched == Some(true) && self.is_listed {
            // Another call was first, and what was told since is not kept.
            return;
        }
        let told = mem::take(&mut self.told);
        let has_gone = |path: &&str| !seen.contains(*path) && !told.contains(*path);
        let gone: Vec<_> = self.paths().filter(has_gone).map(str::to_owned).collect();
        for path in gone {
            self.forget(&path);
        }
        self.is_listed = true;
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

    /// The first notes that have to be read: at most `count`, of at most `bytes` together, but one at least.
    pub fn unread(&self, count: usize, bytes: f64) -> Vec<(String, State)> {
        let mut sum = 0.0;
        let mut notes = Vec::new();
        for (path, state) in self.unread.iter().take(count) {
            sum += state.size;
            if !notes.is_empty() && sum > bytes {
                break;
            }
            notes.push((path.clone(), *state));
        }
        notes
    }

    /// What the note at `path` holds, as it was in `state`. Dropped if the note is another since.
    pub fn read(&mut self, path: &str, state: State, note: Indexing) {
        if self.unread.get(path) == Some(&state) {
            self.unread.remove(path);
            self.closed.remove(path);
            self.index.put(note);
        }
    }

    /// What is in the note at `path` closes it, as it was in `state`.
    pub fn read_closed(&mut self, path: &str, state: State) {
        if self.unread.get(path) == Some(&state) {
            self.forget(path);
            self.closed.insert(path.to_owned(), state);
        }
    }

    /// There is no note at `path`, or none that can be read or may be.
    pub fn forget(&mut self, path: &str) {
        self.unread.remove(path);
        self.closed.remove(path);
        self.index.remove(path);
    }

    /// In which state the note at `path` was read.
    fn state(&self, path: &str) -> Option<State> {
        let indexed = self.index.find(path).and_then(|id| self.index.note(id));
        indexed.map(|note| State { size: note.size, mtime: note.mtime }).or_else(|| self.closed.get(path).copied())
    }

    fn moved(&mut self, policy: &Policy, from: &str, to: &VaultPath) {
        if !to.is_note() || policy.check_as(to, Kind::File).is_err() {
            self.forget(from);
            return self.forget(to.as_str());
        }
        let (unread, closed) = (self.unread.remove(from), self.closed.remove(from));
        self.index.rename(from, to.as_str());
        self.closed.extend(closed.map(|state| (to.as_str().to_owned(), state)));
        self.unread.extend(unread.map(|state| (to.as_str().to_owned(), state)));
    }

    /// All that is known below `folder`.
    fn below(&self, folder: &str) -> Vec<String> {
        let is_below = |path: &&str| path.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'));
        self.paths().filter(is_below).map(str::to_owned).collect()
    }

    fn paths(&self) -> impl Iterator<Item = &str> {
        let indexed = self.index.notes().map(|(_, note)| note.path.as_ref());
        let others = self.unread.keys().chain(self.closed.keys());
        indexed.chain(others.map(String::as_str))
    }
}
