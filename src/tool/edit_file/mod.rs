//! `edit_file`: replaces exact text in a note, or adds text to it.

mod added_text;
mod call;
mod arguments;

use crate::tool::args::Arguments;
use crate::tool::call::Tool;

pub(super) use arguments::EXPECT_HELP;

pub(super) const TOOL: Tool = Tool {
    name: "edit_file",
    description: "Replaces exact texts in a note or text file, or adds text. All edits apply to the file as it \
        was, or none. The user may reject it.",
    params: arguments::EditArguments::PARAMS,
    brief: &["edits", "append", "under"],
    failed: "Could not change",
    example: r#"{"path": "Notes/a.md", "edits": [{"old": "- [ ] rope", "new": "- [x] rope"}]}"#,
    start: |host, args, _| Box::pin(call::start(host, args)),
};
