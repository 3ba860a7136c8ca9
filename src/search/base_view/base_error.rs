//! Why a base can't be run.

use thiserror::Error;

use crate::path::quoted;

/// Maximum characters of a formula, and maximum nesting.
pub(super) const MAX_CHARS: usize = 4000;
pub(super) const MAX_DEPTH: usize = 40;

/// Why a view can't be run.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{message}")]
pub struct BaseError {
    message: String,
    /// What to do next.
    pub help: String,
}

impl BaseError {
    pub(super) fn new(message: impl Into<String>, help: impl Into<String>) -> Self {
        Self { message: message.into(), help: help.into() }
    }

    /// A formula or filter can't be evaluated.
    pub(super) fn formula(what: &str, written: &str, reason: &FormulaError) -> Self {
        Self::new(
            format!("the {what} {} of the base can't be evaluated exactly: {reason}", quoted(written)),
            "list the notes with `where` instead, or read the base with read_file",
        )
    }
}

/// Why a formula can't be evaluated.
#[derive(Debug, Clone, PartialEq, Error)]
pub(super) enum FormulaError {
    #[error("it has more than {MAX_CHARS} characters")]
    TooLong,
    #[error("it is nested more than {MAX_DEPTH} deep")]
    TooDeep,
    #[error("it has more than {MAX_DEPTH} {0} in a row")]
    TooMany(&'static str),
    #[error("a quotation mark is never closed")]
    NeverClosed,
    #[error("a text has a backslash")]
    Backslash,
    #[error("a number is not understood")]
    Number,
    #[error("{} is followed by a letter", quoted(.0))]
    NumberBeforeLetter(String),
    #[error(
        "{} is followed by a hyphen: put blanks around a minus, or write note[\"\u{2026}\"] for a name with a hyphen",
        quoted(.0)
    )]
    Hyphen(String),
    /// A feature that is not documented, or not supported.
    #[error("{0} can't be evaluated here")]
    Unsupported(String),
    #[error("{0}() has the wrong number of arguments")]
    ArgumentCount(&'static str),
    #[error("it has {found} where {expected} should be")]
    Unexpected { found: String, expected: String },
    #[error("the base has no formula {}", quoted(.0))]
    NoFormula(String),
    #[error("formulas refer to each other")]
    Circular,
}
