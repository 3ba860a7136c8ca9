//! A call that changes a note: finds and reads it, drafts the change, asks the user, writes.

use std::mem;

use super::draft::Draft;
use super::drafted::Drafted;
use super::link_check::{BothLinks, LinkCheck};
use super::messages::{not_writable, unsupported};
use super::new_file::{beside, is_spelling_of, neighbours, new_path};
use super::older_encoding::{damaged, not_read_back};
use super::proposal::Proposal;
use super::reasons::AGAIN;
use crate::document::Format;
use crate::edit::{Comparison, EditableText, LossCount, NotEditable, version};
use crate::error::{ErrorCode, ToolError};
use crate::path::{VaultPath, quoted};
use crate::policy::{Granted, Policy};
use crate::tool::find::{Find, Finding};
use crate::tool::host::{Answer, Request};
use crate::tool::judge::{Verdict, judge};
use crate::tool::limits::is_readable_size;
use crate::tool::running::{Progress, Running, Shared, Started};
use crate::vault_links::NoteLinks;

/// A call in progress.
pub(in crate::tool) struct ChangeCall {
    pub(super) draft: Box<dyn Draft>,
    /// The path as given.
    pub(super) given: String,
    pub(super) find: Find,
    pub(super) step: ChangeStep,
    pub(super) attempts: u32,
    /// Whether something that models can't see is where a new file is to be made.
    pub(super) is_taken: bool,
    pub(super) files_at_once: usize,
    /// The file, if it is in an older encoding, which only the host can read.
    pub(super) older: Option<Granted>,
}

pub(super) enum ChangeStep {
    Finding,
    Reading(Granted),
    Converting(Granted, Vec<u8>),
    Preparing(Box<Source>),
    RereadingDraft(Box<Drafted>),
    Drafted(Box<Drafted>),
    Comparing(Box<Drafted>, Comparison),
    Measuring(Box<Drafted>, LossCount),
    Compared(Box<Drafted>),
    Warned(Box<Drafted>),
    Judged(Box<Drafted>),
    ReadingLinks(Box<Drafted>, Box<BothLinks>),
    ReadBoth(Box<Drafted>, [NoteLinks; 2]),
    LookingUp(Box<Drafted>, Box<LinkCheck>),
    Checked(Box<Drafted>),
    Described(Box<Drafted>),
    Proposed(Box<Drafted>, Box<Proposal>),
    Approving(Box<Drafted>),
    Accepted(Box<Drafted>),
    RereadingAccepted(Box<Drafted>),
    Encoded(Box<Drafted>),
    Writing(Box<Drafted>),
}

/// The file as it is.
pub(super) struct Source {
    pub(super) path: VaultPath,
    /// `None` if there is none yet.
    pub(super) before: Option<Vec<u8>>,
    pub(super) version: Option<String>,
    pub(super) editable: EditableText,
}

impl ChangeCall {
    /// Starts a call that changes the file `given` as `draft` says.
    pub fn start(given: &str, draft: Box<dyn Draft>, shared: &Shared) -> Result<Started, ToolError> {
        let (find, requests) = find_for(given, &*draft, &shared.policy)?;
        let files_at_once = shared.limits.files_at_once;
        let call = Self {
            draft,
            given: given.to_owned(),
            find,
            step: ChangeStep::Finding,
            attempts: 0,
            is_taken: false,
            files_at_once,
            older: None,
        };
        Ok((Box::new(call), requests))
    }

    /// Starts to look for the file again.
    pub(super) fn find_again(&mut self, policy: &Policy) -> Result<Progress, ToolError> {
        let (find, requests) = find_for(&self.given, &*self.draft, policy)?;
        self.find = find;
        self.step = ChangeStep::Finding;
        Ok(Progress::Ask(requests))
    }

    /// Continues once a file is found, or once it is sure that there is none.
    pub(super) fn found(
        &mut self,
        policy: &Policy,
        finding: Result<Finding, ToolError>,
    ) -> Result<Progress, ToolError> {
        match finding {
            Ok(Finding::Ask(requests)) => {
                self.step = ChangeStep::Finding;
                Ok(Progress::Ask(requests))
            }
            Ok(Finding::Found(file)) => {
                let path = file.granted.path();
                if self.draft.creates() && !is_spelling_of(path, &self.given) {
                    return self.draft_new(policy);
                }
                if !is_readable_size(file.size) {
                    return Err(unsupported(path, "is too large to be changed"));
                }
                self.step = ChangeStep::Reading(file.granted.clone());
                Ok(Progress::Ask(vec![Request::Read(file.granted)]))
            }
            Err(error) if error.code == ErrorCode::NotFound && self.draft.creates() => self.draft_new(policy),
            Err(error) => Err(error),
        }
    }

