//! Reads open notes and canvases of the vault once: first lists all files, then reads those with links, batch by batch.

use crate::catalogue::reading::{ReadNote, Reading};
use crate::catalogue::walk::VaultWalk;
use crate::path::VaultPath;
use crate::policy::{Denied, PathKind, Policy};
use crate::tool::call::Host;
use crate::vault_links::is_canvas;

/// A scan in progress.
#[derive(Debug)]
pub(in crate::tool) struct NoteScan {
    walk: VaultWalk,
    reading: Reading,
    files: Vec<VaultPath>,
}

impl NoteScan {
    pub fn new(policy: &Policy) -> Result<Self, Denied> {
        let root = policy.check_as(&VaultPath::root(), PathKind::Folder)?;
        Ok(Self { walk: VaultWalk::of(root), reading: Reading::default(), files: Vec::new() })
    }

    /// Lists all files. Of the notes and canvases, only the `wanted` will be read.
    ///
    /// # Errors
    /// Why the host could not list.
    pub async fn list(&mut self, host: &Host, wanted: impl Fn(&VaultPath) -> bool) -> Result<(), String> {
        loop {
            let requests = self.walk.ask();
            if requests.is_empty() {
                return Ok(());
            }
            let answers = host.ask(requests).await;
            for file in self.walk.take(&host.policy(), answers)? {
                let path = file.granted.path();
                self.files.push(path.clone());
                if (path.is_note() || is_canvas(path)) && wanted(path) {
                    self.reading.add(file);
                }
            }
        }
    }

    /// Reads the next notes and canvases, of those that are listed; `None` once all are read.
    pub async fn read(&mut self, host: &Host) -> Option<Vec<ReadNote>> {
        let requests = self.reading.ask(host.limits().files_at_once);
        if requests.is_empty() {
            return None;
        }
        let answers = host.ask(requests).await;
        Some(self.reading.take(&host.policy(), answers))
    }

    /// The open files, once all are listed.
    pub fn files(&self) -> &[VaultPath] {
        &self.files
    }
}
