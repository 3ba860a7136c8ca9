//! `ToolError`: the result of a tool call that failed.

use std::fmt;

use serde::Serialize;
use thiserror::Error;
use tsify::Tsify;

use crate::path::{PathError, one_line, quoted};
use crate::policy::Denied;

/// What went wrong, for programs. Match on this, never on a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Tsify)]
#[serde(rename_all = "snake_case")]
pub enum ErrorCode {
    /// The arguments are invalid.
    InvalidArguments,
    /// The path leads out of the vault.
    OutsideVault,
    /// The path is excluded.
    Denied,
    /// Nothing readable is at the path or has the name.
    NotFound,
    /// Several files match.
    Ambiguous,
    /// The path is a folder.
    IsFolder,
    /// The path is a file, but a folder was expected.
    IsFile,
    /// The first requested line or column is past the end.
    PastEnd,
    /// Files of this kind cannot be read.
    Unsupported,
    /// The text to replace is not in the file, or is there several times.
    NoMatch,
    /// The file has changed since it was read, or the call does not say which version it changes.
    Outdated,
    /// The file may be read but not changed.
    ReadOnly,
    /// The file is too large for a phone's memory.
    TooLarge,
    /// The host could not read the file.
    Unreadable,
    /// The caller ended the call.
    Cancelled,
    /// A bug in Lectern itself.
    Internal,
}

impl fmt::Display for ErrorCode {
    /// Its name in JSON: `not_found`.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(formatter)
    }
}

/// An error: what is wrong, and what to do next.
#[derive(Debug, Clone, PartialEq, Eq, Error, Serialize, Tsify)]
#[error("{message}")]
pub struct ToolError {
    /// What went wrong, for programs.
    pub code: ErrorCode,
    /// What is wrong, with the value given and the expected one; lower case, one line.
    pub message: String,
    /// What to do next, complete enough to copy; one line.
    pub help: String,
    /// The file or folder it is about: its own path in the vault if it was found, else the path as given. Absent for an
    /// error in the arguments, and for a path that no file in a vault can have.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(optional)]
    #[tsify(type = "string")]
    pub path: Option<Box<str>>,
}

/// The help for an excluded path: the same whatever excludes it, and whether or not it exists.
const DENIED_HELP: &str = "do not try other spellings; tell the user if the task needs it";

impl ToolError {
    /// An error with its message and its help.
    pub fn new(code: ErrorCode, message: impl Into<String>, help: impl Into<String>) -> Self {
        Self { code, message: message.into(), help: help.into(), path: None }
    }

    /// The same error, about the file or folder at `path`, unless it already has a path.
    #[must_use]
    pub fn about(mut self, path: &str) -> Self {
        if !path.is_empty() {
            self.path.get_or_insert_with(|| path.into());
        }
        self
    }

    /// The arguments of a call are wrong.
    pub(crate) fn invalid_arguments(message: impl Into<String>, help: impl Into<String>) -> Self {
        Self::new(ErrorCode::InvalidArguments, message, help)
    }

    /// The two lines that a model reads: `error[not_found]: no note at "a.md"`, and the help.
    #[must_use]
    pub fn text(&self) -> String {
        format!("error[{}]: {}\nhelp: {}", self.code, self.message, self.help)
    }

    /// The host failed: `"a.md" could not be read: disk error`.
    pub(crate) fn unreadable(what: &str, done: &str, reason: &str) -> Self {
        let message = format!("{what} could not be {done}: {}", one_line(reason));
        Self::new(ErrorCode::Unreadable, message, "try once more, then tell the user")
    }

    /// A symbolic link leads from the path `given` out of the vault, so it cannot be `done` (`"read"`, `"listed"`).
    pub(crate) fn outside_vault(given: &str, done: &str) -> Self {
        let message = format!("{} leads out of the vault through a symbolic link", quoted(given));
        let help = format!("tell the user if the task needs it; only what is in the vault can be {done}");
        Self::new(ErrorCode::OutsideVault, message, help).about(given)
    }

    /// The caller ended the call.
    #[must_use]
    pub fn cancelled() -> Self {
        Self::new(ErrorCode::Cancelled, "the call was cancelled", "call again if it is still needed")
    }
}

impl From<Denied> for ToolError {
    fn from(denied: Denied) -> Self {
        Self::new(ErrorCode::Denied, denied.to_string(), DENIED_HELP).about(&denied.0)
    }
}

impl From<PathError> for ToolError {
    fn from(error: PathError) -> Self {
        let help = "give the path from the vault root";
        match &error {
            PathError::ControlCharacter(_) => Self::invalid_arguments(
                error.to_string(),
                format!("{help}, such as \"Notes/a.md\"; rename a file whose name contains such a character"),
            ),
            PathError::Empty | PathError::TooLong(_) | PathError::TooDeep(_) => {
                Self::invalid_arguments(error.to_string(), format!("{help}, such as \"Notes/a.md\""))
            }
            PathError::LeavesVault(given) | PathError::DriveOrUrl(given) => {
                let name = given.rsplit(['/', '\\']).find(|name| !matches!(*name, "" | "." | ".."));
                let name = name.filter(|name| !name.ends_with(':') && !name.starts_with('.')).unwrap_or("Notes/a.md");
                // The vault may contain a folder `C:`, but no path can begin with it.
                let rename = match &error {
                    PathError::DriveOrUrl(_) => "; rename a folder whose name ends in a colon",
                    _ => "",
                };
                let help = format!("{help}, such as {}{rename}", quoted(name));
                Self::new(ErrorCode::OutsideVault, error.to_string(), help)
            }
        }
    }
}
