//! The places of characters in a text: which kind stands where in a run of which kind. What a place costs is in `costs`.

use std::ops::RangeInclusive;

/// Kinds of characters, told by their first two bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd)]
#[repr(u8)]
enum Kind {
    Lower,
    Upper,
    /// Latin letters beyond ASCII, of either case.
    Latin,
    Digit,
    Space,
    Newline,
    Return,
    Tab,
    /// What ends a phrase.
    Stop,
    Apostrophe,
    /// What joins words.
    Joiner,
    /// Other ASCII punctuation, and controls.
    Mark,
    /// Dashes, quotation marks and spaces of typography.
    Typographic,
    Symbol,
    Emoji,
    /// Punctuation and full-width forms of East Asia.
    Wide,
    // Scripts, of which each has an own row of costs.
    Hiragana,
    Katakana,
    Han,
    Hangul,
    /// The letters of Russian.
    Cyrillic,
    /// Cyrillic letters that Russian has not: tokenisers know their languages less.
    FarCyrillic,
    Greek,
    Hebrew,
    Arabic,
    Devanagari,
    Indic,
    Thai,
    Other,
}

/// How many kinds there are.
const KINDS: usize = 29;

/// What stood before a run. What follows a line break costs as much as what starts a text.
const BREAK: u8 = 0;
const SPACE: u8 = 1;
const SPACES: u8 = 2;
/// One mark without a space before it: a word takes it in.
const MARK: u8 = 3;
const MARKS: u8 = 4;
const DIGIT: u8 = 5;
const WORD: u8 = 6;
const RETURN: u8 = 7;
const LETTER: u8 = 8;
const HIRAGANA: u8 = 9;
const KATAKANA: u8 = 10;
const HAN: u8 = 11;
/// How many kinds of things stand before runs.
const BEFORES: usize = 12;

// Runs that go on. The words come first.
const PLAIN: u8 = 0;
const SPACED: u8 = 1;
const CAPITAL: u8 = 2;
const UPPER: u8 = 3;
/// Several capitals, then small letters.
const MIXED: u8 = 4;
const DIGITS: u8 = 5;
const BLANKS: u8 = 6;
const SAME: u8 = 7;
const FIRST_SCRIPT: u8 = 8;
/// Of what never goes on.
const NONE: u8 = 255;
/// A word of either kind of Cyrillic letters goes on in the other.
const CYRILLIC: RangeInclusive<u8> = run_of(Kind::Cyrillic)..=run_of(Kind::FarCyrillic);
/// The runs of a script.
const fn run_of(script: Kind) -> u8 {
    FIRST_SCRIPT + script as u8 - Kind::Hiragana as u8
}

/// How many kinds of runs there are.
const RUNS: usize = FIRST_SCRIPT as usize + KINDS - Kind::Hiragana as usize;

/// Places in a run that are told apart, the first aside; those behind cost what the last does.
const STEPS: usize = 11;
/// Tokens hold three digits at most.
const DIGITS_TOGETHER: u8 = 3;

/// Letters that pairs tell apart: a to z, and all others.
const LETTERS: usize = 27;
/// Where the pair of no letters is: its cost is nothing.
const NO_PAIR: usize = (LETTERS + 1) * LETTERS;
const WORD_START: u8 = 26 + 1;

/// How many costs of places there are.
pub const PLACES: usize = BEFORES * KINDS + RUNS * STEPS;
/// How many costs of pairs there are.
pub const PAIRS: usize = NO_PAIR + 1;
/// What the bench needs to know of the tables.
#[cfg(test)]
pub const SHAPE: [usize; 5] = [BEFORES, KINDS, RUNS, STEPS, PAIRS];

