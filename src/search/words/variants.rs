//! Other words for what is written, which people search for as well: `wifi` for `Wi-Fi`, `1250000` for `1 250 000`,
//! `file` and `manager` for `FileManager`, `nodejs` for `Node.js`, `c++` for `C++`, `example` for `exam-` at the
//! end of a line and `ple` on the next, Korean words without the space between them. The words as written stay.

use std::ops::Range;

use super::hyphens::{joins, may_continue};
use super::pieces::is_spaceless;
use super::reader::each_word;
use super::signs::{may_have_sign, name};
use super::word::{MAX_TERM_BYTES, Word, char_at};
use crate::unicode::fold_case;

/// Maximum parts of a hyphenated word, and digits of a number in groups.
const MAX_PARTS: usize = 4;
const MAX_DIGITS: usize = 15;

/// The least digits of a number whose groups have any length, such as a phone number.
const MIN_DIGITS: usize = 7;

/// The least letters of a part of `camelCase`.
const MIN_PART: usize = 3;

/// The bytes of a Korean syllable.
const SYLLABLE: usize = 3;

/// What may be between the groups of a number.
const SEPARATORS: &[char] = &[' ', '\u{a0}', '\u{202f}', '\u{2009}', '.', ',', '-', '/', '(', ')'];
/// The invisible character between parts of a Persian word that others write with a space.
const NON_JOINER: char = '\u{200c}';

/// Calls `found` for each word of `text`, as [`each_word`], and for each variant: what a note with this text is found by.
pub fn each_word_and_variant(text: &str, mut found: impl FnMut(Word<'_>)) {
    let mut variants = Variants::default();
    each_word(text, |word| {
        found(word);
        variants.next(text, word, &mut found);
    });
    variants.end(&mut found);
}

/// Finds the variants of the words of one text after another.
#[derive(Debug, Default)]
pub(in crate::search) struct Variants {
    /// Where the last word ended.
    end: usize,
    /// Whether it was a single Korean syllable.
    is_alone: bool,
    /// Whether any of these may continue.
    is_in_run: bool,
    hyphenated: Run,
    /// Groups of digits of any length, and groups of three after a shorter one.
    digits: Run,
    thousands: Run,
}

/// Adjacent words, joined.
#[derive(Debug, Default)]
struct Run {
    term: String,
    place: Range<usize>,
    parts: usize,
    /// What is between them.
    separator: Option<char>,
}

impl Variants {
    /// Takes the next word of `text`. Calls `found` with variants that end before it or are in it.
    #[inline]
    pub fn next(&mut self, text: &str, word: Word<'_>, mut found: impl FnMut(Word<'_>)) {
        let bytes = text.as_bytes();
        let first = bytes[word.start];
        // A word that does not change is its own term, and has no upper case.
        let is_term = std::ptr::eq(&raw const bytes[word.start], word.term.as_ptr());
        // A Korean syllable that stands alone, as people also write it without a space.
        let is_alone = word.end - word.start == SYLLABLE || self.is_alone;
        let is_across = is_alone && is_syllable(first) && word.start == self.end + 1 && bytes[self.end] == b' ';
        let continues = may_continue(bytes, word.end) || may_have_sign(bytes, word.start..word.end);
        if self.is_in_run || continues || first.is_ascii_digit() || is_across {
            self.look(text, word, &mut found);
        }
        if !is_term && word.end - word.start > MIN_PART {
            parts(word.start, &text[word.start..word.end], &mut found);
        }
        self.end = word.end;
        self.is_alone = word.end - word.start == SYLLABLE && is_syllable(first);
    }

    /// Looks for variants where there may be some.
    #[inline(never)]
    fn look(&mut self, text: &str, word: Word<'_>, found: &mut dyn FnMut(Word<'_>)) {
        let between = text.get(self.end..word.start).filter(|_| self.end > 0).unwrap_or_default();
        self.hyphens(text, word, between, found);
        self.numbers(text, word, between, found);
        if let Some((Range { start, end }, term)) = name(text, word) {
            found(Word { start, end, term: &term });
        }
        self.is_in_run = self.hyphenated.parts + self.digits.parts + self.thousands.parts > 0;
        if between == " " && (self.is_alone || word.end - word.start == SYLLABLE) {
            across(text, word.start, found);
        }
    }

    /// Ends the text.
    pub fn end(&mut self, found: &mut dyn FnMut(Word<'_>)) {
        (self.end, self.is_alone, self.is_in_run) = (0, false, false);
        self.hyphenated.end(0, found);
        self.digits.end(MIN_DIGITS, found);
        self.thousands.end(0, found);
    }

    fn hyphens(&mut self, text: &str, word: Word<'_>, between: &str, found: &mut dyn FnMut(Word<'_>)) {
        if self.hyphenated.parts > 0 {
            if joins(between, &text[word.start..]) {
                return self.hyphenated.add(word);
            }
            self.hyphenated.end(0, found);
        }
        let is_word = || !is_number(word.term) && !is_spaceless(word.term);
        if may_continue(text.as_bytes(), word.end) && is_word() {
            self.hyphenated.add(word);
        }
    }

    fn numbers(&mut self, text: &str, word: Word<'_>, between: &str, found: &mut dyn FnMut(Word<'_>)) {
        let is_number = is_number(word.term);
        if self.digits.parts > 0 && !(is_number && between.chars().count() <= 2 && all_of(between, SEPARATORS)) {
            self.digits.end(MIN_DIGITS, found);
        }
        let separator = one_of(between, SEPARATORS);
        let is_next = separator.is_some() && (self.thousands.parts == 1 || separator == self.thousands.separator);
        if self.thousands.parts > 0 && !(is_number && word.term.len() == 3 && is_next) {
            self.thousands.end(0, found);
        }
        let may_continue = || text[word.end..].starts_with(SEPARATORS);
        if is_number && (self.digits.parts > 0 || may_continue()) {
            self.digits.add(word);
        }
        if is_number && (self.thousands.parts > 0 || word.term.len() <= 3 && may_continue()) {
            self.thousands.separator = separator;
            self.thousands.add(word);
        }
    }
}

