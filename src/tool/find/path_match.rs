//! Matches a path or a link against the open files. Pure: knows neither the host nor the policy.

use super::target::Target;
use crate::path::VaultPath;

/// What a path or a link means among the open files.
pub(super) enum PathMatch<'p> {
    /// One file.
    One(&'p VaultPath),
    /// Several files that match equally well.
    Several(Vec<&'p VaultPath>),
    /// A folder, in another spelling.
    Folder,
    /// Nothing.
    None,
}

/// The first of `targets` that means something among `open`, and its index. `by_path`: whether only paths count, and not
/// the names of files in other folders.
pub(super) fn choose<'p>(
    targets: &[Target],
    is_link: bool,
    by_path: bool,
    open: &'p [VaultPath],
) -> (PathMatch<'p>, usize) {
    let keyed = KeyedPaths { keys: open.iter().map(VaultPath::equivalence_key).collect(), open };
    for (index, Target { path, .. }) in targets.iter().enumerate() {
        let choice = match keyed.at(path, is_link || index > 0) {
            PathMatch::None if !by_path => keyed.named(path),
            choice => choice,
        };
        if !matches!(choice, PathMatch::None) {
            return (choice, index);
        }
    }
    (PathMatch::None, 0)
}

/// The open files and their equivalence keys.
struct KeyedPaths<'p> {
    open: &'p [VaultPath],
    keys: Vec<String>,
}

impl<'p> KeyedPaths<'p> {
    /// The match for `path` or an equivalent spelling, else for `path.md`.
    fn at(&self, path: &VaultPath, is_link: bool) -> PathMatch<'p> {
        if path.is_root() {
            return PathMatch::None;
        }
        let equivalents = self.equivalents(path);
        let below = format!("{}/", path.equivalence_key());
        if !matches!(equivalents, PathMatch::None) {
            equivalents
        } else if !is_link && self.keys.iter().any(|key| key.starts_with(&below)) {
            PathMatch::Folder
        } else {
            self.equivalents(&path.with_md())
        }
    }

    /// `path` itself, else its equivalent spellings.
    fn equivalents(&self, path: &VaultPath) -> PathMatch<'p> {
        let key = path.equivalence_key();
        self.one_of(|held| *held == key, |held| held == path)
    }

    /// The file whose path ends in `target`; of several, the only one that is spelled so.
    fn named(&self, target: &VaultPath) -> PathMatch<'p> {
        if target.is_root() {
            return PathMatch::None;
        }
        let ends =
            [target.clone(), target.with_md()].map(|end| (format!("/{}", end.equivalence_key()), format!("/{end}")));
        self.one_of(
            |key| ends.iter().any(|(end, _)| key.ends_with(end)),
            |path| ends.iter().any(|(_, end)| path.as_str().ends_with(end)),
        )
    }

    /// The only file with a key that is `alike`, or the only one of these that is the `same`.
    fn one_of(&self, alike: impl Fn(&String) -> bool, same: impl Fn(&VaultPath) -> bool) -> PathMatch<'p> {
        let matches = self.keys.iter().zip(self.open).filter(|(key, _)| alike(key));
        let paths: Vec<_> = matches.map(|(_, path)| path).collect();
        let exact: Vec<_> = paths.iter().copied().filter(|path| same(path)).collect();
        match (exact.as_slice(), paths.as_slice()) {
            ([only], _) | ([], [only]) => PathMatch::One(only),
            ([], []) => PathMatch::None,
            _ => PathMatch::Several(paths),
        }
    }
}
