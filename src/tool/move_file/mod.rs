//! `move_file`: renames or moves a file, and keeps links to it and in it working.

mod call;
mod link_scan;
mod linked_notes;
mod new_place;
mod proposed;
mod reply;

use crate::tool::args::{ArgumentKind, Param};
use crate::tool::call::Tool;
use crate::tool::edit_file::EXPECT;

pub(super) use call::move_back;

pub(super) const TOOL: Tool = Tool {
    name: "move_file",
    description: "Renames or moves a note or another file, and updates the links to it. Missing folders are made, \
        nothing is replaced. The user is always asked.",
    params: &PARAMS,
    brief: &[],
    failed: "Could not move",
    example: r#"{"from": "Notes/a.md", "to": "Archive/a.md"}"#,
    start: |host, args, _| {
        let text = |name| args.text(name).unwrap_or_default().to_owned();
        Box::pin(call::move_file(host, text("from"), text("to"), args.text("expect").map(str::to_owned)))
    },
};

const PATHS_HELP: &str =
    "give two paths from the vault root, such as {\"from\": \"Notes/a.md\", \"to\": \"Archive/a.md\"}";

const PARAMS: [Param; 3] = [
    Param { name: "from", kind: ArgumentKind::Path, required: true, description: "", help: PATHS_HELP },
    Param {
        name: "to",
        kind: ArgumentKind::Path,
        required: true,
        description: "A path, or a folder.",
        help: PATHS_HELP,
    },
    EXPECT,
];
