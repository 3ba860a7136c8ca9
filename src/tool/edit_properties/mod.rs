//! `edit_properties`: sets and removes properties of a note.

mod call;

use crate::tool::args::{ArgumentKind, Param};
use crate::tool::call::Tool;
use crate::tool::edit_file::EXPECT;

pub(super) const TOOL: Tool = Tool {
    name: "edit_properties",
    description: "Sets and removes properties in a note's front matter. Front matter is made if there is none; other \
        lines stay. The user may reject it.",
    params: &PARAMS,
    brief: &["set", "remove"],
    failed: "Could not change",
    example: r#"{"path": "Notes/a.md", "set": [{"key": "status", "value": "done"}]}"#,
    start: |host, args, _| Box::pin(call::start(host, args)),
};

const SET_HELP: &str = "give each name once with its new value, such as {\"set\": [{\"key\": \"status\", \"value\": \"done\"}]} \
    or {\"set\": {\"status\": \"done\", \"tags\": [\"bell\"]}}";

const PARAMS: [Param; 4] = [
    Param {
        name: "path",
        kind: ArgumentKind::Path,
        required: true,
        description: "",
        help: "give a path from the vault root, such as {\"path\": \"Notes/a.md\"}",
    },
    Param {
        name: "set",
        kind: ArgumentKind::Values,
        required: false,
        description: "New values; none for empty.",
        help: SET_HELP,
    },
    Param {
        name: "remove",
        kind: ArgumentKind::Texts,
        required: false,
        description: "Names.",
        help: "give names, such as {\"remove\": [\"draft\"]}",
    },
    EXPECT,
];
