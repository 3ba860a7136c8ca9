//! The positions of characters: the kind of a character, its run and its index in the run. `costs` has their costs.

use std::ops::RangeInclusive;

use super::char_kind::{CharKind, KIND_OF_ASCII, KINDS, kind_beyond_ascii};

/// The context before a run. After a line break, text costs as much as at the start of a text.
const BREAK: u8 = 0;
const SPACE: u8 = 1;
const SPACES: u8 = 2;
/// A single mark without a space before it, which becomes part of the word.
const MARK: u8 = 3;
const MARKS: u8 = 4;
const DIGIT: u8 = 5;
const WORD: u8 = 6;
const RETURN: u8 = 7;
const LETTER: u8 = 8;
const HIRAGANA: u8 = 9;
const KATAKANA: u8 = 10;
const HAN: u8 = 11;
/// Number of kinds of context before a run.
const BEFORES: usize = 12;

// The kinds of runs. Words come first.
const PLAIN: u8 = 0;
const SPACED: u8 = 1;
const CAPITAL: u8 = 2;
const UPPER: u8 = 3;
/// Several upper-case letters, then lower-case letters.
const MIXED: u8 = 4;
const DIGITS: u8 = 5;
const BLANKS: u8 = 6;
const SAME: u8 = 7;
const FIRST_SCRIPT: u8 = 8;
/// For characters that never continue a run.
const NONE: u8 = 255;
/// A word may mix both kinds of Cyrillic letters.
const CYRILLIC: RangeInclusive<u8> = run_of(CharKind::Cyrillic)..=run_of(CharKind::FarCyrillic);

/// The runs of a script.
const fn run_of(script: CharKind) -> u8 {
    FIRST_SCRIPT + script as u8 - CharKind::Hiragana as u8
}

/// Number of kinds of runs.
const RUNS: usize = FIRST_SCRIPT as usize + KINDS - CharKind::Hiragana as usize;

/// Number of positions in a run with separate costs, not counting the first. Later ones cost the same as the last.
const STEPS: usize = 11;
/// Maximum digits per token.
const DIGITS_TOGETHER: u8 = 3;

/// Letters that are distinguished in pairs: a to z, and one for all others.
const LETTERS: usize = 27;
/// The index of the pair without letters, whose cost is 0.
const NO_PAIR: usize = (LETTERS + 1) * LETTERS;
const WORD_START: u8 = 26 + 1;

/// Number of costs of places.
pub const PLACES: usize = BEFORES * KINDS + RUNS * STEPS;
/// Number of costs of pairs.
pub const PAIRS: usize = NO_PAIR + 1;
/// The dimensions of the tables and the first run of a script, for the bench.
#[cfg(all(test, not(target_arch = "wasm32")))]
pub const SHAPE: [usize; 6] = [BEFORES, KINDS, RUNS, STEPS, PAIRS, FIRST_SCRIPT as usize];

/// A character, and the indexes of its costs.
#[derive(Debug, Clone, Copy)]
pub struct Place {
    /// Index of the cost of its place.
    pub cost: usize,
    /// Index of the cost of the two letters that end here.
    pub pair: usize,
    /// Byte offset after it.
    pub end: usize,
}

/// The places of a text's characters.
pub struct Places<'a> {
    bytes: &'a [u8],
    at: usize,
    before: u8,
    run: u8,
    step: u8,
    letter: u8,
    last: u8,
}

impl<'a> Places<'a> {
    pub fn new(text: &'a str) -> Self {
        Self { bytes: text.as_bytes(), at: 0, before: BREAK, run: NONE, step: 0, letter: 0, last: 0 }
    }

    #[inline]
    fn start(&mut self, kind: CharKind, run: u8, before: u8) -> usize {
        let cost = usize::from(self.before) * KINDS + kind as usize;
        (self.run, self.before, self.step) = (run, before, 1);
        cost
    }

    #[inline]
    fn go_on(&mut self, run: u8) -> usize {
        let cost = BEFORES * KINDS + usize::from(run) * STEPS + usize::from(self.step) - 1;
        self.run = run;
        self.step += u8::from(usize::from(self.step) < STEPS);
        cost
    }

    #[inline]
    fn word(&mut self, kind: CharKind, letter: u8) -> (usize, usize) {
        let row = if self.run <= MIXED { self.letter } else { WORD_START };
        let run = match (self.run, kind) {
            (UPPER, CharKind::Upper) => Some(UPPER),
            (UPPER, _) => Some(if self.step == 1 { CAPITAL } else { MIXED }),
            (PLAIN..=MIXED, CharKind::Lower | CharKind::Latin) => Some(self.run),
            _ => None,
        };
        self.letter = letter;
        let pair = |row: u8| usize::from(row) * LETTERS + usize::from(letter);
        match run {
            Some(run) => (self.go_on(run), pair(row)),
            None if kind == CharKind::Upper => (self.start(kind, UPPER, WORD), pair(WORD_START)),
            None if self.before == SPACE => (self.start(kind, SPACED, WORD), pair(WORD_START)),
            None => (self.start(kind, PLAIN, WORD), pair(WORD_START)),
        }
    }

    #[inline]
    fn other(&mut self, kind: CharKind, last: u8) -> usize {
        match kind {
            CharKind::Digit if self.run == DIGITS && self.step < DIGITS_TOGETHER => self.go_on(DIGITS),
            CharKind::Digit => self.start(kind, DIGITS, DIGIT),
            CharKind::Newline => self.start(kind, NONE, BREAK),
            CharKind::Return => self.start(kind, NONE, RETURN),
            CharKind::Space | CharKind::Tab if self.run == BLANKS && self.last == last => {
                self.before = SPACES;
                self.go_on(BLANKS)
            }
            CharKind::Space => self.start(kind, BLANKS, SPACE),
            CharKind::Tab => self.start(kind, BLANKS, SPACES),
            _ if kind < CharKind::Hiragana => {
                if self.run == SAME && self.last == last {
                    self.before = MARKS;
                    return self.go_on(SAME);
                }
                let before = if matches!(self.before, SPACE | MARK | MARKS) { MARKS } else { MARK };
                self.start(kind, SAME, before)
            }
            _ => {
                let run = run_of(kind);
                let before = match kind {
                    CharKind::Hiragana => HIRAGANA,
                    CharKind::Katakana => KATAKANA,
                    CharKind::Han => HAN,
                    _ => LETTER,
                };
                let goes_on = self.run == run || (CYRILLIC.contains(&self.run) && CYRILLIC.contains(&run));
                if goes_on { self.go_on(run) } else { self.start(kind, run, before) }
            }
        }
    }
}

impl Iterator for Places<'_> {
    type Item = Place;

    #[inline]
    fn next(&mut self) -> Option<Place> {
        let first = *self.bytes.get(self.at)?;
        let (kind, len) = if first < 0x80 {
            (KIND_OF_ASCII[usize::from(first)], 1)
        } else {
            let second = self.bytes.get(self.at + 1).copied().unwrap_or_default();
            let third = self.bytes.get(self.at + 2).copied().unwrap_or_default();
            (kind_beyond_ascii(first, second, third), first.leading_ones() as usize)
        };
        self.at += len;
        let last = self.bytes.get(self.at - 1).copied().unwrap_or_default();
        let (cost, pair) = if kind <= CharKind::Latin {
            let letter = if first < 0x80 { (first | 0x20) - b'a' } else { 26 };
            self.word(kind, letter)
        } else {
            (self.other(kind, last), NO_PAIR)
        };
        self.last = last;
        Some(Place { cost, pair, end: self.at })
    }
}
