//! `why`: why a search finds a note where it does, or not at all.

mod call;
mod document_why;
mod explanation;
mod reply;

use crate::tool::args::Arguments;
use crate::tool::call::Tool;

pub(super) const TOOL: Tool = Tool {
    name: "why",
    description: "Says why search_notes finds a note where it does: which words of the query it has, where and in which \
        form, which are missing, what stands above it, and what would bring it up.",
    params: call::WhyArguments::PARAMS,
    brief: &[],
    failed: "Could not explain the search",
    example: r#"{"query": "storm glass", "path": "Notes/a.md"}"#,
    start: |host, args, bounds| Box::pin(call::why(host, args, bounds)),
};
