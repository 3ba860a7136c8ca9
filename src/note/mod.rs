//! Reads notes: kinds of lines, front matter, tags, titles, links. All other modules rely on this one, so that they
//! agree on what is code, a heading or a tag.

mod active;
mod block_id;
mod cautious;
mod code_spans;
mod comments;
pub(crate) mod front_matter;
mod line_kind;
mod line_starts;
mod link_text;
pub(crate) mod links;
mod open_blocks;
mod parts;
mod passages;
mod scanner;
mod tables;
pub(crate) mod tags;
mod tasks;
mod inline_fields;
#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests;
mod title;

pub use front_matter::{Property, PropertyValue, TypedProperties};
pub use links::{Link, LinkStyle};
pub(crate) use links::{decoded_target, link_destination};
pub use parts::{BlockId, Heading, NoteParts, PartsReader};

pub(crate) use active::{ActivePart, Effect, active_parts};
pub(crate) use block_id::block_id;
pub(crate) use cautious::{Cautious, Certain};
pub(crate) use inline_fields::{each_inline_field, may_have_fields};
pub(crate) use line_kind::LineKind;
pub(crate) use line_starts::list_marker;
pub use passages::Passage;
pub(crate) use passages::{PassageReader, begins_item, sentence_end};
pub(crate) use scanner::{Scanner, lines};
pub(crate) use tables::{Table, tables};
pub(crate) use tasks::{Task, TaskReader, TaskState, TaskStates, task_state};
pub(crate) use title::{has_alias, title};
