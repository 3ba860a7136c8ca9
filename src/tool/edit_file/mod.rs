//! `edit_file`: replaces exact text in a note.

mod call;
mod params;

use crate::tool::running::Tool;

pub(super) use params::EXPECT;

pub(super) const TOOL: Tool = Tool {
    name: "edit_file",
    description: "Changes parts of a note or another text file: each edit replaces an exact text. {\"path\": \
        \"Notes/a.md\", \"edits\": [{\"old\": \"- [ ] rope\", \"new\": \"- [x] rope\"}]}. `old` is copied from the file, \
        without line numbers, and occurs once; else give `near_line`, or `all`. All edits of a call apply to the file as \
        it was, and succeed or fail together. The user sees the change and may reject it. Everything else in the file \
        stays as it is, byte for byte.",
    params: &params::PARAMS,
    failed: "Could not change",
    example: r#"{"path": "Notes/a.md", "edits": [{"old": "- [ ] rope", "new": "- [x] rope"}]}"#,
    start: call::start,
};
