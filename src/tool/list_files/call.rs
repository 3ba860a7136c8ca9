//! A call of `list_files`: finds the folder, lists its open files, and reads the notes that may be excluded by their
//! content before they are shown or counted.

use std::mem;

use super::elsewhere::Elsewhere;
use super::open_notes::open_notes;
use super::params::ListOptions;
use super::scope::{Scope, file};
use super::tree::Tree;
use super::{refusal, reply};
use crate::error::ToolError;
use crate::path::{VaultPath, quoted};
use crate::policy::{Denied, Granted, PathKind, Policy};
use crate::tool::args::Args;
use crate::tool::find::refusal::ambiguous;
use crate::tool::host::{Answer, MAX_MOVES, Request};
use crate::tool::limits::Bounds;
use crate::tool::notes::catalogue::{Catalogue, Standing};
use crate::tool::notes::reading::Reading;
use crate::tool::notes::walk::{Listed, VaultWalk};
use crate::tool::reply::Reply;
use crate::tool::running::{Progress, Running, Shared};

/// Number of files outside the listing to check in one step.
const FILES_AT_ONCE: usize = 2000;

/// A call in progress.
pub(super) struct ListFiles {
    options: ListOptions,
    bounds: Bounds,
    /// The folder as given.
    given: String,
    scope: Scope,
    state: ListingStep,
    /// The open files of the listing.
    tree: Tree,
    /// Files outside the listing; their content may still exclude them.
    rest: Vec<Listed>,
    /// The open ones among them. Checked only if there is nothing to list.
    elsewhere: Elsewhere,
    /// The requested folder, if it has open files but none of them matches.
    beside: Option<VaultPath>,
    reading: Reading,
    /// How many times the host redirected to another path.
    moves: u32,
}

enum ListingStep {
    /// Does the folder exist?
    Looking,
    /// What is in it?
    Listing(VaultWalk),
    /// Which of its files are open?
    Reading,
    /// None of them: which other files are open?
    ReadingRest,
    /// Only memory is left to free.
    Ending(Reply),
}

impl Running for ListFiles {
    fn resume(&mut self, shared: &mut Shared, answers: Vec<Answer>) -> Result<Progress, ToolError> {
        let Shared { policy, catalogue, limits, .. } = shared;
        match &mut self.state {
            ListingStep::Ending(_) => return Ok(self.end()),
            ListingStep::Looking => {
                if let Some(request) = self.looked(policy, answers)? {
                    return Ok(Progress::Ask(vec![request]));
                }
            }
            ListingStep::Listing(walk) => {
                let files = walk.take(policy, answers);
                let files = files.map_err(|reason| self.unreadable(&reason))?;
                for file in files {
                    self.take(catalogue, file);
                }
            }
            ListingStep::Reading => {
                for (note, title) in open_notes(catalogue, self.reading.take(policy, answers)) {
                    self.tree.add(file(&note, title));
                }
            }
            ListingStep::ReadingRest => {
                for (note, _) in open_notes(catalogue, self.reading.take(policy, answers)) {
                    self.take_other(&note);
                }
                self.take_rest(catalogue);
            }
        }
        self.proceed(policy, limits.files_at_once)
    }
}

impl ListFiles {
    /// Returns the next requests. Steps without requests are passed.
    fn proceed(&mut self, policy: &Policy, files_at_once: usize) -> Result<Progress, ToolError> {
        loop {
            let requests = match &mut self.state {
                ListingStep::Looking | ListingStep::Ending(_) => Vec::new(),
                ListingStep::Listing(walk) => walk.ask(),
                ListingStep::Reading | ListingStep::ReadingRest => self.reading.ask(files_at_once),
            };
            if !requests.is_empty() {
                return Ok(Progress::Ask(requests));
            }
            // A large listing is processed in several steps. An empty list of requests lets the app run in between.
            let is_much = self.tree.is_large() || self.rest.len() > FILES_AT_ONCE;
            if matches!(self.state, ListingStep::ReadingRest) && !self.rest.is_empty() {
                return Ok(Progress::Ask(Vec::new()));
            }
            match self.go_on(policy)? {
                Some(reply) => self.state = ListingStep::Ending(reply),
                None if !is_much => continue,
                None => {}
            }
            return Ok(if is_much { Progress::Ask(Vec::new()) } else { self.end() });
        }
    }

