//! Sessions: one vault's policy and limits, the last file read, and the calls in progress.

use std::cell::RefCell;
use std::fmt;
use std::rc::Rc;

use serde::Serialize;
use tsify::Tsify;

use super::args::Args;
use super::call::{Call, Host, Progress, Tool, Work};
use super::closed::which_open;
use super::config::{Config, ConfigError, Context};
use super::definitions::{CHANGING_TOOLS, OTHER_TOOLS, TOOLS};
use super::last_file::LastFile;
use super::meaning::embed;
use super::notes::catch_up::catch_up;
use super::notes::keeping::keep;
use super::shared::Shared;
use crate::catalogue::Catalogue;
use crate::catalogue::change::{Change, Indexed};
use crate::catalogue::meaning::{Meaning, MeaningState};
use crate::error::ToolError;
use crate::limits::VectorModel;
use crate::path::quoted;
use crate::policy::Protected;
use crate::text::Amount;
use crate::wire::reply::Reply;
use crate::wire::{Answer, Request, Undo};

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
    shared: Rc<RefCell<Shared>>,
    calls: Vec<(u32, CallInSession)>,
    last_call: u32,
}

/// A call in progress.
struct CallInSession {
    call: Call,
    /// The size limit of its reply.
    limit: Amount,
    /// See [`Tool`](super::Tool).
    failed: &'static str,
}

