//! Finds the one open file that a path or a link means.
//!
//! In this order: the exact path; its equivalent spellings (case, NFC, NFD); the same with `.md`; the only file with this
//! name in any folder; the only note with this alias. A name that several files have is an error that names them: which
//! of them a link opens depends on the note that has the link. The policy is asked about the path given and the path
//! found. Excluded files are not matched, counted or suggested.

mod alias_scan;
mod choice;
mod content_check;
mod path_match;
pub(super) mod nearest;
pub(super) mod refusal;
mod target;

use std::collections::BTreeSet;

use self::alias_scan::AliasScan;
use self::target::{Target, targets};
use super::host::{Answer, FileStat, MAX_MOVES, Request};
use super::notes::walk::{Listed, VaultWalk};
use crate::error::{ErrorCode, ToolError};
use crate::path::{VaultPath, quoted};
use crate::policy::{Denied, Granted, PathKind, Policy};

/// A search in progress.
#[derive(Debug)]
pub(super) struct Find {
    /// The path or link as given.
    given: String,
    /// What it may mean, in order.
    targets: Vec<Target>,
    /// The part of the file that is meant, once that is found.
    fragment: Option<String>,
    /// Whether it is a link. A link means a note, never a folder.
    is_link: bool,
    /// Whether only a path counts: where a file is to be made, a file of that name elsewhere is another one.
    by_path: bool,
    /// Whether a folder is at the path.
    is_folder: bool,
    /// The open files listed so far.
    open: Vec<VaultPath>,
    /// The notes among them, for their aliases.
    notes: Vec<Listed>,
    /// Notes whose content was checked.
    checked: BTreeSet<VaultPath>,
    /// Notes that their content excludes.
    closed: BTreeSet<VaultPath>,
    /// The walk over the vault; `None` until it is needed.
    walk: Option<VaultWalk>,
    /// The search for a note with this alias; `None` until it is needed.
    aliases: Option<AliasScan>,
    /// How many times the host redirected to another path.
    moves: u32,
    state: FindStep,
}

#[derive(Debug)]
enum FindStep {
    Given(Granted),
    Listing,
    /// Notes whose content may exclude them, and whether the host converts them to text.
    Checking(Vec<Granted>, bool),
    Aliases,
    Chosen(Granted),
}

/// The next step of a search.
pub(super) enum Finding {
    /// The host has to answer these.
    Ask(Vec<Request>),
    /// The file.
    Found(FoundFile),
}

/// A version of an open file.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct FoundFile {
    pub granted: Granted,
    pub size: f64,
    mtime: f64,
}

impl Find {
    /// Starts a search for `given`, with the first request.
    pub fn start(given: &str, policy: &Policy) -> Result<(Self, Vec<Request>), ToolError> {
        let (targets, is_link) = targets(given)?;
        let granted = policy.check_as(&targets[0].path, PathKind::File).map_err(|_| Denied(given.to_owned()))?;
        let state = FindStep::Given(granted.clone());
        let find = Self {
            given: given.to_owned(),
            fragment: targets[0].fragment.clone(),
            targets,
            is_link,
            by_path: false,
            is_folder: false,
            open: Vec::new(),
            notes: Vec::new(),
            checked: BTreeSet::new(),
            closed: BTreeSet::new(),
            walk: None,
            aliases: None,
            moves: 0,
            state,
        };
        Ok((find, vec![Request::Stat(granted)]))
    }

    /// Starts a search for the file at the path `given`, which may have to be made.
    pub fn start_at(given: &str, policy: &Policy) -> Result<(Self, Vec<Request>), ToolError> {
        let (find, requests) = Self::start(given, policy)?;
        Ok((Self { by_path: true, ..find }, requests))
    }

    /// The path that was given, without the part of a link behind it.
    fn path(&self) -> &VaultPath {
        &self.targets[0].path
    }

    /// The part of the file that was asked for, once that is found: what follows the `#` of a link.
    pub fn fragment(&self) -> Option<&str> {
        self.fragment.as_deref()
    }

    /// Whether the file at `path`, which was found, is called otherwise by its caller, who has to be told.
    pub fn is_other_name(&self, path: &str) -> bool {
        VaultPath::parse(&self.given).map_or(true, |given| given.as_str() != path)
    }

