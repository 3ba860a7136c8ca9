//! Finds the notes and canvases in which a move may change links.

use std::collections::HashSet;

use super::new_place::is_below;
use crate::path::VaultPath;
use crate::policy::{Denied, Granted, Policy};
use crate::sort::sort_by;
use crate::tool::host::{Answer, Request};
use crate::tool::notes::reading::ReadNote;
use crate::tool::notes::scan::NoteScan;
use crate::vault_links::{FileNames, VaultFiles};

/// A scan in progress.
pub(super) struct LinkScan {
    notes: NoteScan,
    names: FileNames,
    from: VaultPath,
    closed: HashSet<VaultPath>,
    linked: Vec<Granted>,
}

/// What a scan has found.
pub(super) struct Scanned {
    /// The open files.
    pub files: VaultFiles,
    pub paths: Vec<VaultPath>,
    /// The notes that their content excludes.
    pub closed: HashSet<VaultPath>,
    /// The notes and canvases in which links may change, in order of their paths.
    pub linked: Vec<Granted>,
}

impl Scanned {
    /// Whether a folder counts as one, for all that is known of its files: `None` if there are none. One in which all
    /// are excluded by their content counts as missing, as it does for a listing.
    pub fn has_folder(&self, folder: &VaultPath) -> Option<bool> {
        if self.paths.iter().any(|path| is_below(path, folder)) {
            return Some(true);
        }
        self.closed.iter().any(|path| is_below(path, folder)).then_some(false)
    }
}

impl LinkScan {
    /// Looks for links to `from` or `to`, and takes `from` itself.
    pub fn new(policy: &Policy, from: &VaultPath, to: &VaultPath) -> Result<Self, Denied> {
        let (notes, names) = (NoteScan::new(policy)?, FileNames::of(&[from, to]));
        Ok(Self { notes, names, from: from.clone(), closed: HashSet::new(), linked: Vec::new() })
    }

    /// The next requests; empty once all notes are read.
    pub fn ask(&mut self, files_at_once: usize) -> Vec<Request> {
        self.notes.ask(files_at_once)
    }

    /// Processes the answers to the last requests.
    ///
    /// # Errors
    /// Why the host could not list.
    pub fn take(&mut self, policy: &Policy, answers: Vec<Answer>) -> Result<(), String> {
        for ReadNote { note, text, .. } in self.notes.take(policy, answers, |_| true)? {
            match text {
                None => _ = self.closed.insert(note.granted.path().clone()),
                Some(text) => {
                    let path = note.granted.path();
                    if *path == self.from || self.names.are_linked_in(path, &text.into_string()) {
                        self.linked.push(note.granted);
                    }
                }
            }
        }
        Ok(())
    }

    /// What was found.
    pub fn end(&mut self) -> Scanned {
        let paths = self.notes.files().unwrap_or_default().iter().filter(|path| !self.closed.contains(*path));
        let paths: Vec<_> = paths.cloned().collect();
        let mut linked = std::mem::take(&mut self.linked);
        sort_by(&mut linked, |a, b| a.path().cmp(b.path()));
        let files = VaultFiles::new(paths.iter().cloned());
        Scanned { files, paths, linked, closed: std::mem::take(&mut self.closed) }
    }
}
