//! `write_file`: makes a note, or replaces a whole one.

mod call;

use crate::tool::args::{ArgumentKind, Param};
use crate::tool::call::Tool;
use crate::tool::edit_file::EXPECT;

pub(super) const TOOL: Tool = Tool {
    name: "write_file",
    description: "Makes a note or text file, or replaces all of one. Missing folders are made. To replace a \
        file, give its version as `expect`; to change a part, use edit_file. The user may reject it.",
    params: &PARAMS,
    brief: &["expect"],
    failed: "Could not write",
    example: r##"{"path": "Notes/Plan.md", "content": "# Plan\n"}"##,
    start: |host, args, _| Box::pin(call::start(host, args)),
};

const PARAMS: [Param; 3] = [
    Param {
        name: "path",
        kind: ArgumentKind::Path,
        required: true,
        description: "",
        help: "give a path from the vault root, such as {\"path\": \"Notes/Plan.md\"}",
    },
    Param {
        name: "content",
        kind: ArgumentKind::Text,
        required: true,
        description: "All of its text.",
        help: "give all of the file's text, such as {\"content\": \"# Plan\\n\"}",
    },
    EXPECT,
];
