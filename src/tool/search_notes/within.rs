//! Where a search looks: everywhere, in a folder, or at the paths that a pattern matches.

use crate::error::ToolError;
use crate::path::{PathError, VaultPath};
use crate::policy::{Denied, PathKind, Patterns, Policy};

/// Where notes are looked for.
#[derive(Debug)]
pub(super) enum Within {
    /// Everywhere.
    Vault,
    /// A note, or what is in a folder.
    Place(VaultPath),
    /// The same, in any case and Unicode form: its key as a twin.
    Twin(String),
    /// What matches a pattern.
    Pattern(Patterns),
}

impl Within {
    /// The place that a caller wrote as `given`.
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

    /// The same for another spelling of its path, where that is all there is; nothing for what has no other.
    pub fn twin(&self) -> Option<Self> {
        if let Self::Place(place) = self { Some(Self::Twin(place.twin_key())) } else { None }
    }

    /// Whether the note at `path` is looked at.
    pub fn holds(&self, path: &VaultPath) -> bool {
        match self {
            Self::Vault => true,
            Self::Place(place) => is_in(path.as_str(), place.as_str()),
            Self::Twin(key) => is_in(&path.twin_key(), key),
            Self::Pattern(patterns) => patterns.closes_twin(path, PathKind::File),
        }
    }
}

/// Whether the note at `path` is the one at `place`, or lies in that folder.
fn is_in(path: &str, place: &str) -> bool {
    let rest = path.strip_prefix(place);
    rest.is_some_and(|rest| rest.is_empty() || rest == ".md" || rest.starts_with('/'))
}
