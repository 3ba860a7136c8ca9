//! Reads notes: what each line is, front matter, tags, titles. Everything that needs to know what is code, a heading or a
//! tag asks here, so that no two parts of the program disagree.

mod blocks;
mod cautious;
pub(crate) mod front_matter;
mod hidden;
mod line_starts;
mod scanner;
pub(crate) mod tags;
#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests;
mod title;

pub(crate) use blocks::LineKind;
pub(crate) use cautious::{Cautious, Certain};
pub(crate) use scanner::{Scanner, block_id, lines};
pub(crate) use title::title;
