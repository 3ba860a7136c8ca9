//! The choice: which of the open files a path or a link means. Pure: knows neither host nor policy.

use crate::path::VaultPath;

/// What a path or link means among the open files.
pub(super) enum Choice<'p> {
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

/// Chooses among `open`. `linked` is what the app opens for the link; it decides only between files of the same name.
pub(super) fn choose<'p>(
    path: &VaultPath,
    is_link: bool,
    open: &'p [VaultPath],
    linked: Option<&VaultPath>,
) -> Choice<'p> {
    let keyed = Keyed { keys: open.iter().map(VaultPath::twin_key).collect(), open };
    let mut choice = keyed.at(path, is_link);
    if let Choice::None = choice {
        let Ok(target) = VaultPath::parse(link_target(path.as_str())) else { return Choice::None };
        if &target != path {
            choice = keyed.at(&target, true);
        }
        if let Choice::None = choice {
            choice = keyed.named(&target, linked);
        }
    }
    choice
}

/// The open files beside their twin keys.
struct Keyed<'p> {
    open: &'p [VaultPath],
    keys: Vec<String>,
}

impl<'p> Keyed<'p> {
    /// What stands at `path` or one of its twins, then at `path.md`.
    fn at(&self, path: &VaultPath, is_link: bool) -> Choice<'p> {
        if path.is_root() {
            return Choice::None;
        }
        let twins = self.twins(path);
        let below = format!("{}/", path.twin_key());
        if !matches!(twins, Choice::None) {
            twins
        } else if !is_link && self.keys.iter().any(|key| key.starts_with(&below)) {
            Choice::Folder
        } else {
            self.twins(&path.with_md())
        }
    }

    /// `path` itself, or else those that some file system takes for it.
    fn twins(&self, path: &VaultPath) -> Choice<'p> {
        let key = path.twin_key();
        self.one_of(|held| *held == key, |held| held == path)
    }

    /// The files that a link `target` names by the end of their path.
    fn named(&self, target: &VaultPath, linked: Option<&VaultPath>) -> Choice<'p> {
        let ends = [target.clone(), target.with_md()].map(|end| (format!("/{}", end.twin_key()), format!("/{end}")));
        let choice = self.one_of(
            |key| ends.iter().any(|(end, _)| key.ends_with(end)),
            |path| ends.iter().any(|(_, end)| path.as_str().ends_with(end)),
        );
        match (choice, linked) {
            (Choice::Several(paths), Some(linked)) => match paths.iter().find(|path| **path == linked) {
                Some(path) => Choice::One(path),
                None => Choice::Several(paths),
            },
            (choice, _) => choice,
        }
    }

    /// Of the files whose key is `alike`, the only one, or the only one that is the `same` to the letter.
    fn one_of(&self, alike: impl Fn(&String) -> bool, same: impl Fn(&VaultPath) -> bool) -> Choice<'p> {
        let matches = self.keys.iter().zip(self.open).filter(|(key, _)| alike(key));
        let paths: Vec<_> = matches.map(|(_, path)| path).collect();
        let exact: Vec<_> = paths.iter().copied().filter(|path| same(path)).collect();
        match (exact.as_slice(), paths.as_slice()) {
            ([only], _) | ([], [only]) => Choice::One(only),
            ([], []) => Choice::None,
            _ => Choice::Several(paths),
        }
    }
}