impl fmt::Debug for Session {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Session").field("policy", &self.shared.borrow().policy).finish_non_exhaustive()
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
            policy: Rc::new(config.policy()?),
            limits,
            last_file: LastFile::default(),
            catalogue: Catalogue::searching(limits.max_document_bytes),
            keeping: config.keeping()?,
            meaning: Meaning::default(),
            roots: config.roots.clone(),
        };
        shared.meaning.set_model(config.meaning()?);
        shared.catalogue.index.set_daily_notes(config.daily_notes());
        Ok(Self { shared: Rc::new(RefCell::new(shared)), calls: Vec::new(), last_call: 0 })
    }

    /// Replaces the config. What is known about the vault is kept, unless it may now be excluded.
    ///
    /// # Errors
    /// [`ConfigError`]; then nothing has changed, and the session must not be used until this succeeds.
    pub fn reconfigure(&mut self, config: &Config) -> Result<(), ConfigError> {
        let (policy, limits, keeping, model) =
            (config.policy()?, config.limits()?, config.keeping()?, config.meaning()?);
        let mut shared = self.shared.borrow_mut();
        let close_same_content = policy.closes_same_content(&shared.policy);
        shared.catalogue.max_document_bytes = limits.max_document_bytes;
        shared.catalogue.rules_changed(close_same_content);
        shared.policy = Rc::new(policy);
        shared.limits = limits;
        shared.keeping = keeping;
        shared.roots.clone_from(&config.roots);
        shared.meaning.set_model(model);
        shared.catalogue.index.set_daily_notes(config.daily_notes());
        // A tag may now exclude it.
        shared.last_file.clear();
        Ok(())
    }

    /// Starts a call of `tool` with the JSON text `args` in the default context.
    pub fn start(&mut self, tool: &str, args: &str) -> Step {
        self.start_within(&Context::default(), tool, args)
    }

    /// Starts a call of `tool` with the JSON text `args` in `context`.
    pub fn start_within(&mut self, context: &Context, tool: &str, args: &str) -> Step {
        let limits = self.shared.borrow().limits;
        let bounds = match context.bounds(&limits) {
            Ok(bounds) => bounds,
            Err(error) => return Step::Done(error.into()),
        };
        let Some(tool) = tools(limits.changes).chain(&OTHER_TOOLS).find(|known| known.name == tool) else {
            return Step::Done(unknown_tool(tool, limits.changes).into());
        };
        match Args::parse(tool.params, tool.example, args) {
            Ok(args) => {
                let args = args.within(tool.params, &self.shared.borrow().roots);
                self.begin(tool.failed, bounds.limit, |host| (tool.start)(host, args, bounds))
            }
            Err(error) => Step::Done(Reply::error_within(tool.failed, error, bounds.limit)),
        }
    }

    /// Brings the index up to date, if there is one, so that no call has to wait for it.
    pub fn catch_up(&mut self) -> Step {
        self.begin_own("Could not catch up", |host| Box::pin(catch_up(host)))
    }

    /// Has the host keep the index until the next start, as the config says, and forget one that can't be used any more.
    pub fn keep(&mut self) -> Step {
        self.begin_own("Could not keep the index", |host| Box::pin(keep(host)))
    }

    /// Brings the vectors of the search by meaning up to date. Can be called again whenever it ended.
    pub fn embed(&mut self) -> Step {
        self.begin_own("Could not prepare the search by meaning", |host| Box::pin(embed(host)))
    }

    /// How far the search by meaning has come.
    #[must_use]
    pub fn meaning(&self) -> MeaningState {
        let shared = self.shared.borrow();
        shared.meaning.state(&shared.catalogue, None)
    }

    /// The same, with the notes that would wait with the model of this key.
    #[must_use]
    pub fn meaning_with(&self, key: String, dims: u32) -> MeaningState {
        let model = VectorModel { key, dims: dims as usize };
        let shared = self.shared.borrow();
        shared.meaning.state(&shared.catalogue, Some(&model))
    }

    /// Asks which of `paths` are not excluded now, by their names and their content. The reply lists them in
    /// [`Structured::open`](crate::Structured::open), as they are given here.
    pub fn which_open(&mut self, paths: Vec<String>) -> Step {
        self.begin_own("Could not check", |host| Box::pin(which_open(host, paths)))
    }

    /// Undoes a change, as the journal has it. The user is asked, as for a change.
    pub fn undo(&mut self, undo: Undo) -> Step {
        let limit = Amount::of_bytes(self.shared.borrow().limits.bytes);
        self.begin("Could not undo", limit, |host| Box::pin(undo.undo(host)))
    }

    /// Starts a call that no model made.
    fn begin_own(&mut self, failed: &'static str, start: impl FnOnce(Host) -> Work) -> Step {
        let limit = Amount::of_bytes(self.shared.borrow().limits.bytes);
        self.begin(failed, limit, start)
    }

    /// Processes the changes that the host reports.
    pub fn changed(&mut self, changes: Vec<Change>) {
        let Shared { catalogue, meaning, policy, .. } = &mut *self.shared.borrow_mut();
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
        self.shared.borrow().catalogue.indexed()
    }

    /// Whether documents are not in the index yet.
    #[must_use]
    pub fn has_unread_documents(&self) -> bool {
        self.shared.borrow().catalogue.documents.are_any_unread()
    }

    fn begin(&mut self, failed: &'static str, limit: Amount, start: impl FnOnce(Host) -> Work) -> Step {
        self.last_call = self.last_call.wrapping_add(1);
        let call = Call::new(&self.shared, start);
        self.go_on(self.last_call, CallInSession { call, limit, failed }, None)
    }

    /// Continues `call` with the host's answers to its requests, in order.
    pub fn resume(&mut self, call: u32, answers: Vec<Answer>) -> Step {
        match self.take(call) {
            Some(held) => self.go_on(call, held, Some(answers)),
            None => Step::Done(ToolError::cancelled().into()),
        }
    }

    fn go_on(&mut self, number: u32, mut held: CallInSession, answers: Option<Vec<Answer>>) -> Step {
        match held.call.resume(answers) {
            Ok(Progress::Ask(requests)) => {
                self.calls.push((number, held));
                Step::Ask { call: number, requests }
            }
            Ok(Progress::Done(reply)) => Step::Done(reply),
            Err(error) => Step::Done(Reply::error_within(held.failed, error, held.limit)),
        }
    }

    fn take(&mut self, call: u32) -> Option<CallInSession> {
        let at = self.calls.iter().position(|(held, _)| *held == call)?;
        Some(self.calls.swap_remove(at).1)
    }

    /// Cancels `call`; does nothing if it is unknown.
    pub fn cancel(&mut self, call: u32) -> Reply {
        self.take(call);
        ToolError::cancelled().into()
    }

    /// See [`Policy::is_protected_path`](crate::Policy::is_protected_path).
    #[must_use]
    pub fn is_protected_path(&self, path: &str) -> bool {
        self.shared.borrow().policy.is_protected_path(path)
    }

    /// See [`Policy::assert_not_protected`](crate::Policy::assert_not_protected).
    ///
    /// # Errors
    /// [`Protected`], with the reason.
    pub fn assert_not_protected(&self, path: &str) -> Result<(), Protected> {
        self.shared.borrow().policy.assert_not_protected(path)
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
