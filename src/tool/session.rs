//! Sessions: one vault's policy and limits, the last file read, and the calls in progress.

use std::fmt;

use serde::Serialize;
use tsify::Tsify;

use super::args::Args;
use super::closed::WhichOpen;
use super::config::{Config, ConfigError, Context};
use super::definitions::{CHANGING_TOOLS, OTHER_TOOLS, TOOLS};
use super::host::{Answer, Request};
use super::last_file::LastFile;
use super::limits::VectorModel;
use super::meaning::{Embedding, Meaning, MeaningState};
use super::notes::catalogue::Catalogue;
use super::notes::catch_up::CatchUp;
use super::notes::change::{Change, Indexed};
use super::notes::kept::Keeping;
use super::reply::Reply;
use super::running::{Progress, Running, Shared, Tool};
use super::undo::Undo;
use crate::error::ToolError;
use crate::path::quoted;
use crate::policy::Protected;
use crate::text::Amount;

/// The next step of a call.
#[derive(Debug, Clone, PartialEq, Serialize, Tsify)]
#[serde(rename_all = "snake_case")]
#[tsify(missing_as_null)]
#[cfg_attr(
    not(target_arch = "wasm32"),
    expect(clippy::large_enum_variant, reason = "each call ends in one reply; in wasm it is smaller")
)]
pub enum Step {
    /// The host has to answer; [`Session::resume`] continues.
    Ask {
        /// Which call this is.
        call: u32,
        /// The requests to answer, all at once and in this order.
        requests: Vec<Request>,
    },
    /// The call has ended.
    Done(Reply),
}

/// One vault's tools. Several calls may be in progress at once.
pub struct Session {
    shared: Shared,
    calls: Vec<(u32, Call)>,
    last_call: u32,
}

/// A call in progress.
struct Call {
    running: Box<dyn Running>,
    /// The size limit of its reply.
    limit: Amount,
    /// See [`Tool`](super::Tool).
    failed: &'static str,
}

impl fmt::Debug for Session {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Session").field("policy", &self.shared.policy).finish_non_exhaustive()
    }
}

impl Session {
    /// Opens a session.
    ///
    /// # Errors
    /// [`ConfigError`]: an invalid rule must not leave open what the user wanted to exclude.
    pub fn new(config: &Config) -> Result<Self, ConfigError> {
        let limits = config.limits()?;
        let mut shared = Shared {
            policy: config.policy()?,
            limits,
            last_file: LastFile::default(),
            catalogue: Catalogue::searching(limits.max_document_bytes),
            keeping: config.keeping()?,
            meaning: Meaning::default(),
            roots: config.roots.clone(),
        };
        shared.meaning.set_model(config.meaning()?);
        Ok(Self { shared, calls: Vec::new(), last_call: 0 })
    }

    /// Replaces the config. What is known about the vault is kept, unless it may now be excluded.
    ///
    /// # Errors
    /// [`ConfigError`]; then nothing has changed, and the session must not be used until this succeeds.
    pub fn reconfigure(&mut self, config: &Config) -> Result<(), ConfigError> {
        let (policy, limits, keeping, model) =
            (config.policy()?, config.limits()?, config.keeping()?, config.meaning()?);
        let close_same_content = policy.closes_same_content(&self.shared.policy);
        self.shared.catalogue.max_document_bytes = limits.max_document_bytes;
        self.shared.catalogue.rules_changed(close_same_content);
        self.shared.policy = policy;
        self.shared.limits = limits;
        self.shared.keeping = keeping;
        self.shared.roots.clone_from(&config.roots);
        self.shared.meaning.set_model(model);
        // A tag may now exclude it.
        self.shared.last_file.clear();
        Ok(())
    }

    /// Starts a call of `tool` with the JSON text `args` in the default context.
    pub fn start(&mut self, tool: &str, args: &str) -> Step {
        self.start_within(&Context::default(), tool, args)
    }

    /// Starts a call of `tool` with the JSON text `args` in `context`.
    pub fn start_within(&mut self, context: &Context, tool: &str, args: &str) -> Step {
        let bounds = match context.bounds(&self.shared.limits) {
            Ok(bounds) => bounds,
            Err(error) => return Step::Done(error.into()),
        };
        let changes = self.shared.limits.changes;
        let Some(tool) = tools(changes).chain(&OTHER_TOOLS).find(|known| known.name == tool) else {
            return Step::Done(unknown_tool(tool, changes).into());
        };
        let args = Args::parse(tool.params, tool.example, args);
        let args = args.map(|args| args.within(tool.params, &self.shared.roots));
        match args.and_then(|args| (tool.start)(args, &self.shared, bounds)) {
            Ok((running, requests)) => self.begin(Call { running, limit: bounds.limit, failed: tool.failed }, requests),
            Err(error) => Step::Done(Reply::error_within(tool.failed, error, bounds.limit)),
        }
    }

    /// Brings the index up to date, if there is one, so that no call has to wait for it.
    pub fn catch_up(&mut self) -> Step {
        self.begin_own(Box::new(CatchUp::default()), "Could not catch up")
    }

