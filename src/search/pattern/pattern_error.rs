//! Why a text is not a valid pattern, and what to write instead.

use thiserror::Error;

/// Maximum length of a pattern: ten times what people write by hand. Parsing it takes at most as long as `\w` a
/// thousand times.
pub(super) const MAX_BYTES: usize = 2000;

/// Why a text is not a valid pattern.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum PatternError {
    /// It is empty.
    #[error("the regular expression is empty")]
    Empty,
    /// It is too long.
    #[error("the regular expression has {0} bytes; the maximum is {max}", max = MAX_BYTES)]
    TooLong(usize),
    /// It is not a regular expression.
    #[error("the regular expression is invalid at character {at}: {what}")]
    Syntax {
        /// The position of the invalid character, counted from 1.
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
    /// `\p{…}` with an unknown property.
    #[error("the Unicode property at character {0} is unknown")]
    Property(usize),
    /// It contains a line break.
    #[error("the regular expression contains a line break, but each line is searched separately")]
    LineBreak,
    /// It matches the empty text.
    #[error("the regular expression matches the empty text, so every line would match")]
    MatchesEmpty,
    /// It never matches.
    #[error("the regular expression cannot match any line")]
    MatchesNothing,
    /// It takes too much memory.
    #[error("the regular expression is too large after expanding its repetitions")]
    TooLarge,
}

impl PatternError {
    /// What to do instead.
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
