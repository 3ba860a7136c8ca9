//! The parameters of `search_notes`, as a model is told of them.

use crate::tool::args::{ArgumentKind, Param};

pub(super) const PARAMS: [Param; 17] = [
    Param {
        name: "query",
        kind: ArgumentKind::Text,
        required: false,
        description: "Words; \"phrases\", and -words to leave out. Case, accents and endings make no difference. With \
            mode regex, an expression for one line.",
        help: "give the words to find, such as {\"query\": \"budget 2025\"}",
    },
    Param {
        name: "any_of",
        kind: ArgumentKind::Texts,
        required: false,
        description: "Other wordings, such as [\"car insurance\", \"auto policy\"].",
        help: "give a list of other wordings, such as {\"any_of\": [\"auto policy\"]}",
    },
    Param {
        name: "mode",
        kind: ArgumentKind::Word(&["text", "regex"]),
        required: false,
        description: "regex: every line that matches, newest notes first.",
        help: "give text or regex, or leave it out for text",
    },
    Param {
        name: "path",
        kind: ArgumentKind::Path,
        required: false,
        description: "A folder: `Projects`; or a pattern: `Journal/2025-*`.",
        help: "give a folder, a note or a pattern with * and ?, such as {\"path\": \"Projects\"}",
    },
    Param {
        name: "tag",
        kind: ArgumentKind::Text,
        required: false,
        description: "`work` finds #work and #work/office.",
        help: "give a tag's name, such as {\"tag\": \"work\"}",
    },
    Param {
        name: "where",
        kind: ArgumentKind::Text,
        required: false,
        description: "By properties: `status = open and (due < 2026-03-01 or tags has x)`. Operators: = != < <= > >= \
            has, contains, is empty, is not empty; and, or, not.",
        help: "give conditions on properties, such as {\"where\": \"status = open\"}",
    },
    Param {
        name: "tasks",
        kind: ArgumentKind::Word(&["open", "done"]),
        required: false,
        description: "Only check boxes in this state.",
        help: "give open or done, or leave it out for all lines",
    },
    Param {
        name: "since",
        kind: ArgumentKind::Text,
        required: false,
        description: "2026-10-09, 2026-10, 7d, last week.",
        help: "give a day, such as {\"since\": \"2026-10-09\"}, or a time before today, such as {\"since\": \"7d\"}",
    },
    Param {
        name: "until",
        kind: ArgumentKind::Text,
        required: false,
        description: "Inclusive.",
        help: "give a day, such as {\"until\": \"2026-10-09\"}, or a time before today, such as {\"until\": \"yesterday\"}",
    },
    Param {
        name: "time",
        kind: ArgumentKind::Word(&["date", "changed", "created"]),
        required: false,
        description: "What since and until mean: the note's date (default), or its file's.",
        help: "give date, changed or created, or leave it out for date",
    },
    Param {
        name: "sort",
        kind: ArgumentKind::Text,
        required: false,
        description: "A property: `due`, `-due` for the last first; or file.date, file.changed, file.created.",
        help: "give the name of a property, such as {\"sort\": \"due\"}",
    },
    Param {
        name: "passages",
        kind: ArgumentKind::Flag,
        required: false,
        description: "Whole passages instead of lines.",
        help: "give true or false, or leave it out for false",
    },
    Param {
        name: "meaning",
        kind: ArgumentKind::Flag,
        required: false,
        description: "false: by words alone.",
        help: "give true or false, or leave it out for true",
    },
    Param {
        name: "case",
        kind: ArgumentKind::Flag,
        required: false,
        description: "Match case and accents.",
        help: "give true or false, or leave it out for false",
    },
    Param {
        name: "context",
        kind: ArgumentKind::Whole,
        required: false,
        description: "Lines around each hit.",
        help: "give a whole number from 0 to 20, or leave it out for 0",
    },
    Param {
        name: "limit",
        kind: ArgumentKind::Count,
        required: false,
        description: "",
        help: "give a whole number from 1 to 50, or leave it out for 10",
    },
    Param {
        name: "cursor",
        kind: ArgumentKind::Text,
        required: false,
        description: "",
        help: "give the cursor from the previous reply, or leave it out to start over",
    },
];
