//! Replacements: the parts of a text that change.

use std::ops::Range;

/// A part of a text, and what replaces it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Replacement {
    /// Bytes of the text before, on character boundaries.
    pub span: Range<usize>,
    /// What is there afterwards.
    pub new: String,
}

/// `text` after `replacements`, which are in order and do not overlap.
pub(crate) fn replaced(text: &str, replacements: &[Replacement]) -> String {
    let added: usize = replacements.iter().map(|replacement| replacement.new.len()).sum();
    let mut result = String::with_capacity(text.len() + added);
    let mut end = 0;
    for Replacement { span, new } in replacements {
        result.push_str(&text[end..span.start]);
        result.push_str(new);
        end = span.end;
    }
    result.push_str(&text[end..]);
    result
}
