//! `ToolError`: what a tool call ends in when it cannot do what was asked.
//!
//! The wording of each error stands where the fact is known; this is only its form.

use serde::Serialize;
use thiserror::Error;
use tsify::Tsify;

use crate::path::{PathError, quoted};
use crate::policy::Denied;

/// What went wrong, for programs. Match on this, never on a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Tsify)]
#[serde(rename_all = "snake_case")]
pub enum ErrorCode {
    /// The arguments do not say what to do.
    InvalidArguments,
    /// The path leads out of the vault.
    OutsideVault,
    /// The path is closed.
    Denied,
    /// There is nothing open at the path, or by that name.
    NotFound,
    /// Several files could be meant.
    Ambiguous,
    /// The path is a folder.
    IsFolder,
    /// The path is a file where a folder is asked for.
    IsFile,
    /// The first line or column asked for comes after the last.
    PastEnd,
    /// The file is not of a kind that can be read.
    Unsupported,
    /// The file is larger than a phone's memory can bear.
    TooLarge,
    /// The host could not read the file.
    Unreadable,
    /// The caller ended the call.
    Cancelled,
    /// A bug in Lectern itself.
    Internal,
}

/// An error reply in the making: the fact, and the next step.
#[derive(Debug, Clone, PartialEq, Eq, Error, Serialize, Tsify)]
#[error("{message}")]
pub struct ToolError {
    /// What went wrong, for programs.
    pub code: ErrorCode,
    /// The fact, with the value given and the value that is true; lower case, one line.
    pub message: String,
    /// The next step, complete enough to copy; one line.
    pub help: String,
    /// The file or folder it is about: its own path in the vault if it was found, else the path as given. Absent for an
    /// error in the arguments, and for a path that no file in a vault can have.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(optional)]
    #[tsify(type = "string")]
    pub path: Option<Box<str>>,
}

/// What to do about a closed path. The same whatever closed it, and whether or not anything is there.
const DENIED_HELP: &str = "do not try other spellings; tell the user if the task needs it";

impl ToolError {
    /// An error with its fact and its next step.
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

    /// What a model reads of it: two lines.
    #[must_use]
    pub fn text(&self) -> String {
        format!("error: {}\nhelp: {}", self.message, self.help)
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
            PathError::ControlCharacter(_) => Self::new(
                ErrorCode::InvalidArguments,
                error.to_string(),
                format!("{help}, such as \"Notes/a.md\"; a file whose name holds such a character has to be renamed"),
            ),
            PathError::Empty | PathError::TooLong(_) | PathError::TooDeep(_) => {
                Self::new(ErrorCode::InvalidArguments, error.to_string(), format!("{help}, such as \"Notes/a.md\""))
            }
            PathError::LeavesVault(given) | PathError::DriveOrUrl(given) => {
                let name = given.rsplit(['/', '\\']).find(|name| !matches!(*name, "" | "." | ".."));
                let name = name.filter(|name| !name.ends_with(':') && !name.starts_with('.')).unwrap_or("Notes/a.md");
                // The vault may hold a folder `C:`, but no path can begin with it.
                let rename = match &error {
                    PathError::DriveOrUrl(_) => "; a folder whose name ends in a colon has to be renamed",
                    _ => "",
                };
                let help = format!("{help}, such as {}{rename}", quoted(name));
                Self::new(ErrorCode::OutsideVault, error.to_string(), help)
            }
        }
    }
}