impl Run {
    fn add(&mut self, word: Word<'_>) {
        if self.parts == 0 {
            self.term.clear();
            self.place = word.start..word.end;
        }
        self.parts += 1;
        self.place.end = word.end;
        if self.term.len() <= MAX_TERM_BYTES {
            self.term.push_str(word.term);
        }
    }

    /// Ends the run. Calls `found` if it is a variant of at least `least` bytes.
    fn end(&mut self, least: usize, found: &mut dyn FnMut(Word<'_>)) {
        let is_short = if is_number(&self.term) { self.term.len() <= MAX_DIGITS } else { self.parts <= MAX_PARTS };
        if self.parts > 1 && is_short && (least.max(1)..=MAX_TERM_BYTES).contains(&self.term.len()) {
            found(Word { start: self.place.start, end: self.place.end, term: &self.term });
        }
        self.parts = 0;
    }
}

/// The parts of `camelCase`, and of a word with an invisible non-joiner.
fn parts(offset: usize, raw: &str, found: &mut dyn FnMut(Word<'_>)) {
    let has_upper = raw.bytes().skip(1).any(|byte| byte.is_ascii_uppercase() || !byte.is_ascii());
    if !has_upper {
        return;
    }
    let mut starts: Vec<usize> = Vec::new();
    let mut chars = raw.char_indices().peekable();
    let mut before = None;
    while let Some((at, c)) = chars.next() {
        let is_below = |c: Option<char>| c.is_some_and(char::is_lowercase);
        // `fileManager`, `XMLHttp`.
        let begins = c.is_uppercase() && (is_below(before) || is_below(chars.peek().map(|&(_, c)| c)));
        if before.is_some_and(|before| begins || before == NON_JOINER) {
            starts.push(at);
        }
        before = Some(c);
    }
    if starts.is_empty() {
        return;
    }
    let ends: Vec<usize> = starts.iter().copied().chain([raw.len()]).collect();
    for (start, end) in [0].into_iter().chain(starts).zip(ends) {
        let part = raw[start..end].trim_end_matches(NON_JOINER);
        let least = if raw.contains(NON_JOINER) { 1 } else { MIN_PART };
        if part.chars().count() >= least {
            let term = fold_case(part);
            found(Word { start: offset + start, end: offset + start + part.len(), term: &term });
        }
    }
}

/// Whether a character that starts with this byte may be a Korean syllable.
fn is_syllable(first: u8) -> bool {
    matches!(first, 0xea..=0xed)
}

/// The pair of Korean syllables across the space before `start`.
fn across(text: &str, start: usize, found: &mut dyn FnMut(Word<'_>)) {
    let is_syllable = |c: &char| matches!(c, '\u{ac00}'..='\u{d7a3}');
    let last = text[..start - 1].chars().next_back().filter(is_syllable);
    if let (Some(last), Some(first)) = (last, Some(char_at(text, start)).filter(is_syllable)) {
        let term: String = [last, first].into_iter().collect();
        found(Word { start: start - 1 - last.len_utf8(), end: start + first.len_utf8(), term: &term });
    }
}

fn is_number(term: &str) -> bool {
    term.bytes().all(|byte| byte.is_ascii_digit())
}

fn all_of(text: &str, chars: &[char]) -> bool {
    !text.is_empty() && text.chars().all(|c| chars.contains(&c))
}

/// The only character of `text`, if it is one of `chars`.
fn one_of(text: &str, chars: &[char]) -> Option<char> {
    let mut all = text.chars();
    all.next().filter(|c| all.next().is_none() && chars.contains(c))
}

#[cfg(test)]
mod tests {
    use crate::search::words::{each_word, each_word_and_variant};

    /// The variants in `text`, with what they are a variant of.
    fn variants(text: &str) -> Vec<(String, String)> {
        let (mut words, mut found) = (Vec::new(), Vec::new());
        each_word(text, |word| words.push((word.term.to_owned(), text[word.start..word.end].to_owned())));
        each_word_and_variant(text, |word| found.push((word.term.to_owned(), text[word.start..word.end].to_owned())));
        found.retain(|word| !words.contains(word));
        found
    }

    #[test]
    fn what_is_written_in_parts_is_one_word_too() {
        for (text, term, raw) in [
            ("the Wi-Fi is", "wifi", "Wi-Fi"),
            ("an e\u{2011}mail", "email", "e\u{2011}mail"),
            ("costs 1 250 000 euros", "1250000", "1 250 000"),
            ("1.250.000", "1250000", "1.250.000"),
            ("1\u{202f}250 km", "1250", "1\u{202f}250"),
            ("(030) 123-4567", "0301234567", "030) 123-4567"),
            ("on 2026-11-23", "20261123", "2026-11-23"),
            ("for exam-\nple in", "example", "exam-\nple"),
            ("ein Bei\u{ad}\r\n  spiel", "beispiel", "Bei\u{ad}\r\n  spiel"),
            ("state-of-the-\nart", "stateoftheart", "state-of-the-\nart"),
            ("할 수 있다", "할수", "할 수"),
            ("할 수 있다", "수있", "수 있"),
        ] {
            assert!(variants(text).contains(&(term.to_owned(), raw.to_owned())), "{text}: {:?}", variants(text));
        }
        for text in [
            "well, known",
            "a - b",
            "pre-\nColumbian",
            "a dash -\nand",
            "a dash --\nand",
            "one-\n\ntwo",
            "one-\n- two",
            "one\u{ad}\n",
            "12 13",
            "3.14",
            "one-two-three-four-five",
            "1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7",
            "FILE",
            "File",
            "",
        ] {
            assert_eq!(variants(text), [], "{text}");
        }
    }

    #[test]
    fn the_parts_of_a_name_are_words_too() {
        let terms = |text: &str| variants(text).into_iter().map(|(term, _)| term).collect::<Vec<_>>();
        assert_eq!(terms("FileManager.renameFile"), ["file", "manager", "rename", "file"]);
        assert_eq!(terms("XMLHttpRequest"), ["xml", "http", "request"]);
        assert_eq!(terms("LaTeX iPhone"), ["phone"]);
        assert_eq!(terms("ÜberGröße"), ["über", "grösse"]);
        assert_eq!(terms("می\u{200c}خواهم"), ["می", "خواهم"]);
    }
}
