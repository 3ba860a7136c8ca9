//! A call of `list_files`: finds the folder, lists its open files, and reads the notes that may be excluded by their
//! content before they are shown or counted.

use super::arguments::ListArguments;
use super::base_lookup::BaseLookup;
use super::collected::Collected;
use super::elsewhere::Elsewhere;
use super::options::ListOptions;
use super::scope::Scope;
use super::{refusal, reply};
use crate::catalogue::walk::VaultWalk;
use crate::error::ToolError;
use crate::limits::Bounds;
use crate::limits::MAX_MOVES;
use crate::path::{VaultPath, quoted};
use crate::policy::{Denied, Granted, PathKind, Policy};
use crate::tool::args::{Args, Arguments};
use crate::tool::call::Host;
use crate::tool::find::refusal::ambiguous;
use crate::tool::notes::refresh::refresh;
use crate::tool::shared::Shared;
use crate::wire::reply::Reply;
use crate::wire::{Answer, Request};

/// A call in progress.
struct ListFiles {
    host: Host,
    options: ListOptions,
    bounds: Bounds,
    /// The folder as given.
    given: String,
    found: Collected,
}

/// Lists files as `args` say.
pub(super) async fn list_files(host: Host, args: Args, bounds: Bounds) -> Result<Reply, ToolError> {
    let arguments = ListArguments::read(&args);
    let given = arguments.path.clone().unwrap_or_default();
    let path = if given.trim().is_empty() { VaultPath::root() } else { VaultPath::parse(&given)? };
    open_folder(&host.policy(), &path, &given)?;
    let base = arguments.base.as_deref().map(|base| BaseLookup::new(base, &host.policy())).transpose()?;
    let options = ListOptions::of(arguments)?;
    let mut call = ListFiles { host, options, bounds, given, found: Collected::of(Scope::exact(path)) };
    if let Some(base) = base {
        call.read_view(base).await?;
    }
    if call.options.properties.is_some() {
        refresh(&call.host).await?;
    }
    let reply = call.list().await?;
    call.give_way_if_much().await;
    // A large listing takes long to free.
    while !call.found.shed() {
        call.host.give_way().await;
    }
    Ok(reply)
}

impl ListFiles {
    /// Finds the view to run.
    async fn read_view(&mut self, base: BaseLookup) -> Result<(), ToolError> {
        let (view, other_name) = base.read(&self.host).await?;
        self.found.base.other_name = other_name;
        if view.limit.is_some() {
            refuse_narrowing(&self.options.given)?;
        }
        if let Some(properties) = &mut self.options.properties {
            properties.run(view, self.bounds.now);
        }
        self.host.give_way().await;
        Ok(())
    }

    /// Lists the folder, or the one with an equivalent spelling.
    async fn list(&mut self) -> Result<Reply, ToolError> {
        let folder = self.folder().await?;
        let mut walk = VaultWalk::of(folder);
        loop {
            self.walk(walk).await?;
            self.read_notes().await;
            if let Some(reply) = self.listing()? {
                return Ok(reply);
            }
            let unsearched = self.found.unsearched(&self.options);
            if self.found.scope.path.is_root() {
                return Ok(refusal::nothing(&self.found.scope.path, &self.options, unsearched.as_deref()));
            }
            self.read_rest().await;
            // The folder exists if it contains an open file, in any spelling.
            if let Some(folder) = &self.found.beside {
                let unsearched = self.found.unsearched(&self.options);
                return Ok(refusal::nothing(folder, &self.options, unsearched.as_deref()));
            }
            if !self.found.scope.is_exact() {
                return Err(refusal::no_folder(&self.given, &self.found.scope.path, &self.found.elsewhere));
            }
            walk = VaultWalk::of(self.all()?);
            self.give_way_if_much().await;
        }
    }