    /// Drafts a file that does not exist.
    fn draft_new(&mut self, policy: &Policy) -> Result<Progress, ToolError> {
        if let Some(empty) = self.draft.restored() {
            // It had this name before: the rules for new names don't matter.
            return self.propose(policy, VaultPath::parse(&self.given)?, None, empty);
        }
        let path = new_path(&self.given)?;
        match self.find.first_open(policy, |known| neighbours(&path, known)) {
            Ok(neighbour) => self.propose(policy, beside(neighbour.as_ref(), path), None, EditableText::default()),
            Err(reads) => self.found(policy, Ok(reads)),
        }
    }

    /// Drafts the change of `file` with the content `bytes`.
    fn draft_existing(&mut self, policy: &Policy, file: Granted, bytes: Vec<u8>) -> Result<Progress, ToolError> {
        let path = file.path().clone();
        self.older = None;
        match judge(policy, &path, bytes.clone()) {
            Verdict::Closed => {
                self.is_taken |= is_spelling_of(&path, &self.given);
                let finding = self.find.closed(policy, &path);
                return self.found(policy, finding);
            }
            Verdict::Convert(Format::Legacy) => return Ok(self.convert(file, bytes)),
            verdict if verdict.is_editable(&path) => {}
            _ => return Err(unsupported(&path, "is not a plain text file, and can't be changed yet")),
        }
        match EditableText::decode(bytes.clone()) {
            Ok(editable) => self.propose(policy, path, Some(bytes), editable),
            // Its head is UTF-8, what follows is not.
            Err(NotEditable(encoding)) if encoding == "UTF-8" => Ok(self.convert(file, bytes)),
            Err(fault) => Err(damaged(&path, &fault)),
        }
    }

    pub(super) fn propose(
        &mut self,
        policy: &Policy,
        path: VaultPath,
        before: Option<Vec<u8>>,
        editable: EditableText,
    ) -> Result<Progress, ToolError> {
        let given = &self.given;
        let text = before.as_ref().map(|_| editable.text.as_bytes());
        policy.check_writing(&path, text).map_err(|reason| not_writable(given, &reason))?;
        let version = before.as_deref().map(version);
        self.prepare(Box::new(Source { path, before, version, editable }))
    }

    /// Lets the app have its turn before `step`.
    pub(super) fn give_way(&mut self, step: ChangeStep) -> Progress {
        self.step = step;
        Progress::Ask(Vec::new())
    }
}

/// Starts to look for the file `given`, which `draft` may make.
fn find_for(given: &str, draft: &dyn Draft, policy: &Policy) -> Result<(Find, Vec<Request>), ToolError> {
    if draft.creates() { Find::start_at(given, policy) } else { Find::start(given, policy) }
}

