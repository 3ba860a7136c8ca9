//! Reads notes: front matter, blocks, tags and titles. Everything that needs to know what a line of a note is asks here.

mod blocks;
pub(crate) mod front_matter;
mod hidden;
mod marks;
mod title;

pub(crate) use blocks::{Blocks, Line};
pub(crate) use hidden::Hidden;
pub(crate) use title::title;
