//! Reads open notes and canvases of the vault once: first lists all files, then reads those with links, batch by batch.

use super::reading::{ReadNote, Reading};
use super::walk::VaultWalk;
use crate::path::VaultPath;
use crate::policy::{Denied, PathKind, Policy};
use crate::tool::host::{Answer, Request};
use crate::vault_links::is_canvas;

/// A scan in progress.
#[derive(Debug)]
pub(in crate::tool) struct NoteScan {
    walk: VaultWalk,
    is_listed: bool,
    reading: Reading,
    paths: Vec<VaultPath>,
}

impl NoteScan {
    pub fn new(policy: &Policy) -> Result<Self, Denied> {
        let root = policy.check_as(&VaultPath::root(), PathKind::Folder)?;
        Ok(Self { walk: VaultWalk::of(root), is_listed: false, reading: Reading::default(), paths: Vec::new() })
    }

    /// The next requests; empty once all of them are read.
    pub fn ask(&mut self, files_at_once: usize) -> Vec<Request> {
        if !self.is_listed {
            let requests = self.walk.ask();
            if !requests.is_empty() {
                return requests;
            }
            self.is_listed = true;
        }
        self.reading.ask(files_at_once)
    }

    /// Processes the answers to the last requests, and returns the notes and canvases in them. Of those that are listed,
    /// only the `wanted` are read.
    ///
    /// # Errors
    /// Why the host could not list.
    pub fn take(
        &mut self,
        policy: &Policy,
        answers: Vec<Answer>,
        wanted: impl Fn(&VaultPath) -> bool,
    ) -> Result<Vec<ReadNote>, String> {
        if self.is_listed {
            return Ok(self.reading.take(policy, answers));
        }
        for file in self.walk.take(policy, answers)? {
            self.paths.push(file.granted.path().clone());
            let path = file.granted.path();
            if (path.is_note() || is_canvas(path)) && wanted(path) {
                self.reading.add(file);
            }
        }
        Ok(Vec::new())
    }

    /// The open files, once all are listed.
    pub fn files(&self) -> Option<&[VaultPath]> {
        self.is_listed.then_some(&self.paths)
    }
}