/// A character and what it costs by.
#[derive(Debug, Clone, Copy)]
pub struct Place {
    /// Index of the cost of its place.
    pub cost: usize,
    /// Index of the cost of the two letters that end here.
    pub pair: usize,
    /// Byte offset behind it.
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
    fn start(&mut self, kind: Kind, run: u8, before: u8) -> usize {
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
    fn word(&mut self, kind: Kind, letter: u8) -> (usize, usize) {
        let row = if self.run <= MIXED { self.letter } else { WORD_START };
        let run = match (self.run, kind) {
            (UPPER, Kind::Upper) => Some(UPPER),
            (UPPER, _) => Some(if self.step == 1 { CAPITAL } else { MIXED }),
            (PLAIN..=MIXED, Kind::Lower | Kind::Latin) => Some(self.run),
            _ => None,
        };
        self.letter = letter;
        let pair = |row: u8| usize::from(row) * LETTERS + usize::from(letter);
        match run {
            Some(run) => (self.go_on(run), pair(row)),
            None if kind == Kind::Upper => (self.start(kind, UPPER, WORD), pair(WORD_START)),
            None if self.before == SPACE => (self.start(kind, SPACED, WORD), pair(WORD_START)),
            None => (self.start(kind, PLAIN, WORD), pair(WORD_START)),
        }
    }

    #[inline]
    fn other(&mut self, kind: Kind, last: u8) -> usize {
        match kind {
            Kind::Digit if self.run == DIGITS && self.step < DIGITS_TOGETHER => self.go_on(DIGITS),
            Kind::Digit => self.start(kind, DIGITS, DIGIT),
            Kind::Newline => self.start(kind, NONE, BREAK),
            Kind::Return => self.start(kind, NONE, RETURN),
            Kind::Space | Kind::Tab if self.run == BLANKS && self.last == last => {
                self.before = SPACES;
                self.go_on(BLANKS)
            }
            Kind::Space => self.start(kind, BLANKS, SPACE),
            Kind::Tab => self.start(kind, BLANKS, SPACES),
            _ if kind < Kind::Hiragana => {
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
                    Kind::Hiragana => HIRAGANA,
                    Kind::Katakana => KATAKANA,
                    Kind::Han => HAN,
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
        let (cost, pair) = if kind <= Kind::Latin {
            let letter = if first < 0x80 { (first | 0x20) - b'a' } else { 26 };
            self.word(kind, letter)
        } else {
            (self.other(kind, last), NO_PAIR)
        };
        self.last = last;
        Some(Place { cost, pair, end: self.at })
    }
}

/// The kinds of ASCII.
static KIND_OF_ASCII: [Kind; 128] = kinds_of_ascii();

const fn kinds_of_ascii() -> [Kind; 128] {
    let mut kinds = [Kind::Mark; 128];
    let mut byte = 0_u8;
    while byte < 128 {
        kinds[byte as usize] = match byte {
            b'a'..=b'z' => Kind::Lower,
            b'A'..=b'Z' => Kind::Upper,
            b'0'..=b'9' => Kind::Digit,
            b' ' => Kind::Space,
            b'\n' => Kind::Newline,
            b'\r' => Kind::Return,
            b'\t' | 0xb | 0xc => Kind::Tab,
            b'.' | b',' | b':' | b';' | b'?' | b'!' => Kind::Stop,
            b'\'' => Kind::Apostrophe,
            b'-' | b'_' | b'/' | b'\\' => Kind::Joiner,
            _ => Kind::Mark,
        };
        byte += 1;
    }
    kinds
}

/// The kind of the character that `first` and `second` begin.
#[inline]
fn kind_beyond_ascii(first: u8, second: u8, third: u8) -> Kind {
    match (first, second) {
        (0xe3, 0x80) | (0xef, _) => Kind::Wide,
        (0xe3, 0x81) => Kind::Hiragana,
        (0xe3, 0x82) if third < 0xa0 => Kind::Hiragana,
        (0xe3, 0x82 | 0x83) => Kind::Katakana,
        (0xe3, 0x90..) | (0xe4..=0xe9, _) => Kind::Han,
        (0xea, 0xb0..) | (0xeb..=0xed, _) => Kind::Hangul,
        (0xe0, 0xb8 | 0xb9) => Kind::Thai,
        (0xd8..=0xdb, _) => Kind::Arabic,
        (0xd1, 0x90 | 0x92..) | (0xd2 | 0xd3, _) => Kind::FarCyrillic,
        (0xd0 | 0xd1, _) => Kind::Cyrillic,
        (0xc3..=0xcd, _) | (0xe1, 0xb8..=0xbb) => Kind::Latin,
        (0xce | 0xcf, _) | (0xe1, 0xbc..) => Kind::Greek,
        (0xd6, 0x90..) | (0xd7, _) => Kind::Hebrew,
        (0xe0, 0xa4 | 0xa5) => Kind::Devanagari,
        (0xe0, 0xa6..=0xb7) => Kind::Indic,
        (0xe2, 0x80 | 0x81) => Kind::Typographic,
        (0xc2 | 0xe2, _) => Kind::Symbol,
        (0xf0.., _) => Kind::Emoji,
        _ => Kind::Other,
    }
}
