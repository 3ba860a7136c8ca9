//! A call of `move_file`: finds the file, reads all notes for their links, asks the user, moves, and checks the links.

use std::mem;

use lectern_base::Format;

use super::link_scan::Scanned;
use super::linked_notes::LinkedDraft;
use super::new_place::{folder_at, free_place, new_place};
use super::proposed::Proposed;
use crate::edit::version;
use crate::error::{ErrorCode, ToolError};
use crate::judge::{Verdict, judge};
use crate::limits::is_readable_size;
use crate::note::has_alias;
use crate::path::{VaultPath, quoted};
use crate::policy::{Denied, PathKind};
use crate::tool::args::{ArgumentKind, arguments};
use crate::tool::call::Host;
use crate::tool::change::{AGAIN, MAX_ATTEMPTS, WHOLE, not_made, not_writable, outdated};
use crate::tool::edit_file::EXPECT_HELP;
use crate::tool::find::Find;
use crate::tool::found_file::FoundFile;
use crate::tool::notes::scan::NoteScan;
use crate::vault_links::{Anchors, FileMove};
use crate::wire::reply::Reply;
use crate::wire::{Answer, ChangeOutcome, Decision, Move, MovedBack, Request, Undo, Written};

const PATHS_HELP: &str =
    "give two paths from the vault root, such as {\"from\": \"Notes/a.md\", \"to\": \"Archive/a.md\"}";

arguments! {
    MoveArguments {
        from: String = ArgumentKind::Path, PATHS_HELP;
        /// A path, or a folder.
        to: String = ArgumentKind::Path, PATHS_HELP;
        /// The version last shown.
        expect: Option<String> = ArgumentKind::Text, EXPECT_HELP;
    }
}

/// A call in progress.
struct MoveCall {
    host: Host,
    given: MoveArguments,
    /// Whether this takes an earlier move back, to the file's exact path.
    is_back: bool,
    /// What that move changed in other notes, unless the host updates links.
    restores: Option<Vec<Undo>>,
}

/// The file that moves.
struct Moving {
    from: VaultPath,
    bytes: Vec<u8>,
    anchors: Anchors,
    /// See [`FileMove`].
    keeps_name: bool,
}

/// Moves a file as `given` says.
pub(super) async fn move_file(host: Host, given: MoveArguments) -> Result<Reply, ToolError> {
    MoveCall { host, given, is_back: false, restores: None }.run().await
}

/// Takes a move of the file now at `path` back. If `back` has what the move changed in notes with links, no other notes
/// are changed.
pub(in crate::tool) async fn move_back(host: Host, path: String, back: MovedBack) -> Result<Reply, ToolError> {
    let MovedBack { to, linked } = back;
    let given = MoveArguments { from: path, to, expect: None };
    MoveCall { host, given, is_back: true, restores: linked }.run().await
}

impl MoveCall {
    async fn run(self) -> Result<Reply, ToolError> {
        let (mut attempts, mut last_version) = (0, None);
        loop {
            let moving = self.moving().await?;
            let mut proposed = self.proposed(moving).await?;
            let decision = self.ask_user(&proposed, attempts > 0).await?;
            if let Some(refused) = self.refused(&mut proposed, &decision)? {
                return Ok(refused);
            }
            let written = self.write(&proposed).await?;
            if written != Written::Outdated {
                return Ok(self.check_links(&proposed, &written).await);
            }
            let version = Some(version(&proposed.bytes));
            let is_same = mem::replace(&mut last_version, version.clone()) == version;
            attempts += 1;
            if attempts == MAX_ATTEMPTS {
                return Err(self.not_moved(is_same));
            }
        }
    }

    /// Finds and reads the file.
    async fn moving(&self) -> Result<Moving, ToolError> {
        let mut find = Find::new(&self.given.from, &self.host.policy())?;
        loop {
            let file = find.file(&self.host).await?;
            let path = file.granted.path().clone();
            let bytes = self.read(&find, file).await?;
            let policy = self.host.policy();
            let note = match judge(&policy, &path, bytes.clone()) {
                Verdict::Closed => {
                    find.closed(&path);
                    continue;
                }
                Verdict::Text(text) if path.is_note() => text.into_string(),
                Verdict::Convert(Format::Excalidraw) if path.is_note() => String::from_utf8_lossy(&bytes).into_owned(),
                _ => String::new(),
            };
            policy.check_writing(&path, Some(&bytes)).map_err(|reason| not_writable(&self.given.from, &reason))?;
            let version = version(&bytes);
            if let Some(expect) = self.given.expect.as_deref().filter(|&expect| expect != version) {
                return Err(outdated(path.as_str(), Some(expect), &version));
            }
            let name = path.segments().last().and_then(|name| name.rsplit_once('.')).map_or("", |(stem, _)| stem);
            let (anchors, keeps_name) = (Anchors::of(&note), has_alias(note.as_bytes(), name));
            return Ok(Moving { from: path, bytes, anchors, keeps_name });
        }
    }

    async fn read(&self, find: &Find, file: FoundFile) -> Result<Vec<u8>, ToolError> {
        if !is_readable_size(file.size) {
            let message = format!("{} is too large to be moved", quoted(&self.given.from));
            return Err(
                ToolError::new(ErrorCode::Unsupported, message, "tell the user to move it").about(&self.given.from)
            );
        }
        let answer = self.host.ask_one(Request::Read(file.granted)).await;
        answer.into_bytes().map_err(|other| match *other {
            Answer::Missing => find.not_found(),
            other => self.failed("read", other),
        })
    }

