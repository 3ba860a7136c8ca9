//! `links`: the links of a file, in both directions, each with the line that has it.

mod call;
mod graph;
mod params;
mod reply;

pub(super) use graph::{Graph, LINKS_AT_ONCE};

use crate::tool::running::Tool;

pub(super) const TOOL: Tool = Tool {
    name: "links",
    description: "Lists the links and embeds in a note, and those that lead to it from other notes: each with the line that \
        has it, numbered as in read_file, below a line `== Notes/a.md ==` with the note that has the line. \
        {\"path\": \"Notes/a.md\", \"direction\": \"in\"} lists only the links to it; \"depth\": 2 also those of the \
        notes that are linked. A last line in brackets names the call that shows more.",
    params: &params::PARAMS,
    failed: "Could not list links",
    example: r#"{"path": "Notes/a.md"}"#,
    start: call::Links::start,
};
