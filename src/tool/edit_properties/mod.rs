//! `edit_properties`: sets and removes properties of a note.

mod call;

use crate::tool::args::{ArgumentKind, Param};
use crate::tool::edit_file::EXPECT;
use crate::tool::running::Tool;

pub(super) const TOOL: Tool = Tool {
    name: "edit_properties",
    description: "Sets and removes properties in a note's front matter. {\"path\": \"Notes/a.md\", \"set\": {\"status\": \
        \"done\", \"tags\": [\"bell\", \"rope\"], \"due\": \"2026-10-09\", \"weight\": 45}, \"remove\": [\"draft\"]}. Only \
        the lines of the named properties change. Front matter is made if there is none. The user sees the change and \
        may reject it.",
    params: &PARAMS,
    failed: "Could not change",
    example: r#"{"path": "Notes/a.md", "set": {"status": "done"}}"#,
    start: call::start,
};

const SET_HELP: &str = "give new values by name, such as {\"set\": {\"status\": \"done\", \"tags\": [\"bell\"]}}";

const PARAMS: [Param; 4] = [
    Param {
        name: "path",
        kind: ArgumentKind::Text,
        required: true,
        description: "Path from the vault root, such as `Notes/a.md`, or a note's name, such as `a`.",
        help: "give a path from the vault root, such as {\"path\": \"Notes/a.md\"}",
    },
    Param {
        name: "set",
        kind: ArgumentKind::Values,
        required: false,
        description: "New values by name: text, numbers, true and false, dates as text, lists of these, or null for empty.",
        help: SET_HELP,
    },
    Param {
        name: "remove",
        kind: ArgumentKind::Texts,
        required: false,
        description: "The names of properties to remove.",
        help: "give names, such as {\"remove\": [\"draft\"]}",
    },
    EXPECT,
];