    /// Finds the new place, and what changes in the notes with links.
    async fn proposed(&self, Moving { from, bytes, anchors, keeps_name }: Moving) -> Result<Proposed, ToolError> {
        let to = new_place(&self.given.to, &from)?;
        let scan = NoteScan::new(&self.host.policy())?;
        let scanned = Scanned::read(&self.host, scan, &from, &to).await;
        let scanned = scanned.map_err(|reason| self.unreadable("listed", &reason))?;
        let is_into = self.is_into_folder(&scanned).await?;
        let to = if is_into { new_place(&format!("{}/", self.given.to.trim()), &from)? } else { to };
        let to = free_place(&to, &from, &scanned.files, &scanned.paths)?;
        let policy = self.host.policy();
        policy.check_writing(&to, Some(&bytes)).map_err(|reason| not_writable(&self.given.to, &reason))?;
        let mut file = FileMove::new(from, to, scanned.files);
        file.keeps_name = keeps_name;
        let mut proposed = Proposed::new(&policy, file, bytes, anchors);
        // As bytes now.
        for notes in scanned.linked.chunks(self.host.limits().files_at_once) {
            let answers = self.host.ask(notes.iter().cloned().map(Request::Read).collect()).await;
            for (note, answer) in notes.iter().zip(answers) {
                proposed.take(&self.host.policy(), note.path(), answer, self.restores.as_deref());
            }
        }
        Ok(proposed)
    }

    /// Whether there is a folder at the new path, for the file to go into.
    async fn is_into_folder(&self, scanned: &Scanned) -> Result<bool, ToolError> {
        // What is undone goes back to its path.
        let folder = if self.is_back { None } else { folder_at(&self.given.to, &self.host.policy())? };
        let Some(folder) = folder else { return Ok(false) };
        match scanned.has_folder(folder.path()) {
            Some(is_folder) => Ok(is_folder),
            // A link to a folder may be another spelling of it.
            None => Ok(matches!(self.host.ask_one(Request::Stat(folder)).await, Answer::Folder | Answer::Moved(_))),
        }
    }

    async fn ask_user(&self, proposed: &Proposed, is_again: bool) -> Result<Decision, ToolError> {
        let mut proposal = proposed.proposal();
        if is_again {
            proposal.warnings.push(AGAIN.to_owned());
        }
        match self.host.ask_one(Request::Approve(Box::new(proposal))).await {
            Answer::Decision(decision) => Ok(decision),
            answer => Err(self.failed("shown for approval", answer)),
        }
    }

    /// Takes what the user decided. Returns the reply if nothing is to be moved.
    fn refused(&self, proposed: &mut Proposed, decision: &Decision) -> Result<Option<Reply>, ToolError> {
        proposed.host_warnings = decision.warnings.clone().unwrap_or_default();
        let comment = decision.comment.clone().filter(|comment| !comment.trim().is_empty());
        if decision.outcome != ChangeOutcome::Accepted {
            let change = proposed.change(decision.outcome.of_refusal());
            let (path, warnings) = (proposed.file.from.as_str(), proposed.warnings());
            return Ok(Some(not_made(path, &warnings, comment.as_deref(), change)));
        }
        if decision.edited.as_ref().is_some_and(|edits| !edits.is_empty()) {
            return Err(self.unreadable("moved", WHOLE));
        }
        proposed.comment = comment;
        Ok(None)
    }

    /// Moves the file, unless the rules have changed meanwhile.
    async fn write(&self, proposed: &Proposed) -> Result<Written, ToolError> {
        let (file, bytes, policy) = (&proposed.file, &proposed.bytes, self.host.policy());
        let writable = |path: &VaultPath, given: &str| {
            policy.check_writing(path, Some(bytes)).map_err(|reason| not_writable(given, &reason))
        };
        let request = Request::Move(Box::new(Move {
            path: writable(&file.from, &self.given.from)?,
            to: writable(&file.to, &self.given.to)?,
            before: bytes.clone(),
            version: version(bytes),
            links: proposed.linked.iter().filter_map(|note| note.write(&policy, file)).collect(),
        }));
        match self.host.ask_one(request).await {
            Answer::Written(written) => {
                self.host.shared(|shared| shared.last_file.clear());
                Ok(written)
            }
            answer => Err(self.failed("moved", answer)),
        }
    }

    /// Reads the notes again whose links changed, for the reply.
    async fn check_links(&self, proposed: &Proposed, written: &Written) -> Reply {
        let policy = self.host.policy();
        let granted = |note: &LinkedDraft| policy.check_as(proposed.file.then(&note.path), PathKind::File).ok();
        let notes = proposed.linked.iter().enumerate().filter_map(|(index, note)| Some((index, granted(note)?)));
        let (indices, requests): (Vec<_>, _) = notes.map(|(index, note)| (index, Request::Read(note))).unzip();
        let answers = self.host.ask(requests).await;
        proposed.checked(&self.host.policy(), &indices, written, answers)
    }

    /// Why the file could not be moved, after all attempts. `is_same`: it did not change between the last two.
    fn not_moved(&self, is_same: bool) -> ToolError {
        if is_same {
            // Something is at the new path that is not listed: it is excluded by its content.
            return Denied(self.given.to.clone()).into();
        }
        let help = "tell the user, who may have it open in another program";
        ToolError::new(ErrorCode::Outdated, format!("{} keeps changing", quoted(&self.given.from)), help)
    }

    fn failed(&self, done: &str, answer: Answer) -> ToolError {
        self.unreadable(done, &answer.reason())
    }

    fn unreadable(&self, done: &str, reason: &str) -> ToolError {
        ToolError::unreadable(&quoted(&self.given.from), done, reason).about(&self.given.from)
    }
}
