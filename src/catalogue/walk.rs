//! Walks the vault: the open files below a folder, as the host lists them, folder by folder and page by page.
//!
//! A listing comes in pages of at most 250 entries, and notes are read in batches of at most 512 KB. No step of a call
//! takes in more than some hundred KB or a few thousand names; between two steps the app has its turn
//! (`js/base/turns.ts`).

use std::collections::{BTreeSet, VecDeque};

use super::unread::FileState;
use crate::path::VaultPath;
use crate::policy::{Granted, PathKind, Policy};
use crate::wire::{Answer, ListedFile, Request};

/// Marks a listing in progress. Calls that list at the same time share one.
#[derive(Debug)]
pub(crate) struct ActiveListing;

/// Number of pages to request at a time. One step processes all of them.
const PAGES_AT_ONCE: usize = 8;

/// A walk in progress.
#[derive(Debug)]
pub(crate) struct VaultWalk {
    /// The folders that were or will be requested.
    known: BTreeSet<VaultPath>,
    waiting: VecDeque<Page>,
    asked: Vec<Page>,
}

/// A folder, and where its next page starts.
type Page = (Granted, u32);

/// A listed file whose path is not excluded.
#[derive(Debug, Clone)]
pub(crate) struct Listed {
    pub granted: Granted,
    pub size: f64,
    pub mtime: f64,
    pub ctime: f64,
}

impl Listed {
    /// The version of the file that was listed.
    pub fn state(&self) -> FileState {
        FileState { size: self.size, mtime: self.mtime, ctime: self.ctime }
    }
}

impl VaultWalk {
    /// Starts with a folder; [`ask`](Self::ask) returns the requests.
    pub fn of(folder: Granted) -> Self {
        let mut known = BTreeSet::new();
        known.insert(folder.path().clone());
        Self { known, waiting: VecDeque::from([(folder, 0)]), asked: Vec::new() }
    }

    /// The next requests; empty once everything is listed.
    pub fn ask(&mut self) -> Vec<Request> {
        self.asked = self.waiting.drain(..self.waiting.len().min(PAGES_AT_ONCE)).collect();
        let request = |(folder, from): &Page| Request::List { folder: folder.clone(), from: *from };
        self.asked.iter().map(request).collect()
    }

    /// Processes the answers to the last requests, and returns the open files in them.
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
                // A folder that is gone or leads out of the vault has no open files.
                _ => continue,
            };
            files.extend(listing.files.into_iter().filter_map(|file| {
                let ctime = file.created();
                let ListedFile { path, size, mtime, .. } = file;
                open(&path, PathKind::File).map(|granted| Listed { granted, size, mtime, ctime })
            }));
            // A host that lists a folder twice, or goes back, is not followed.
            let new = listing.folders.iter().filter_map(|path| open(path, PathKind::Folder));
            self.waiting.extend(new.filter(|new| self.known.insert(new.path().clone())).map(|new| (new, 0)));
            if let Some(next) = listing.next.filter(|next| *next > from) {
                self.waiting.push_front((folder, next));
            }
        }
        Ok(files)
    }
}
