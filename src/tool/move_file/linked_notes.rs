//! The notes whose links change because a file moves.

use std::collections::HashMap;

use crate::edit::{EditableText, Hunk, Replacement, hunks, replaced, version, with_accepted};
use crate::path::VaultPath;
use crate::policy::Policy;
use crate::tool::change::{of_journal, proposed};
use crate::vault_links::FileMove;
use crate::wire::{LinkedNote, Write};

/// A note whose links change.
pub(super) struct LinkedDraft {
    /// Where it is before the move.
    pub path: VaultPath,
    before: Vec<u8>,
    editable: EditableText,
    text: String,
    pub hunks: Vec<Hunk>,
    /// How many links have to open each file after the move.
    pub wanted: HashMap<VaultPath, usize>,
}

impl LinkedDraft {
    /// The note at `path` with the content `before`, which is `editable`, changed by `replacements`.
    pub fn new(
        path: &VaultPath,
        before: Vec<u8>,
        editable: EditableText,
        replacements: &[Replacement],
        file: &FileMove,
    ) -> Self {
        let text = replaced(&editable.text, replacements);
        let (hunks, wanted) = (hunks(&editable.text, &text), file.destinations(path, &editable.text));
        Self { path: path.clone(), before, editable, text, hunks, wanted }
    }

    pub fn proposed(&self) -> LinkedNote {
        LinkedNote { path: self.path.to_string(), hunks: proposed(&self.editable.text, &self.text, &self.hunks) }
    }

    /// Both texts, for a diff.
    pub fn texts(&self) -> (&str, &str) {
        (&self.editable.text, &self.text)
    }

    /// What to write after the move; `None` if the rules forbid it now.
    pub fn write(&self, policy: &Policy, file: &FileMove) -> Option<Write> {
        let path = policy.check_writing(file.then(&self.path), Some(&self.before)).ok()?;
        let after = self.editable.encode(&self.text).ok()?;
        let (_, _, lines) = with_accepted(&self.editable.text, &self.hunks, |index| {
            Some(&self.text[self.hunks[index].after_span.clone()])
        });
        Some(Write {
            path,
            before: Some(self.before.clone()),
            version: Some(version(&self.before)),
            new_version: Some(version(&after)),
            after: Some(after),
            replaced: of_journal(&self.editable.text, &lines),
        })
    }
}
