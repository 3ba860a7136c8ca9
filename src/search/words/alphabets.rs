//! A fast path for words of the most common alphabets: it needs neither the host nor more than one table, and a word
//! that does not change is its own term. Everything else takes the slow path.

use std::sync::LazyLock;

use super::class::{Class, class};
use super::fold::composes;
use super::word::{JOINER, KINDS, PLAIN, UPPER, WIDE, char_at};
use crate::unicode::fold_char;

/// The folds of two-byte letters that fold to a single two-byte letter in any context, by code point; 0 for all others.
/// Latin with accents, Greek, Cyrillic, Hebrew, Arabic.
static FOLDS: LazyLock<[u16; 0x800]> = LazyLock::new(|| {
    let mut folded = String::new();
    std::array::from_fn(|code| {
        let Some(c) = u32::try_from(code).ok().and_then(char::from_u32).filter(|c| !c.is_ascii()) else { return 0 };
        if class(c) != Class::Letter || composes(c) || c == 'İ' {
            return 0;
        }
        folded.clear();
        fold_char(c, &mut folded);
        let mut chars = folded.chars();
        let fold = chars.next().filter(|fold| fold.len_utf8() == 2 && chars.next().is_none());
        fold.and_then(|fold| u16::try_from(u32::from(fold)).ok()).unwrap_or(0)
    })
});

/// The fast path.
#[derive(Debug, Clone, Copy)]
pub(super) struct Alphabets {
    folds: &'static [u16; 0x800],
}

/// A word of these alphabets only.
#[derive(Debug, Clone, Copy)]
pub(super) struct Simple {
    /// Where it ends.
    pub end: usize,
    /// Whether it differs from its term.
    pub folds: bool,
}

impl Alphabets {
    pub fn get() -> Self {
        Self { folds: &FOLDS }
    }

    /// Whether there is such a letter at `at`.
    #[inline]
    pub fn begins(self, bytes: &[u8], at: usize) -> bool {
        self.letter(bytes, at).is_some()
    }

    /// The word that starts at `start`; `None` if it takes the slow path.
    #[inline]
    pub fn word(self, text: &str, start: usize) -> Option<Simple> {
        let bytes = text.as_bytes();
        let (mut at, mut folds) = (start, false);
        while let Some(&byte) = bytes.get(at) {
            let kind = KINDS[usize::from(byte)];
            if kind & PLAIN != 0 {
                folds |= kind & UPPER != 0;
                at += 1;
            } else if let Some(folds_too) = self.letter(bytes, at) {
                folds |= folds_too;
                at += 2;
            } else if kind == 0 {
                break;
            } else if kind == JOINER {
                // Part of the word if a letter follows.
                match bytes.get(at + 1) {
                    Some(&next) if KINDS[usize::from(next)] & PLAIN != 0 => at += 1,
                    Some(&next) if KINDS[usize::from(next)] == WIDE => return None,
                    _ => break,
                }
            } else {
                match class(char_at(text, at)) {
                    Class::Break | Class::Unit => break,
                    _ => return None,
                }
            }
        }
        Some(Simple { end: at, folds })
    }

    /// `Some` if the two bytes at `at` are a letter: whether it folds to another.
    #[inline]
    fn letter(self, bytes: &[u8], at: usize) -> Option<bool> {
        let &[first @ 0xc2..=0xdf, second] = bytes.get(at..)?.first_chunk()? else { return None };
        let code = u16::from(first & 0x1f) << 6 | u16::from(second & 0x3f);
        let fold = self.folds[usize::from(code)];
        (fold != 0).then_some(fold != code)
    }

    /// Writes the term of such a word.
    pub fn fold<'a>(self, word: &str, term: &'a mut String) -> &'a str {
        term.clear();
        if word.is_ascii() {
            term.push_str(word);
            term.make_ascii_lowercase();
            return term;
        }
        for c in word.chars() {
            let code = u32::from(c) as usize;
            let fold = self.folds.get(code).filter(|_| !c.is_ascii()).map(|&fold| u32::from(fold));
            term.push(fold.and_then(char::from_u32).unwrap_or(c.to_ascii_lowercase()));
        }
        term
    }
}
