//! Where to search: everywhere, in a folder, or at the paths that match a pattern.

use crate::catalogue::Catalogue;
use crate::error::ToolError;
use crate::path::{PathError, VaultPath};
use crate::policy::{Denied, PathKind, Patterns, Policy};

/// Where to search.
#[derive(Debug, Clone)]
pub(super) enum Within {
    /// Everywhere.
    Vault,
    /// A note or a folder.
    Place(VaultPath),
    /// The same in any equivalent spelling, by its equivalence key.
    Equivalent(String),
    /// The paths that match a pattern.
    Pattern(Patterns),
}

impl Within {
    /// Parses the argument `path`.
    pub fn parse(given: Option<&str>, policy: &Policy) -> Result<Self, ToolError> {
        let Some(given) = given else { return Ok(Self::Vault) };
        if given.contains(['*', '?', '[']) {
            return Ok(Self::Pattern(Patterns::parse(given)));
        }
        let path = match VaultPath::parse(given) {
            Ok(path) => path,
            Err(PathError::Empty) => return Ok(Self::Vault),
            Err(error) => return Err(error.into()),
        };
        if path.is_root() {
            return Ok(Self::Vault);
        }
        policy.check(&path).map_err(|_| Denied(given.to_owned()))?;
        Ok(Self::Place(path))
    }

    /// The same place in any equivalent spelling, if it has one.
    pub fn equivalent(&self) -> Option<Self> {
        if let Self::Place(place) = self { Some(Self::Equivalent(place.equivalence_key())) } else { None }
    }

    /// Whether this is the file at `path`, and no folder.
    pub fn is_file(&self, path: &VaultPath) -> bool {
        match self {
            Self::Place(place) => place == path,
            Self::Equivalent(key) => path.equivalence_key() == *key,
            Self::Vault | Self::Pattern(_) => false,
        }
    }

    /// The same place in an equivalent spelling, if there are notes or documents at that one and none at this one.
    pub fn found(&self, catalogue: &Catalogue) -> Option<Self> {
        let is_empty = |within: &Self| !within.contains_any(catalogue, &|path| within.contains(path));
        if is_empty(self) { self.equivalent().filter(|equivalent| !is_empty(equivalent)) } else { None }
    }

    /// Whether there are notes to search, or documents that `is_wanted` takes.
    pub fn contains_any(&self, catalogue: &Catalogue, is_wanted: &dyn Fn(&VaultPath) -> bool) -> bool {
        let mut notes = catalogue.index.notes().filter_map(|(_, note)| catalogue.path(note));
        notes.any(|path| self.contains(path)) || catalogue.documents.paths().any(is_wanted)
    }

    /// Whether to search the note at `path`.
    pub fn contains(&self, path: &VaultPath) -> bool {
        match self {
            Self::Vault => true,
            Self::Place(place) => is_in(path.as_str(), place.as_str()),
            Self::Equivalent(key) => is_in(&path.equivalence_key(), key),
            Self::Pattern(patterns) => patterns.closes_equivalent(path, PathKind::File),
        }
    }
}

/// Whether the note at `path` is the note `place` or is in the folder `place`.
fn is_in(path: &str, place: &str) -> bool {
    let rest = path.strip_prefix(place);
    rest.is_some_and(|rest| rest.is_empty() || rest == ".md" || rest.starts_with('/'))
}
