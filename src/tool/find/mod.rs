//! Finding the file: from what a caller wrote to the one open file that it means.
//!
//! In this order: the exact path; its case, NFC and NFD twins; the same without `.md`; the note that a link of this text
//! opens. The policy is asked about what was given and about what was found, and closed files take no part: they are
//! not matched, not counted and not suggested.

mod choice;
pub(super) mod nearest;
pub(super) mod refusal;

use std::collections::BTreeSet;

use self::choice::Choice;
use super::host::{Answer, FileStat, Request};
use super::judge::{NoteVerdict, judge_note};
use super::notes::walk::VaultWalk;
use crate::document::Format;
use crate::error::{ErrorCode, ToolError};
use crate::path::{VaultPath, quoted};
use crate::policy::{Denied, Granted, PathKind, Policy};

/// As many symbolic links in a row as Linux follows.
const MAX_MOVES: u32 = 40;

/// A search under way.
#[derive(Debug)]
pub(super) struct Find {
    /// What the caller wrote.
    given: String,
    /// The same as a path; for a link, its target.
    path: VaultPath,
    /// Whether it was written as a link, which names a note and never a folder.
    is_link: bool,
    /// Whether a folder is at `path`.
    is_folder: bool,
    /// The open files, as far as they have been listed.
    open: Vec<VaultPath>,
    /// Those that were looked at, since they may be closed by what is in them.
    checked: BTreeSet<VaultPath>,
    /// Those that are.
    closed: BTreeSet<VaultPath>,
    /// What is there; nothing as long as nobody has asked.
    walk: Option<VaultWalk>,
    /// What the app opens for the link.
    linked: Option<VaultPath>,
    /// How often the host has sent us on to another path.
    moves: u32,
    state: State,
}

#[derive(Debug)]
enum State {
    Given(Granted),
    Listing,
    /// Notes whose content may close them, and whether they are converted for that.
    Checking(Vec<Granted>, bool),
    Chosen(Granted),
}

/// Where a search stands.
pub(super) enum Finding {
    /// The host has to answer first.
    Ask(Vec<Request>),
    /// This file was meant.
    Found(Found),
}

/// A file that is there, open, and in this state.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Found {
    pub granted: Granted,
    pub size: f64,
    mtime: f64,
}

impl Find {
    /// Begins with what a caller wrote, and the first question to the host.
    pub fn start(given: &str, policy: &Policy) -> Result<(Self, Vec<Request>), ToolError> {
        let (text, is_link) = match choice::wiki_link(given) {
            Some(target) => (target, true),
            None => (given, false),
        };
        let path = VaultPath::parse(text)?;
        let granted = policy.check_as(&path, PathKind::File).map_err(|_| Denied(given.to_owned()))?;
        let given = given.to_owned();
        let state = State::Given(granted.clone());
        let find = Self {
            given,
            path,
            is_link,
            is_folder: false,
            open: Vec::new(),
            checked: BTreeSet::new(),
            closed: BTreeSet::new(),
            walk: None,
            linked: None,
            moves: 0,
            state,
        };
        Ok((find, vec![Request::Stat(granted)]))
    }

    /// Goes on with the host's answers.
    pub fn resume(&mut self, policy: &Policy, answers: Vec<Answer>) -> Result<Finding, ToolError> {
        match &self.state {
            State::Given(granted) => match only(answers) {
                Answer::Missing => self.list(policy),
                Answer::Folder => {
                    // A closed one is as good as not there.
                    self.is_folder = !self.is_link && policy.check_as(&self.path, PathKind::Folder).is_ok();
                    self.list(policy)
                }
                Answer::Moved(path) => self.moved(policy, &path),
                answer => self.found(granted, answer),
            },
            State::Listing => {
                self.take_listings(policy, answers)?;
                let pages = self.walk.as_mut().map(VaultWalk::ask).unwrap_or_default();
                if pages.is_empty() { self.settle(policy) } else { Ok(Finding::Ask(pages)) }
            }
            State::Checking(notes, are_converted) => {
                let (notes, are_converted) = (notes.clone(), *are_converted);
                let odd = self.take_contents(policy, notes, are_converted, answers);
                if odd.is_empty() {
                    return self.settle(policy);
                }
                let convert = |(path, format): &(Granted, _)| Request::Convert { path: path.clone(), format: *format };
                let requests = odd.iter().map(convert).collect();
                self.state = State::Checking(odd.into_iter().map(|(note, _)| note).collect(), true);
                Ok(Finding::Ask(requests))
            }
            State::Chosen(granted) => match only(answers) {
                Answer::Folder => {
                    let (error, named) = self.is_folder();
                    self.unsure(policy, &named).ok_or(error)
                }
                Answer::Moved(path) => self.moved(policy, &path),
                answer => self.found(granted, answer),
            },
        }
    }

