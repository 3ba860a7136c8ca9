//! Finds the one open file that a path or a link means.
//!
//! In this order: the exact path; its equivalent spellings (case, NFC, NFD); the same with `.md`; the only file with this
//! name in any folder; the only note with this alias. A name that several files have is an error that names them: which
//! of them a link opens depends on the note that has the link. The policy is asked about the path given and the path
//! found. Excluded files are not matched, counted or suggested.
//! A reply says which file it is about if that was not called by its path.

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
use super::call::Host;
use super::found_file::FoundFile;
use crate::catalogue::walk::{Listed, VaultWalk};
use crate::error::{ErrorCode, ToolError};
use crate::limits::MAX_MOVES;
use crate::path::{VaultPath, quoted};
use crate::policy::{Denied, Granted, PathKind, Policy};
use crate::wire::{Answer, FileStat, Request};

/// A search for a file.
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
    /// The path that the host was asked about last, unless something else was done since.
    asked: Option<VaultPath>,
    /// Whether a folder is at the path.
    is_folder: bool,
    known: Known,
    /// The open files, once they are listed.
    open: Vec<VaultPath>,
    /// The notes among them, for their aliases.
    notes: Vec<Listed>,
    /// Notes whose content was checked.
    checked: BTreeSet<VaultPath>,
    /// Notes that their content excludes.
    closed: BTreeSet<VaultPath>,
    /// The notes that have the given text as an alias, once they are read.
    aliases: Option<AliasScan>,
    /// How many times the host redirected to another path.
    moves: u32,
}

/// How much is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Known {
    Nothing,
    /// What is at the path.
    Path,
    /// All open files.
    Vault,
}

impl Find {
    /// A search for what `given` names.
    pub fn new(given: &str, policy: &Policy) -> Result<Self, ToolError> {
        let (targets, is_link) = targets(given)?;
        policy.check_as(&targets[0].path, PathKind::File).map_err(|_| Denied(given.to_owned()))?;
        Ok(Self {
            given: given.to_owned(),
            fragment: targets[0].fragment.clone(),
            targets,
            is_link,
            by_path: false,
            asked: None,
            is_folder: false,
            known: Known::Nothing,
            open: Vec::new(),
            notes: Vec::new(),
            checked: BTreeSet::new(),
            closed: BTreeSet::new(),
            aliases: None,
            moves: 0,
        })
    }

    /// A search for the file at the path `given`, which may have to be made.
    pub fn at(given: &str, policy: &Policy) -> Result<Self, ToolError> {
        Ok(Self { by_path: true, ..Self::new(given, policy)? })
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

    /// Finds the file: another one if the last turned out to be [`closed`](Self::closed).
    pub async fn file(&mut self, host: &Host) -> Result<FoundFile, ToolError> {
        loop {
            if self.known == Known::Nothing {
                self.known = Known::Path;
                let granted = host.policy().check_as(self.path(), PathKind::File);
                let granted = granted.map_err(|_| Denied(self.given.clone()))?;
                match self.stat(host, &granted).await {
                    Answer::Missing => {}
                    Answer::Folder => {
                        // An excluded folder counts as missing.
                        let is_open = host.policy().check_as(self.path(), PathKind::Folder).is_ok();
                        self.is_folder = !self.is_link && is_open;
                    }
                    Answer::Moved(path) => {
                        self.moved(&host.policy(), &path)?;
                        continue;
                    }
                    answer => return self.found(&granted, answer),
                }
            }
            if self.known == Known::Path {
                self.list(host).await?;
            }
            if let Some(file) = self.settle(host).await? {
                return Ok(file);
            }
        }
    }

    /// The file at `path`, which was found, is excluded by its content: it counts as missing.
    pub fn closed(&mut self, path: &VaultPath) {
        self.closed.insert(path.clone());
    }

    async fn stat(&mut self, host: &Host, granted: &Granted) -> Answer {
        self.asked = Some(granted.path().clone());
        host.ask_one(Request::Stat(granted.clone())).await
    }

    /// Lists the vault.
    async fn list(&mut self, host: &Host) -> Result<(), ToolError> {
        self.asked = None;
        self.open.clear();
        self.notes.clear();
        let mut walk = VaultWalk::of(host.policy().check_as(&VaultPath::root(), PathKind::Folder)?);
        loop {
            let pages = walk.ask();
            if pages.is_empty() {
                self.known = Known::Vault;
                return Ok(());
            }
            let answers = host.ask(pages).await;
            let files = walk.take(&host.policy(), answers).map_err(|reason| self.unreadable(&reason))?;
            self.open.extend(files.iter().map(|file| file.granted.path().clone()));
            if self.may_be_alias() {
                self.notes.extend(files.into_iter().filter(|file| file.granted.path().is_note()));
            }
        }
    }

    /// Processes the answer to the `stat` of `granted`.
    fn found(&self, granted: &Granted, answer: Answer) -> Result<FoundFile, ToolError> {
        match answer {
            Answer::File(FileStat { size, mtime }) => Ok(FoundFile { granted: granted.clone(), size, mtime }),
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
    fn moved(&mut self, policy: &Policy, path: &str) -> Result<(), ToolError> {
        // The root's path is empty, which no caller may give.
        let moved = if path.is_empty() { Ok(VaultPath::root()) } else { VaultPath::parse(path) };
        let path = moved.map_err(|_| ToolError::outside_vault(&self.given, "read"))?;
        policy.check_as(&path, PathKind::File).map_err(|_| Denied(self.given.clone()))?;
        self.targets = vec![Target { path, fragment: self.fragment.clone() }];
        self.known = Known::Nothing;
        self.moves += 1;
        if self.moves > MAX_MOVES { Err(self.unreadable("too many symbolic links")) } else { Ok(()) }
    }
}
