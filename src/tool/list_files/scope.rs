//! Scope: the folder to list, and which listed files belong to it.

use std::collections::HashMap;

use super::options::ListOptions;
use super::property_options::PropertyOptions;
use super::tree::{File, Tree};
use crate::catalogue::walk::Listed;
use crate::path::VaultPath;
use crate::wire::whole_bytes;

/// The folder to list, in its own spelling if that is known, else in any equivalent one.
#[derive(Debug)]
pub(super) struct Scope {
    pub path: VaultPath,
    /// The number of segments of its path.
    names: usize,
    /// The key that its equivalent spellings share. `None` if the folder exists as it was given.
    equivalence_key: Option<String>,
    /// The folders with as many segments, and whether they are meant.
    judged: HashMap<VaultPath, bool>,
}

impl Scope {
    /// The existing folder at `path`.
    pub fn exact(path: VaultPath) -> Self {
        Self { names: path.segments().count(), path, equivalence_key: None, judged: HashMap::new() }
    }

    /// The folder that is equivalent to `path`.
    pub fn equivalents(path: VaultPath) -> Self {
        Self { equivalence_key: Some(path.equivalence_key()), ..Self::exact(path) }
    }

    /// Whether the folder's spelling is known.
    pub fn is_exact(&self) -> bool {
        self.equivalence_key.is_none()
    }

    /// The folder to list that contains `file`, if any.
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

    /// Whether to list `file`, which is in the folder.
    pub fn wants(&self, file: &Listed, options: &ListOptions) -> bool {
        let path = file.granted.path();
        if options.properties.as_ref().is_some_and(PropertyOptions::is_of_notes) && !path.is_note() {
            return false;
        }
        let is_new = options.after.is_none_or(|after| millis(file.mtime) >= after);
        is_new && options.pattern.as_ref().is_none_or(|pattern| pattern.wants(&path.below_folder_of(self.names)))
    }

    /// The folders of `tree` that are meant; `tree` contains only files of this scope.
    pub fn places(&self, tree: &Tree) -> Vec<usize> {
        let has_names = |path: &str| path.split('/').filter(|name| !name.is_empty()).count() == self.names;
        let places = tree.folders().filter(|(_, folder)| folder.all_files > 0 && has_names(&folder.path));
        places.map(|(place, _)| place).collect()
    }
}

/// A listed file as a file of the tree.
pub(super) fn file(listed: &Listed, title: Option<Box<str>>) -> File {
    File {
        path: listed.granted.path().clone(),
        size: whole_bytes(listed.size),
        mtime: millis(listed.mtime),
        title,
        values: Box::default(),
    }
}

/// Some thousand years around 1970, in milliseconds: dates beyond are meaningless.
const EARLIEST: f64 = -5e13;
const LATEST: f64 = 2e14;

/// The host's time in whole milliseconds.
#[expect(clippy::cast_possible_truncation, reason = "it is clamped to what fits")]
fn millis(time: f64) -> i64 {
    time.floor().clamp(EARLIEST, LATEST) as i64
}
