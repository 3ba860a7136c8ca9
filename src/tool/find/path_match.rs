//! The choice: which of the open files a path or a link means. Pure: knows neither host nor policy.

use std::collections::BTreeMap;

use crate::path::VaultPath;

/// What a path or link means among the open files.
pub(super) enum PathMatch<'p> {
    /// One file.
    One(&'p VaultPath),
    /// Several that nothing tells apart.
    Several(Vec<&'p VaultPath>),
    /// A folder, in another spelling.
    Folder,
    /// None.
    None,
}

/// The target of `[[target#heading|alias]]` (or `![[…]]`); `None` for text that is no such link.
pub(super) fn wiki_link(given: &str) -> Option<&str> {
    let text = given.trim();
    let inner = text.strip_prefix('!').unwrap_or(text).strip_prefix("[[")?.strip_suffix("]]")?;
    Some(link_target(inner))
}

/// The part of a link's text that names the note: without heading, block and alias.
pub(super) fn link_target(text: &str) -> &str {
    let end = text.find(['#', '|']).unwrap_or(text.len());
    text[..end].trim()
}

/// Chooses among `open`. `linked` is what the app opens for the link; it decides where nothing else does.
pub(super) fn choose<'p>(
    path: &VaultPath,
    is_link: bool,
    open: &'p [VaultPath],
    linked: Option<&VaultPath>,
) -> PathMatch<'p> {
    let keyed = KeyedPaths { keys: open.iter().map(VaultPath::equivalence_key).collect(), open };
    let mut choice = keyed.at(path, is_link);
    if let PathMatch::None = choice {
        let Ok(target) = VaultPath::parse(link_target(path.as_str())) else { return PathMatch::None };
        if &target != path {
            choice = keyed.at(&target, true);
        }
        if let PathMatch::None = choice {
            choice = keyed.named(&target, linked);
        }
    }
    choice
}

/// The open files beside their equivalence keys.
struct KeyedPaths<'p> {
    open: &'p [VaultPath],
    keys: Vec<String>,
}

impl<'p> KeyedPaths<'p> {
    /// What stands at `path` or one of its equivalents, then at `path.md`.
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

    /// `path` itself, or else those that some file system takes for it.
    fn equivalents(&self, path: &VaultPath) -> PathMatch<'p> {
        let key = path.equivalence_key();
        self.one_of(|held| *held == key, |held| held == path)
    }

    /// The file that a link `target` names by the end of its path. Of several the app opens the one with the shortest
    /// path; so do we, after those spelled as the link is, and before those that an equivalent spelling makes doubtful.
    fn named(&self, target: &VaultPath, linked: Option<&VaultPath>) -> PathMatch<'p> {
        let ends =
            [target.clone(), target.with_md()].map(|end| (format!("/{}", end.equivalence_key()), format!("/{end}")));
        let choice = self.one_of(
            |key| ends.iter().any(|(end, _)| key.ends_with(end)),
            |path| ends.iter().any(|(_, end)| path.as_str().ends_with(end)),
        );
        let PathMatch::Several(all) = choice else { return choice };
        let spelled_so = |path: &&VaultPath| ends.iter().any(|(_, end)| path.as_str().ends_with(end));
        let mut held: BTreeMap<&str, u32> = BTreeMap::new();
        for key in &self.keys {
            *held.entry(key).or_default() += 1;
        }
        let is_only_spelling = |path: &&VaultPath| held.get(path.equivalence_key().as_str()) == Some(&1);
        let paths = narrowed(narrowed(all.clone(), spelled_so), is_only_spelling);
        let length = |path: &&VaultPath| path.as_str().chars().count();
        let shortest = paths.iter().map(length).min();
        let shortest = narrowed(paths, |path| Some(length(path)) == shortest);
        match (shortest.as_slice(), shortest.iter().find(|path| Some(**path) == linked)) {
            ([only], _) | (_, Some(only)) => PathMatch::One(only),
            _ => PathMatch::Several(all),
        }
    }

    /// Of the files whose key is `alike`, the only one, or the only one that is the `same` to the letter.
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

/// Those of `paths` for which `holds`, or all where it holds for none.
fn narrowed<'p>(paths: Vec<&'p VaultPath>, holds: impl Fn(&&'p VaultPath) -> bool) -> Vec<&'p VaultPath> {
    let kept: Vec<_> = paths.iter().copied().filter(holds).collect();
    if kept.is_empty() { paths } else { kept }
}
