//! `search_notes`: finds notes by words or by a regular expression, and shows their best lines.

mod by_meaning;
mod cursor;
mod within;
mod seeker;
mod task_lines;
mod extract;
mod params;
mod document;
mod chosen_note;
mod pages_found;
mod read_queue;
mod passage_search;
mod second_look;
mod selection;
mod reply;
mod call;

use crate::error::ToolError;
use crate::limits::Bounds;
use crate::search::base_view::LocalTime;
use crate::tool::args::Args;
use crate::tool::call::{Host, Tool};

pub(super) const TOOL: Tool = Tool {
    name: "search_notes",
    description: "Searches notes and documents (PDF, Office, text), best matches first. Each is shown below `== \
        Notes/a.md ==` or `== a.pdf#page=3 ==` with its best lines, numbered as in read_file: read around them. \
        `where`, `tasks` and `since` need no query.",
    params: &params::PARAMS,
    brief: &["query", "path", "tasks", "since", "cursor"],
    failed: "Could not search",
    example: r#"{"query": "budget 2025"}"#,
    start: |host, args, bounds| Box::pin(call::search_notes(host, args, bounds)),
};

/// Fails if a call with these arguments would fail before anything is read.
pub(super) fn check(args: &Args, host: &Host, bounds: Bounds) -> Result<(), ToolError> {
    host.shared(|shared| params::options(args, shared, bounds.now.map(LocalTime::day_number))).map(drop)
}
