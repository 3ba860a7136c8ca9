//! Outlines of code, by rules instead of grammars: grammars for all languages would add megabytes to the plugin.
//!
//! [`lexer`] recognizes strings and comments, so that their content is not mistaken for code. Three families of
//! languages are supported: those with braces, Python, and those whose definitions end in an `end` or `}` at the indent
//! of their first line. An error costs at most a line of the outline.

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
mod written;

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
