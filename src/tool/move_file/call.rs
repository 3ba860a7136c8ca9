//! A call of `move_file`: finds the file, reads all notes for their links, asks the user, moves, and checks the links.

use std::collections::VecDeque;
use std::mem;

use super::link_scan::{LinkScan, Scanned};
use super::linked_notes::LinkedDraft;
use super::new_place::{folder_at, free_place, new_place};
use super::proposed::Proposed;
use crate::document::Format;
use crate::edit::version;
use crate::error::{ErrorCode, ToolError};
use crate::note::has_alias;
use crate::path::{VaultPath, quoted};
use crate::policy::{Denied, Granted, PathKind, Policy};
use crate::tool::change::{AGAIN, ChangeOutcome, Decision, Move, WHOLE, Written, not_made, not_writable, outdated};
use crate::tool::find::{Find, Finding};
use crate::tool::host::{Answer, Request};
use crate::tool::judge::{Verdict, judge};
use crate::tool::limits::is_readable_size;
use crate::tool::running::{Progress, Running, Shared, Started};
use crate::tool::undo::{MovedBack, Undo};
use crate::vault_links::{Anchors, FileMove};

/// How often the user is asked again because something changed meanwhile.
const MAX_ATTEMPTS: u32 = 3;

/// A call in progress.
pub(in crate::tool) struct MoveCall {
    given: String,
    to: String,
    expect: Option<String>,
    /// Whether this takes an earlier move back, to the file's exact path.
    is_back: bool,
    /// What that move changed in other notes, unless the host updates links.
    restores: Option<Vec<Undo>>,
    find: Find,
    step: MoveStep,
    attempts: u32,
    /// The version that was moved last, if another attempt is needed.
    last_version: Option<String>,
}

enum MoveStep {
    Finding,
    Reading(VaultPath),
    Scanning(Box<LinkScan>, Moving),
    /// Asks whether there is a folder at the new path.
    Looking(Box<Scanned>, Moving),
    /// Reads again, as bytes, the notes whose links may change; the last are still to be asked for.
    Drafting(Box<Proposed>, Vec<Granted>, VecDeque<Granted>),
    Approving(Box<Proposed>),
    Moving(Box<Proposed>),
    Checking(Box<Proposed>, Vec<usize>, Written),
}

/// The file that moves, while notes are read.
struct Moving {
    from: VaultPath,
    to: VaultPath,
    bytes: Vec<u8>,
    anchors: Anchors,
    /// See [`FileMove`].
    keeps_name: bool,
}

impl MoveCall {
    /// Starts a call that moves the file `given` to `to`.
    pub fn start(given: &str, to: &str, expect: Option<&str>, shared: &Shared) -> Result<Started, ToolError> {
        let (call, requests) = Self::new(given, to, shared)?;
        Ok((Box::new(Self { expect: expect.map(str::to_owned), ..call }), requests))
    }

    /// Starts a call that takes a move of the file now at `path` back. If `back` has what the move changed in notes with
    /// links, no other notes are changed.
    pub fn start_back(path: &str, back: MovedBack, shared: &Shared) -> Result<Started, ToolError> {
        let (call, requests) = Self::new(path, &back.to, shared)?;
        Ok((Box::new(Self { is_back: true, restores: back.linked, ..call }), requests))
    }

    fn new(given: &str, to: &str, shared: &Shared) -> Result<(Self, Vec<Request>), ToolError> {
        let (find, requests) = Find::start(given, &shared.policy)?;
        let call = Self {
            given: given.to_owned(),
            to: to.to_owned(),
            expect: None,
            is_back: false,
            restores: None,
            find,
            step: MoveStep::Finding,
            attempts: 0,
            last_version: None,
        };
        Ok((call, requests))
    }

    fn found(&mut self, finding: Finding) -> Result<Progress, ToolError> {
        match finding {
            Finding::Ask(requests) => {
                self.step = MoveStep::Finding;
                Ok(Progress::Ask(requests))
            }
            Finding::Found(file) if !is_readable_size(file.size) => {
                let message = format!("{} is too large to be moved", quoted(&self.given));
                Err(ToolError::new(ErrorCode::Unsupported, message, "tell the user to move it").about(&self.given))
            }
            Finding::Found(file) => {
                self.step = MoveStep::Reading(file.granted.path().clone());
                Ok(Progress::Ask(vec![Request::Read(file.granted)]))
            }
        }
    }

