//! Running calls: what a tool provides to start a call, and what the calls of a session share.

use super::args::{Args, Param};
use super::host::{Answer, Request};
use super::last_file::LastFile;
use super::limits::{Bounds, Limits};
use super::notes::catalogue::Catalogue;
use super::reply::Reply;
use crate::error::ToolError;
use crate::policy::Policy;

/// A tool: how it is described, and how a call of it starts.
pub(super) struct Tool {
    pub name: &'static str,
    pub description: &'static str,
    pub params: &'static [Param],
    /// What begins the sentence for the person where a call fails.
    pub failed: &'static str,
    /// The simplest arguments there are.
    pub example: &'static str,
    pub start: fn(Args, &Shared, Bounds) -> Result<Started, ToolError>,
}

/// A call under way, and what the host has to answer first.
pub(super) type Started = (Box<dyn Running>, Vec<Request>);

/// A call under way.
pub(super) trait Running {
    fn resume(&mut self, shared: &mut Shared, answers: Vec<Answer>) -> Result<Progress, ToolError>;
}

/// How far a call has come.
pub(super) enum Progress {
    Ask(Vec<Request>),
    Done(Reply),
}

/// What the calls of one session share.
pub(super) struct Shared {
    pub policy: Policy,
    pub limits: Limits,
    pub last_file: LastFile,
    pub catalogue: Catalogue,
}
