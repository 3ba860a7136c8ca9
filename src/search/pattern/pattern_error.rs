//! Why a text is no pattern, and what to write instead.

use thiserror::Error;

/// How long a pattern may be: ten times what anybody writes by hand, and what `\w` some thousand times takes to parse.
pub(super) const MAX_BYTES: usize = 2000;

/// Why a text is no pattern.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum PatternError {
    /// There is nothing in it.
    #[error("the regular expression is empty")]
    Empty,
    /// It is longer than is read.
    #[error("the regular expression has {0} bytes; the maximum is {max}", max = MAX_BYTES)]
    TooLong(usize),
    /// It is no regular expression.
    #[error("the regular expression is invalid at character {at}: {what}")]
    Syntax {
        /// Which character is wrong, counted from 1.
        at: usize,
        /// What is wrong with it.
        what: String,
    },
    /// `(?=…)`, `(?!…)`, `(?<=…)` or `(?<!…)`.
    #[error("the look-around at character {0} is not supported")]
    LookAround(usize),
    /// `\1`.
    #[error("the backreference at character {0} is not supported")]
    Backreference(usize),
    /// `\p{…}` with a property for which there is no table.
    #[error("the Unicode property at character {0} is unknown")]
    Property(usize),
    /// It asks for a line break.
    #[error("the regular expression contains a line break, but each line is searched separately")]
    LineBreak,
    /// Nothing at all would be a match.
    #[error("the regular expression matches the empty text, so every line would match")]
    MatchesEmpty,
    /// No text would be a match.
    #[error("the regular expression cannot match any line")]
    MatchesNothing,
    /// It takes more memory than it may.
    #[error("the regular expression is too large after expanding its repetitions")]
    TooLarge,
}

impl PatternError {
    /// What to do about it.
    #[must_use]
    pub fn help(&self) -> &'static str {
        match self {
            Self::Empty => r"give one, such as budget|invoice or \d{4}-\d{2}-\d{2}",
            Self::TooLong(_) => "search for a part of it, or in several calls",
            Self::Syntax { .. } => {
                r"valid are . [a-z] [^a-z] \w \d \s \b ^ $ * + ? {2,5} (a|b) (?i); escape a literal character with a backslash, such as \( \[ \{ \."
            }
            Self::LookAround(_) => {
                "search without it and choose among the hits; \\b matches the start or end of a word"
            }
            Self::Backreference(_) => "search without it and choose among the hits, or write out the alternatives",
            Self::Property(_) => {
                r"write \w (letters and digits of every script), \d, \s, or a range such as [а-я] or [一-龥]"
            }
            Self::LineBreak => "search for the part on one line, then read around the hits",
            Self::MatchesEmpty => "require at least one character, such as + instead of *",
            Self::MatchesNothing => "remove parts that contradict each other, such as $ before a letter",
            Self::TooLarge => r"repeat less often, such as \w+ instead of \w{200}",
        }
    }
}