    /// The folder to list. If nothing is at the path, all of the vault, to look for another spelling.
    async fn folder(&mut self) -> Result<Granted, ToolError> {
        for _ in 0..=MAX_MOVES {
            let granted = open_folder(&self.host.policy(), &self.found.scope.path, &self.given)?;
            if self.found.scope.path.is_root() {
                return Ok(granted);
            }
            match self.host.ask_one(Request::Stat(granted)).await {
                Answer::Folder => return open_folder(&self.host.policy(), &self.found.scope.path, &self.given),
                Answer::Moved(path) => {
                    let moved = if path.is_empty() { Ok(VaultPath::root()) } else { VaultPath::parse(&path) };
                    let path = moved.map_err(|_| ToolError::outside_vault(&self.given, "listed"))?;
                    open_folder(&self.host.policy(), &path, &self.given)?;
                    self.found.scope = Scope::exact(path);
                }
                Answer::Missing | Answer::File(_) | Answer::Special => return self.all(),
                Answer::Outside => return Err(ToolError::outside_vault(&self.given, "listed")),
                Answer::Failed(reason) => return Err(self.unreadable(&reason)),
                _ => return Err(self.unreadable("the host gave an unexpected answer")),
            }
        }
        Err(self.unreadable("too many symbolic links"))
    }

    /// The vault, to look for the folder in an equivalent spelling.
    fn all(&mut self) -> Result<Granted, ToolError> {
        self.found.scope = Scope::equivalents(self.found.scope.path.clone());
        open_folder(&self.host.policy(), &VaultPath::root(), &self.given)
    }

    async fn walk(&mut self, mut walk: VaultWalk) -> Result<(), ToolError> {
        loop {
            let requests = walk.ask();
            if requests.is_empty() {
                self.give_way_if_much().await;
                return Ok(());
            }
            let answers = self.host.ask(requests).await;
            let files = walk.take(&self.host.policy(), answers).map_err(|reason| self.unreadable(&reason))?;
            self.host.shared(|shared| self.found.take(&shared.catalogue, &self.options, files));
        }
    }

    /// Reads the notes of the listing that may be excluded by their content, and runs the view.
    async fn read_notes(&mut self) {
        loop {
            let requests = self.found.reading.ask(self.host.limits().files_at_once);
            if requests.is_empty() {
                break;
            }
            let answers = self.host.ask(requests).await;
            self.host.shared(|Shared { policy, catalogue, .. }| {
                self.found.take_read(policy, catalogue, &self.options, answers);
            });
        }
        self.give_way_if_much().await;
        if !self.found.base.held.is_empty() {
            let requests = self.found.ask_days(&self.options);
            if !requests.is_empty() {
                let answers = self.host.ask(requests).await;
                self.found.base.take_days(&answers);
            }
        }
        while !self.found.base.held.is_empty() {
            self.host.give_way().await;
            self.host.shared(|shared| self.found.run_view(&shared.catalogue, &self.options));
        }
    }

    /// Finds out which files outside the listing are open.
    async fn read_rest(&mut self) {
        self.found.elsewhere = Elsewhere::of(&self.found.scope.path);
        self.give_way_if_much().await;
        loop {
            let requests = self.found.reading.ask(self.host.limits().files_at_once);
            if requests.is_empty() && !self.found.has_rest() {
                break;
            }
            let answers = self.host.ask(requests).await;
            self.host.shared(|Shared { policy, catalogue, .. }| self.found.take_rest(policy, catalogue, answers));
        }
    }

    /// A large listing is processed in several steps.
    async fn give_way_if_much(&self) {
        if self.found.is_large() {
            self.host.give_way().await;
        }
    }

    fn unreadable(&self, reason: &str) -> ToolError {
        ToolError::unreadable(&quoted(&self.given), "listed", reason).about(&self.given)
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
fn refuse_narrowing(given: &ListArguments) -> Result<(), ToolError> {
    let name = match given {
        ListArguments { path: Some(_), .. } => "path",
        ListArguments { pattern: Some(_), .. } => "pattern",
        ListArguments { depth: Some(_), .. } => "depth",
        ListArguments { r#where: Some(_), .. } => "where",
        ListArguments { modified_after: Some(_), .. } => "modified_after",
        _ => return Ok(()),
    };
    Err(ToolError::invalid_arguments(
        format!("{name} is given with a view that has a limit"),
        "leave it out: the view shows only so many files; or list the notes with where instead of base",
    ))
}
