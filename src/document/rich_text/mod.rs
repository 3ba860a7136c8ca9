//! What `docx`, `pptx` and `odt` have in common: text in paragraphs with lists, tables, links and notes.
//!
//! Each format says in a table what its elements do (`steps`). What is open while a part is read is in `frames`, with
//! `paragraph` and `table` (`table_frames`: where tables begin and end); `lines` writes Markdown, also for RTF.

pub(super) mod diagrams;
pub(super) mod frames;
pub(super) mod lines;
pub(super) mod look;
pub(super) mod math;
pub(super) mod numerals;
pub(super) mod paragraph;
mod scripts;
pub(super) mod slide;
pub(super) mod steps;
pub(super) mod symbols;
pub(super) mod table;
mod table_frames;

use super::part_reader::Limits;

/// Maximum number of characters shown of a name or description.
pub(super) const MAX_NAME: usize = 1_000;

/// Limits for one document. The text of a novel is 10 MB. A Word page takes 1,000 to 1,500 tags and runs of text; a
/// million take up to a second in wasm. Word writes drawings of about 100 KB into attributes. A table in a table in a
/// text box is at depth 40. 2 MB of relationships hold about 20,000 web addresses.
pub(super) const LIMITS: Limits = Limits {
    entries: 10_000,
    bytes: 64 * 1024 * 1024,
    node_bytes: 0,
    nodes: 2_000_000,
    token: 2 * 1024 * 1024,
    depth: 512,
    relations: 2 * 1024 * 1024,
};
