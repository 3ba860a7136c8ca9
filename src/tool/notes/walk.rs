//! Walking the vault: the open files below a folder, as the host lists them, folder by folder and page by page.

use std::collections::{BTreeSet, VecDeque};

use super::unread::State;
use crate::path::VaultPath;
use crate::policy::{Granted, PathKind, Policy};
use crate::tool::host::{Answer, ListedFile, Request};

/// How many pages are asked for at once: one step of the core takes them all in.
const PAGES_AT_ONCE: usize = 8;

/// A walk under way.
#[derive(Debug)]
pub(in crate::tool) struct VaultWalk {
    /// The folders that have been asked for, or will be.
    known: BTreeSet<VaultPath>,
    waiting: VecDeque<Page>,
    asked: Vec<Page>,
}

/// A folder, and where in it to go on.
type Page = (Granted, u32);

/// A file that is there, and open as far as its path tells.
#[derive(Debug, Clone)]
pub(in crate::tool) struct Listed {
    pub granted: Granted,
    pub size: f64,
    pub mtime: f64,
}

impl Listed {
    /// The state in which the file was listed.
    pub fn state(&self) -> State {
        State { size: self.size, mtime: self.mtime }
    }
}

impl VaultWalk {
    /// Begins with a folder; what is to be asked is told by [`ask`](Self::ask).
    pub fn of(folder: Granted) -> Self {
        let known = BTreeSet::from([folder.path().clone()]);
        Self { known, waiting: VecDeque::from([(folder, 0)]), asked: Vec::new() }
    }

    /// What the host has to answer next; nothing once all is listed.
    pub fn ask(&mut self) -> Vec<Request> {
        self.asked = self.waiting.drain(..self.waiting.len().min(PAGES_AT_ONCE)).collect();
        let request = |(folder, from): &Page| Request::List { folder: folder.clone(), from: *from };
        self.asked.iter().map(request).collect()
    }

    /// Takes in the answers to what was asked last: the open files in them.
    ///
    /// # Errors
    /// Why the host could not list.
    pub fn take(&mut self, policy: &Policy, answers: Vec<Answer>) -> Result<Vec<Listed>, String> {
        let mut walk = policy.walk();
        let mut open = |path: &str, kind| walk.check(&VaultPath::parse(path).ok()?, kind).ok();
        let mut files = Vec::new();
        for ((folder, from), answer) in std::mem::take(&mut self.asked).into_iter().zip(answers) {
            let listing = match answer {
                Answer::Listing(listing) => listing,
                Answer::Failed(reason) => return Err(reason),
                // A folder that has gone meanwhile, or that leads out of the vault, holds nothing open.
                _ => continue,
            };
            files.extend(listing.files.into_iter().filter_map(|ListedFile { path, size, mtime }| {
                open(&path, PathKind::File).map(|granted| Listed { granted, size, mtime })
            }));
            // A host that names a folder twice is not asked twice, and one that goes back is not followed.
            let new = listing.folders.iter().filter_map(|path| open(path, PathKind::Folder));
            self.waiting.extend(new.filter(|new| self.known.insert(new.path().clone())).map(|new| (new, 0)));
            if let Some(next) = listing.next.filter(|next| *next > from) {
                self.waiting.push_front((folder, next));
            }
        }
        Ok(files)
    }
}
