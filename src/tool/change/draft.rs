//! Drafts: what a tool wants to make of a file.

use super::messages::outdated;
use crate::edit::EditableText;
use crate::error::ToolError;
use crate::path::VaultPath;
use crate::wire::Made;

/// The file that a draft changes.
pub(in crate::tool) struct Target<'t> {
    pub path: &'t VaultPath,
    /// Its text; `None` if there is no file yet.
    pub text: Option<&'t EditableText>,
    /// Its version; `None` if there is no file yet.
    pub version: Option<&'t str>,
}

impl Target<'_> {
    /// Fails if a call `expect`s another version of the file.
    pub fn check_version(&self, expect: Option<&str>) -> Result<(), ToolError> {
        let version = self.version.unwrap_or_default();
        match expect.filter(|&expect| expect != version) {
            Some(expect) => Err(outdated(self.path.as_str(), Some(expect), version)),
            None => Ok(()),
        }
    }
}

/// What a file becomes.
pub(in crate::tool) enum Outcome {
    /// It has this text. The text that it has already means that nothing is left to do.
    Text(String),
    /// It is moved to the trash.
    Trashed,
}

/// What a tool wants to make of a file.
pub(in crate::tool) trait Draft {
    /// Whether it may make a new file.
    fn creates(&self) -> bool {
        false
    }

    /// For a draft that brings back a file: an empty file of its encoding. The file gets the path that was given, as it is.
    fn restored(&self) -> Option<EditableText> {
        None
    }

    /// Whether it is accepted as a whole or not at all.
    fn is_whole(&self) -> bool {
        false
    }

    /// Does a part of the work; called again, with the app's turn between, until it returns true.
    ///
    /// # Errors
    /// As for [`Draft::draft`].
    fn prepare(&mut self, _target: &Target<'_>) -> Result<bool, ToolError> {
        Ok(true)
    }

    /// What `target` becomes.
    ///
    /// # Errors
    /// Why it cannot be made, and what to do instead.
    fn draft(&self, target: &Target<'_>) -> Result<Outcome, ToolError>;

    /// For a draft that undoes a change: what the journal keeps instead of it and of all later changes, once the file, whose
    /// version was `before`, is `after`. `None` if that is not certain.
    fn journal(&self, _before: Option<&str>, _after: &EditableText) -> Option<Vec<Made>> {
        None
    }
}
