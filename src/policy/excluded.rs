//! Obsidian's "Excluded files" setting (`userIgnoreFilters`).
//!
//! A filter between slashes is a JavaScript regular expression that matches anywhere in a file's path. Any other filter
//! is a path prefix. Both ignore case. Obsidian tests only files. Here a folder is tested too, as its path with a
//! trailing slash, because that is how Obsidian stores an excluded folder.

use super::expression::{Expressions, Refusal};
use super::names::{PathKind, Place, kinds, text_key};
use super::rules::RuleError;
use crate::path::VaultPath;
use crate::unicode::nfc;

/// The filters of the setting.
#[derive(Debug, Clone, Default)]
pub(super) struct Excluded {
    /// Path prefixes, as [`text_key`].
    beginnings: Vec<String>,
    expressions: Option<Expressions>,
}

impl Excluded {
    /// Parses the filters. A blank filter is ignored; `/` excludes everything.
    pub fn parse<S: AsRef<str>>(filters: &[S]) -> Result<Self, RuleError> {
        let mut excluded = Self::default();
        let (mut expressions, mut written) = (Vec::new(), Vec::new());
        for filter in filters.iter().map(AsRef::as_ref).filter(|filter| !filter.trim().is_empty()) {
            if let Some(expression) = filter.strip_prefix('/').and_then(|rest| rest.strip_suffix('/')) {
                expressions.push(nfc(expression));
                written.push(filter);
            } else {
                let filter = filter.replace('\\', "/");
                let path = filter.trim_start().trim_start_matches("./").trim_start_matches('/');
                excluded.beginnings.push(text_key(path));
            }
        }
        if !expressions.is_empty() {
            let parsed = Expressions::parse(&expressions);
            excluded.expressions = Some(parsed.map_err(|(at, refusal)| refused(written[at], refusal))?);
        }
        Ok(excluded)
    }

    /// Whether the file or folder at `path` is excluded, by its spelling or by the keys of its names.
    pub fn closes(&self, path: &VaultPath, place: &Place, kind: Option<PathKind>) -> bool {
        if (self.beginnings.is_empty() && self.expressions.is_none()) || path.is_root() {
            return false;
        }
        let keys = place.readings().map(|(_, path, _)| path.iter().collect::<String>());
        let folded = text_key(path.as_str());
        keys.chain([path.as_str().to_owned(), folded]).any(|text| {
            kinds(kind).any(|kind| {
                let text = if kind == PathKind::Folder { format!("{text}/") } else { text.clone() };
                self.beginnings.iter().any(|beginning| text.starts_with(beginning))
                    || self.expressions.as_ref().is_some_and(|expressions| expressions.is_in(&text))
            })
        })
    }
}

fn refused(filter: &str, refusal: Refusal) -> RuleError {
    let filter = filter.to_owned();
    match refusal {
        Refusal::Syntax => RuleError::Excluded(filter),
        Refusal::Unbounded => RuleError::ExcludedUnbounded(filter),
        Refusal::TooLarge => RuleError::ExcludedTooLarge(filter),
    }
}
