//! A call of `list_files` under way: the folder is looked for, what is open in it is listed, and notes that may be closed
//! by what is in them are read before they are told of or counted.

use std::mem;

use super::elsewhere::Elsewhere;
use super::params::Asked;
use super::reading::Reading;
use super::scope::{Scope, file};
use super::tree::Tree;
use super::{Terms, layout, refusal};
use crate::error::ToolError;
use crate::path::VaultPath;
use crate::policy::{Denied, Granted, PathKind, Policy};
use crate::tool::args::Args;
use crate::tool::host::{Answer, Request};
use crate::tool::notes::catalogue::{Catalogue, Standing};
use crate::tool::notes::walk::{Listed, VaultWalk};
use crate::tool::reply::Reply;
use crate::tool::{Progress, Running, Shared};

/// As many symbolic links in a row as Linux follows.
const MAX_MOVES: u32 = 40;

/// How many files that are not asked for are looked at in one step.
const FILES_AT_ONCE: usize = 2000;

/// A call under way.
pub(super) struct ListFiles {
    asked: Asked,
    terms: Terms,
    /// The folder as it was given.
    given: String,
    scope: Scope,
    state: State,
    /// The open files that are asked for.
    tree: Tree,
    /// The files that are not asked for, or lie elsewhere; whether their content closes them is not known.
    rest: Vec<Listed>,
    /// Those of them that are open. Looked for only where there is nothing to list.
    elsewhere: Elsewhere,
    /// The folder that is asked for, if only files that are not are open in it.
    beside: Option<VaultPath>,
    reading: Reading,
    /// How often the host has sent us on to another path.
    moves: u32,
}

enum State {
    /// Is the folder there?
    Looking,
    /// What is in it?
    Listing(VaultWalk),
    /// Which of that is open?
    Reading,
    /// Nothing is: what else is?
    ReadingRest,
    /// All that is left is to give memory back.
    Ending(Reply),
}

impl Running for ListFiles {
    fn resume(&mut self, shared: &mut Shared, answers: Vec<Answer>) -> Result<Progress, ToolError> {
        let Shared { policy, catalogue, limits, .. } = shared;
        match &mut self.state {
            State::Ending(_) => return Ok(self.end()),
            State::Looking => {
                if let Some(request) = self.looked(policy, answers)? {
                    return Ok(Progress::Ask(vec![request]));
                }
            }
            State::Listing(walk) => {
                let files = walk.take(policy, answers);
                let files = files.map_err(|reason| refusal::unreadable(&self.given, &reason))?;
                for file in files {
                    self.take(catalogue, file);
                }
            }
            State::Reading => {
                for (note, title) in self.reading.take(policy, catalogue, answers) {
                    self.tree.add(file(&note, title));
                }
            }
            State::ReadingRest => {
                let open = self.reading.take(policy, catalogue, answers);
                for (note, _) in &open {
                    self.take_other(note);
                }
                self.take_rest(catalogue);
            }
        }
        loop {
            let requests = match &mut self.state {
                State::Looking | State::Ending(_) => Vec::new(),
                State::Listing(walk) => walk.ask(),
                State::Reading | State::ReadingRest => self.reading.ask(limits.files_at_once),
            };
            if !requests.is_empty() {
                return Ok(Progress::Ask(requests));
            }
            // Much is taken in and looked at in steps of their own: an empty question lets others have their turn.
            let is_much = self.tree.is_large() || self.rest.len() > FILES_AT_ONCE;
            if matches!(self.state, State::ReadingRest) && !self.rest.is_empty() {
                return Ok(Progress::Ask(Vec::new()));
            }
            match self.go_on(policy)? {
                Some(reply) => self.state = State::Ending(reply),
                None if !is_much => continue,
                None => {}
            }
            return Ok(if is_much { Progress::Ask(Vec::new()) } else { self.end() });
        }
    }
}

impl ListFiles {
    /// Starts a call with checked arguments.
    pub fn start(args: Args, shared: &Shared, terms: Terms) -> Result<(Box<dyn Running>, Vec<Request>), ToolError> {
        let given = args.text("path").unwrap_or_default().to_owned();
        let path = if given.trim().is_empty() { VaultPath::root() } else { VaultPath::parse(&given)? };
        let granted = open_folder(&shared.policy, &path, &given)?;
        let mut call = Self {
            asked: Asked::parse(args)?,
            terms,
            given,
            scope: Scope::exact(path.clone()),
            state: State::Looking,
            tree: Tree::new(),
            rest: Vec::new(),
            elsewhere: Elsewhere::default(),
            beside: None,
            reading: Reading::default(),
            moves: 0,
        };
        let requests = if path.is_root() { call.list(granted) } else { vec![Request::Stat(granted)] };
        Ok((Box::new(call), requests))
    }

    /// Asks for what is in the folder that was granted.
    fn list(&mut self, folder: Granted) -> Vec<Request> {
        let mut walk = VaultWalk::of(folder);
        let requests = walk.ask();
        self.state = State::Listing(walk);
        requests
    }

