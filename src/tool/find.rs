//! Finding the file: from what a caller wrote to the one open file that it means.
//!
//! In this order: the exact path; its case, NFC and NFD twins; the same without `.md`; the note that a link of this text
//! opens. The policy is asked about what was given and about what was found, and closed files take no part: they are
//! not matched, not counted and not suggested.

use std::collections::BTreeSet;

use super::choice::{self, Choice};
use super::host::{Answer, FileStat, Request};
use super::nearest::nearest;
use crate::error::{ErrorCode, ToolError};
use crate::path::{VaultPath, one_line, quoted};
use crate::policy::{Denied, Granted, Policy};

/// As many symbolic links in a row as Linux follows.
const MAX_MOVES: u32 = 40;

/// How many notes of a folder show what its paths look like.
const EXAMPLES: usize = 3;

/// How many names one line of help holds; whoever reads it is to choose, not to search.
const NAMES: usize = 10;

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
    /// The folders whose content has been asked for.
    listed: BTreeSet<VaultPath>,
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
        let granted = policy.check(&path).map_err(|_| Denied(given.to_owned()))?;
        let given = given.to_owned();
        let state = State::Given(granted.clone());
        let find = Self {
            given,
            path,
            is_link,
            is_folder: false,
            open: Vec::new(),
            listed: BTreeSet::new(),
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
                    self.is_folder = !self.is_link;
                    self.list(policy)
                }
                Answer::Moved(path) => self.moved(policy, &path),
                answer => self.found(granted, answer),
            },
            State::Listing => {
                let folders = self.take_listings(policy, answers)?;
                if !folders.is_empty() {
                    return Ok(Finding::Ask(folders));
                }
                let granted = policy.check(&self.choose(policy)?)?;
                self.state = State::Chosen(granted.clone());
                Ok(Finding::Ask(vec![Request::Stat(granted)]))
            }
            State::Chosen(granted) => match only(answers) {
                Answer::Moved(path) => self.moved(policy, &path),
                answer => self.found(granted, answer),
            },
        }
    }

    /// Asks for all that is open, and for the app's own idea of the link.
    fn list(&mut self, policy: &Policy) -> Result<Finding, ToolError> {
        self.state = State::Listing;
        let root = policy.check(&VaultPath::root())?;
        self.listed = BTreeSet::from([VaultPath::root()]);
        self.open.clear();
        let link = Request::Link(choice::link_target(self.path.as_str()).to_owned());
        Ok(Finding::Ask(vec![Request::List(root), link]))
    }

    /// Takes in listings, and asks for the open folders they name.
    fn take_listings(&mut self, policy: &Policy, answers: Vec<Answer>) -> Result<Vec<Request>, ToolError> {
        let open = |path: &String| policy.check(&VaultPath::parse(path).ok()?).ok();
        let mut folders = Vec::new();
        for answer in answers {
            match answer {
                Answer::Listing(listing) => {
                    self.open.extend(listing.files.iter().filter_map(open).map(|granted| granted.path().clone()));
                    // A host that names a folder twice is not asked twice.
                    let new = listing.folders.iter().filter_map(open);
                    let new = new.filter(|granted| self.listed.insert(granted.path().clone()));
                    folders.extend(new.map(Request::List));
                }
                Answer::Link(path) => self.linked = path.and_then(|path| VaultPath::parse(&path).ok()),
                Answer::Failed(reason) => return Err(self.unreadable(&reason)),
                // A folder that has gone meanwhile, or that leads out of the vault, holds nothing open.
                _ => {}
            }
        }
        Ok(folders)
    }

    /// Which open file is meant, now that all are known.
    fn choose(&mut self, policy: &Policy) -> Result<VaultPath, ToolError> {
        self.open.sort();
        self.open.dedup();
        if self.is_folder {
            return Err(self.is_folder());
        }
        match choice::choose(&self.path, self.is_link, &self.open, self.linked.as_ref()) {
            Choice::One(path) => Ok(path.clone()),
            Choice::Folder => Err(self.is_folder()),
            Choice::Several(paths) => Err(ToolError::new(
                ErrorCode::Ambiguous,
                format!("{} could be any of {} notes", quoted(&self.given), paths.len()),
                format!("give one of them exactly: {}", names(&paths, "or")),
            )),
            Choice::None => {
                // A link into a closed folder is answered by its text alone, whether or not anything is there.
                let target = VaultPath::parse(choice::link_target(self.path.as_str())).ok();
                if target.is_some_and(|target| policy.check(&target).is_err()) {
                    return Err(Denied(self.given.clone()).into());
                }
                Err(self.not_found())
            }
        }
    }

    /// Takes the answer to the `stat` of `granted`.
    fn found(&self, granted: &Granted, answer: Answer) -> Result<Finding, ToolError> {
        let given = quoted(&self.given);
        match answer {
            Answer::File(FileStat { size, mtime }) => {
                Ok(Finding::Found(Found { granted: granted.clone(), size, mtime }))
            }
            Answer::Folder => Err(self.is_folder()),
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
        let granted = policy.check(&self.path).map_err(|_| Denied(self.given.clone()))?;
        self.moves += 1;
        if self.moves > MAX_MOVES {
            return Err(self.unreadable("symbolic links lead in a circle"));
        }
        self.state = State::Given(granted.clone());
        Ok(Finding::Ask(vec![Request::Stat(granted)]))
    }

    fn outside(&self) -> ToolError {
        ToolError::new(
            ErrorCode::OutsideVault,
            format!("{} leads out of the vault through a symbolic link", quoted(&self.given)),
            "tell the user if the task needs it; only what is in the vault can be read",
        )
    }

    /// Nothing open is there, or no longer.
    pub fn not_found(&self) -> ToolError {
        let gone = match &self.state {
            State::Given(granted) | State::Chosen(granted) => Some(granted.path()),
            State::Listing => None,
        };
        let there: Vec<_> = self.open.iter().filter(|path| Some(*path) != gone).collect();
        let near = nearest(&self.path, &there);
        let help = match near.as_slice() {
            [] => "no open note has a name like it; ask the user for the note's name".to_owned(),
            [only] => format!("nearest is {}", quoted(only.as_str())),
            several => format!("nearest are {}", names(several, "and")),
        };
        ToolError::new(ErrorCode::NotFound, format!("no note at {}", quoted(&self.given)), help)
    }

    /// The host could not do it.
    pub fn unreadable(&self, reason: &str) -> ToolError {
        let message = format!("{} could not be read: {}", quoted(&self.given), one_line(reason));
        ToolError::new(ErrorCode::Unreadable, message, "try once more, then tell the user")
    }

    fn is_folder(&self) -> ToolError {
        let folder = self.path.twin_key();
        let in_it = |path: &&VaultPath| self.path.is_root() || path.twin_key().starts_with(&format!("{folder}/"));
        let mut notes: Vec<_> = self.open.iter().filter(in_it).collect();
        // Those in the folder itself first, then those below it.
        notes.sort_by_key(|path| path.segments().count());
        notes.truncate(EXAMPLES);
        let same_name = self.open.iter().find(|path| path.twin_key() == format!("{folder}.md"));
        let help = match (same_name, notes.as_slice()) {
            (Some(note), _) => format!("the note of that name is {}", quoted(note.as_str())),
            (None, []) => "it holds no open note; give the path of a note".to_owned(),
            (None, notes) => format!("give the path of a note in it, such as {}", names(notes, "or")),
        };
        ToolError::new(ErrorCode::IsFolder, format!("{} is a folder", quoted(&self.given)), help)
    }
}

/// The answer to the one question that was asked.
fn only(answers: Vec<Answer>) -> Answer {
    answers.into_iter().next().unwrap_or_else(|| Answer::Failed("the host gave no answer".to_owned()))
}

/// `"a", "b" and "c"`, or [`NAMES`] of them and how many more there are.
fn names(paths: &[&VaultPath], conjunction: &str) -> String {
    let quoted: Vec<_> = paths.iter().take(NAMES).map(|path| quoted(path.as_str())).collect();
    match quoted.as_slice() {
        all if paths.len() > all.len() => format!("{}, and {} more", all.join(", "), paths.len() - all.len()),
        [some @ .., last] if !some.is_empty() => format!("{} {conjunction} {last}", some.join(", ")),
        one => one.concat(),
    }
}
