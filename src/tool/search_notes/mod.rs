//! `search_notes`: finds notes by words or by a regular expression, and shows their best lines.
//!
//! A search has these stages, which [`call`] strings together: the [`arguments`]; the [`candidates`], from one of three
//! [`sources`]; their [`rank`], by words, dates and meaning; [`reading`] them and searching their texts with a [`seeker`];
//! [`look_again`], which ranks the best ones anew by what was read; a [`page`] of those that match; the [`reply`].

mod given;
mod cursor;
mod days_found;
mod within;
mod seeker;
mod task_lines;
mod extract;
mod page;
mod asked;
mod arguments;
mod document;
mod scope;
mod asked_list;
mod understood;
mod passage_search;
mod read_queue;
mod pages_found;
mod candidates;
mod asked_tasks;

mod look_again;
mod rank;
mod sources;
mod by_meaning;
mod reading;
mod reply;
mod call;

use self::arguments::SearchArguments;
use crate::error::ToolError;
use crate::limits::Bounds;
use crate::tool::args::{Args, Arguments};
use crate::tool::call::{Host, Tool};

pub(super) const TOOL: Tool = Tool {
    name: "search_notes",
    description: "Searches notes and documents (PDF, Office, text), best matches first. Each is shown below `== \
        Notes/a.md ==` or `== a.pdf#page=3 ==` with its best lines, numbered as in read_file: read around them. \
        `where`, `tasks` and `since` need no query.",
    params: given::GivenArguments::PARAMS,
    brief: &["query", "path", "tasks", "since", "cursor"],
    failed: "Could not search",
    example: r#"{"query": "budget 2025"}"#,
    start: |host, args, bounds| Box::pin(call::search_notes(host, args, bounds)),
};

/// Fails if a call with these arguments would fail before anything is read.
pub(super) fn check(args: &Args, host: &Host, bounds: &Bounds) -> Result<(), ToolError> {
    SearchArguments::parse(args, &host.policy(), bounds).map(drop)
}
