//! A call of `list_files`: finds the folder, lists its open files, and reads the notes that may be excluded by their
//! content before they are shown or counted.

use std::mem;

use super::base_lookup::{BaseLookup, BaseStep};
use super::collected::Collected;
use super::elsewhere::Elsewhere;
use super::params::ListOptions;
use super::scope::Scope;
use super::{refusal, reply};
use crate::error::ToolError;
use crate::path::{VaultPath, quoted};
use crate::policy::{Denied, Granted, PathKind, Policy};
use crate::tool::args::Args;
use crate::tool::find::refusal::ambiguous;
use crate::tool::host::{Answer, MAX_MOVES, Request};
use crate::tool::limits::Bounds;
use crate::tool::notes::refresh::Refresh;
use crate::tool::notes::walk::VaultWalk;
use crate::tool::reply::Reply;
use crate::tool::running::{Progress, Running, Shared};

/// A call in progress.
pub(super) struct ListFiles {
    options: ListOptions,
    bounds: Bounds,
    /// The folder as given.
    given: String,
    /// Finds the view to run first.
    base: Option<BaseLookup>,
    /// Brings the index up to date then, if properties are asked for.
    refresh: Option<Refresh>,
    state: ListingStep,
    found: Collected,
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
    /// When were they changed, by the user's clock?
    AskingDays,
    /// Which of them does the view have?
    RunningView,
    /// None of them: which other files are open?
    ReadingRest,
    /// Only memory is left to free.
    Ending(Reply),
}

impl Running for ListFiles {
    fn resume(&mut self, shared: &mut Shared, answers: Vec<Answer>) -> Result<Progress, ToolError> {
        if let Some(base) = &mut self.base {
            let requests = match base.go_on(&shared.policy, answers)? {
                BaseStep::Ask(requests) => requests,
                BaseStep::View(view) => {
                    self.found.base.other_name = base.other_name();
                    self.base = None;
                    narrows(&self.options.args, view.limit)?;
                    if let Some(properties) = &mut self.options.properties {
                        properties.run(view, self.bounds.now);
                    }
                    Vec::new()
                }
            };
            // An empty list of requests comes back at once.
            return Ok(Progress::Ask(requests));
        }
        if let Some(refresh) = &mut self.refresh {
            if let Some(requests) = refresh.go_on(shared, answers)? {
                return Ok(Progress::Ask(requests));
            }
            self.refresh = None;
            return self.look(&shared.policy).map(Progress::Ask);
        }
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
                self.found.take(catalogue, &self.options, files);
            }
            ListingStep::Reading => self.found.take_read(policy, catalogue, &self.options, answers),
            ListingStep::AskingDays => {
                self.found.base.take_days(&answers);
                self.state = ListingStep::RunningView;
            }
            ListingStep::RunningView => self.found.run_view(catalogue, &self.options),
            ListingStep::ReadingRest => self.found.take_rest(policy, catalogue, answers),
        }
        self.proceed(policy, limits.files_at_once)
    }
}

