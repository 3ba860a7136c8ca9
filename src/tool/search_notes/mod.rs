//! `search_notes`: finds notes by words or by a regular expression, and shows their best lines.

mod by_meaning;
mod cursor;
mod within;
mod seeker;
mod task_lines;
mod extract;
mod params;
mod document;
mod chosen_note;
mod pages_found;
mod read_queue;
mod passage_search;
mod second_look;
mod selection;
mod reply;
mod call;

use crate::tool::running::Tool;

pub(super) const TOOL: Tool = Tool {
    name: "search_notes",
    description: "Searches notes and documents (PDF, Office, text), best matches first: by words (`budget 2025`), \
        \"phrases\", and -words that they must not contain; accents, case and endings make no difference. Each is shown \
        below a line `== Notes/a.md ==`, or `== a.pdf#page=3 ==`, with its best lines, numbered as in read_file: read \
        around them with start_line, and page. `where`, `tasks` and `since` need no query. A last line in brackets names \
        the call that shows more.",
    params: &params::PARAMS,
    failed: "Could not search",
    example: r#"{"query": "budget 2025"}"#,
    start: call::SearchNotes::start,
};
