//! `move_file`: renames or moves a file, and keeps links to it and in it working.
//!
//! A move changes only links that would open another file afterwards, and each is read again after it was rewritten.
//! The host moves the file; then the core reads the notes again and says which links are broken. So does an undo.

mod call;
mod link_scan;
mod linked_notes;
mod new_place;
mod proposed;
mod reply;

use crate::tool::args::Arguments;
use crate::tool::call::Tool;

pub(super) use call::move_back;

pub(super) const TOOL: Tool = Tool {
    name: "move_file",
    description: "Renames or moves a note or another file, and updates the links to it. Missing folders are made, \
        nothing is replaced. The user is always asked.",
    params: call::MoveArguments::PARAMS,
    brief: &[],
    failed: "Could not move",
    example: r#"{"from": "Notes/a.md", "to": "Archive/a.md"}"#,
    start: |host, args, _| Box::pin(call::move_file(host, call::MoveArguments::read(&args))),
};