impl Running for ChangeCall {
    fn resume(&mut self, shared: &mut Shared, mut answers: Vec<Answer>) -> Result<Progress, ToolError> {
        let policy = &shared.policy;
        let step = match mem::replace(&mut self.step, ChangeStep::Finding) {
            ChangeStep::Finding => {
                let finding = self.find.resume(policy, answers);
                return self.found(policy, finding);
            }
            ChangeStep::LookingUp(drafted, mut check) => {
                check.take(policy, answers);
                return Ok(self.look_up(drafted, check));
            }
            step => step,
        };
        let answer = if answers.is_empty() { Answer::none() } else { answers.swap_remove(0) };
        let failed = |done: &str, answer: Answer| {
            let reason =
                if let Answer::Failed(reason) = answer { reason } else { "the host gave no answer".to_owned() };
            ToolError::unreadable(&quoted(&self.given), done, &reason).about(&self.given)
        };
        match (step, answer) {
            (ChangeStep::Reading(file), Answer::Bytes(bytes)) => self.draft_existing(policy, file, bytes),
            (ChangeStep::Reading(file), Answer::Text(text)) => self.draft_existing(policy, file, text.into_bytes()),
            (ChangeStep::Reading(_), Answer::Missing) => Err(self.find.not_found()),
            (ChangeStep::Converting(file, bytes), Answer::Document(document)) => {
                self.draft_older(policy, file, bytes, document)
            }
            (ChangeStep::Converting(file, _), Answer::Fault(_)) => {
                Err(unsupported(file.path(), "is not text in an encoding that is known, and can't be changed"))
            }
            (ChangeStep::RereadingDraft(drafted), Answer::Document(read)) if read.text == drafted.text => {
                Ok(self.give_way(ChangeStep::Drafted(drafted)))
            }
            (ChangeStep::RereadingAccepted(drafted), Answer::Document(read)) if read.text == drafted.accepted.text => {
                Ok(self.give_way(ChangeStep::Encoded(drafted)))
            }
            (
                ChangeStep::RereadingDraft(drafted) | ChangeStep::RereadingAccepted(drafted),
                Answer::Document(_) | Answer::Fault(_),
            ) => Err(not_read_back(&drafted.path)),
            (
                ChangeStep::Reading(_)
                | ChangeStep::Converting(..)
                | ChangeStep::RereadingDraft(_)
                | ChangeStep::RereadingAccepted(_),
                answer,
            ) => Err(failed("read", answer)),
            (ChangeStep::Preparing(source), _) => self.prepare(source),
            (ChangeStep::Drafted(drafted), _) => {
                let comparison = Comparison::new(&drafted.editable.text, &drafted.text);
                Ok(self.give_way(ChangeStep::Comparing(drafted, comparison)))
            }
            (ChangeStep::Comparing(drafted, comparison), _) => Ok(self.compare(drafted, comparison)),
            (ChangeStep::Measuring(drafted, count), _) => Ok(self.measure(drafted, count)),
            (ChangeStep::Compared(drafted), _) => Ok(self.check(policy, drafted)),
            (ChangeStep::Warned(drafted), _) => Ok(self.judge_reasons(policy, drafted)),
            (ChangeStep::Judged(drafted), _) => {
                let links = Box::new(BothLinks::new(&drafted));
                Ok(self.give_way(ChangeStep::ReadingLinks(drafted, links)))
            }
            (ChangeStep::ReadingLinks(drafted, mut links), _) => Ok(match links.go_on(&drafted) {
                Some(both) => self.give_way(ChangeStep::ReadBoth(drafted, both)),
                None => self.give_way(ChangeStep::ReadingLinks(drafted, links)),
            }),
            (ChangeStep::ReadBoth(drafted, links), _) => self.check_links(policy, drafted, links),
            (ChangeStep::Checked(mut drafted), _) => {
                drafted.describe();
                Ok(self.give_way(ChangeStep::Described(drafted)))
            }
            (ChangeStep::Described(drafted), _) => {
                let mut proposal = Box::new(drafted.proposal());
                if self.attempts > 0 && !self.is_taken {
                    proposal.warnings.push(AGAIN.to_owned());
                }
                Ok(self.give_way(ChangeStep::Proposed(drafted, proposal)))
            }
            (ChangeStep::Proposed(drafted, proposal), _) => {
                self.step = ChangeStep::Approving(drafted);
                Ok(Progress::Ask(vec![Request::Approve(proposal)]))
            }
            (ChangeStep::Approving(drafted), Answer::Decision(decision)) => self.decided(drafted, decision),
            (ChangeStep::Approving(drafted), answer) => {
                let mut error = failed("shown for approval", answer);
                // Why it is asked about.
                for reason in drafted.reasons.iter().chain(&drafted.unreadable) {
                    error.message = format!("{}; {reason}", error.message);
                }
                if drafted.unreadable.is_some() {
                    "mend that, and try again".clone_into(&mut error.help);
                }
                Err(error)
            }
            (ChangeStep::Accepted(mut drafted), _) => {
                drafted.encode(policy).map_err(|reason| self.not_changed(&reason))?;
                Ok(self.encoded(drafted))
            }
            (ChangeStep::Encoded(drafted), _) => self.write(policy, drafted),
            (ChangeStep::Writing(drafted), Answer::Written(written)) => {
                // The file is another one now.
                shared.last_file.clear();
                self.written(&shared.policy, &drafted, &written)
            }
            (_, answer) => Err(failed("written", answer)),
        }
    }
}
