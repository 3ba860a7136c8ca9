//! `related_notes`: the notes that have to do with a note or a part of it, by links, words and meaning.

mod call;
mod link_facts;
mod link_reading;
mod reply;
mod scores;
mod source;
mod text_scores;

use crate::tool::args::{ArgumentKind, Param};
use crate::tool::call::Tool;

/// The default and the maximum number of notes in a reply.
const NOTES: u32 = 20;
const MAX_NOTES: u32 = 50;

pub(super) const TOOL: Tool = Tool {
    name: "related_notes",
    description: "Lists the notes that have to do with a note, best first, each with the reasons: links between them, \
        notes that both link to, words that both have and few others, and passages that are similar in meaning.",
    params: &PARAMS,
    brief: &[],
    failed: "Could not find related notes",
    example: r#"{"path": "Notes/a.md"}"#,
    start: |host, args, bounds| Box::pin(call::related_notes(host, args, bounds)),
};

const PARAMS: [Param; 3] = [
    Param {
        name: "path",
        kind: ArgumentKind::Path,
        required: true,
        description: "Path from the vault root, or a link: `Notes/a.md`, `[[a]]`.",
        help: "give a path from the vault root, such as {\"path\": \"Notes/a.md\"}",
    },
    Param {
        name: "selection",
        kind: ArgumentKind::Text,
        required: false,
        description: "A part of the note, word for word, to look for instead of all of it.",
        help: "give text of the note, or leave it out for all of it",
    },
    Param {
        name: "limit",
        kind: ArgumentKind::Count,
        required: false,
        description: "How many notes to show: 1 to 50. Default: 20.",
        help: "give a whole number from 1 to 50, or leave it out for 20",
    },
];
