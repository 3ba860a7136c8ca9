//! What was found so far, and looking for bytes.

/// What an active part does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Effect {
    /// It loads something from outside the vault when the note is shown.
    Loads,
    /// It runs code.
    Runs,
    /// A click on it makes a program act.
    Opens,
}

/// A part that is active.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ActivePart<'n> {
    pub effect: Effect,
    /// The part, or as much of it as tells it from others.
    pub text: &'n str,
}

/// Bytes of a part at most, if nothing ends it earlier.
pub(super) const MAX_PART: usize = 2000;

/// The parts that are found, by where they begin.
pub(super) struct Found<'n> {
    pub note: &'n str,
    pub parts: Vec<(usize, ActivePart<'n>)>,
}

impl Found<'_> {
    /// Adds the part in the bytes from `start` to `end`; more of it is left out.
    pub fn add(&mut self, effect: Effect, start: usize, end: usize) {
        let (start, end) = (self.note.floor_char_boundary(start), self.note.floor_char_boundary(end));
        self.parts.push((start, ActivePart { effect, text: &self.note[start..end.max(start)] }));
    }
}

/// Whether `text` at `at` begins with `wanted`, which is in lower case, in any case.
pub(super) fn begins(text: &[u8], at: usize, wanted: &str) -> bool {
    text.get(at..at + wanted.len()).is_some_and(|part| part.eq_ignore_ascii_case(wanted.as_bytes()))
}

/// A table of the bytes `wanted`, for [`next_of`].
pub(super) const fn table(wanted: &[u8]) -> [bool; 256] {
    let (mut table, mut at) = ([false; 256], 0);
    while at < wanted.len() {
        table[wanted[at] as usize] = true;
        at += 1;
    }
    table
}

/// The next place from `at` on with a byte of `table`. Most bytes of a note are passed over here.
pub(super) fn next_of(text: &[u8], at: usize, table: &[bool; 256]) -> Option<usize> {
    Some(at + text.get(at..)?.iter().position(|&byte| table[usize::from(byte)])?)
}

/// The end of a part that begins at `start`: where `is_end` holds, at most [`MAX_PART`] on.
pub(super) fn part_end(text: &[u8], start: usize, is_end: impl Fn(u8) -> bool) -> usize {
    let last = text.len().min(start + MAX_PART);
    text[start..last].iter().position(|&byte| is_end(byte)).map_or(last, |len| start + len)
}
