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
    #[error("the regular expression has {0} bytes; at most {max} are read", max = MAX_BYTES)]
    TooLong(usize),
    /// It is no regular expression.
    #[error("the regular expression is wrong at character {at}: {what}")]
    Syntax {
        /// Which character is wrong, counted from 1.
        at: usize,
        /// What is wrong with it.
        what: String,
    },
    /// `(?=…)`, `(?!…)`, `(?<=…)` or `(?<!…)`.
    #[error("look-ahead and look-behind, as at character {0}, cannot be searched for in bounded time")]
    LookAround(usize),
    /// `\1`.
    #[error("a backreference, as at character {0}, cannot be searched for in bounded time")]
    Backreference(usize),
    /// `\p{…}` with a property for which there is no table.
    #[error("the Unicode property at character {0} is not known here")]
    Property(usize),
    /// It asks for a line break.
    #[error("the regular expression holds a line break, but each line is searched by itself")]
    LineBreak,
    /// Nothing at all would be a match.
    #[error("the regular expression also matches where nothing stands, so that every line would match")]
    MatchesEmpty,
    /// No text would be a match.
    #[error("the regular expression cannot match any line")]
    MatchesNothing,
    /// It takes more memory than it may.
    #[error("the regular expression is too large once its repetitions are written out")]
    TooLarge,
}

impl PatternError {
    /// What to do about it.
    #[must_use]
    pub fn help(&self) -> &'static str {
        match self {
            Self::Empty => r"give one, such as budget|invoice or \d{4}-\d{2}-\d{2}",
            Self::TooLong(_) => "search for a part of it, or for several in turn",
            Self::Syntax { .. } => {
                r"valid are . [a-z] [^a-z] \w \d \s \b ^ $ * + ? {2,5} (a|b) (?i); a sign that is meant as it stands takes a backslash, such as \( \[ \{ \."
            }
            Self::LookAround(_) => {
                "search without it and choose among the hits; for the end or start of a word there is \\b"
            }
            Self::Backreference(_) => "search without it and choose among the hits, or write out what may stand there",
            Self::Property(_) => {
                r"write \w (letters and digits of every script), \d, \s, or a range such as [а-я] or [一-龥]"
            }
            Self::LineBreak => "search for what stands on one line, and read on around the hits",
            Self::MatchesEmpty => "add what must stand there, such as + in place of *",
            Self::MatchesNothing => "look for two parts that exclude one another, such as $ before a letter",
            Self::TooLarge => r"repeat less often, such as \w+ in place of \w{200}",
        }
    }
}
