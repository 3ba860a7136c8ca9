//! Reads notes: what each line is, front matter, tags, titles. Everything that needs to know what is code, a heading or a
//! tag asks here, so that no two parts of the program disagree.

mod block_id;
mod cautious;
mod comments;
pub(crate) mod front_matter;
mod line_starts;
mod link_text;
pub(crate) mod links;
mod open_blocks;
mod parts;
mod scanner;
pub(crate) mod tags;
#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests;
mod title;

pub use front_matter::Property;
pub use links::{Link, LinkStyle};
pub use parts::{BlockId, Heading, NoteParts};

pub(crate) use block_id::block_id;
pub(crate) use cautious::{Cautious, Certain};
pub(crate) use open_blocks::LineKind;
pub(crate) use scanner::{Scanner, lines};
pub(crate) use title::title;
