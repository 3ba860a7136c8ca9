//! `list_files`: lists the vault or a folder; what does not fit is summed up by folder.

mod time;
mod natural_order;
mod pattern;
mod tree;
mod property_options;
mod base_lookup;
mod base_files;
mod params;
mod rows;
mod scope;
mod open_notes;
mod entry_line;
mod reply;
mod elsewhere;
mod collected;
mod refusal;
mod call;

use crate::tool::running::Tool;

pub(super) const TOOL: Tool = Tool {
    name: "list_files",
    description: "Lists the files of the vault, or of a folder, one a line: `path  size  date  \"title\"`; the title only if \
        it differs from the file's name. If there are too many lines, folders are summed up \
        (`Archive/  412 files, 12 folders, newest 2025-03-01`): call again with that path to see inside. Start without \
        arguments for an overview. The files changed last: {\"sort\": \"modified\", \"limit\": 20}. A table of open tasks: {\"where\": \"status = open\", \"properties\": [\"due\"], \
        \"sort\": \"due\"}. Dates are in UTC.",
    params: &params::PARAMS,
    failed: "Could not list",
    example: r#"{"path": "Projects"}"#,
    start: call::ListFiles::start,
};
