//! Amounts of text: budgets of replies, and sizes of pages.

/// An amount of text, in each unit that limits a reply.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Amount {
    /// Bytes of UTF-8 as shown, including line numbers and line breaks.
    pub bytes: usize,
    /// Lines, in whole or in part.
    pub lines: u32,
    /// Thousandths of a token, by [`estimate`](super::estimate_tokens).
    pub millitokens: u64,
}

/// The unit that ran out first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Limit {
    /// Bytes of UTF-8.
    Bytes,
    /// Lines.
    Lines,
    /// Tokens.
    Tokens,
}

impl Amount {
    /// No text.
    pub const ZERO: Self = Self { bytes: 0, lines: 0, millitokens: 0 };

    /// This many bytes, and unlimited lines and tokens.
    #[must_use]
    pub fn of_bytes(bytes: usize) -> Self {
        Self { bytes, lines: u32::MAX, millitokens: u64::MAX }
    }

    /// Whether tokens are limited. Counting them doubles the cost of a page.
    #[must_use]
    pub fn limits_tokens(self) -> bool {
        self.millitokens != u64::MAX
    }

    /// This amount minus `taken`. Unlimited units stay unlimited.
    #[must_use]
    pub fn without(self, taken: Self) -> Self {
        Self {
            bytes: self.bytes.saturating_sub(taken.bytes),
            lines: if self.lines == u32::MAX { u32::MAX } else { self.lines.saturating_sub(taken.lines) },
            millitokens: if self.limits_tokens() {
                self.millitokens.saturating_sub(taken.millitokens)
            } else {
                u64::MAX
            },
        }
    }

    /// Whether `other` fits in this amount.
    #[must_use]
    pub fn holds(self, other: Self) -> bool {
        other.bytes <= self.bytes && other.lines <= self.lines && other.millitokens <= self.millitokens
    }
}

impl std::ops::Add for Amount {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self {
            bytes: self.bytes.saturating_add(other.bytes),
            lines: self.lines.saturating_add(other.lines),
            millitokens: self.millitokens.saturating_add(other.millitokens),
        }
    }
}
