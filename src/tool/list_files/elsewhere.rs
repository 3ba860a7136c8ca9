//! Open files and folders outside the requested folder: the suggestions if there is nothing to list.

use std::collections::HashMap;

use lectern_base::sort::sort_by;

use crate::path::VaultPath;

/// Open folders, and open files that may be meant.
#[derive(Debug, Default)]
pub(super) struct Elsewhere {
    /// The equivalence keys of the requested path, of the path with `.md`, and of its parent folder.
    keys: [String; 3],
    /// The folders with files, and whether each is the parent folder of the requested path.
    folders: HashMap<VaultPath, bool>,
    /// The files with the requested name.
    pub alike: Vec<VaultPath>,
}

impl Elsewhere {
    /// Starts empty. `path` is the requested path.
    pub fn of(path: &VaultPath) -> Self {
        let key = path.equivalence_key();
        let above = key.rsplit_once('/').map_or("", |(above, _)| above).to_owned();
        Self { keys: [key.clone(), format!("{key}.md"), above], ..Self::default() }
    }

    /// Adds an open file.
    pub fn add(&mut self, file: &VaultPath) {
        let names = file.segments().count();
        let Some(folder) = file.folder_of(names.saturating_sub(1)) else { return };
        let is_above = if let Some(known) = self.folders.get(&folder) {
            *known
        } else {
            let is_above = folder.equivalence_key() == self.keys[2];
            for names in 1..names.saturating_sub(1) {
                if let Some(above) = folder.folder_of(names)
                    && !self.folders.contains_key(&above)
                {
                    let is_above = above.equivalence_key() == self.keys[2];
                    self.folders.insert(above, is_above);
                }
            }
            self.folders.insert(folder, is_above);
            is_above
        };
        if is_above && self.keys[..2].contains(&file.equivalence_key()) {
            self.alike.push(file.clone());
        }
    }

    /// The folders, sorted, without the root.
    pub fn folders(&self) -> Vec<&VaultPath> {
        let mut folders: Vec<_> = self.folders.keys().filter(|folder| !folder.is_root()).collect();
        sort_by(&mut folders, Ord::cmp);
        folders
    }
}