impl ListFiles {
    /// Returns the next requests. Steps without requests are passed.
    fn proceed(&mut self, policy: &Policy, files_at_once: usize) -> Result<Progress, ToolError> {
        loop {
            let requests = match &mut self.state {
                ListingStep::Looking | ListingStep::Ending(_) | ListingStep::RunningView => Vec::new(),
                ListingStep::AskingDays => self.found.ask_days(&self.options),
                ListingStep::Listing(walk) => walk.ask(),
                ListingStep::Reading | ListingStep::ReadingRest => self.found.reading.ask(files_at_once),
            };
            if !requests.is_empty() {
                return Ok(Progress::Ask(requests));
            }
            // A large listing is processed in several steps. An empty list of requests lets the app run in between.
            let is_much = self.found.is_large();
            let is_unfinished = match self.state {
                ListingStep::ReadingRest => self.found.has_rest(),
                ListingStep::RunningView => !self.found.base.held.is_empty(),
                _ => false,
            };
            if is_unfinished {
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
        open_folder(&shared.policy, &path, &given)?;
        let base = args.text("base").map(|base| BaseLookup::start(base, &shared.policy)).transpose()?;
        let (base, lookup) = base.map_or((None, Vec::new()), |(base, requests)| (Some(base), requests));
        let options = ListOptions::parse(args)?;
        let mut call = Self {
            base,
            refresh: options.properties.is_some().then(Refresh::default),
            options,
            bounds,
            given,
            state: ListingStep::Looking,
            found: Collected::of(Scope::exact(path)),
            moves: 0,
        };
        let requests = if call.refresh.is_some() { lookup } else { call.look(&shared.policy)? };
        Ok((Box::new(call), requests))
    }

    /// Requests the content of the vault, or what is at the path of the folder.
    fn look(&mut self, policy: &Policy) -> Result<Vec<Request>, ToolError> {
        let granted = open_folder(policy, &self.found.scope.path, &self.given)?;
        if !self.found.scope.path.is_root() {
            return Ok(vec![Request::Stat(granted)]);
        }
        let mut walk = VaultWalk::of(granted);
        let requests = walk.ask();
        self.state = ListingStep::Listing(walk);
        Ok(requests)
    }

    /// Processes the answer to the `stat` of the folder. Returns another request if the host redirects.
    fn looked(&mut self, policy: &Policy, answers: Vec<Answer>) -> Result<Option<Request>, ToolError> {
        match answers.into_iter().next() {
            Some(Answer::Folder) => {
                let granted = open_folder(policy, &self.found.scope.path, &self.given)?;
                self.state = ListingStep::Listing(VaultWalk::of(granted));
                Ok(None)
            }
            Some(Answer::Moved(path)) => {
                let moved = if path.is_empty() { Ok(VaultPath::root()) } else { VaultPath::parse(&path) };
                let path = moved.map_err(|_| ToolError::outside_vault(&self.given, "listed"))?;
                let granted = open_folder(policy, &path, &self.given)?;
                self.found.scope = Scope::exact(path);
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
        self.found.scope = Scope::equivalents(self.found.scope.path.clone());
        self.state = ListingStep::Listing(VaultWalk::of(root));
        Ok(())
    }

    fn unreadable(&self, reason: &str) -> ToolError {
        ToolError::unreadable(&quoted(&self.given), "listed", reason).about(&self.given)
    }

    /// Continues with the next step, or returns the reply.
    fn go_on(&mut self, policy: &Policy) -> Result<Option<Reply>, ToolError> {
        let unsearched = self.found.unsearched(&self.options);
        match self.state {
            ListingStep::Looking | ListingStep::Listing(_) => self.state = ListingStep::Reading,
            ListingStep::Reading if !self.found.base.held.is_empty() => self.state = ListingStep::AskingDays,
            ListingStep::AskingDays => self.state = ListingStep::RunningView,
            ListingStep::Reading | ListingStep::RunningView => {
                if let Some(reply) = self.listing()? {
                    return Ok(Some(reply));
                }
                if self.found.scope.path.is_root() {
                    return Ok(Some(refusal::nothing(&self.found.scope.path, &self.options, unsearched.as_deref())));
                }
                self.found.elsewhere = Elsewhere::of(&self.found.scope.path);
                self.state = ListingStep::ReadingRest;
            }
            // `end` continues.
            ListingStep::Ending(_) => {}
            ListingStep::ReadingRest => {
                // The folder exists if it contains an open file, in any spelling.
                if let Some(folder) = &self.found.beside {
                    return Ok(Some(refusal::nothing(folder, &self.options, unsearched.as_deref())));
                }
                if !self.found.scope.is_exact() {
                    return Err(refusal::no_folder(&self.given, &self.found.scope.path, &self.found.elsewhere));
                }
                self.list_all(policy)?;
            }
        }
        Ok(None)
    }

    /// Returns the reply once little memory is left to free.
    fn end(&mut self) -> Progress {
        if !self.found.shed() {
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
        let unsearched = self.found.unsearched(&self.options);
        let places = self.found.scope.places(&self.found.tree);
        let path_of = |place: &usize| self.found.tree.folder(*place).path.as_str();
        let exact = places.iter().copied().find(|place| path_of(place) == self.found.scope.path.as_str());
        match (exact, places.as_slice()) {
            (None, []) => Ok(None),
            (Some(only), _) | (None, &[only]) => {
                reply::listing(&self.found.tree, only, &self.options, &self.bounds, unsearched.as_deref()).map(Some)
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

/// Refuses what would narrow a view with a limit: the first files of the view are not the first of those that match.
fn narrows(args: &Args, limit: Option<usize>) -> Result<(), ToolError> {
    let narrowing = ["path", "pattern", "depth", "where", "modified_after"].into_iter().find(|name| args.has(name));
    match narrowing.filter(|_| limit.is_some()) {
        None => Ok(()),
        Some(name) => Err(ToolError::invalid_arguments(
            format!("{name} is given with a view that has a limit"),
            "leave it out: the view shows only so many files; or list the notes with where instead of base",
        )),
    }
}
