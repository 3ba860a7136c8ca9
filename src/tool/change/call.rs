//! A call that changes a note: finds and reads it, drafts the change, asks the user, writes.

use std::mem;

use super::draft::{Draft, Outcome, Target};
use super::drafted::{Drafted, EXCLUDES};
use super::link_check::{BothLinks, LinkCheck};
use super::messages::{not_writable, unsupported};
use super::new_file::{is_spelling_of, new_path};
use super::proposal::{ChangeMade, ChangeOutcome, Proposal};
use super::reply::not_made;
use crate::document::kind::{self, FileKind};
use crate::document::{Format, drawing_data};
use crate::edit::{Comparison, EditableText, NotEditable, version, warnings};
use crate::error::{ErrorCode, ToolError};
use crate::path::{VaultPath, quoted};
use crate::policy::Policy;
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
    files_at_once: usize,
}

pub(super) enum ChangeStep {
    Finding,
    Reading(VaultPath),
    Drafted(Box<Drafted>),
    Comparing(Box<Drafted>, Comparison),
    Compared(Box<Drafted>),
    Warned(Box<Drafted>),
    ReadingLinks(Box<Drafted>, Box<BothLinks>),
    ReadBoth(Box<Drafted>, [NoteLinks; 2]),
    LookingUp(Box<Drafted>, Box<LinkCheck>),
    Checked(Box<Drafted>),
    Described(Box<Drafted>),
    Proposed(Box<Drafted>, Box<Proposal>),
    Approving(Box<Drafted>),
    Accepted(Box<Drafted>),
    Encoded(Box<Drafted>),
    Writing(Box<Drafted>),
}

impl ChangeCall {
    /// Starts a call that changes the file `given` as `draft` says.
    pub fn start(given: &str, draft: Box<dyn Draft>, shared: &Shared) -> Result<Started, ToolError> {
        let (find, requests) = Find::start(given, &shared.policy)?;
        let files_at_once = shared.limits.files_at_once;
        let call = Self { draft, given: given.to_owned(), find, step: ChangeStep::Finding, attempts: 0, files_at_once };
        Ok((Box::new(call), requests))
    }

    /// Continues once a file is found, or once it is sure that there is none.
    fn found(&mut self, policy: &Policy, finding: Result<Finding, ToolError>) -> Result<Progress, ToolError> {
        match finding {
            Ok(Finding::Ask(requests)) => {
                self.step = ChangeStep::Finding;
                Ok(Progress::Ask(requests))
            }
            Ok(Finding::Found(file)) => {
                let path = file.granted.path().clone();
                if self.draft.creates() && !is_spelling_of(&path, &self.given) {
                    return self.draft_new(policy);
                }
                if !is_readable_size(file.size) {
                    return Err(unsupported(&path, "is too large to be changed"));
                }
                self.step = ChangeStep::Reading(path);
                Ok(Progress::Ask(vec![Request::Read(file.granted)]))
            }
            Err(error) if error.code == ErrorCode::NotFound && self.draft.creates() => self.draft_new(policy),
            Err(error) => Err(error),
        }
    }

    /// Drafts a file that does not exist.
    fn draft_new(&mut self, policy: &Policy) -> Result<Progress, ToolError> {
        let path = new_path(&self.given, self.find.known().iter())?;
        self.propose(policy, path, None, EditableText::default())
    }

    /// Drafts the change of the file at `path` with the content `bytes`.
    fn draft_existing(&mut self, policy: &Policy, path: VaultPath, bytes: Vec<u8>) -> Result<Progress, ToolError> {
        match judge(policy, &path, bytes.clone()) {
            Verdict::Closed => {
                let finding = self.find.closed(policy, &path);
                return self.found(policy, finding);
            }
            verdict if verdict.is_editable(&path) => {}
            _ => return Err(unsupported(&path, "is not a plain text file, and can't be changed yet")),
        }
        let editable = EditableText::decode(bytes.clone()).map_err(|NotEditable(encoding)| {
            unsupported(&path, &format!("is not valid {encoding}, and would be damaged"))
        })?;
        self.propose(policy, path, Some(bytes), editable)
    }

