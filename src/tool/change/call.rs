//! A call that changes a note: finds and reads it, drafts the change, asks the user, writes.

use std::ops::ControlFlow;

use super::draft::Draft;
use super::drafted::Drafted;
use super::messages::not_writable;
use super::reasons::AGAIN;
use super::reply::{made, not_made};
use crate::error::{ErrorCode, ToolError};
use crate::path::quoted;
use crate::policy::{Denied, Granted};
use crate::tool::call::Host;
use crate::wire::reply::Reply;
use crate::wire::{Answer, ChangeOutcome, Decision, Request, Written};

/// How often the user is asked again because the note changed meanwhile.
pub(in crate::tool) const MAX_ATTEMPTS: u32 = 3;

/// A call in progress.
pub(super) struct ChangeCall {
    pub host: Host,
    pub draft: Box<dyn Draft>,
    /// The path as given.
    pub given: String,
    /// Whether something that models can't see is where a new file is to be made.
    pub is_taken: bool,
    /// The file, if it is in an older encoding, which only the host can read.
    pub older: Option<Granted>,
}

/// Changes the file `given` as `draft` says.
pub(in crate::tool) async fn change(host: Host, given: String, draft: Box<dyn Draft>) -> Result<Reply, ToolError> {
    let mut call = ChangeCall { host, draft, given, is_taken: false, older: None };
    let mut attempts = 0;
    loop {
        let source = call.source().await?;
        let mut drafted = match call.drafted(source).await? {
            ControlFlow::Continue(drafted) => drafted,
            ControlFlow::Break(unchanged) => return Ok(unchanged),
        };
        call.compare(&mut drafted).await;
        call.check(&mut drafted).await?;
        let decision = call.ask_user(&mut drafted, attempts > 0).await?;
        if let Some(refused) = call.refused(&mut drafted, decision)? {
            return Ok(refused);
        }
        let written = call.write(&mut drafted).await?;
        if written != Written::Outdated {
            return Ok(call.made(&drafted, &written));
        }
        attempts += 1;
        if attempts == MAX_ATTEMPTS {
            return Err(call.keeps_changing(&drafted));
        }
        call.is_taken = drafted.before.is_none();
    }
}

impl ChangeCall {
    /// Asks whether the user approves of `drafted`.
    async fn ask_user(&self, drafted: &mut Drafted, is_again: bool) -> Result<Decision, ToolError> {
        drafted.describe();
        self.host.give_way().await;
        let mut proposal = Box::new(drafted.proposal());
        if is_again && !self.is_taken {
            proposal.warnings.push(AGAIN.to_owned());
        }
        self.host.give_way().await;
        match self.host.ask_one(Request::Approve(proposal)).await {
            Answer::Decision(decision) => Ok(decision),
            answer => {
                let mut error = self.failed("shown for approval", answer);
                // Why it is asked about.
                for reason in drafted.reasons.iter().chain(&drafted.unreadable) {
                    error.message = format!("{}; {reason}", error.message);
                }
                if drafted.unreadable.is_some() {
                    "mend that, and try again".clone_into(&mut error.help);
                }
                Err(error)
            }
        }
    }

    /// Takes what the user decided. Returns the reply if nothing is to be written.
    fn refused(&self, drafted: &mut Drafted, mut decision: Decision) -> Result<Option<Reply>, ToolError> {
        drafted.host_warnings = decision.warnings.take().unwrap_or_default();
        if decision.outcome == ChangeOutcome::Accepted && drafted.is_taken {
            return Err(Denied(self.given.clone()).into());
        }
        let comment = decision.comment.take().filter(|comment| !comment.trim().is_empty());
        let is_whole = self.draft.is_whole();
        if decision.outcome == ChangeOutcome::Accepted
            && drafted.accept(&decision, comment.clone(), is_whole).map_err(|reason| self.not_changed(&reason))?
        {
            return Ok(None);
        }
        let change = drafted.change(decision.outcome.of_refusal());
        Ok(Some(not_made(drafted.path.as_str(), &drafted.all_warnings(), comment.as_deref(), change)))
    }

    /// Writes what the user accepted, unless the rules have changed meanwhile.
    async fn write(&self, drafted: &mut Drafted) -> Result<Written, ToolError> {
        self.host.give_way().await;
        drafted.encode(&self.host.policy()).map_err(|reason| self.not_changed(&reason))?;
        self.check_accepted(drafted).await?;
        self.host.give_way().await;
        let path = self.host.policy().check_writing(&drafted.path, drafted.text_before());
        let path = path.map_err(|reason| not_writable(&self.given, &reason))?;
        match self.host.ask_one(Request::Write(Box::new(drafted.write(path)))).await {
            Answer::Written(written) => {
                // The file is another one now.
                self.host.shared(|shared| shared.last_file.clear());
                Ok(written)
            }
            answer => Err(self.failed("written", answer)),
        }
    }

    fn made(&self, drafted: &Drafted, written: &Written) -> Reply {
        let mut change = drafted.change(ChangeOutcome::Accepted);
        let mut now = drafted.editable.clone();
        now.text.clone_from(&drafted.accepted.text);
        change.journal = self.draft.journal(drafted.version.as_deref(), &now);
        change.overwritten = *written == Written::Overwritten;
        made(&drafted.told(change.overwritten), change)
    }

    fn keeps_changing(&self, drafted: &Drafted) -> ToolError {
        // A file that exists but is not found is excluded by its content.
        if drafted.before.is_none() {
            return Denied(self.given.clone()).into();
        }
        ToolError::new(
            ErrorCode::Outdated,
            format!("{} keeps changing", quoted(&self.given)),
            "tell the user, who may have it open in another program",
        )
    }

    fn not_changed(&self, reason: &str) -> ToolError {
        self.failed("changed", Answer::Failed(reason.to_owned()))
    }

    /// The error for an `answer` without what was asked for: the file could not be `done`.
    pub(super) fn failed(&self, done: &str, answer: Answer) -> ToolError {
        ToolError::unreadable(&quoted(&self.given), done, &answer.reason()).about(&self.given)
    }
}