    /// Takes in whether the folder is there; asks again where the host sends us on to another path.
    fn looked(&mut self, policy: &Policy, answers: Vec<Answer>) -> Result<Option<Request>, ToolError> {
        match answers.into_iter().next() {
            Some(Answer::Folder) => {
                let granted = open_folder(policy, &self.scope.path, &self.given)?;
                self.state = State::Listing(VaultWalk::of(granted));
                Ok(None)
            }
            Some(Answer::Moved(path)) => {
                let moved = if path.is_empty() { Ok(VaultPath::root()) } else { VaultPath::parse(&path) };
                let path = moved.map_err(|_| refusal::outside(&self.given))?;
                let granted = open_folder(policy, &path, &self.given)?;
                self.scope = Scope::exact(path);
                self.moves += 1;
                if self.moves > MAX_MOVES {
                    return Err(refusal::unreadable(&self.given, "symbolic links lead in a circle"));
                }
                Ok(Some(Request::Stat(granted)))
            }
            Some(Answer::Missing | Answer::File(_) | Answer::Special) => {
                self.list_all(policy)?;
                Ok(None)
            }
            Some(Answer::Outside) => Err(refusal::outside(&self.given)),
            Some(Answer::Failed(reason)) => Err(refusal::unreadable(&self.given, &reason)),
            _ => Err(refusal::unreadable(&self.given, "the host gave an answer to another question")),
        }
    }

    /// Looks for the folder in whatever spelling it is there.
    fn list_all(&mut self, policy: &Policy) -> Result<(), ToolError> {
        let root = open_folder(policy, &VaultPath::root(), &self.given)?;
        self.scope = Scope::twins(self.scope.path.clone());
        self.state = State::Listing(VaultWalk::of(root));
        Ok(())
    }

    /// Takes in a file that the host has listed.
    fn take(&mut self, catalogue: &Catalogue, listed: Listed) {
        let is_wanted = self.scope.folder_of(listed.granted.path()).is_some() && self.scope.wants(&listed, &self.asked);
        if !is_wanted {
            self.rest.push(listed);
            return;
        }
        match catalogue.standing(&listed) {
            Some(Standing::Open { title }) => self.tree.add(file(&listed, title)),
            Some(Standing::Closed) => {}
            None => self.reading.add(listed),
        }
    }

    /// Takes in some of the files that are not asked for.
    fn take_rest(&mut self, catalogue: &Catalogue) {
        for _ in 0..FILES_AT_ONCE {
            let Some(listed) = self.rest.pop() else { return };
            match catalogue.standing(&listed) {
                Some(Standing::Open { .. }) => self.take_other(&listed),
                Some(Standing::Closed) => {}
                None => self.reading.add(listed),
            }
        }
    }

    /// Takes in an open file that is not asked for.
    fn take_other(&mut self, listed: &Listed) {
        let path = listed.granted.path();
        self.elsewhere.add(path);
        if let Some(folder) = self.scope.folder_of(path)
            && self.beside.as_ref() != Some(&self.scope.path)
        {
            self.beside = Some(self.beside.take().map_or_else(|| folder.clone(), |held| held.min(folder.clone())));
            if folder == self.scope.path {
                self.beside = Some(folder);
            }
        }
    }

    /// Goes on where a state has nothing more to ask: ends in the reply if it can be made.
    fn go_on(&mut self, policy: &Policy) -> Result<Option<Reply>, ToolError> {
        match self.state {
            State::Looking | State::Listing(_) => self.state = State::Reading,
            State::Reading => {
                if let Some(reply) = self.listing()? {
                    return Ok(Some(reply));
                }
                if self.scope.path.is_root() {
                    return Ok(Some(refusal::nothing(&self.scope.path, &self.asked)));
                }
                self.elsewhere = Elsewhere::of(&self.scope.path);
                self.state = State::ReadingRest;
            }
            // It is gone on with in `end`.
            State::Ending(_) => {}
            State::ReadingRest => {
                // It is there if anything open is in it, in some spelling.
                if let Some(folder) = &self.beside {
                    return Ok(Some(refusal::nothing(folder, &self.asked)));
                }
                if !self.scope.is_exact() {
                    return Err(refusal::no_folder(&self.given, &self.scope.path, &self.elsewhere));
                }
                self.list_all(policy)?;
            }
        }
        Ok(None)
    }

    /// Ends in the reply, once little memory is left to give back.
    fn end(&mut self) -> Progress {
        self.rest.truncate(self.rest.len().saturating_sub(FILES_AT_ONCE));
        if !self.rest.is_empty() || !self.tree.shed() {
            // Nothing is asked for: this lets others have their turn.
            return Progress::Ask(Vec::new());
        }
        match mem::replace(&mut self.state, State::Looking) {
            State::Ending(reply) => Progress::Done(reply),
            _ => Progress::Ask(Vec::new()),
        }
    }

    /// The reply, if there is anything to list.
    fn listing(&self) -> Result<Option<Reply>, ToolError> {
        let places = self.scope.places(&self.tree);
        let path_of = |place: &usize| self.tree.folder(*place).path.as_str();
        let exact = places.iter().copied().find(|place| path_of(place) == self.scope.path.as_str());
        match (exact, places.as_slice()) {
            (None, []) => Ok(None),
            (Some(only), _) | (None, &[only]) => layout::listing(&self.tree, only, &self.asked, &self.terms).map(Some),
            (None, several) => {
                let paths: Vec<_> = several.iter().filter_map(|place| VaultPath::parse(path_of(place)).ok()).collect();
                Err(refusal::ambiguous(&self.given, &paths.iter().collect::<Vec<_>>()))
            }
        }
    }
}

/// Grants a folder, which was given as `given`.
fn open_folder(policy: &Policy, path: &VaultPath, given: &str) -> Result<Granted, ToolError> {
    let given = if given.trim().is_empty() { path.to_string() } else { given.to_owned() };
    policy.check_as(path, PathKind::Folder).map_err(|_| Denied(given).into())
}
