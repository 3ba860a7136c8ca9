//! Tools: what a model calls by name with JSON arguments.
//!
//! A call starts as [`Step::Ask`] or [`Step::Done`]. The caller answers its requests until it is done. Nothing here
//! does I/O, waits or knows the time.

mod args;
mod config;
mod file_text;
mod found_file;
mod batch;
mod notes;
mod find;
mod meaning;
mod conditions;
mod last_file;
mod unsearched;
mod shared;
mod call;
mod closed;
mod load;
mod change;
mod readable;
mod read_file;
mod list_files;
mod search_notes;
mod links;
mod edit_file;
mod write_file;
mod edit_properties;
mod delete_file;
mod move_file;
mod undo;
mod why;
mod related_notes;
mod definitions;
mod session;

pub use config::{Config, ConfigError, Context, MeaningModel};
pub use definitions::{ToolDefinition, brief_definitions, definitions};
pub use readable::{Readable, readable};
pub use session::{Session, Step};