    fn propose(
        &mut self,
        policy: &Policy,
        path: VaultPath,
        before: Option<Vec<u8>>,
        editable: EditableText,
    ) -> Result<Progress, ToolError> {
        let given = &self.given;
        policy.check_writing(&path, before.as_deref()).map_err(|reason| not_writable(given, &reason))?;
        let now = before.as_deref().map(version);
        let target = Target { path: &path, text: before.as_ref().map(|_| &editable), version: now.as_deref() };
        let (text, is_trashed) = match self.draft.draft(&target)? {
            Outcome::Text(text) => (text, false),
            Outcome::Trashed => (String::new(), true),
        };
        if let Some(bytes) = &before
            && !is_trashed
            && kind::of(path.as_str(), bytes) == FileKind::Document(Format::Excalidraw)
            && drawing_data(&editable.text) != drawing_data(&text)
        {
            return Err(unsupported(&path, "is a drawing, whose data this would change; only Excalidraw can"));
        }
        let is_done = before.is_some() && text == editable.text && !is_trashed;
        let drafted = Box::new(Drafted::new(path, (before, now), editable, text, is_trashed));
        if is_done {
            let change = ChangeMade { diff: String::new(), ..drafted.change(ChangeOutcome::Unchanged) };
            return Ok(Progress::Done(not_made(drafted.path.as_str(), &[], None, change)));
        }
        Ok(self.give_way(ChangeStep::Drafted(drafted)))
    }

    /// Lets the app have its turn before `step`.
    pub(super) fn give_way(&mut self, step: ChangeStep) -> Progress {
        self.step = step;
        Progress::Ask(Vec::new())
    }

    /// Compares more of the texts; then there are hunks.
    fn compare(&mut self, mut drafted: Box<Drafted>, mut comparison: Comparison) -> Progress {
        match comparison.step(&drafted.editable.text, &drafted.text) {
            Some(hunks) => {
                drafted.hunks = hunks;
                self.give_way(ChangeStep::Compared(drafted))
            }
            None => self.give_way(ChangeStep::Comparing(drafted, comparison)),
        }
    }

    /// Finds what the user should know.
    fn check(&mut self, policy: &Policy, mut drafted: Box<Drafted>) -> Progress {
        let Drafted { path, editable, text, is_trashed, hunks, .. } = &*drafted;
        if !is_trashed {
            let mut notes = warnings(path.is_note(), &editable.text, text, hunks);
            if policy.closes_content(path, text.as_bytes()) {
                notes.push(EXCLUDES.to_owned());
            }
            drafted.warnings = notes;
        }
        let is_needed = LinkCheck::is_needed(&drafted);
        self.give_way(if is_needed { ChangeStep::Warned(drafted) } else { ChangeStep::Checked(drafted) })
    }

    /// Begins to look up links.
    fn check_links(
        &mut self,
        policy: &Policy,
        drafted: Box<Drafted>,
        links: [NoteLinks; 2],
    ) -> Result<Progress, ToolError> {
        match LinkCheck::start(policy, &drafted, links)? {
            Some(check) => Ok(self.look_up(drafted, Box::new(check))),
            None => Ok(self.give_way(ChangeStep::Checked(drafted))),
        }
    }

    /// Asks for what has to be known of links.
    fn look_up(&mut self, mut drafted: Box<Drafted>, mut check: Box<LinkCheck>) -> Progress {
        let requests = check.ask(self.files_at_once);
        if requests.is_empty() {
            drafted.warnings.extend(check.end());
            return self.give_way(ChangeStep::Checked(drafted));
        }
        self.step = ChangeStep::LookingUp(drafted, check);
        Progress::Ask(requests)
    }
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
            (ChangeStep::Reading(path), Answer::Bytes(bytes)) => self.draft_existing(policy, path, bytes),
            (ChangeStep::Reading(path), Answer::Text(text)) => self.draft_existing(policy, path, text.into_bytes()),
            (ChangeStep::Reading(_), Answer::Missing) => Err(self.find.not_found()),
            (ChangeStep::Reading(_), answer) => Err(failed("read", answer)),
            (ChangeStep::Drafted(drafted), _) => {
                let comparison = Comparison::new(&drafted.editable.text, &drafted.text);
                Ok(self.give_way(ChangeStep::Comparing(drafted, comparison)))
            }
            (ChangeStep::Comparing(drafted, comparison), _) => Ok(self.compare(drafted, comparison)),
            (ChangeStep::Compared(drafted), _) => Ok(self.check(policy, drafted)),
            (ChangeStep::Warned(drafted), _) => {
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
                let proposal = Box::new(drafted.proposal());
                Ok(self.give_way(ChangeStep::Proposed(drafted, proposal)))
            }
            (ChangeStep::Proposed(drafted, proposal), _) => {
                self.step = ChangeStep::Approving(drafted);
                Ok(Progress::Ask(vec![Request::Approve(proposal)]))
            }
            (ChangeStep::Approving(drafted), Answer::Decision(decision)) => self.decided(drafted, decision),
            (ChangeStep::Approving(_), answer) => Err(failed("shown for approval", answer)),
            (ChangeStep::Accepted(mut drafted), _) => {
                drafted.encode(policy).map_err(|reason| self.not_changed(&reason))?;
                Ok(self.give_way(ChangeStep::Encoded(drafted)))
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