    /// Takes the content of the file, and starts to list the vault.
    fn read(&mut self, shared: &Shared, path: VaultPath, bytes: Vec<u8>) -> Result<Progress, ToolError> {
        let policy = &shared.policy;
        let note = match judge(policy, &path, bytes.clone()) {
            Verdict::Closed => {
                let finding = self.find.closed(policy, &path)?;
                return self.found(finding);
            }
            Verdict::Text(text) if path.is_note() => text.into_string(),
            Verdict::Convert(Format::Excalidraw) if path.is_note() => String::from_utf8_lossy(&bytes).into_owned(),
            _ => String::new(),
        };
        policy.check_writing(&path, Some(&bytes)).map_err(|reason| not_writable(&self.given, &reason))?;
        let version = version(&bytes);
        if let Some(expect) = self.expect.as_deref().filter(|&expect| expect != version) {
            return Err(outdated(path.as_str(), Some(expect), &version));
        }
        let to = new_place(&self.to, &path)?;
        let mut scan = Box::new(LinkScan::new(policy, &path, &to)?);
        let requests = scan.ask(shared.limits.files_at_once);
        let name = path.segments().last().and_then(|name| name.rsplit_once('.')).map_or("", |(stem, _)| stem);
        let (anchors, keeps_name) = (Anchors::of(&note), has_alias(note.as_bytes(), name));
        self.step = MoveStep::Scanning(scan, Moving { from: path, to, bytes, anchors, keeps_name });
        Ok(Progress::Ask(requests))
    }

    /// Takes some of the notes; after the last, reads again those whose links may change.
    fn scanned(
        &mut self,
        shared: &Shared,
        (mut scan, moving): (Box<LinkScan>, Moving),
        answers: Vec<Answer>,
    ) -> Result<Progress, ToolError> {
        let policy = &shared.policy;
        scan.take(policy, answers).map_err(|reason| self.unreadable("listed", &reason))?;
        let requests = scan.ask(shared.limits.files_at_once);
        if !requests.is_empty() {
            self.step = MoveStep::Scanning(scan, moving);
            return Ok(Progress::Ask(requests));
        }
        let scanned = Box::new(scan.end());
        // What is undone goes back to its path.
        let folder = if self.is_back { None } else { folder_at(&self.to, policy)? };
        match folder.map(|folder| (scanned.has_folder(folder.path()), folder)) {
            None | Some((Some(false), _)) => self.placed(shared, *scanned, moving, false),
            Some((Some(true), _)) => self.placed(shared, *scanned, moving, true),
            Some((None, folder)) => {
                self.step = MoveStep::Looking(scanned, moving);
                Ok(Progress::Ask(vec![Request::Stat(folder)]))
            }
        }
    }

    /// Starts to read again the notes whose links may change. `into`: whether there is a folder at the new path.
    fn placed(&mut self, shared: &Shared, scanned: Scanned, moving: Moving, into: bool) -> Result<Progress, ToolError> {
        let policy = &shared.policy;
        let Moving { from, to, bytes, anchors, keeps_name } = moving;
        let to = if into { new_place(&format!("{}/", self.to.trim()), &from)? } else { to };
        let to = free_place(&to, &from, &scanned.files, &scanned.paths)?;
        policy.check_writing(&to, Some(&bytes)).map_err(|reason| not_writable(&self.to, &reason))?;
        let mut file = FileMove::new(from, to, scanned.files);
        file.keeps_name = keeps_name;
        Ok(self.draft(shared, Box::new(Proposed::new(policy, file, bytes, anchors)), scanned.linked.into()))
    }

    /// Reads the next of the notes `waiting`; after the last, asks the user.
    fn draft(&mut self, shared: &Shared, proposed: Box<Proposed>, mut waiting: VecDeque<Granted>) -> Progress {
        let asked: Vec<_> = waiting.drain(..waiting.len().min(shared.limits.files_at_once)).collect();
        if asked.is_empty() {
            let mut proposal = proposed.proposal();
            if self.attempts > 0 {
                proposal.warnings.push(AGAIN.to_owned());
            }
            self.step = MoveStep::Approving(proposed);
            return Progress::Ask(vec![Request::Approve(Box::new(proposal))]);
        }
        let requests = asked.iter().cloned().map(Request::Read).collect();
        self.step = MoveStep::Drafting(proposed, asked, waiting);
        Progress::Ask(requests)
    }

