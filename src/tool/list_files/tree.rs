//! The tree: open files by folder, and the totals of each folder.

use std::collections::{BTreeMap, HashMap};

use super::natural_order::Natural;
use crate::note::PropertyValue;
use crate::path::VaultPath;

/// Number of files to free in one step.
const FILES_SHED: usize = 4000;

/// The folders that contain files, from the vault's root down.
#[derive(Debug)]
pub(super) struct Tree {
    folders: Vec<Folder>,
    by_path: HashMap<String, usize>,
}

/// A folder and its content.
#[derive(Debug, Default)]
pub(super) struct Folder {
    /// From the vault's root; `""` for the root.
    pub path: String,
    pub files: BTreeMap<Natural, File>,
    /// As indices into the tree.
    pub folders: BTreeMap<Natural, usize>,
    /// Files at any depth.
    pub all_files: usize,
    /// Folders at any depth.
    pub all_folders: usize,
    /// The latest modification time of a file in it, in milliseconds since 1970.
    pub newest: i64,
}

/// A file in its folder.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct File {
    pub path: VaultPath,
    /// In bytes.
    pub size: u64,
    /// In milliseconds since 1970.
    pub mtime: i64,
    pub title: Option<Box<str>>,
    /// The values of properties that the call asks for.
    pub values: Box<[PropertyValue]>,
}

impl Folder {
    /// The number of its own files and folders.
    pub fn entries(&self) -> usize {
        self.files.len() + self.folders.len()
    }
}

impl Tree {
    /// An empty tree.
    pub fn new() -> Self {
        let root = Folder { newest: i64::MIN, ..Folder::default() };
        Self { folders: vec![root], by_path: HashMap::from([(String::new(), 0)]) }
    }

    /// The folder at this index.
    pub fn folder(&self, place: usize) -> &Folder {
        &self.folders[place]
    }

    /// The number of folders, including the root.
    pub fn len(&self) -> usize {
        self.folders.len()
    }

    /// Whether freeing it takes several steps.
    pub fn is_large(&self) -> bool {
        self.folders.first().is_some_and(|root| root.all_files > FILES_SHED)
    }

    /// Frees some of its memory, a few thousand files at a time, because freeing everything at once takes too long.
    /// Returns whether nothing is left.
    pub fn shed(&mut self) -> bool {
        let mut left = FILES_SHED;
        while let Some(folder) = self.folders.last_mut() {
            while left > 0 && folder.files.pop_last().is_some() {
                left -= 1;
            }
            if left == 0 {
                return false;
            }
            left -= 1;
            self.folders.pop();
        }
        true
    }

    /// The folders and their indices, parents first.
    pub fn folders(&self) -> impl Iterator<Item = (usize, &Folder)> {
        self.folders.iter().enumerate()
    }

    /// Adds a file. A file that the host lists twice counts once.
    pub fn add(&mut self, file: File) {
        let (folder, name) = file.path.as_str().rsplit_once('/').unwrap_or(("", file.path.as_str()));
        let (key, folder, mtime) = (Natural::of(name), folder.to_owned(), file.mtime);
        let place = self.place(&folder);
        if self.folders[place].files.insert(key, file).is_none() {
            self.above(&folder, |folder| {
                folder.all_files += 1;
                folder.newest = folder.newest.max(mtime);
            });
        }
    }

    /// The index of a folder, which is added if it is new.
    fn place(&mut self, path: &str) -> usize {
        if let Some(place) = self.by_path.get(path) {
            return *place;
        }
        let mut end = 0;
        let mut place = 0;
        for name in path.split('/') {
            let above = &path[..end];
            end += name.len() + usize::from(end > 0);
            place = match self.by_path.get(&path[..end]) {
                Some(known) => *known,
                None => self.make(place, above, &path[..end], name),
            };
        }
        place
    }

    fn make(&mut self, above: usize, path_above: &str, path: &str, name: &str) -> usize {
        let place = self.folders.len();
        self.folders.push(Folder { path: path.to_owned(), newest: i64::MIN, ..Folder::default() });
        self.by_path.insert(path.to_owned(), place);
        self.folders[above].folders.insert(Natural::of(name), place);
        self.above(path_above, |folder| folder.all_folders += 1);
        place
    }

    /// Changes the folder at `path` and all its ancestors.
    fn above(&mut self, path: &str, mut change: impl FnMut(&mut Folder)) {
        let ends = path.match_indices('/').map(|(end, _)| end).chain([path.len()]);
        let ends = std::iter::once(0).chain(ends.filter(|end| *end > 0));
        for end in ends {
            if let Some(place) = self.by_path.get(&path[..end]) {
                change(&mut self.folders[*place]);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{File, Tree};
    use crate::path::VaultPath;

    #[test]
    fn a_folder_knows_what_is_in_it_at_any_depth() {
        let mut tree = Tree::new();
        for (path, mtime) in [("a/b/c/1.md", 5), ("a/2.md", 9), ("a/b/c/1.md", 5), ("a/B/3.md", -7), ("4.md", 1)] {
            let path = VaultPath::parse(path).expect("a vault path");
            tree.add(File { path, size: 1, mtime, title: None, values: Box::default() });
        }
        let known: Vec<_> = tree
            .folders()
            .map(|(_, folder)| (folder.path.as_str(), folder.all_files, folder.all_folders, folder.newest))
            .collect();
        assert_eq!(known, [("", 4, 4, 9), ("a", 3, 3, 9), ("a/b", 1, 1, 5), ("a/b/c", 1, 0, 5), ("a/B", 1, 0, -7)]);
        assert_eq!(tree.folder(1).entries(), 3);
    }
}
