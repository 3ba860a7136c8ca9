//! The policy: which paths and notes are excluded. It hands out the grants that every request for a file needs.
//!
//! Names are equal if any file system that Obsidian runs on treats them as equal, so every equivalent spelling of a
//! closed path is closed. Nothing here accesses the disk: a closed path is closed whether or not it exists.

mod excluded;
mod expression;
mod glob;
mod grants;
mod marks;
mod names;
mod patterns;
mod rules;
mod closed_tags;
mod steering;

pub use self::grants::{
    Denied, Granted, NotWritable, Policy, Protected, Walk, Writable, assert_not_protected, is_protected_path,
};
pub use self::names::PathKind;
pub use self::patterns::Patterns;
pub use self::rules::{RuleError, Rules};