    /// Asks for all that is open, and for the app's own idea of the link.
    fn list(&mut self, policy: &Policy) -> Result<Finding, ToolError> {
        self.state = State::Listing;
        let root = policy.check_as(&VaultPath::root(), PathKind::Folder)?;
        self.open.clear();
        let mut walk = VaultWalk::of(root);
        let mut requests = walk.ask();
        self.walk = Some(walk);
        requests.push(Request::Link(choice::link_target(self.path.as_str()).to_owned()));
        Ok(Finding::Ask(requests))
    }

    /// Takes in listings, and what the app opens for the link.
    fn take_listings(&mut self, policy: &Policy, mut answers: Vec<Answer>) -> Result<(), ToolError> {
        if let Some(Answer::Link(path)) = answers.pop_if(|answer| matches!(answer, Answer::Link(_))) {
            self.linked = path.and_then(|path| VaultPath::parse(&path).ok());
        }
        if let Some(Answer::Failed(reason)) = answers.iter().find(|answer| matches!(answer, Answer::Failed(_))) {
            return Err(self.unreadable(reason));
        }
        let Some(walk) = &mut self.walk else { return Ok(()) };
        let files = walk.take(policy, answers).map_err(|reason| self.unreadable(&reason))?;
        self.open.extend(files.into_iter().map(|file| file.granted.path().clone()));
        Ok(())
    }

    /// Decides which open file is meant, now that all are known; asks first for the content of the notes that matter and
    /// may be closed by it.
    fn settle(&mut self, policy: &Policy) -> Result<Finding, ToolError> {
        self.open.sort();
        self.open.dedup();
        self.open.retain(|path| !self.closed.contains(path));
        let alike = self.alike();
        // One alone is looked at when it is read.
        if alike.len() > 1
            && let Some(reads) = self.unsure(policy, &alike)
        {
            return Ok(reads);
        }
        let (error, named) = match self.choice() {
            Choice::One(path) => {
                let granted = policy.check_as(path, PathKind::File)?;
                self.state = State::Chosen(granted.clone());
                return Ok(Finding::Ask(vec![Request::Stat(granted)]));
            }
            choice => self.refusal(policy, choice),
        };
        self.unsure(policy, &named).ok_or(error)
    }

