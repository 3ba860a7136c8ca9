//! Chooses the file that is meant, once all open files are known.

use std::mem;

use lectern_base::sort::sort_by;

use super::Find;
use super::alias_scan::AliasScan;
use super::path_match::{self, PathMatch};
use crate::error::ToolError;
use crate::path::VaultPath;
use crate::policy::{PathKind, Policy};
use crate::tool::call::Host;
use crate::tool::found_file::FoundFile;
use crate::wire::Answer;

impl Find {
    /// Chooses the file, once all open files are known. Before that it reads the notes that matter and may be excluded
    /// by their content. `None` if the host redirects to another path.
    pub(super) async fn settle(&mut self, host: &Host) -> Result<Option<FoundFile>, ToolError> {
        loop {
            sort_by(&mut self.open, Ord::cmp);
            self.open.dedup();
            self.open.retain(|path| !self.closed.contains(path));
            let alike = self.alike();
            // A single one is checked when it is read.
            if alike.len() > 1 && self.check(host, &alike).await {
                continue;
            }
            let policy = host.policy();
            let (error, named) = match self.choice() {
                (PathMatch::One(path), index) => {
                    let granted = policy.check_as(path, PathKind::File)?;
                    self.fragment = self.targets.get(index).and_then(|target| target.fragment.clone());
                    match self.stat(host, &granted).await {
                        Answer::Folder => self.is_folder(),
                        Answer::Moved(path) => return self.moved(&host.policy(), &path).map(|()| None),
                        answer => return self.found(&granted, answer).map(Some),
                    }
                }
                (PathMatch::None, _) if self.may_be_alias() && self.aliases.is_none() && self.is_open(&policy) => {
                    self.asked = None;
                    let aliases = self.targets.iter().map(|target| target.path.clone()).collect();
                    self.aliases = Some(AliasScan::read(host, aliases, mem::take(&mut self.notes)).await);
                    continue;
                }
                (choice, _) => self.refusal(&policy, choice),
            };
            if !self.check(host, &named).await {
                return Err(error);
            }
        }
    }

    /// What is meant, and the index of its target.
    pub(super) fn choice(&self) -> (PathMatch<'_>, usize) {
        // A folder without open files counts as missing: its content may be excluded.
        if self.is_folder && (self.path().is_root() || self.open.iter().any(|path| self.is_above(path))) {
            return (PathMatch::Folder, 0);
        }
        match (path_match::choose(&self.targets, self.is_link, self.by_path, &self.open), &self.aliases) {
            ((PathMatch::None, _), Some(aliases)) => aliases.choice(&self.closed),
            (choice, _) => choice,
        }
    }

    /// Whether the text given may be an alias: it does not name a file to be made, and is no path to a note.
    pub(super) fn may_be_alias(&self) -> bool {
        !self.by_path && (self.is_link || !self.path().is_note())
    }

    /// Whether no path that may be meant is excluded. What is said of those depends on the text alone.
    pub(super) fn is_open(&self, policy: &Policy) -> bool {
        self.targets.iter().all(|target| policy.check(&target.path).is_ok())
    }

    /// Whether `path` is in the requested folder, in any spelling.
    pub(super) fn is_above(&self, path: &VaultPath) -> bool {
        let folder = self.path();
        folder.is_root() || path.equivalence_key().starts_with(&format!("{}/", folder.equivalence_key()))
    }

    /// The open files that the path or link may mean.
    fn alike(&self) -> Vec<VaultPath> {
        let names: Vec<_> = self.targets.iter().filter_map(|target| name_key(&target.path)).collect();
        let is_alike = |path: &&VaultPath| {
            name_key(path).is_some_and(|key| {
                names.iter().any(|name| name == key.strip_suffix(".md").unwrap_or(&key) || *name == key)
            })
        };
        self.open.iter().filter(is_alike).cloned().collect()
    }
}

/// The last name of a path's equivalence key.
fn name_key(path: &VaultPath) -> Option<String> {
    path.equivalence_key().rsplit('/').next().map(str::to_owned)
}
