//! `related_notes`: the notes that have to do with a note or a part of it, by links, words and meaning.

mod call;
mod evidence;
mod folder_and_tags;
mod link_facts;
mod link_reading;
mod names;
mod reply;
mod scores;
mod source;
mod text_scores;

use crate::tool::args::Arguments;
use crate::tool::call::Tool;

pub(super) const TOOL: Tool = Tool {
    name: "related_notes",
    description: "Lists the notes that have to do with a note, best first, each with the reasons: links between them, \
        notes that both link to, tags, a folder and words that both have and few others, and passages that are similar in \
        meaning.",
    params: call::RelatedArguments::PARAMS,
    brief: &[],
    failed: "Could not find related notes",
    example: r#"{"path": "Notes/a.md"}"#,
    start: |host, args, bounds| Box::pin(call::related_notes(host, args, bounds)),
};
