//! Scope: which folder is listed, and which of the files that a host lists belong to the listing.

use std::collections::HashMap;

use super::params::ListOptions;
use super::tree::{File, Tree};
use crate::path::VaultPath;
use crate::tool::notes::walk::Listed;

/// The folder that is listed: in its own spelling where that is known, else in whatever spelling it has.
#[derive(Debug)]
pub(super) struct Scope {
    pub path: VaultPath,
    /// How many names its path has.
    names: usize,
    /// What its equivalents have in common; nothing where it is there as it was given.
    equivalence_key: Option<String>,
    /// Which folders of as many names are meant.
    judged: HashMap<VaultPath, bool>,
}

impl Scope {
    /// The folder at `path`, which is there.
    pub fn exact(path: VaultPath) -> Self {
        Self { names: path.segments().count(), path, equivalence_key: None, judged: HashMap::new() }
    }

    /// The folder that `path` means in some spelling.
    pub fn equivalents(path: VaultPath) -> Self {
        Self { equivalence_key: Some(path.equivalence_key()), ..Self::exact(path) }
    }

    /// Whether the folder's own spelling is known.
    pub fn is_exact(&self) -> bool {
        self.equivalence_key.is_none()
    }

    /// The folder that is meant and in which `file` lies, if it does.
    pub fn folder_of(&mut self, file: &VaultPath) -> Option<VaultPath> {
        let folder = file.folder_of(self.names)?;
        let Some(key) = &self.equivalence_key else { return (folder == self.path).then_some(folder) };
        let is_meant = if let Some(known) = self.judged.get(&folder) {
            *known
        } else {
            let is_meant = folder.equivalence_key() == *key;
            self.judged.insert(folder.clone(), is_meant);
            is_meant
        };
        is_meant.then_some(folder)
    }

    /// Whether `file`, which lies in it, is asked for.
    pub fn wants(&self, file: &Listed, options: &ListOptions) -> bool {
        let path = file.granted.path();
        let is_new = options.after.is_none_or(|after| millis(file.mtime) >= after);
        is_new && options.pattern.as_ref().is_none_or(|pattern| pattern.wants(&path.below_folder_of(self.names)))
    }

    /// The places in `tree`, which holds only files of this, of the folders that are meant.
    pub fn places(&self, tree: &Tree) -> Vec<usize> {
        let has_names = |path: &str| path.split('/').filter(|name| !name.is_empty()).count() == self.names;
        let places = tree.folders().filter(|(_, folder)| folder.all_files > 0 && has_names(&folder.path));
        places.map(|(place, _)| place).collect()
    }
}

/// A file as the tree holds it.
pub(super) fn file(listed: &Listed, title: Option<Box<str>>) -> File {
    File { path: listed.granted.path().clone(), size: whole(listed.size), mtime: millis(listed.mtime), title }
}

/// A size as the host tells it, in whole bytes.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "sizes are whole and positive")]
fn whole(size: f64) -> u64 {
    size.clamp(0.0, LARGEST) as u64
}

/// Up to here a float counts in whole bytes.
const LARGEST: f64 = 9e15;

/// Some thousand years around 1970, in milliseconds: beyond it no calendar makes sense.
const EARLIEST: f64 = -5e13;
const LATEST: f64 = 2e14;

/// A time as the host tells it, in whole milliseconds.
#[expect(clippy::cast_possible_truncation, reason = "it is clamped to what fits")]
fn millis(time: f64) -> i64 {
    time.floor().clamp(EARLIEST, LATEST) as i64
}
