//! Drafts: what a tool wants to make of a file.

use crate::edit::EditableText;
use crate::error::ToolError;
use crate::path::VaultPath;

/// The file that a draft changes.
pub(in crate::tool) struct Target<'t> {
    pub path: &'t VaultPath,
    /// Its text; `None` if there is no file yet.
    pub text: Option<&'t EditableText>,
    /// Its version; `None` if there is no file yet.
    pub version: Option<&'t str>,
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
    fn creates(&self) -> bool;

    /// What `target` becomes.
    ///
    /// # Errors
    /// Why it cannot be made, and what to do instead.
    fn draft(&self, target: &Target<'_>) -> Result<Outcome, ToolError>;
}
