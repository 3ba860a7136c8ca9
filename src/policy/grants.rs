//! The policy itself, and the grants that only it makes.

use std::collections::HashMap;

use serde::{Serialize, Serializer};
use thiserror::Error;

use super::excluded::Excluded;
use super::marks::Marks;
use super::names::{ALWAYS_CLOSED, ClosedPath, PathKind, Place};
use super::patterns::Patterns;
use super::rules::{RuleError, Rules};
use super::steering::Steering;
use crate::path::{PathError, VaultPath, quoted};

/// A vault path that the policy allows. Only [`Policy`] creates one, and requests take nothing else.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Granted(VaultPath);

impl Granted {
    /// The path that was checked.
    #[must_use]
    pub fn path(&self) -> &VaultPath {
        &self.0
    }
}

impl Serialize for Granted {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.0.as_str())
    }
}

/// The path is closed. The value is the path as given.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{} is excluded", quoted(.0))]
pub struct Denied(pub String);

/// A path that may be written. Only [`Policy`] creates one, and requests that write take nothing else.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Writable(Granted);

impl Writable {
    /// The path that was checked.
    #[must_use]
    pub fn path(&self) -> &VaultPath {
        self.0.path()
    }
}

impl Serialize for Writable {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

/// Why a file may not be changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NotWritable {
    /// It is excluded.
    Denied(Denied),
    /// It may be read only.
    ReadOnly,
}

/// Why a path is protected.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Protected {
    /// Its name, or the name of a folder above it, is closed.
    #[error(transparent)]
    Closed(#[from] Denied),
    /// It is not a valid vault path.
    #[error(transparent)]
    NoVaultPath(#[from] PathError),
}

/// Decides what models may read. Closing wins: no rule reopens what another rule closes.
///
/// Patterns are compared with a path as spelled, and with its keys, which leave out what some file systems ignore.
/// Either match closes. Negated patterns are compared both ways too: `*` and `!Plan.md` leave `Plan.md` open and close
/// `plan.md`. So with negation, equivalent spellings may differ. The spelling on disk decides: check the path that the
/// host found, not only the one given.
#[derive(Debug, Clone)]
pub struct Policy {
    names: Vec<ClosedPath>,
    lists: Vec<Patterns>,
    excluded: Excluded,
    marks: Marks,
    read_only: Patterns,
    steering: Steering,
}

impl Policy {
    /// The policy of a vault.
    ///
    /// # Errors
    /// [`RuleError`] for a rule that would close nothing, so that a typo does not leave content open.
    pub fn new(rules: &Rules) -> Result<Self, RuleError> {
        let names = ALWAYS_CLOSED.into_iter().chain([rules.config_dir]);
        let names = names.chain(rules.protected.iter().map(String::as_str));
        let lists = [rules.ignore_file, &rules.patterns.join("\n")].map(Patterns::parse);
        Ok(Self {
            names: names.map(ClosedPath::parse).collect::<Result<_, _>>()?,
            lists: lists.into_iter().filter(|list| !list.is_empty()).collect(),
            excluded: Excluded::parse(rules.excluded)?,
            marks: Marks::new(rules.closed_tags)?,
            read_only: Patterns::parse(&rules.read_only.join("\n")),
            steering: Steering::new(rules.prompts_folders),
        })
    }

    /// Grants `path` if it is open both as a file and as a folder, for when its kind is unknown.
    ///
    /// # Errors
    /// [`Denied`], with the path.
    pub fn check(&self, path: &VaultPath) -> Result<Granted, Denied> {
        self.walk().judge(path, None)
    }

    /// Grants `path` if it is open as a `kind`: the pattern `drafts/` closes a folder, but not a file of that name.
    ///
    /// # Errors
    /// [`Denied`], with the path.
    pub fn check_as(&self, path: &VaultPath, kind: PathKind) -> Result<Granted, Denied> {
        self.walk().judge(path, Some(kind))
    }

    /// Checks many paths and judges each folder once.
    #[must_use]
    pub fn walk(&self) -> Walk<'_> {
        Walk { policy: self, folders: HashMap::new() }
    }

    /// Whether the note at `path` closes itself, by `lectern: false` in its front matter or by a closed tag. Invalid
    /// UTF-8 in `content` never matches. Always `false` for files that are not notes.
    #[must_use]
    pub fn closes_content(&self, path: &VaultPath, content: &[u8]) -> bool {
        path.is_note() && self.marks.close(content)
    }

    /// Whether `other` closes the same content.
    #[must_use]
    pub fn closes_same_content(&self, other: &Self) -> bool {
        self.marks == other.marks
    }

    /// Whether any tags close notes.
    #[must_use]
    pub fn has_closed_tags(&self) -> bool {
        self.marks.has_tags()
    }

    /// Grants writing to the file at `path`, whose content now is `content`; `None` if there is no file yet.
    ///
    /// # Errors
    /// [`NotWritable`], with the reason.
    pub fn check_writing(&self, path: &VaultPath, content: Option<&[u8]>) -> Result<Writable, NotWritable> {
        let granted = self.check_as(path, PathKind::File).map_err(NotWritable::Denied)?;
        if content.is_some_and(|content| self.closes_content(path, content)) {
            return Err(NotWritable::Denied(Denied(path.to_string())));
        }
        let is_kept = content.is_some_and(|content| path.is_note() && Marks::keep(content));
        if is_kept || self.is_read_only(path) {
            return Err(NotWritable::ReadOnly);
        }
        Ok(Writable(granted))
    }

    /// Whether the user's list makes `path` read-only.
    fn is_read_only(&self, path: &VaultPath) -> bool {
        !self.read_only.is_empty()
            && (self.read_only.closes(path, PathKind::File) || self.read_only.closes_equivalent(path, PathKind::File))
    }

    /// Whether models take the text of the file at `path` as instructions.
    #[must_use]
    pub fn is_steering(&self, path: &VaultPath) -> bool {
        self.steering.has(path)
    }

    /// Whether other file tools must not touch `given`: it is closed, leaves the vault on some system, or contains a
    /// control character. The vault's root (`""`, `"/"`, only white space) is not protected.
    #[must_use]
    pub fn is_protected_path(&self, given: &str) -> bool {
        self.assert_not_protected(given).is_err()
    }

    /// Like [`is_protected_path`](Self::is_protected_path), but returns the reason as an error.
    ///
    /// # Errors
    /// [`Protected`], with the path as given.
    pub fn assert_not_protected(&self, given: &str) -> Result<(), Protected> {
        match VaultPath::parse_anywhere(given) {
            Ok(path) => self.check(&path).map(drop).map_err(|_| Denied(given.to_owned()).into()),
            Err(PathError::Empty) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }

    /// Whether `path` itself is closed by its name or a pattern. Does not check the folders above it.
    fn closes(&self, path: &str, place: &Place, kind: Option<PathKind>) -> bool {
        place.name().is_some_and(|name| name.starts_with('.'))
            || self.names.iter().any(|rule| rule.closes(place))
            || (!path.is_empty() && self.lists.iter().any(|list| list.closes_here(path, place, kind)))
    }
}

impl Default for Policy {
    /// The policy of a vault without user rules.
    fn default() -> Self {
        let names = ALWAYS_CLOSED.map(ClosedPath::always).into();
        Self {
            names,
            lists: Vec::new(),
            excluded: Excluded::default(),
            marks: Marks::default(),
            read_only: Patterns::default(),
            steering: Steering::default(),
        }
    }
}

/// Checks many paths and judges each folder once. It depends only on the rules, so it never becomes stale.
#[derive(Debug)]
pub struct Walk<'p> {
    policy: &'p Policy,
    /// The folders judged so far; `None` for a closed one.
    folders: HashMap<String, Option<Place>>,
}

