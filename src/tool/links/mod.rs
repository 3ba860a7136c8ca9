//! `links`: the links of a file, in both directions, each with the line that has it.

mod call;
mod graph;
mod arguments;
mod reply;

pub(super) use graph::Graph;

use crate::tool::args::Arguments;
use crate::tool::call::Tool;

pub(super) const TOOL: Tool = Tool {
    name: "links",
    description: "Lists the links and embeds in a note, and those to it from other notes. Each is shown with its line, \
        below `== Notes/a.md ==`, the note that has it.",
    params: arguments::LinkArguments::PARAMS,
    brief: &["cursor"],
    failed: "Could not list links",
    example: r#"{"path": "Notes/a.md"}"#,
    start: |host, args, bounds| Box::pin(call::links(host, args, bounds)),
};
