//! Sessions: one vault's policy and limits, the last file read, and the calls under way.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};
use thiserror::Error;
use tsify::Tsify;

use super::args::Args;
use super::host::{Answer, Request};
use super::reply::Reply;
use super::shelf::Shelf;
use super::{DEFAULT_MAX_BYTES, Desk, MAX_FILE_BYTES, Progress, Running, TOOLS};
use crate::error::{ErrorCode, ToolError};
use crate::path::quoted;
use crate::policy::{Policy, Protected, RuleError, Rules};

/// What a session has to know of its vault and its person.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct Config {
    /// The vault's config folder; `.obsidian` unless the person moved it.
    pub config_dir: String,
    /// Names and paths that the person closes, besides what is always closed: see [`Rules::protected`].
    pub protected: Vec<String>,
    /// What the person closes by patterns in the settings, one a line: gitignore's syntax and semantics.
    pub patterns: Vec<String>,
    /// The content of `.lecternignore` at the vault's root; empty where there is none.
    pub ignore_file: String,
    /// The app's own "Excluded files": the beginning of a path, or a regular expression between slashes.
    pub excluded: Vec<String>,
    /// Tags that close the notes that carry them, with or without `#`. A tag stands for those nested in it too.
    pub closed_tags: Vec<String>,
    /// Bytes of text in one reply. 0: outlines instead of content.
    pub max_bytes: f64,
    /// Lines of content in one reply; none unless set. 0: outlines instead of content.
    pub max_lines: Option<f64>,
    /// How many files are read side by side.
    pub files_at_once: f64,
    /// Bytes of one image, as base64.
    pub max_image_bytes: f64,
    /// Bytes of all images of one reply, as base64.
    pub max_images_bytes: f64,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            config_dir: ".obsidian".to_owned(),
            protected: Vec::new(),
            patterns: Vec::new(),
            ignore_file: String::new(),
            excluded: Vec::new(),
            closed_tags: Vec::new(),
            max_bytes: f64::from(DEFAULT_MAX_BYTES),
            max_lines: None,
            files_at_once: 5.0,
            max_image_bytes: 5.0 * 1024.0 * 1024.0,
            max_images_bytes: 20.0 * 1024.0 * 1024.0,
        }
    }
}

/// What one call is bound to, besides the session's config: told by whoever runs the model, never by the model.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Tsify)]
#[serde(rename_all = "camelCase", default)]
pub struct Context {
    /// Tokens that the reply may take, by estimate; none unless set.
    pub max_tokens: Option<f64>,
    /// What the estimate is multiplied by: real usage divided by the estimate, where a caller has measured it.
    pub token_factor: f64,
    /// Which lines carry their number.
    pub numbering: Numbering,
}

impl Default for Context {
    fn default() -> Self {
        Self { max_tokens: None, token_factor: 1.0, numbering: Numbering::All }
    }
}

/// Which lines of a reply carry their number.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, Tsify)]
#[serde(rename_all = "lowercase")]
pub enum Numbering {
    /// Every line.
    #[default]
    All,
    /// Every line but blank ones behind the first, which stay empty.
    Compact,
}

/// Why a [`Config`] cannot be used.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum ConfigError {
    /// Something to close by cannot be taken.
    #[error("{} cannot be understood: {_0}", _0.setting())]
    Protected(#[from] RuleError),
    /// The byte limit is no whole number in its range.
    #[error("the byte limit must be a whole number from 1 to {MAX_FILE_BYTES}")]
    MaxBytes(f64),
}

/// Where a call stands.
#[derive(Debug, Clone, PartialEq, Serialize, Tsify)]
#[serde(rename_all = "snake_case")]
#[tsify(missing_as_null)]
pub enum Step {
    /// The host has to answer; [`Session::resume`] goes on.
    Ask {
        /// Which call this is.
        call: u32,
        /// What to answer, all at once, in this order.
        requests: Vec<Request>,
    },
    /// The call has ended.
    Done(Reply),
}

/// One vault's tools. Several calls may be under way at once.
pub struct Session {
    desk: Desk,
    calls: BTreeMap<u32, Box<dyn Running>>,
    last_call: u32,
}

impl fmt::Debug for Session {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Session").field("policy", &self.desk.policy).finish_non_exhaustive()
    }
}

impl Session {
    /// Opens a session.
    ///
    /// # Errors
    /// [`ConfigError`]: rather no session than one that leaves open what was to be closed.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "checked just before")]
    pub fn new(config: &Config) -> Result<Self, ConfigError> {
        let Config { config_dir, protected, ignore_file, patterns, excluded, closed_tags, max_bytes, .. } = config;
        if !(1.0..=f64::from(MAX_FILE_BYTES)).contains(max_bytes) || max_bytes.fract() > 0.0 {
            return Err(ConfigError::MaxBytes(*max_bytes));
        }
        let policy = Policy::new(&Rules { config_dir, protected, ignore_file, patterns, excluded, closed_tags })?;
        let desk = Desk { policy, byte_limit: *max_bytes as usize, shelf: Shelf::default() };
        Ok(Self { desk, calls: BTreeMap::new(), last_call: 0 })
    }

    /// Starts a call of `tool` with the JSON text `args`.
    pub fn start(&mut self, tool: &str, args: &str) -> Step {
        let started =
            TOOLS.iter().find(|known| known.name == tool).ok_or_else(|| unknown_tool(tool)).and_then(|tool| {
                let args = Args::parse(tool.params, tool.example, args)?;
                (tool.start)(args, &self.desk)
            });
        match started {
            Ok((running, requests)) => {
                self.last_call = self.last_call.wrapping_add(1);
                self.calls.insert(self.last_call, running);
                Step::Ask { call: self.last_call, requests }
            }
            Err(error) => Step::Done(error.into()),
        }
    }

    /// Goes on with `call`, whose requests the host has answered in their order.
    pub fn resume(&mut self, call: u32, answers: Vec<Answer>) -> Step {
        let Some(mut running) = self.calls.remove(&call) else {
            return Step::Done(ToolError::cancelled().into());
        };
        match running.resume(&mut self.desk, answers) {
            Ok(Progress::Ask(requests)) => {
                self.calls.insert(call, running);
                Step::Ask { call, requests }
            }
            Ok(Progress::Done(reply)) => Step::Done(reply),
            Err(error) => Step::Done(error.into()),
        }
    }

    /// Ends `call` before it is done; one that is unknown is as good as ended.
    pub fn cancel(&mut self, call: u32) -> Reply {
        self.calls.remove(&call);
        ToolError::cancelled().into()
    }

    /// See [`Policy::is_protected_path`].
    #[must_use]
    pub fn is_protected_path(&self, path: &str) -> bool {
        self.desk.policy.is_protected_path(path)
    }

    /// See [`Policy::assert_not_protected`].
    ///
    /// # Errors
    /// [`Protected`], with the reason.
    pub fn assert_not_protected(&self, path: &str) -> Result<(), Protected> {
        self.desk.policy.assert_not_protected(path)
    }
}

fn unknown_tool(name: &str) -> ToolError {
    let names: Vec<_> = TOOLS.iter().map(|tool| tool.name).collect();
    ToolError::new(
        ErrorCode::InvalidArguments,
        format!("there is no tool {}", quoted(name)),
        format!("the tools are {}", names.join(", ")),
    )
}
