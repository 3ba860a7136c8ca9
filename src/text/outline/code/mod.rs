//! Finds definitions in code by rules instead of grammars. A grammar for each language would add megabytes to the
//! plugin.
//!
//! [`rules`] has the comments, strings and keywords of each language. [`scanner`] skips comments and tells strings from
//! code. [`walk`] splits the code into statements and blocks. [`head`] decides what a statement defines in a language
//! with braces, by its keywords or by its [`shape`]; in the others, [`line_head`] does. A mistake affects some lines of
//! the outline, never more.

mod head;
mod line_head;
mod rules;
mod scanner;
mod shape;
mod statements;
#[cfg(test)]
mod tests;
mod walk;

use super::{Language, Outline};

/// The definitions in `text`.
pub(super) fn outline(language: Language, text: &[u8]) -> Outline {
    walk::outline(language, text)
}
