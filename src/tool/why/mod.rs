//! `why`: why a search finds a note where it does, or not at all.

mod call;
mod document_why;
mod explanation;
mod reply;

use crate::tool::args::{ArgumentKind, Param};
use crate::tool::call::Tool;

pub(super) const TOOL: Tool = Tool {
    name: "why",
    description: "Says why search_notes finds a note where it does: which words of the query it has, where and in which \
        form, which are missing, what stands above it, and what would bring it up.",
    params: &PARAMS,
    brief: &[],
    failed: "Could not explain the search",
    example: r#"{"query": "storm glass", "path": "Notes/a.md"}"#,
    start: |host, args, bounds| Box::pin(call::why(host, args, bounds)),
};

const PARAMS: [Param; 2] = [
    Param {
        name: "query",
        kind: ArgumentKind::Text,
        required: true,
        description: "The words, as search_notes takes them.",
        help: "give the words that were searched for, such as {\"query\": \"storm glass\"}",
    },
    Param {
        name: "path",
        kind: ArgumentKind::Path,
        required: true,
        description: "The note or document, as read_file takes it.",
        help: "give a path from the vault root, such as {\"path\": \"Notes/a.md\"}",
    },
];
