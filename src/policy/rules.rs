//! The rules that a user sets, and the errors of invalid ones.

use thiserror::Error;

use crate::path::{PathError, quoted};

/// What the user closes, in addition to what is always closed.
#[derive(Debug, Clone, Copy)]
pub struct Rules<'a> {
    /// The vault's config folder, such as `.obsidian`.
    pub config_dir: &'a str,
    /// Names and paths. A bare name (`Private`) closes every folder, note (`Private.md`) and other file of that name; a
    /// path (`Work/Clients`, `/Private`) closes one place, from the root. Both close everything below. `/` closes
    /// everything.
    pub protected: &'a [String],
    /// The content of `.lecternignore`: see [`Patterns`](super::patterns::Patterns). It and `patterns` are separate
    /// lists.
    pub ignore_file: &'a str,
    /// Patterns from the settings, one per line.
    pub patterns: &'a [String],
    /// Obsidian's "Excluded files": path prefixes, and regular expressions between slashes.
    pub excluded: &'a [String],
    /// Tags that close notes, with the tags nested in them.
    pub closed_tags: &'a [String],
    /// Patterns of files that may be read but not changed, one per line.
    pub read_only: &'a [String],
    /// Folders with prompts that the user keeps as notes.
    pub prompts_folders: &'a [String],
}

impl Default for Rules<'_> {
    /// The default config folder and no rules.
    fn default() -> Self {
        Self {
            config_dir: ".obsidian",
            protected: &[],
            ignore_file: "",
            patterns: &[],
            excluded: &[],
            closed_tags: &[],
            read_only: &[],
            prompts_folders: &[],
        }
    }
}

/// Why a rule is invalid. The text continues the name of its [setting](Self::setting).
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum RuleError {
    /// It is not a valid vault path.
    #[error(transparent)]
    NoVaultPath(#[from] PathError),
    /// It contains `*`, `?` or quotes, which no name has.
    #[error("{} is a pattern; put it among the patterns, or give the name or path itself, without quotes", quoted(.0))]
    Pattern(String),
    /// It consists only of characters that file systems ignore.
    #[error("{} names nothing", quoted(.0))]
    NoName(String),
    /// The filter between slashes is not a valid regular expression.
    #[error("{} is not a regular expression; correct it or remove it in the app's settings, under Excluded files", quoted(.0))]
    Excluded(String),
    /// The filter between slashes has look-around or back-references.
    #[error(
        "{} cannot be matched in bounded time; write it without look-ahead, look-behind and back-references in the app's \
         settings, under Excluded files",
        quoted(.0)
    )]
    ExcludedUnbounded(String),
    /// The filter between slashes is too large to match quickly.
    #[error(
        "{} is too large to match quickly; shorten it, or lower its repeat counts, in the app's settings, under Excluded \
         files",
        quoted(.0)
    )]
    ExcludedTooLarge(String),
    /// It is not a valid tag.
    #[error("{} is not a tag; give its name alone, such as \"private\" or \"work/secret\"", quoted(.0))]
    Tag(String),
}

impl RuleError {
    /// The setting that holds the invalid rule, as users know it.
    #[must_use]
    pub fn setting(&self) -> &'static str {
        match self {
            Self::NoVaultPath(_) | Self::Pattern(_) | Self::NoName(_) => "a closed folder",
            Self::Excluded(_) | Self::ExcludedUnbounded(_) | Self::ExcludedTooLarge(_) => "an excluded file",
            Self::Tag(_) => "a closed tag",
        }
    }
}
