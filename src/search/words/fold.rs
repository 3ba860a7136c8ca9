//! Folds words: one case, NFC, one width. Accents are kept; `base` drops them.
//!
//! Nearly all characters fold separately. If marks may compose with letters, the whole word is normalized, which in
//! wasm is a call to the host, so the results are cached.

use std::collections::HashMap;

use super::word::MAX_TERM_BYTES;
use crate::unicode::{fold_case, fold_char};

/// Maximum bytes of a term in NFD (`ᾂ`: three bytes become eight), so that NFC and NFD are cut alike.
const MAX_RAW_BYTES: usize = MAX_TERM_BYTES * 3;

/// The dot of `İ` in lower case. It is dropped where no letter has it: İzmir → izmir.
const DOT: char = '\u{307}';

/// The size of the cache: a language's common words.
const REMEMBERED: usize = 2048;

/// Folds one word at a time, in reused memory.
#[derive(Debug, Default)]
pub(super) struct Fold {
    term: String,
    composes: bool,
    /// Whether the word contains `İ`.
    dotted: bool,
    too_long: bool,
    composed: HashMap<String, String>,
}

/// A folded word.
#[derive(Debug)]
pub(super) enum Folded<'a> {
    /// Every character was folded separately.
    Plain(&'a str),
    /// Characters were composed.
    Composed(&'a str),
    TooLong,
}

impl Fold {
    /// The buffer, for callers that fold character by character.
    pub fn buffer(&mut self) -> &mut String {
        &mut self.term
    }

    /// Starts a word.
    pub fn begin(&mut self) {
        self.term.clear();
        self.composes = false;
        self.dotted = false;
        self.too_long = false;
    }

    /// The memory it keeps; for the cache an estimate from the size of common words.
    pub fn memory(&self) -> usize {
        const COMMON: usize = 32;
        self.term.capacity() + self.composed.capacity() * (2 * (size_of::<String>() + COMMON))
    }

    /// Adds the next character.
    pub fn push(&mut self, c: char) {
        if self.term.len() > MAX_RAW_BYTES {
            self.too_long = true;
        } else if c == 'İ' {
            self.dotted = true;
            self.term.push_str("i\u{307}");
        } else if composes(c) {
            self.composes = true;
            self.term.push(c);
        } else {
            fold_char(c, &mut self.term);
        }
    }

    /// Normalizes the word, because a dropped character may have separated its marks.
    pub fn reorder(&mut self) {
        self.composes = true;
    }

    /// The word's term.
    pub fn finish(&mut self) -> Folded<'_> {
        if self.too_long {
            return Folded::TooLong;
        }
        if !self.composes {
            if self.dotted {
                self.term.retain(|c| c != DOT);
            }
            return if self.term.len() > MAX_TERM_BYTES { Folded::TooLong } else { Folded::Plain(&self.term) };
        }
        if self.composed.len() >= REMEMBERED {
            self.composed.clear();
        }
        let composed = self.composed.entry(self.term.clone()).or_insert_with(|| {
            let composed = fold_case(&self.term);
            if composed.contains(DOT) { fold_case(&composed.replace(DOT, "")) } else { composed }
        });
        if composed.len() > MAX_TERM_BYTES { Folded::TooLong } else { Folded::Composed(composed) }
    }
}

/// Whether `c` may change with its neighbours in a normal form, or has a fold that is not NFC.
pub(super) fn composes(c: char) -> bool {
    let code = u32::from(c);
    if code < 0x300 {
        return matches!(code, 0x149 | 0x1f0);
    }
    matches!(code,
        0x300..=0x374 | 0x37e | 0x387 | 0x390 | 0x3b0 | 0x653..=0x655 | 0x93c | 0x958..=0x95f | 0x9bc | 0x9be | 0x9d7
        | 0x9dc..=0x9df | 0xa33 | 0xa36 | 0xa3c | 0xa59..=0xa5e | 0xb3c | 0xb3e | 0xb56 | 0xb57 | 0xb5c | 0xb5d | 0xbbe
        | 0xbd7 | 0xc56 | 0xcc2 | 0xcd5 | 0xcd6 | 0xd3e | 0xd57 | 0xdca | 0xdcf | 0xddf | 0xf39..=0xfbc | 0x1b35
        | 0x1dc0..=0x1dff | 0x1e96..=0x1e9a | 0x1f00..=0x1fff | 0x20d0..=0x20ff | 0x2adc | 0x302a..=0x302f
        | 0xf900..=0xfaff | 0xfb1d..=0xfb4f | 0xfe20..=0xfe2f | 0x11000..=0x11fff | 0x16100..=0x1613f | 0x16d00..=0x16d7f
        | 0x1d15e..=0x1d1ff | 0x2f800..=0x2fa1f)
}

#[cfg(test)]
mod tests {
    use super::{composes, fold_char};
    use crate::unicode::fold_letter;

    #[test]
    fn the_short_way_folds_as_the_tables_do() {
        for c in ('\0'..'\u{ff00}').filter(|&c| c.is_alphanumeric() && !composes(c) && c != 'İ') {
            let mut folded = String::new();
            fold_char(c, &mut folded);
            assert_eq!(folded, fold_letter(c).collect::<String>(), "{c} {:x}", u32::from(c));
        }
    }
}
