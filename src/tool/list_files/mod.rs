//! `list_files`: shows what is in the vault or in a folder of it; what does not fit is summed up by folders.

mod time;
mod natural;
mod title;
mod pattern;
mod params;
mod tree;
mod rows;
mod reading;
mod gather;
mod line;
mod layout;
mod elsewhere;
mod refusal;
mod call;

use super::Terms;

pub(super) use params::TOOL;
