//! `read_file`: shows files of the vault, or parts of them, with numbered lines.

mod share;
mod range;
mod notice;
mod passage;
mod contents;
mod piece;
mod layout;
mod display;
mod call;
mod params;

use super::Terms;

pub(super) use params::TOOL;
