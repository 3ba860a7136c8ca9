//! Rules: what a person closes, and why a rule cannot be taken. What they mean is the policy's.

use thiserror::Error;

use crate::path::{PathError, quoted};

/// What a person closes, besides what is always closed.
#[derive(Debug, Clone, Copy)]
pub struct Rules<'a> {
    /// The vault's config folder.
    pub config_dir: &'a str,
    /// Names and paths. A bare name (`Private`) closes every folder, note (`Private.md`) and other file of that name; a
    /// path (`Work/Clients`, `/Private`) the one place from the root; both with all that is below. `/` closes everything.
    pub protected: &'a [String],
    /// The content of `.lecternignore`: see [`Patterns`](super::patterns::Patterns). It and `patterns` are judged each by itself.
    pub ignore_file: &'a str,
    /// Patterns from the settings, one a line.
    pub patterns: &'a [String],
    /// The app's "Excluded files": beginnings of paths, and regular expressions between slashes.
    pub excluded: &'a [String],
    /// Tags that close the notes that carry them, and those nested in them.
    pub closed_tags: &'a [String],
}

impl Default for Rules<'_> {
    /// The usual config folder, and nothing more.
    fn default() -> Self {
        Self {
            config_dir: ".obsidian",
            protected: &[],
            ignore_file: "",
            patterns: &[],
            excluded: &[],
            closed_tags: &[],
        }
    }
}

/// Why something to close by cannot be taken. The text follows on the name of the [setting](Self::setting).
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum RuleError {
    /// It lies in no vault.
    #[error(transparent)]
    NoVaultPath(#[from] PathError),
    /// It holds `*`, `?` or quotes, which stand in no name.
    #[error("{} is a pattern; put it among the patterns, or give the name or path itself, without quotes", quoted(.0))]
    Pattern(String),
    /// Nothing is left of it but what no file system looks at.
    #[error("{} names nothing", quoted(.0))]
    NoName(String),
    /// The app's filter between slashes is not a regular expression.
    #[error("{} is not a regular expression; correct it or remove it in the app's settings, under Excluded files", quoted(.0))]
    Excluded(String),
    /// The app's filter between slashes looks around or refers back.
    #[error(
        "{} cannot be matched in bounded time; write it without look-ahead, look-behind and back-references in the app's \
         settings, under Excluded files",
        quoted(.0)
    )]
    ExcludedUnbounded(String),
    /// The app's filter between slashes is too large to be matched quickly.
    #[error(
        "{} is too large to match quickly; shorten it, or lower its repeat counts, in the app's settings, under Excluded \
         files",
        quoted(.0)
    )]
    ExcludedTooLarge(String),
    /// No tag reads like this.
    #[error("{} is no tag; give its name alone, such as \"private\" or \"work/secret\"", quoted(.0))]
    Tag(String),
}

impl RuleError {
    /// What cannot be taken, as a person knows it.
    #[must_use]
    pub fn setting(&self) -> &'static str {
        match self {
            Self::NoVaultPath(_) | Self::Pattern(_) | Self::NoName(_) => "a closed folder",
            Self::Excluded(_) | Self::ExcludedUnbounded(_) | Self::ExcludedTooLarge(_) => "an excluded file",
            Self::Tag(_) => "a closed tag",
        }
    }
}
