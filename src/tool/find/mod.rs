//! Finds the one open file that a path or a link means.
//!
//! In this order: the exact path; its equivalent spellings (case, NFC, NFD); the same with `.md`; the note that a link
//! with this text opens; for a link, the note with this alias. The policy is asked about the path given and the path
//! found. Excluded files are not matched, counted or suggested.

mod alias_scan;
mod content_check;
mod path_match;
pub(super) mod nearest;
pub(super) mod refusal;

use std::collections::BTreeSet;
use std::mem;

use self::alias_scan::AliasScan;
use self::path_match::PathMatch;
use super::host::{Answer, FileStat, LinksFrom, MAX_MOVES, Request};
use super::notes::walk::{Listed, VaultWalk};
use crate::error::{ErrorCode, ToolError};
use crate::path::{VaultPath, quoted};
use crate::policy::{Denied, Granted, PathKind, Policy};
use crate::sort::sort_by;

/// A search in progress.
#[derive(Debug)]
pub(super) struct Find {
    /// The path or link as given.
    given: String,
    /// The same as a path; for a link, its target.
    path: VaultPath,
    /// Whether it is a link. A link means a note, never a folder.
    is_link: bool,
    /// Whether a folder is at `path`.
    is_folder: bool,
    /// The open files listed so far.
    open: Vec<VaultPath>,
    /// For a link: the notes among them.
    notes: Vec<Listed>,
    /// Notes whose content was checked.
    checked: BTreeSet<VaultPath>,
    /// Notes that their content excludes.
    closed: BTreeSet<VaultPath>,
    /// The walk over the vault; `None` until it is needed.
    walk: Option<VaultWalk>,
    /// The file that the app opens for the link.
    linked: Option<VaultPath>,
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
        let (text, is_link) = match path_match::wiki_link(given) {
            Some(target) => (target, true),
            None => (given, false),
        };
        let path = VaultPath::parse(text)?;
        let granted = policy.check_as(&path, PathKind::File).map_err(|_| Denied(given.to_owned()))?;
        let state = FindStep::Given(granted.clone());
        let find = Self {
            given: given.to_owned(),
            path,
            is_link,
            is_folder: false,
            open: Vec::new(),
            notes: Vec::new(),
            checked: BTreeSet::new(),
            closed: BTreeSet::new(),
            walk: None,
            linked: None,
            aliases: None,
            moves: 0,
            state,
        };
        Ok((find, vec![Request::Stat(granted)]))
    }

    /// Continues with the host's answers.
    pub fn resume(&mut self, policy: &Policy, answers: Vec<Answer>) -> Result<Finding, ToolError> {
        match &self.state {
            FindStep::Given(granted) => match only(answers) {
                Answer::Missing => self.list(policy),
                Answer::Folder => {
                    // An excluded folder counts as missing.
                    self.is_folder = !self.is_link && policy.check_as(&self.path, PathKind::Folder).is_ok();
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

    /// Requests a listing of the vault, and the file that the app opens for the link.
    fn list(&mut self, policy: &Policy) -> Result<Finding, ToolError> {
        self.state = FindStep::Listing;
        let root = policy.check_as(&VaultPath::root(), PathKind::Folder)?;
        self.open.clear();
        self.notes.clear();
        let link = path_match::link_target(self.path.as_str()).to_owned();
        let links = Request::Links(vec![LinksFrom { note: root.clone(), links: vec![link] }]);
        let mut walk = VaultWalk::of(root);
        let mut requests = walk.ask();
        self.walk = Some(walk);
        requests.push(links);
        Ok(Finding::Ask(requests))
    }

    /// Processes the listings, and the file that the app opens for the link.
    fn take_listings(&mut self, policy: &Policy, mut answers: Vec<Answer>) -> Result<(), ToolError> {
        if let Some(Answer::Links(paths)) = answers.pop_if(|answer| matches!(answer, Answer::Links(_))) {
            self.linked = paths.first().and_then(|path| VaultPath::parse(path).ok());
        }
        if let Some(Answer::Failed(reason)) = answers.iter().find(|answer| matches!(answer, Answer::Failed(_))) {
            return Err(self.unreadable(reason));
        }
        let Some(walk) = &mut self.walk else { return Ok(()) };
        let files = walk.take(policy, answers).map_err(|reason| self.unreadable(&reason))?;
        self.open.extend(files.iter().map(|file| file.granted.path().clone()));
        if self.is_link {
            self.notes.extend(files.into_iter().filter(|file| file.granted.path().is_note()));
        }
        Ok(())
    }

    /// Chooses the file, once all open files are known. Before that it reads the notes that matter and may be excluded
    /// by their content.
    fn settle(&mut self, policy: &Policy) -> Result<Finding, ToolError> {
        sort_by(&mut self.open, Ord::cmp);
        self.open.dedup();
        self.open.retain(|path| !self.closed.contains(path));
        let alike = self.alike();
        // A single one is checked when it is read.
        if alike.len() > 1
            && let Some(reads) = self.unsure(policy, &alike)
        {
            return Ok(reads);
        }
        let (error, named) = match self.choice() {
            PathMatch::One(path) => {
                let granted = policy.check_as(path, PathKind::File)?;
                self.state = FindStep::Chosen(granted.clone());
                return Ok(Finding::Ask(vec![Request::Stat(granted)]));
            }
            PathMatch::None if self.is_link && self.aliases.is_none() && policy.check(&self.path).is_ok() => {
                let mut scan = AliasScan::new(self.path.as_str(), mem::take(&mut self.notes));
                let requests = scan.ask();
                self.aliases = Some(scan);
                self.state = FindStep::Aliases;
                // An empty list of requests comes back at once.
                return Ok(Finding::Ask(requests));
            }
            choice => self.refusal(policy, choice),
        };
        self.unsure(policy, &named).ok_or(error)
    }

    fn choice(&self) -> PathMatch<'_> {
        // A folder without open files counts as missing: its content may be excluded.
        if self.is_folder && (self.path.is_root() || self.open.iter().any(|path| self.is_above(path))) {
            return PathMatch::Folder;
        }
        match (path_match::choose(&self.path, self.is_link, &self.open, self.linked.as_ref()), &self.aliases) {
            (PathMatch::None, Some(aliases)) => aliases.choice(&self.closed),
            (choice, _) => choice,
        }
    }

    /// Whether `path` is in the requested folder, in any spelling.
    fn is_above(&self, path: &VaultPath) -> bool {
        self.path.is_root() || path.equivalence_key().starts_with(&format!("{}/", self.path.equivalence_key()))
    }

    /// The open files that the path or link may mean.
    fn alike(&self) -> Vec<VaultPath> {
        let targets = [self.path.as_str(), path_match::link_target(self.path.as_str())].map(VaultPath::parse);
        let names: Vec<_> = targets.iter().flatten().filter_map(name_key).collect();
        let is_alike = |path: &&VaultPath| {
            name_key(path).is_some_and(|key| {
                names.iter().any(|name| name == key.strip_suffix(".md").unwrap_or(&key) || *name == key)
            })
        };
        self.open.iter().filter(is_alike).cloned().collect()
    }

    /// The open files, as far as they had to be listed.
    pub fn known(&self) -> &[VaultPath] {
        &self.open
    }

    /// Continues as if the file at `path`, which its content excludes, did not exist.
    pub fn closed(&mut self, policy: &Policy, path: &VaultPath) -> Result<Finding, ToolError> {
        self.closed.insert(path.clone());
        if self.walk.is_none() { self.list(policy) } else { self.settle(policy) }
    }

    /// Processes the answer to the `stat` of `granted`.
    fn found(&self, granted: &Granted, answer: Answer) -> Result<Finding, ToolError> {
        let given = quoted(&self.given);
        match answer {
            Answer::File(FileStat { size, mtime }) => {
                Ok(Finding::Found(FoundFile { granted: granted.clone(), size, mtime }))
            }
            Answer::Missing => Err(self.not_found()),
            Answer::Outside => Err(ToolError::outside_vault(&self.given, "read")),
            Answer::Special => Err(ToolError::new(
                ErrorCode::Unsupported,
                format!("{given} is not a file but a pipe, a socket or a device"),
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
        self.path = moved.map_err(|_| ToolError::outside_vault(&self.given, "read"))?;
        let granted = policy.check_as(&self.path, PathKind::File).map_err(|_| Denied(self.given.clone()))?;
        self.moves += 1;
        if self.moves > MAX_MOVES {
            return Err(self.unreadable("too many symbolic links"));
        }
        self.state = FindStep::Given(granted.clone());
        Ok(Finding::Ask(vec![Request::Stat(granted)]))
    }
}

/// The last name of a path's equivalence key.
fn name_key(path: &VaultPath) -> Option<String> {
    path.equivalence_key().rsplit('/').next().map(str::to_owned)
}

/// The only answer.
fn only(answers: Vec<Answer>) -> Answer {
    answers.into_iter().next().unwrap_or_else(Answer::none)
}
