//! Finds definitions in code by rules instead of grammars. A grammar for each language would add megabytes to the
//! plugin.
//!
//! [`lexer`] recognizes strings and comments, so that their content is not mistaken for code. Three families of
//! languages are supported: those with braces, Python, and those whose definitions end with an `end` or `}` at the
//! indent of their first line. A mistake affects a line of the outline, never more.

mod assigned;
mod block;
mod braces;
mod head;
mod lexer;
mod literals;
mod paired;
mod python;
mod shape;
mod sql;
mod syntax;
#[cfg(test)]
mod tests;
mod words;
mod token_label;

use super::{Language, Outline};

/// Maximum depth of blocks whose definitions are listed.
const MAX_DEPTH: usize = 250;

/// The definitions in `text`.
pub(super) fn outline(language: Language, text: &[u8]) -> Outline {
    match language {
        Language::Python => python::outline(text),
        Language::Lua | Language::Ruby | Language::Shell => paired::outline(language, text),
        Language::Sql => sql::outline(text),
        _ => braces::outline(language, text),
    }
}