    fn choice(&self) -> Choice<'_> {
        // A folder in which nothing is open is none: it may hold what is closed by its content.
        if self.is_folder && (self.path.is_root() || self.open.iter().any(|path| self.is_above(path))) {
            return Choice::Folder;
        }
        choice::choose(&self.path, self.is_link, &self.open, self.linked.as_ref())
    }

    /// Whether `path` lies in the folder that was asked for, in whatever spelling.
    fn is_above(&self, path: &VaultPath) -> bool {
        self.path.is_root() || path.twin_key().starts_with(&format!("{}/", self.path.twin_key()))
    }

    /// The open files that the path or link may mean.
    fn alike(&self) -> Vec<VaultPath> {
        let targets = [self.path.as_str(), choice::link_target(self.path.as_str())].map(VaultPath::parse);
        let names: BTreeSet<_> = targets.iter().flatten().filter_map(name_key).collect();
        let is_alike = |path: &&VaultPath| {
            name_key(path)
                .is_some_and(|key| names.contains(key.strip_suffix(".md").unwrap_or(&key)) || names.contains(&key))
        };
        self.open.iter().filter(is_alike).cloned().collect()
    }

    /// Asks for what is in those of `paths` that may be closed by it, if that is not known yet.
    fn unsure(&mut self, policy: &Policy, paths: &[VaultPath]) -> Option<Finding> {
        let unsure = paths.iter().filter(|path| path.is_note() && !self.checked.contains(*path));
        let unsure: Vec<_> = unsure.filter_map(|path| policy.check_as(path, PathKind::File).ok()).collect();
        if unsure.is_empty() {
            return None;
        }
        self.checked.extend(unsure.iter().map(|granted| granted.path().clone()));
        let requests = unsure.iter().cloned().map(Request::Read).collect();
        self.state = State::Checking(unsure, false);
        Some(Finding::Ask(requests))
    }

    /// Takes in what is in the notes that were asked for. Gives those that have to be converted first.
    fn take_contents(
        &mut self,
        policy: &Policy,
        notes: Vec<Granted>,
        are_converted: bool,
        answers: Vec<Answer>,
    ) -> Vec<(Granted, Format)> {
        let mut odd = Vec::new();
        for (note, answer) in notes.into_iter().zip(answers) {
            match judge_note(policy, note.path(), are_converted, answer) {
                NoteVerdict::Open(_) => {}
                NoteVerdict::Convert(format) => odd.push((note, format)),
                NoteVerdict::Closed | NoteVerdict::Unreadable => {
                    self.closed.insert(note.path().clone());
                }
            }
        }
        odd
    }

    /// Goes on as if the file at `path`, which its content closes, were not there.
    pub fn closed(&mut self, policy: &Policy, path: &VaultPath) -> Result<Finding, ToolError> {
        self.closed.insert(path.clone());
        if self.walk.is_none() { self.list(policy) } else { self.settle(policy) }
    }

    /// Takes the answer to the `stat` of `granted`.
    fn found(&self, granted: &Granted, answer: Answer) -> Result<Finding, ToolError> {
        let given = quoted(&self.given);
        match answer {
            Answer::File(FileStat { size, mtime }) => {
                Ok(Finding::Found(Found { granted: granted.clone(), size, mtime }))
            }
            Answer::Missing => Err(self.not_found()),
            Answer::Outside => Err(self.outside()),
            Answer::Special => Err(ToolError::new(
                ErrorCode::Unsupported,
                format!("{given} is not a file but a pipe, a socket or a device"),
                "give the path of a note",
            )),
            Answer::Failed(reason) => Err(self.unreadable(&reason)),
            _ => Err(self.unreadable("the host gave an answer to another question")),
        }
    }

    /// Goes on at the path that the host sent us on to. A closed one is refused whatever is there.
    fn moved(&mut self, policy: &Policy, path: &str) -> Result<Finding, ToolError> {
        // The root's own path is no text that a caller could give.
        let moved = if path.is_empty() { Ok(VaultPath::root()) } else { VaultPath::parse(path) };
        self.path = moved.map_err(|_| self.outside())?;
        let granted = policy.check_as(&self.path, PathKind::File).map_err(|_| Denied(self.given.clone()))?;
        self.moves += 1;
        if self.moves > MAX_MOVES {
            return Err(self.unreadable("symbolic links lead in a circle"));
        }
        self.state = State::Given(granted.clone());
        Ok(Finding::Ask(vec![Request::Stat(granted)]))
    }
}

/// The last name of a path, as twins are compared.
fn name_key(path: &VaultPath) -> Option<String> {
    path.twin_key().rsplit('/').next().map(str::to_owned)
}

/// The answer to the one question that was asked.
fn only(answers: Vec<Answer>) -> Answer {
    answers.into_iter().next().unwrap_or_else(|| Answer::Failed("the host gave no answer".to_owned()))
}
