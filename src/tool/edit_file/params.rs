//! The parameters of `edit_file`.

use crate::edit::Edit;
use crate::error::ToolError;
use crate::tool::args::{Args, ArgumentKind, Param};

/// The most edits in a call.
const MAX_EDITS: usize = 100;

pub(super) const EDITS_HELP: &str = "give the edits as a list, such as {\"edits\": [{\"old\": \"text to replace\", \"new\": \"its new text\"}]}, or append";

const EDIT: [Param; 4] = [
    Param {
        name: "old",
        kind: ArgumentKind::Text,
        required: true,
        description: "Text exactly as in the file, without line numbers, that occurs once; else give near_line or all.",
        help: EDITS_HELP,
    },
    Param { name: "new", kind: ArgumentKind::Text, required: true, description: "", help: EDITS_HELP },
    Param {
        name: "all",
        kind: ArgumentKind::Flag,
        required: false,
        description: "Everywhere.",
        help: "give true or false",
    },
    Param {
        name: "near_line",
        kind: ArgumentKind::Count,
        required: false,
        description: "A line near it.",
        help: "give the number of a line, such as 12",
    },
];

pub(super) const PARAMS: [Param; 6] = [
    Param {
        name: "path",
        kind: ArgumentKind::Path,
        required: true,
        description: "",
        help: "give a path from the vault root, such as {\"path\": \"Notes/a.md\"}",
    },
    Param {
        name: "edits",
        kind: ArgumentKind::List { of: &EDIT, max: MAX_EDITS },
        required: false,
        description: "",
        help: EDITS_HELP,
    },
    Param {
        name: "append",
        kind: ArgumentKind::Text,
        required: false,
        description: "",
        help: "give the text to add, such as {\"append\": \"- [ ] rope\"}",
    },
    Param {
        name: "prepend",
        kind: ArgumentKind::Text,
        required: false,
        description: "Below properties.",
        help: "give the text to add, such as {\"prepend\": \"- [ ] rope\"}",
    },
    Param {
        name: "under",
        kind: ArgumentKind::Text,
        required: false,
        description: "The heading to append below.",
        help: "give a heading of the note, such as {\"under\": \"Tasks\", \"append\": \"- [ ] rope\"}",
    },
    EXPECT,
];

/// The version that a change is meant for.
pub(in crate::tool) const EXPECT: Param = Param {
    name: "expect",
    kind: ArgumentKind::Text,
    required: false,
    description: "The version last shown.",
    help: "give the version from the last line of read_file's reply",
};

/// The edits of a call.
pub(super) fn edits(args: &Args) -> Result<Vec<Edit>, ToolError> {
    let items = args.list(&PARAMS, "edits").unwrap_or_default();
    let edit = |item: &Args| {
        let new = item.text("new");
        let new = new.ok_or_else(|| ToolError::invalid_arguments("an edit has no new text", EDITS_HELP))?;
        Ok(Edit {
            old: item.text("old").unwrap_or_default().to_owned(),
            new: new.to_owned(),
            all: item.flag("all"),
            near_line: item.count("near_line", u32::MAX),
        })
    };
    items.iter().map(edit).collect()
}