    /// Continues with the host's answers.
    pub fn resume(&mut self, policy: &Policy, answers: Vec<Answer>) -> Result<Finding, ToolError> {
        match &self.state {
            FindStep::Given(granted) => match only(answers) {
                Answer::Missing => self.list(policy),
                Answer::Folder => {
                    // An excluded folder counts as missing.
                    self.is_folder = !self.is_link && policy.check_as(self.path(), PathKind::Folder).is_ok();
                    self.list(policy)
                }
                Answer::Moved(path) => self.moved(policy, &path),
                answer => self.found(granted, answer),
            },
            FindStep::Listing => {
                self.take_listings(policy, answers)?;
                let pages = self.walk.as_mut().map(VaultWalk::ask).unwrap_or_default();
                if pages.is_empty() { self.settle(policy) } else { Ok(Finding::Ask(pages)) }
            }
            FindStep::Aliases => {
                let Some(scan) = &mut self.aliases else { return self.settle(policy) };
                scan.take(policy, answers);
                let requests = scan.ask();
                if requests.is_empty() { self.settle(policy) } else { Ok(Finding::Ask(requests)) }
            }
            FindStep::Checking(notes, are_converted) => {
                let (notes, are_converted) = (notes.clone(), *are_converted);
                let odd = self.take_contents(policy, notes, are_converted, answers);
                if odd.is_empty() {
                    return self.settle(policy);
                }
                let convert = |(path, format): &(Granted, _)| Request::convert(path.clone(), *format);
                let requests = odd.iter().map(convert).collect();
                self.state = FindStep::Checking(odd.into_iter().map(|(note, _)| note).collect(), true);
                Ok(Finding::Ask(requests))
            }
            FindStep::Chosen(granted) => match only(answers) {
                Answer::Folder => {
                    let (error, named) = self.is_folder();
                    self.unsure(policy, &named).ok_or(error)
                }
                Answer::Moved(path) => self.moved(policy, &path),
                answer => self.found(granted, answer),
            },
        }
    }

    /// Requests a listing of the vault.
    fn list(&mut self, policy: &Policy) -> Result<Finding, ToolError> {
        self.state = FindStep::Listing;
        let root = policy.check_as(&VaultPath::root(), PathKind::Folder)?;
        self.open.clear();
        self.notes.clear();
        let mut walk = VaultWalk::of(root);
        let requests = walk.ask();
        self.walk = Some(walk);
        Ok(Finding::Ask(requests))
    }

    /// Processes the listings.
    fn take_listings(&mut self, policy: &Policy, answers: Vec<Answer>) -> Result<(), ToolError> {
        if let Some(Answer::Failed(reason)) = answers.iter().find(|answer| matches!(answer, Answer::Failed(_))) {
            return Err(self.unreadable(reason));
        }
        let Some(walk) = &mut self.walk else { return Ok(()) };
        let files = walk.take(policy, answers).map_err(|reason| self.unreadable(&reason))?;
        self.open.extend(files.iter().map(|file| file.granted.path().clone()));
        if self.may_be_alias() {
            self.notes.extend(files.into_iter().filter(|file| file.granted.path().is_note()));
        }
        Ok(())
    }

    /// Continues as if the file at `path`, which its content excludes, did not exist.
    pub fn closed(&mut self, policy: &Policy, path: &VaultPath) -> Result<Finding, ToolError> {
        self.closed.insert(path.clone());
        if self.walk.is_none() { self.list(policy) } else { self.settle(policy) }
    }

    /// Processes the answer to the `stat` of `granted`.
    fn found(&self, granted: &Granted, answer: Answer) -> Result<Finding, ToolError> {
        match answer {
            Answer::File(FileStat { size, mtime }) => {
                Ok(Finding::Found(FoundFile { granted: granted.clone(), size, mtime }))
            }
            Answer::Missing => Err(self.not_found()),
            Answer::Outside => Err(ToolError::outside_vault(&self.given, "read")),
            Answer::Special => Err(ToolError::new(
                ErrorCode::Unsupported,
                format!("{} is not a file but a pipe, a socket or a device", quoted(&self.given)),
                "give the path of a note",
            )),
            Answer::Failed(reason) => Err(self.unreadable(&reason)),
            _ => Err(self.unreadable("the host gave an unexpected answer")),
        }
    }

    /// Continues at the path that the host redirected to. An excluded one is refused whether or not it exists.
    fn moved(&mut self, policy: &Policy, path: &str) -> Result<Finding, ToolError> {
        // The root's path is empty, which no caller may give.
        let moved = if path.is_empty() { Ok(VaultPath::root()) } else { VaultPath::parse(path) };
        let path = moved.map_err(|_| ToolError::outside_vault(&self.given, "read"))?;
        self.targets = vec![Target { path, fragment: self.fragment.clone() }];
        let granted = policy.check_as(self.path(), PathKind::File).map_err(|_| Denied(self.given.clone()))?;
        self.moves += 1;
        if self.moves > MAX_MOVES {
            return Err(self.unreadable("too many symbolic links"));
        }
        self.state = FindStep::Given(granted.clone());
        Ok(Finding::Ask(vec![Request::Stat(granted)]))
    }
}

/// The only answer.
fn only(answers: Vec<Answer>) -> Answer {
    answers.into_iter().next().unwrap_or_else(Answer::none)
}
