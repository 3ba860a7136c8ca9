//! What the user accepted of a drafted change, as it was proposed or edited.

use std::borrow::Cow;

use super::drafted::{Accepted, Drafted, EXCLUDES, of_journal};
use super::messages::WHOLE;
use crate::edit::{Hunk, edited_lines, version, warnings, with_accepted};
use crate::policy::{Policy, Writable};
use crate::wire::{Decision, Write};

/// What becomes of each hunk: its new lines, borrowed if they are those that were proposed, or `None` if it is rejected.
type Chosen<'d> = Vec<Option<Cow<'d, str>>>;

impl Drafted {
    /// Takes what the user accepted. Returns whether there is anything to write.
    ///
    /// # Errors
    /// Why the decision does not fit.
    pub fn accept(&mut self, decision: &Decision, comment: Option<String>, is_whole: bool) -> Result<bool, String> {
        let chosen = self.chosen(decision, self.is_trashed || is_whole)?;
        if !chosen.is_empty() && chosen.iter().all(Option::is_none) {
            return Ok(false);
        }
        let rejected = (0..).zip(&chosen).filter(|(_, lines)| lines.is_none()).map(|(index, _)| index).collect();
        let accepted = chosen.iter().flatten().enumerate();
        let edited: Vec<_> =
            accepted.filter(|(_, lines)| matches!(lines, Cow::Owned(_))).map(|(index, _)| index).collect();
        let (text, hunks, replacements) =
            with_accepted(&self.editable.text, &self.hunks, |index| chosen[index].as_deref());
        if !edited.is_empty() && text == self.editable.text {
            // The edits undo each other: one hunk adds the line that another removes.
            return Ok(false);
        }
        self.accepted = Accepted { text, hunks, replacements, rejected, edited, comment, ..Accepted::default() };
        Ok(true)
    }

    fn chosen(&self, decision: &Decision, is_whole: bool) -> Result<Chosen<'_>, String> {
        let edits = decision.edited.as_deref().unwrap_or_default();
        if is_whole && !edits.is_empty() {
            return Err(WHOLE.to_owned());
        }
        let count = self.hunks.len();
        let mut is_accepted = vec![is_whole || decision.hunks.is_none(); count];
        for &index in decision.hunks.iter().flatten() {
            if let Some(is_accepted) = is_accepted.get_mut(index as usize) {
                *is_accepted = true;
            }
        }
        let mut texts = vec![None; count];
        for edit in edits {
            let text = texts.get_mut(edit.hunk as usize);
            let text = text.ok_or_else(|| format!("there is no hunk {} to edit, there are {count}", edit.hunk))?;
            if text.replace(&*edit.text).is_some() {
                return Err(format!("hunk {} is edited twice", edit.hunk));
            }
        }
        let (before, after) = (&*self.editable.text, &*self.text);
        let lines = |((hunk, is_accepted), text): ((&Hunk, bool), Option<&str>)| match text {
            _ if !is_accepted => None,
            None => Some(Cow::Borrowed(&after[hunk.after_span.clone()])),
            Some(text) => edited_lines(hunk, before, after, text),
        };
        Ok(self.hunks.iter().zip(is_accepted).zip(texts).map(lines).collect())
    }

    /// Makes the bytes of what was accepted, and checks what the user edited.
    ///
    /// # Errors
    /// Why they can't be made.
    pub fn encode(&mut self, policy: &Policy) -> Result<(), String> {
        if self.is_trashed {
            return Ok(());
        }
        let Accepted { text, hunks, edited, .. } = &self.accepted;
        let bytes = self.editable.encode(text).map_err(|fault| fault.to_string())?;
        if !edited.is_empty() {
            if self.editable.reads_back(&bytes, text) == Some(false) {
                return Err("the edited text would not be read back as it is".to_owned());
            }
            let is_excluded = policy.closes_content(&self.path, text.as_bytes());
            let faults = || warnings(self.path.is_note(), &self.editable.text, text, hunks);
            self.faults = if is_excluded { vec![EXCLUDES.to_owned()] } else { faults() };
            (self.reasons, self.remarks) = (Vec::new(), Vec::new());
            self.accepted.is_excluded = is_excluded;
        }
        let is_all = self.accepted.is_all();
        self.accepted.version = if is_all { self.new_version.clone() } else { Some(version(&bytes)) };
        self.accepted.bytes = Some(bytes);
        Ok(())
    }

    /// What has to be written at `path`.
    pub fn write(&mut self, path: Writable) -> Write {
        Write {
            path,
            before: self.before.clone(),
            version: self.version.clone(),
            new_version: self.accepted.version.clone(),
            after: self.accepted.bytes.take(),
            replaced: of_journal(&self.editable.text, &self.accepted.replacements),
        }
    }
}