    /// Has the host keep the index until the next start, as the config says, and forget one that can't be used any more.
    pub fn keep(&mut self) -> Step {
        self.begin_own(Box::new(Keeping::default()), "Could not keep the index")
    }

    /// Brings the vectors of the search by meaning up to date. Can be called again whenever it ended.
    pub fn embed(&mut self) -> Step {
        self.begin_own(Box::new(Embedding::default()), "Could not prepare the search by meaning")
    }

    /// How far the search by meaning has come.
    #[must_use]
    pub fn meaning(&self) -> MeaningState {
        self.shared.meaning.state(&self.shared.catalogue, None)
    }

    /// The same, with the notes that would wait with the model of this key.
    #[must_use]
    pub fn meaning_with(&self, key: String, dims: u32) -> MeaningState {
        let model = VectorModel { key, dims: dims as usize };
        self.shared.meaning.state(&self.shared.catalogue, Some(&model))
    }

    /// Asks which of `paths` are not excluded now, by their names and their content. The reply lists them in
    /// [`Structured::open`](super::Structured::open), as they are given here.
    pub fn which_open(&mut self, paths: Vec<String>) -> Step {
        self.begin_own(Box::new(WhichOpen::new(paths)), "Could not check")
    }

    /// Undoes a change, as the journal has it. The user is asked, as for a change.
    pub fn undo(&mut self, undo: Undo) -> Step {
        const FAILED: &str = "Could not undo";
        let limit = Amount::of_bytes(self.shared.limits.bytes);
        match undo.start(&self.shared) {
            Ok((running, requests)) => self.begin(Call { running, limit, failed: FAILED }, requests),
            Err(error) => Step::Done(Reply::error_within(FAILED, error, limit)),
        }
    }

    /// Starts a call that no model made.
    fn begin_own(&mut self, running: Box<dyn Running>, failed: &'static str) -> Step {
        let limit = Amount::of_bytes(self.shared.limits.bytes);
        self.begin(Call { running, limit, failed }, Vec::new())
    }

    /// Processes the changes that the host reports.
    pub fn changed(&mut self, changes: Vec<Change>) {
        let Shared { catalogue, meaning, policy, .. } = &mut self.shared;
        for change in changes {
            let moved = if let Change::Moved { from, to } = &change { Some((from.clone(), to.clone())) } else { None };
            catalogue.change(policy, change);
            if let Some((from, to)) = moved {
                meaning.moved(catalogue, &from, &to);
            }
        }
    }

    /// The state of the index.
    #[must_use]
    pub fn indexed(&self) -> Indexed {
        self.shared.catalogue.indexed()
    }

    /// Whether documents are not in the index yet.
    #[must_use]
    pub fn has_unread_documents(&self) -> bool {
        self.shared.catalogue.documents.are_any_unread()
    }

    fn begin(&mut self, held: Call, requests: Vec<Request>) -> Step {
        self.last_call = self.last_call.wrapping_add(1);
        let call = self.last_call;
        self.calls.push((call, held));
        if requests.is_empty() { self.resume(call, Vec::new()) } else { Step::Ask { call, requests } }
    }

    fn take(&mut self, call: u32) -> Option<Call> {
        let at = self.calls.iter().position(|(held, _)| *held == call)?;
        Some(self.calls.swap_remove(at).1)
    }

    /// Continues `call` with the host's answers to its requests, in order.
    pub fn resume(&mut self, call: u32, answers: Vec<Answer>) -> Step {
        let Some(mut held) = self.take(call) else {
            return Step::Done(ToolError::cancelled().into());
        };
        match held.running.resume(&mut self.shared, answers) {
            Ok(Progress::Ask(requests)) => {
                self.calls.push((call, held));
                Step::Ask { call, requests }
            }
            Ok(Progress::Done(reply)) => Step::Done(reply),
            Err(error) => Step::Done(Reply::error_within(held.failed, error, held.limit)),
        }
    }

    /// Cancels `call`; does nothing if it is unknown.
    pub fn cancel(&mut self, call: u32) -> Reply {
        self.take(call);
        ToolError::cancelled().into()
    }

    /// See [`Policy::is_protected_path`](crate::Policy::is_protected_path).
    #[must_use]
    pub fn is_protected_path(&self, path: &str) -> bool {
        self.shared.policy.is_protected_path(path)
    }

    /// See [`Policy::assert_not_protected`](crate::Policy::assert_not_protected).
    ///
    /// # Errors
    /// [`Protected`], with the reason.
    pub fn assert_not_protected(&self, path: &str) -> Result<(), Protected> {
        self.shared.policy.assert_not_protected(path)
    }
}

/// The tools there are, if changes are allowed or not.
fn tools(changes: bool) -> impl Iterator<Item = &'static Tool> {
    TOOLS.iter().chain(CHANGING_TOOLS.iter().filter(move |_| changes))
}

fn unknown_tool(name: &str, changes: bool) -> ToolError {
    let names: Vec<_> = tools(changes).map(|tool| tool.name).collect();
    ToolError::invalid_arguments(
        format!("there is no tool {}", quoted(name)),
        format!("the tools are {}", names.join(", ")),
    )
}