    /// Moves the file if the user accepted it, unless the rules have changed meanwhile.
    fn decided(
        &mut self,
        policy: &Policy,
        mut proposed: Box<Proposed>,
        mut decision: Decision,
    ) -> Result<Progress, ToolError> {
        proposed.host_warnings = decision.warnings.take().unwrap_or_default();
        let comment = decision.comment.filter(|comment| !comment.trim().is_empty());
        if decision.outcome != ChangeOutcome::Accepted {
            let outcome = decision.outcome.of_refusal();
            let change = proposed.change(outcome);
            let (path, warnings) = (proposed.file.from.as_str(), proposed.warnings());
            return Ok(Progress::Done(not_made(path, &warnings, comment.as_deref(), change)));
        }
        if decision.edited.is_some_and(|edits| !edits.is_empty()) {
            return Err(self.unreadable("moved", WHOLE));
        }
        let (file, bytes) = (&proposed.file, &proposed.bytes);
        let writable = |path: &VaultPath, given: &str| {
            policy.check_writing(path, Some(bytes)).map_err(|reason| not_writable(given, &reason))
        };
        let request = Request::Move(Box::new(Move {
            path: writable(&file.from, &self.given)?,
            to: writable(&file.to, &self.to)?,
            before: bytes.clone(),
            version: version(bytes),
            links: proposed.linked.iter().filter_map(|note| note.write(policy, file)).collect(),
        }));
        proposed.comment = comment;
        self.step = MoveStep::Moving(proposed);
        Ok(Progress::Ask(vec![request]))
    }

    /// Starts over if something has changed; otherwise reads the notes again whose links changed.
    fn moved(&mut self, policy: &Policy, proposed: Box<Proposed>, written: Written) -> Result<Progress, ToolError> {
        if written == Written::Outdated {
            let version = Some(version(&proposed.bytes));
            let is_same = mem::replace(&mut self.last_version, version.clone()) == version;
            self.attempts += 1;
            if self.attempts < MAX_ATTEMPTS {
                let (find, requests) = Find::start(&self.given, policy)?;
                self.find = find;
                self.step = MoveStep::Finding;
                return Ok(Progress::Ask(requests));
            }
            if !is_same {
                let help = "tell the user, who may have it open in another program";
                return Err(ToolError::new(
                    ErrorCode::Outdated,
                    format!("{} keeps changing", quoted(&self.given)),
                    help,
                ));
            }
            // Something is at the new path that is not listed: it is excluded by its content.
            return Err(Denied(self.to.clone()).into());
        }
        let granted = |note: &LinkedDraft| policy.check_as(proposed.file.then(&note.path), PathKind::File).ok();
        let notes = proposed.linked.iter().enumerate().filter_map(|(index, note)| Some((index, granted(note)?)));
        let (indices, requests) = notes.map(|(index, note)| (index, Request::Read(note))).unzip();
        self.step = MoveStep::Checking(proposed, indices, written);
        Ok(Progress::Ask(requests))
    }

    fn unreadable(&self, done: &str, reason: &str) -> ToolError {
        ToolError::unreadable(&quoted(&self.given), done, reason).about(&self.given)
    }
}

impl Running for MoveCall {
    fn resume(&mut self, shared: &mut Shared, mut answers: Vec<Answer>) -> Result<Progress, ToolError> {
        let policy = &shared.policy;
        let step = match mem::replace(&mut self.step, MoveStep::Finding) {
            MoveStep::Finding => {
                let finding = self.find.resume(policy, answers)?;
                return self.found(finding);
            }
            MoveStep::Scanning(scan, moving) => return self.scanned(shared, (scan, moving), answers),
            MoveStep::Drafting(mut proposed, notes, waiting) => {
                for (note, answer) in notes.iter().zip(answers) {
                    proposed.take(policy, note.path(), answer, self.restores.as_deref());
                }
                return Ok(self.draft(shared, proposed, waiting));
            }
            MoveStep::Checking(proposed, indices, written) => {
                return Ok(Progress::Done(proposed.checked(policy, &indices, &written, answers)));
            }
            step => step,
        };
        let answer = if answers.is_empty() { Answer::none() } else { answers.swap_remove(0) };
        let failed = |done: &str, answer: Answer| {
            let reason =
                if let Answer::Failed(reason) = answer { reason } else { "the host gave no answer".to_owned() };
            self.unreadable(done, &reason)
        };
        match (step, answer) {
            (MoveStep::Reading(path), Answer::Bytes(bytes)) => self.read(shared, path, bytes),
            (MoveStep::Reading(path), Answer::Text(text)) => self.read(shared, path, text.into_bytes()),
            (MoveStep::Reading(_), Answer::Missing) => Err(self.find.not_found()),
            (MoveStep::Reading(_), answer) => Err(failed("read", answer)),
            // A link to a folder may be another spelling of it.
            (MoveStep::Looking(scanned, moving), Answer::Folder | Answer::Moved(_)) => {
                self.placed(shared, *scanned, moving, true)
            }
            (MoveStep::Looking(scanned, moving), _) => self.placed(shared, *scanned, moving, false),
            (MoveStep::Approving(proposed), Answer::Decision(decision)) => self.decided(policy, proposed, decision),
            (MoveStep::Approving(_), answer) => Err(failed("shown for approval", answer)),
            (MoveStep::Moving(proposed), Answer::Written(written)) => {
                shared.last_file.clear();
                self.moved(&shared.policy, proposed, written)
            }
            (_, answer) => Err(failed("moved", answer)),
        }
    }
}
