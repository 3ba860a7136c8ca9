//! Small good files of every format, made here, and the words of each.

pub mod sheets;
pub mod word;
