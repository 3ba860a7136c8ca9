//! The files of a vault by name, and which of them a link opens.

use std::cmp::Reverse;
use std::collections::HashMap;

use crate::path::VaultPath;

/// The files that links can open.
#[derive(Debug, Clone, Default)]
pub(crate) struct VaultFiles {
    /// The files by the last name of their key.
    by_name: HashMap<String, Vec<KeyedFile>>,
}

#[derive(Debug, Clone)]
struct KeyedFile {
    path: VaultPath,
    /// Its equivalence key.
    key: String,
}

impl VaultFiles {
    pub fn new(paths: impl IntoIterator<Item = VaultPath>) -> Self {
        let mut files = Self::default();
        for path in paths {
            files.add(path);
        }
        files
    }

    /// The files once the one at `from` is at `to`.
    pub fn moved(&self, from: &VaultPath, to: &VaultPath) -> Self {
        let mut files = self.clone();
        if let Some(named) = files.by_name.get_mut(name_of(&from.equivalence_key())) {
            named.retain(|file| file.path != *from);
        }
        files.add(to.clone());
        files
    }

    /// Adds a file.
    pub fn add(&mut self, path: VaultPath) {
        let key = path.equivalence_key();
        self.by_name.entry(name_of(&key).to_owned()).or_default().push(KeyedFile { path, key });
    }

    /// The files whose paths are equivalent spellings of `path`.
    pub fn equivalents(&self, path: &VaultPath) -> impl Iterator<Item = &VaultPath> {
        let key = path.equivalence_key();
        let named = self.by_name.get(name_of(&key)).map_or(&[][..], Vec::as_slice);
        named.iter().filter(move |file| file.key == key).map(|file| &file.path)
    }

    /// The file at exactly this path.
    pub fn at(&self, path: &str) -> Option<&VaultPath> {
        let path = VaultPath::parse(path).ok()?;
        self.equivalents(&path).find(|file| **file == path)
    }

    /// The file that a link to `link` in `note` opens, as in the app: `./`, `../` and `/` name one place. Otherwise the
    /// whole path counts first, then any path that ends so: first below the note's folder, then the shortest. `.md` may
    /// be left out.
    pub fn opened_by(&self, link: &str, note: &VaultPath) -> Option<&VaultPath> {
        let link = link.trim();
        let is_relative = link.starts_with("./") || link.starts_with("../");
        let folder = folder_of(note);
        let place = if is_relative { format!("{folder}{link}") } else { link.to_owned() };
        let wanted = VaultPath::parse(&place).ok()?;
        let mut key = wanted.equivalence_key();
        let named = match self.by_name.get(name_of(&key)) {
            Some(named) if !named.is_empty() => named,
            _ => {
                key += ".md";
                self.by_name.get(name_of(&key))?
            }
        };
        let is_one_place = is_relative || link.starts_with('/');
        let end = format!("/{key}");
        let opens = |file: &&KeyedFile| file.key == key || (!is_one_place && file.key.ends_with(&end));
        let rank = |file: &&KeyedFile| {
            let is_spelled = file
                .path
                .as_str()
                .strip_suffix(".md")
                .unwrap_or(file.path.as_str())
                .ends_with(wanted.as_str().strip_suffix(".md").unwrap_or(wanted.as_str()));
            let is_near = file.path.as_str().starts_with(folder);
            let length = Reverse(file.path.as_str().chars().count());
            (file.key == key, is_spelled, is_near, length, Reverse(file.path.clone()))
        };
        named.iter().filter(opens).max_by_key(rank).map(|file| &file.path)
    }
}

/// The last name of a path or key.
pub(super) fn name_of(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or_default()
}

/// The folder of `path` with its `/`; empty at the root.
pub(super) fn folder_of(path: &VaultPath) -> &str {
    let path = path.as_str();
    path.rfind('/').map_or("", |at| &path[..=at])
}