impl Walk<'_> {
    /// [`Policy::check_as`].
    ///
    /// # Errors
    /// [`Denied`], with the path.
    pub fn check(&mut self, path: &VaultPath, kind: PathKind) -> Result<Granted, Denied> {
        self.judge(path, Some(kind))
    }

    fn judge(&mut self, path: &VaultPath, kind: Option<PathKind>) -> Result<Granted, Denied> {
        let text = path.as_str();
        let (folder, name) = text.rsplit_once('/').unwrap_or(("", text));
        let open = self.open_folder(folder).is_some_and(|mut place| {
            if !name.is_empty() {
                place.push(name);
            }
            !self.policy.closes(text, &place, kind) && !self.policy.excluded.closes(path, &place, kind)
        });
        if open { Ok(Granted(path.clone())) } else { Err(Denied(path.to_string())) }
    }

    /// The place of a folder, unless it or a folder above it is closed by its name or a pattern.
    fn open_folder(&mut self, folder: &str) -> Option<Place> {
        if let Some(place) = self.folders.get(folder) {
            return place.clone();
        }
        let mut place = Place::default();
        let mut open = !self.policy.closes("", &place, Some(PathKind::Folder));
        let mut end = 0;
        for name in folder.split('/').filter(|name| !name.is_empty()) {
            if !open {
                break;
            }
            end += name.len() + usize::from(end > 0);
            place.push(name);
            open = !self.policy.closes(&folder[..end], &place, Some(PathKind::Folder));
        }
        let place = open.then_some(place);
        self.folders.insert(folder.to_owned(), place.clone());
        place
    }
}

/// [`Policy::is_protected_path`] for a vault without user rules. Covers any config folder, because all names with a
/// leading dot are closed.
#[must_use]
pub fn is_protected_path(path: &str) -> bool {
    Policy::default().is_protected_path(path)
}

/// [`Policy::assert_not_protected`] for a vault without user rules.
///
/// # Errors
/// [`Protected`], with the path as given.
pub fn assert_not_protected(path: &str) -> Result<(), Protected> {
    Policy::default().assert_not_protected(path)
}
