//! Definitions in code, by rules instead of grammars: a grammar for each language would cost the plugin megabytes.
//!
//! [`lexer`] knows strings and comments, so that nothing inside them is taken for code. Three families stand on it or on
//! lines alone: languages with braces, Python, and those where an `end` or `}` stands below its beginning. What is
//! missed or misread is a line of the outline, never more.

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

/// Blocks deeper than this are walked through, but nothing inside them is listed.
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
