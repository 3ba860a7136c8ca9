//! Calls: what a tool provides to start one, and what the calls of a session share.

use super::args::{Args, Param};
use super::host::{Answer, Request};
use super::last_file::LastFile;
use super::limits::{Bounds, KeepRules, Limits};
use super::meaning::Meaning;
use super::notes::catalogue::Catalogue;
use super::reply::Reply;
use crate::error::ToolError;
use crate::policy::Policy;

/// A tool: its description, and how to start a call.
pub(super) struct Tool {
    pub name: &'static str,
    pub description: &'static str,
    pub params: &'static [Param],
    /// The optional parameters that a model with a small context is told of.
    pub brief: &'static [&'static str],
    /// The start of the sentence that tells the user of a failed call.
    pub failed: &'static str,
    /// The simplest valid arguments.
    pub example: &'static str,
    pub start: fn(Args, &Shared, Bounds) -> Result<Started, ToolError>,
}

/// A started call, and its first requests.
pub(super) type Started = (Box<dyn Running>, Vec<Request>);

/// A call in progress.
pub(super) trait Running {
    fn resume(&mut self, shared: &mut Shared, answers: Vec<Answer>) -> Result<Progress, ToolError>;
}

/// What a call does next.
#[cfg_attr(
    not(target_arch = "wasm32"),
    expect(clippy::large_enum_variant, reason = "each call ends in one reply; in wasm it is smaller")
)]
pub(super) enum Progress {
    Ask(Vec<Request>),
    Done(Reply),
}

/// The state that the calls of a session share.
pub(super) struct Shared {
    pub policy: Policy,
    pub limits: Limits,
    pub last_file: LastFile,
    pub catalogue: Catalogue,
    pub keeping: KeepRules,
    pub meaning: Meaning,
    /// The vault's own absolute paths.
    pub roots: Vec<String>,
}
