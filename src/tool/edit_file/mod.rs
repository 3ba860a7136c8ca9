//! `edit_file`: replaces exact text in a note.

mod call;
mod params;

use crate::tool::running::Tool;

pub(super) use params::EXPECT;

pub(super) const TOOL: Tool = Tool {
    name: "edit_file",
    description: "Replaces exact texts in a note or another text file. All edits apply to the file as it was, and \
        succeed or fail together; the rest stays as it is. The user may reject it.",
    params: &params::PARAMS,
    brief: &[],
    failed: "Could not change",
    example: r#"{"path": "Notes/a.md", "edits": [{"old": "- [ ] rope", "new": "- [x] rope"}]}"#,
    start: call::start,
};
