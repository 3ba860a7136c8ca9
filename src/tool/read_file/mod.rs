//! `read_file`: shows files of the vault, or parts of them, with numbered lines.

mod share;
mod range;
mod notice;
mod passage;
mod contents;
mod piece;
mod reply;
mod asked_file;
mod call;
mod arguments;

use crate::tool::args::Arguments;
use crate::tool::call::Tool;

pub(super) const TOOL: Tool = Tool {
    name: "read_file",
    description: "Reads notes and other files, each line with its number: `12: text`. Documents (PDF, Office, EPUB, \
        notebooks, canvases, web pages) come as text, pictures as images. A cut reply ends with the call that \
        continues it. Excluded paths stay excluded in any spelling.",
    params: arguments::ReadArguments::PARAMS,
    brief: &["start_line", "end_line", "start_column", "page", "path"],
    failed: "Could not read",
    example: r#"{"path": "Notes/a.md"}"#,
    start: |host, args, bounds| Box::pin(call::read_file(host, args, bounds)),
};
