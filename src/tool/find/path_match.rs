//! Matches a path or a link against the open files. Pure: knows neither the host nor the policy.

use std::collections::BTreeMap;

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

/// The target of `[[target#heading|alias]]` or `![[…]]`; `None` for other text.
pub(super) fn wiki_link(given: &str) -> Option<&str> {
    let text = given.trim();
    let inner = text.strip_prefix('!').unwrap_or(text).strip_prefix("[[")?.strip_suffix("]]")?;
    Some(link_target(inner))
}

/// The part of a link's text that names the note, without heading, block and alias.
pub(super) fn link_target(text: &str) -> &str {
    let end = text.find(['#', '|']).unwrap_or(text.len());
    text[..end].trim()
}

/// Chooses among `open`. `linked`, the file that the app opens for the link, decides only between equals.
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

    /// The file whose path ends in `target`. Among several, those spelled exactly like the link come first, then those
    /// without an equivalent spelling, then, as in the app, the shortest path.
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

/// The `paths` for which `holds` is true, or all of them if it is true for none.
fn narrowed<'p>(paths: Vec<&'p VaultPath>, holds: impl Fn(&&'p VaultPath) -> bool) -> Vec<&'p VaultPath> {
    let kept: Vec<_> = paths.iter().copied().filter(holds).collect();
    if kept.is_empty() { paths } else { kept }
}
