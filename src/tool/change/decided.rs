//! What follows the user's decision about a change: it is written, or it is not.

use super::call::{ChangeCall, ChangeStep};
use super::drafted::Drafted;
use super::messages::not_writable;
use super::proposal::{ChangeOutcome, Decision, Written};
use super::reply::{made, not_made};
use crate::error::{ErrorCode, ToolError};
use crate::path::quoted;
use crate::policy::{Denied, Policy};
use crate::tool::host::Request;
use crate::tool::running::Progress;

/// How often the user is asked again because the note changed meanwhile.
const MAX_ATTEMPTS: u32 = 3;

impl ChangeCall {
    /// Takes what the user decided.
    pub(super) fn decided(&mut self, mut drafted: Box<Drafted>, mut decision: Decision) -> Result<Progress, ToolError> {
        drafted.host_warnings = decision.warnings.take().unwrap_or_default();
        if decision.outcome == ChangeOutcome::Accepted && drafted.is_taken {
            return Err(Denied(self.given.clone()).into());
        }
        let comment = decision.comment.take().filter(|comment| !comment.trim().is_empty());
        let is_whole = self.draft.is_whole();
        if decision.outcome == ChangeOutcome::Accepted
            && drafted.accept(&decision, comment.clone(), is_whole).map_err(|reason| self.not_changed(&reason))?
        {
            return Ok(self.give_way(ChangeStep::Accepted(drafted)));
        }
        let change = drafted.change(decision.outcome.of_refusal());
        Ok(Progress::Done(not_made(drafted.path.as_str(), &drafted.all_warnings(), comment.as_deref(), change)))
    }

    /// Writes what the user accepted, unless the rules have changed meanwhile.
    pub(super) fn write(&mut self, policy: &Policy, mut drafted: Box<Drafted>) -> Result<Progress, ToolError> {
        let given = &self.given;
        let path = policy
            .check_writing(&drafted.path, drafted.text_before())
            .map_err(|reason| not_writable(given, &reason))?;
        let write = drafted.write(path);
        self.step = ChangeStep::Writing(drafted);
        Ok(Progress::Ask(vec![Request::Write(Box::new(write))]))
    }

    pub(super) fn not_changed(&self, reason: &str) -> ToolError {
        ToolError::unreadable(&quoted(&self.given), "changed", reason).about(&self.given)
    }

    pub(super) fn written(
        &mut self,
        policy: &Policy,
        drafted: &Drafted,
        written: &Written,
    ) -> Result<Progress, ToolError> {
        if *written == Written::Outdated {
            self.attempts += 1;
            if self.attempts < MAX_ATTEMPTS {
                self.is_taken = drafted.before.is_none();
                return self.find_again(policy);
            }
            // A file that exists but is not found is excluded by its content.
            return Err(match drafted.before {
                None => Denied(self.given.clone()).into(),
                Some(_) => ToolError::new(
                    ErrorCode::Outdated,
                    format!("{} keeps changing", quoted(&self.given)),
                    "tell the user, who may have it open in another program",
                ),
            });
        }
        let mut change = drafted.change(ChangeOutcome::Accepted);
        let mut now = drafted.editable.clone();
        now.text.clone_from(&drafted.accepted.text);
        change.journal = self.draft.journal(drafted.version.as_deref(), &now);
        change.overwritten = *written == Written::Overwritten;
        Ok(Progress::Done(made(&drafted.told(change.overwritten), change)))
    }
}
