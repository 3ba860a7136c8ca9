//! What the core and the reader of documents share: what a file is, how its bytes are text, and what of it is read.
//!
//! Each module below imports only those above it.

pub mod sort;
pub mod decode;
pub mod encoding;
pub mod front_matter;
pub mod fence;
mod link_target;
pub mod drawing_parts;
pub mod calendar;
pub mod cell_range;
mod format;
mod document_place;
mod outcome;
mod json_runs;
mod json_scan;
pub mod json;
pub mod json_text;
pub mod kind;

pub use document_place::Place;
pub use format::Format;
pub use link_target::decoded_target;
pub use outcome::{Document, DocumentPart, Fault};