    /// Starts a call.
    pub fn start(args: Args, shared: &Shared, bounds: Bounds) -> Result<(Box<dyn Running>, Vec<Request>), ToolError> {
        let given = args.text("path").unwrap_or_default().to_owned();
        let path = if given.trim().is_empty() { VaultPath::root() } else { VaultPath::parse(&given)? };
        let granted = open_folder(&shared.policy, &path, &given)?;
        let mut call = Self {
            options: ListOptions::parse(args)?,
            bounds,
            given,
            scope: Scope::exact(path.clone()),
            state: ListingStep::Looking,
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

    /// Requests the content of the folder.
    fn list(&mut self, folder: Granted) -> Vec<Request> {
        let mut walk = VaultWalk::of(folder);
        let requests = walk.ask();
        self.state = ListingStep::Listing(walk);
        requests
    }

    /// Processes the answer to the `stat` of the folder. Returns another request if the host redirects.
    fn looked(&mut self, policy: &Policy, answers: Vec<Answer>) -> Result<Option<Request>, ToolError> {
        match answers.into_iter().next() {
            Some(Answer::Folder) => {
                let granted = open_folder(policy, &self.scope.path, &self.given)?;
                self.state = ListingStep::Listing(VaultWalk::of(granted));
                Ok(None)
            }
            Some(Answer::Moved(path)) => {
                let moved = if path.is_empty() { Ok(VaultPath::root()) } else { VaultPath::parse(&path) };
                let path = moved.map_err(|_| ToolError::outside_vault(&self.given, "listed"))?;
                let granted = open_folder(policy, &path, &self.given)?;
                self.scope = Scope::exact(path);
                self.moves += 1;
                if self.moves > MAX_MOVES {
                    return Err(self.unreadable("too many symbolic links"));
                }
                Ok(Some(Request::Stat(granted)))
            }
            Some(Answer::Missing | Answer::File(_) | Answer::Special) => {
                self.list_all(policy)?;
                Ok(None)
            }
            Some(Answer::Outside) => Err(ToolError::outside_vault(&self.given, "listed")),
            Some(Answer::Failed(reason)) => Err(self.unreadable(&reason)),
            _ => Err(self.unreadable("the host gave an unexpected answer")),
        }
    }

    /// Looks for the folder in an equivalent spelling.
    fn list_all(&mut self, policy: &Policy) -> Result<(), ToolError> {
        let root = open_folder(policy, &VaultPath::root(), &self.given)?;
        self.scope = Scope::equivalents(self.scope.path.clone());
        self.state = ListingStep::Listing(VaultWalk::of(root));
        Ok(())
    }

    /// Processes a listed file.
    fn take(&mut self, catalogue: &Catalogue, listed: Listed) {
        let is_wanted =
            self.scope.folder_of(listed.granted.path()).is_some() && self.scope.wants(&listed, &self.options);
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

    /// Checks some of the files outside the listing.
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

    /// Processes an open file outside the listing.
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

    fn unreadable(&self, reason: &str) -> ToolError {
        ToolError::unreadable(&quoted(&self.given), "listed", reason).about(&self.given)
    }

    /// Continues with the next step, or returns the reply.
    fn go_on(&mut self, policy: &Policy) -> Result<Option<Reply>, ToolError> {
        match self.state {
            ListingStep::Looking | ListingStep::Listing(_) => self.state = ListingStep::Reading,
            ListingStep::Reading => {
                if let Some(reply) = self.listing()? {
                    return Ok(Some(reply));
                }
                if self.scope.path.is_root() {
                    return Ok(Some(refusal::nothing(&self.scope.path, &self.options)));
                }
                self.elsewhere = Elsewhere::of(&self.scope.path);
                self.state = ListingStep::ReadingRest;
            }
            // `end` continues.
            ListingStep::Ending(_) => {}
            ListingStep::ReadingRest => {
                // The folder exists if it contains an open file, in any spelling.
                if let Some(folder) = &self.beside {
                    return Ok(Some(refusal::nothing(folder, &self.options)));
                }
                if !self.scope.is_exact() {
                    return Err(refusal::no_folder(&self.given, &self.scope.path, &self.elsewhere));
                }
                self.list_all(policy)?;
            }
        }
        Ok(None)
    }

    /// Returns the reply once little memory is left to free.
    fn end(&mut self) -> Progress {
        self.rest.truncate(self.rest.len().saturating_sub(FILES_AT_ONCE));
        if !self.rest.is_empty() || !self.tree.shed() {
            // An empty list of requests lets the app run in between.
            return Progress::Ask(Vec::new());
        }
        match mem::replace(&mut self.state, ListingStep::Looking) {
            ListingStep::Ending(reply) => Progress::Done(reply),
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
            (Some(only), _) | (None, &[only]) => {
                reply::listing(&self.tree, only, &self.options, &self.bounds).map(Some)
            }
            (None, several) => {
                let paths: Vec<_> = several.iter().filter_map(|place| VaultPath::parse(path_of(place)).ok()).collect();
                Err(ambiguous(&self.given, &paths.iter().collect::<Vec<_>>(), "folders"))
            }
        }
    }
}

/// Checks a folder that was given as `given`.
fn open_folder(policy: &Policy, path: &VaultPath, given: &str) -> Result<Granted, ToolError> {
    let given = if given.trim().is_empty() { path.to_string() } else { given.to_owned() };
    policy.check_as(path, PathKind::Folder).map_err(|_| Denied(given).into())
}
