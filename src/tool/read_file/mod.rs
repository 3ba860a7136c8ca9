//! `read_file`: shows files of the vault, or parts of them, with numbered lines.

mod share;
mod range;
mod notice;
mod passage;
mod contents;
mod piece;
mod reply;
mod display;
mod asked_file;
mod call;
mod params;

use crate::tool::running::Tool;

pub(super) const TOOL: Tool = Tool {
    name: "read_file",
    description: "Reads notes and other files of the vault. Every line starts with its number: `12: text`. \
        Give a path from the vault root, or a note's name as in a link. If a reply is cut, a last line in \
        brackets names the call that continues. \
        A range: {\"path\": \"Notes/a.md\", \"start_line\": 40, \"end_line\": 80}. Several files in one call: {\"files\": [{\"path\": \
        \"Notes/a.md\"}, {\"path\": \"Notes/b.md\", \"end_line\": 40}]}; each is shown below a line \
        `== Notes/a.md ==`, and all share the size of one reply. Documents (PDF, Office, \
        EPUB, notebooks, canvases, web pages) are read as text, images are shown. {\"view\": \"outline\"} gives a long file's \
        headings or definitions with their line numbers. Some paths are excluded: do not try other spellings of them.",
    params: &params::PARAMS,
    failed: "Could not read",
    example: r#"{"path": "Notes/a.md"}"#,
    start: call::ReadFile::start,
};
