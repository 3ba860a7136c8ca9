//! `list_files`: lists the vault or a folder; what does not fit is summed up by folder.

mod time;
mod natural_order;
mod pattern;
mod tree;
mod arguments;
mod property_options;
mod base_lookup;
mod base_files;
mod options;
mod rows;
mod scope;
mod open_notes;
mod entry_line;
mod reply;
mod elsewhere;
mod collected;
mod refusal;
mod call;

use crate::tool::args::Arguments;
use crate::tool::call::Tool;

pub(super) const TOOL: Tool = Tool {
    name: "list_files",
    description: "Lists the files of the vault or a folder. Each has its size, date (UTC) and title, if that differs \
        from the name. If there are too many, folders are summed up: list one by its path to see inside.",
    params: arguments::ListArguments::PARAMS,
    brief: &["path", "pattern", "cursor"],
    failed: "Could not list",
    example: r#"{"path": "Projects"}"#,
    start: |host, args, bounds| Box::pin(call::list_files(host, args, bounds)),
};
