//! Fills a page with lines, as far as they fit.

use lectern_base::decode::NotText;

use super::excerpt::{Excerpt, LineEnd};
use super::line_start::NUMBER_BYTES;
use crate::text::amount::{Amount, Limit};
use crate::text::tokens;

/// Minimum bytes of a part of a line below other lines.
const PART_BYTES: usize = 64;

/// A page that is being filled.
pub(super) struct Filling<'e> {
    excerpt: &'e Excerpt<'e>,
    limit: Amount,
    /// What the page shows so far.
    pub shown: Vec<u8>,
    /// Offset in the excerpt of the next line.
    pub at: usize,
    /// What `shown` takes of a limit in tokens.
    pub millitokens: u64,
}

/// How much of a line was added.
pub(super) enum Added {
    Whole(LineEnd),
    /// Its first characters, and what ran out.
    Part(u32, Limit),
    Nothing(Limit),
}

impl<'e> Filling<'e> {
    pub fn new(excerpt: &'e Excerpt<'e>, limit: Amount) -> Self {
        let bytes = limit.bytes.min(2 * excerpt.bytes.len() + NUMBER_BYTES);
        Self { excerpt, limit, shown: Vec::with_capacity(bytes), at: 0, millitokens: 0 }
    }

    /// Adds the next line, whose number is already shown from `number` on, as far as it fits. The first line of a page
    /// always has at least one character.
    #[inline]
    pub fn add(&mut self, number: usize, is_first: bool) -> Result<Added, NotText> {
        if !self.limit.limits_tokens() {
            let room = self.limit.bytes.saturating_sub(self.shown.len());
            if let Some(end) = self.excerpt.copy_line(self.at, room, &mut self.shown) {
                return Ok(Added::Whole(end));
            }
        }
        self.add_slowly(number, is_first)
    }

    fn add_slowly(&mut self, number: usize, is_first: bool) -> Result<Added, NotText> {
        let (at, start) = (self.at, self.shown.len());
        let rest = &self.excerpt.bytes[at..];
        let room = self.limit.bytes.saturating_sub(start);
        // Past the limit, only the first line may be empty.
        let whole = self.excerpt.line_within(at, room).filter(|_| is_first || start <= self.limit.bytes);
        // If the line is too long for the bytes, only the part that may be shown is read.
        self.shown.extend_from_slice(&rest[..whole.as_ref().map_or(room.min(rest.len()), |whole| whole.len)]);
        if self.limit.limits_tokens() {
            let left = self.limit.millitokens.saturating_sub(self.millitokens);
            let (taken, fitting) = self.tokens_within(number, left);
            if taken > left {
                self.shown.truncate(start);
                return self.add_part(number, fitting.saturating_sub(start - number), is_first, Limit::Tokens);
            }
            self.millitokens += if whole.is_some() { taken } else { 0 };
        }
        if let Some(end) = whole {
            return Ok(Added::Whole(end));
        }
        self.shown.truncate(start);
        self.add_part(number, room, is_first, Limit::Bytes)
    }

    /// Adds the start of the next line, of at most `room` bytes, if it is the first or no page can hold it.
    fn add_part(&mut self, number: usize, room: usize, is_first: bool, ran_out: Limit) -> Result<Added, NotText> {
        if !is_first && !self.is_too_long(room) {
            return Ok(Added::Nothing(ran_out));
        }
        let part = self.excerpt.part_within(self.at, room)?;
        self.shown.extend_from_slice(part.as_bytes());
        if self.limit.limits_tokens() {
            self.millitokens += self.tokens_within(number, u64::MAX).0;
        }
        // A part that reaches the end is the whole rest of the line.
        if let Some(end) = self.excerpt.line_within(self.at + part.len(), 0) {
            return Ok(Added::Whole(LineEnd { len: part.len(), ..end }));
        }
        self.at += part.len();
        Ok(Added::Part(u32::try_from(part.chars().count()).unwrap_or(u32::MAX), ran_out))
    }

    /// The millitokens of what is shown from `number` on, and how many of its bytes fit `left`.
    fn tokens_within(&mut self, number: usize, left: u64) -> (u64, usize) {
        // The estimate adds up over lines that each have the line break after them.
        self.shown.push(b'\n');
        let text = valid(&self.shown[number..]);
        let taken = tokens::millitokens(text);
        let fitting = if taken > left { tokens::fitting(text, left) } else { text.len() };
        self.shown.pop();
        (taken, fitting)
    }

    /// Whether no page can hold the next line, and at most half of the page comes before it. `room`: the bytes left.
    fn is_too_long(&self, room: usize) -> bool {
        if room < self.at.max(PART_BYTES) {
            return false;
        }
        let bytes = self.limit.bytes.saturating_sub(NUMBER_BYTES);
        let Some(line) = self.excerpt.line_within(self.at, bytes) else { return true };
        let text = valid(&self.excerpt.bytes[self.at..self.at + line.len]);
        self.limit.limits_tokens() && tokens::millitokens(text) > self.limit.millitokens
    }
}

/// The valid text at the start of `bytes`. Invalid text is refused later.
fn valid(bytes: &[u8]) -> &str {
    bytes.utf8_chunks().next().map_or("", |chunk| chunk.valid())
}
