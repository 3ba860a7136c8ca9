//! From text to the words that it is found by. What a word counts for, and where it was met, is the index's.
//!
//! Letters, digits and the marks on them stand together as UAX 29 has it, with an apostrophe inside; but `_`, and `.`
//! and `,` between letters or digits, part words, for people look for a part of `meeting_notes.md`. Scripts that write no
//! spaces give pairs of neighbours: any word of two characters or more is then found by its pairs, without a dictionary.

mod accents;
mod alphabets;
mod arabic;
mod base;
mod class;
mod fold;
mod pairs;
mod pieces;
mod stem;

pub use base::base;
pub(in crate::search) use base::{base_into, unaccented_into};
pub(in crate::search) use pieces::{Piece, is_unit, pieces};

use alphabets::Alphabets;
use class::{Class, class};
use fold::{Fold, Folded};

/// The longest term, in bytes. Words of people are shorter; what is longer is data, such as pictures in base64.
pub const MAX_TERM_BYTES: usize = 64;

/// One word of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Word<'a> {
    /// Byte offset in the text at which it starts.
    pub start: usize,
    /// Byte offset behind its end.
    pub end: usize,
    /// Its folded form: one case, NFC, accents kept.
    pub term: &'a str,
}

/// Calls `found` for each word of `text`, in order.
///
/// Linear, and allocates nothing for each word. Words over [`MAX_TERM_BYTES`] are left out. Two words overlap where
/// pairs do: 「日本語」 is 「日本」 and 「本語」.
pub fn each_word(text: &str, mut found: impl FnMut(Word<'_>)) {
    // Compiled once for all who read little; whoever reads much has a reader of an own.
    let found: &mut dyn FnMut(Word<'_>) = &mut found;
    Reader::default().read(text, found);
}

/// Reads words, one text after the other, in memory that is used again.
#[derive(Debug, Default)]
pub(in crate::search) struct Reader {
    fold: Fold,
}

impl Reader {
    /// How much memory it keeps.
    pub fn memory(&self) -> usize {
        self.fold.memory()
    }

    /// [`each_word`]; whether every word was found as its letters stand. Not so where one was too long, or where letters
    /// and marks were composed: such a word need not hold the term of each part of it.
    pub fn read(&mut self, text: &str, mut found: impl FnMut(Word<'_>)) -> bool {
        let bytes = text.as_bytes();
        let alphabets = Alphabets::get();
        let mut as_written = true;
        let mut at = 0;
        while let Some(&byte) = bytes.get(at) {
            let kind = KINDS[usize::from(byte)];
            // An apostrophe begins no word.
            if kind & (PLAIN | WIDE) == 0 {
                at += 1;
                continue;
            }
            if kind == WIDE && !alphabets.begins(bytes, at) {
                let c = char_at(text, at);
                match class(c) {
                    Class::Letter => {}
                    Class::Unit => {
                        at = pairs::plain_run(text, at, &mut found)
                            .unwrap_or_else(|rest| pairs::run(text, rest, &mut self.fold, &mut found, &mut as_written));
                        continue;
                    }
                    _ => {
                        at += c.len_utf8();
                        continue;
                    }
                }
            }
            let Some(word) = alphabets.word(text, at) else {
                at = self.word(text, at, &mut found, &mut as_written);
                continue;
            };
            if word.end - at <= MAX_TERM_BYTES {
                let written = &text[at..word.end];
                let term = if word.folds { alphabets.fold(written, self.fold.buffer()) } else { written };
                found(Word { start: at, end: word.end, term });
            } else {
                as_written = false;
            }
            at = word.end;
        }
        as_written
    }

    /// Reads the word that starts at `start`, character by character. Where it ends.
    fn word(&mut self, text: &str, start: usize, found: &mut impl FnMut(Word<'_>), as_written: &mut bool) -> usize {
        let fold = &mut self.fold;
        fold.begin();
        let (mut at, mut end) = (start, start);
        // An apostrophe that is part of the word only if a letter follows.
        let mut joiner = None;
        let mut has_ignored = false;
        while at < text.len() {
            let c = char_at(text, at);
            match class(c) {
                Class::Letter => {
                    if let Some(joiner) = joiner.take() {
                        fold.push(joiner);
                    }
                    fold.push(c);
                    end = at + c.len_utf8();
                }
                Class::Mark | Class::UnitMark if joiner.is_none() => {
                    if has_ignored {
                        fold.reorder();
                    }
                    fold.push(c);
                    end = at + c.len_utf8();
                }
                Class::Ignored => has_ignored = true,
                Class::Joiner if joiner.is_none() => joiner = Some(if c == '\u{2019}' { '\'' } else { c }),
                _ => break,
            }
            at += c.len_utf8();
        }
        match fold.finish() {
            Folded::TooLong => *as_written = false,
            Folded::Composed(term) => {
                *as_written = false;
                found(Word { start, end, term });
            }
            Folded::Plain(term) => found(Word { start, end, term }),
        }
        end
    }
}

/// A letter or digit; one in upper case too; an apostrophe; the first byte of a character beyond ASCII.
const PLAIN: u8 = 1;
const UPPER: u8 = 2;
const JOINER: u8 = 4;
const WIDE: u8 = 8;

/// What each byte can be in a word; 0 parts words.
const KINDS: [u8; 256] = {
    let mut kinds = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        #[expect(clippy::cast_possible_truncation, reason = "it is below 256")]
        let kind = match byte as u8 {
            b'a'..=b'z' | b'0'..=b'9' => PLAIN,
            b'A'..=b'Z' => PLAIN | UPPER,
            b'\'' => JOINER,
            0x80.. => WIDE,
            _ => 0,
        };
        kinds[byte] = kind;
        byte += 1;
    }
    kinds
};

/// The character at `at`, which must be where one starts and before the end.
fn char_at(text: &str, at: usize) -> char {
    text[at..].chars().next().unwrap_or('\0')
}

#[cfg(test)]
mod tests {
    use super::fold::Fold;
    use super::{MAX_TERM_BYTES, Reader, Word, alphabets::Alphabets, pairs};

    type Found = Vec<(usize, usize, String)>;

    fn adding(found: &mut Found) -> impl FnMut(Word<'_>) {
        |word| found.push((word.start, word.end, word.term.to_owned()))
    }

    #[test]
    fn the_short_way_reads_words_as_the_long_way_does() {
        for text in [
            "Plain",
            "don't",
            "don'",
            "don''t",
            "'s",
            "ÜBER",
            "Über's",
            "Ελλάδα",
            "ΣΊΣΥΦΟΣ",
            "ёлка",
            "ШКОЛА1",
            "שלום",
            "ملاحظة",
            "aé日本",
            "a—b",
            "a\u{2019}b",
            "a\u{301}",
            "straße",
            "İzmir",
            "a'é",
            "é'a",
            "x\u{ad}y",
            "Ǆ",
            "ŉ",
            "१२",
            "aＡ",
        ] {
            let (mut long, mut as_written) = (Found::new(), true);
            let end = Reader::default().word(text, 0, &mut adding(&mut long), &mut as_written);
            if let Some(word) = Alphabets::get().word(text, 0).filter(|_| !text.starts_with('\'')) {
                let mut term = text[..word.end].to_owned();
                if word.folds {
                    term = Alphabets::get().fold(&text[..word.end], &mut String::new()).to_owned();
                }
                assert!(term.len() <= MAX_TERM_BYTES && as_written);
                assert_eq!((end, long), (word.end, vec![(0, word.end, term)]), "{text}");
            }
        }
    }

    #[test]
    fn the_short_way_reads_runs_as_the_long_way_does() {
        let units = [
            "日", "本", "か", "カ", "ー", "\u{3099}", "한", "ㅎ", "\u{1100}", "\u{1161}", "\u{11a8}", "ก", "ั", "่", "า",
            "ｶ", "ﾞ", "ក", "្", "。", "a", "\u{301}", "\u{200d}",
        ];
        for pattern in 0..units.len().pow(3) {
            let places = [1, units.len(), units.len().pow(2)];
            let text: String = places.iter().map(|place| units[pattern / place % units.len()]).collect();
            for text in [format!("日{text}"), format!("ก่{text}{}", "ั".repeat(pattern % 7))] {
                let (mut short, mut long, mut as_written) = (Found::new(), Found::new(), true);
                let end = pairs::run(&text, 0, &mut Fold::default(), &mut adding(&mut long), &mut as_written);
                let read = pairs::plain_run(&text, 0, &mut adding(&mut short));
                match read {
                    Ok(other) => assert_eq!(other, end, "{text:?}"),
                    Err(rest) => {
                        let other = pairs::run(&text, rest, &mut Fold::default(), &mut adding(&mut short), &mut true);
                        assert_eq!(other, end, "{text:?}");
                    }
                }
                assert_eq!(short, long, "{text:?}");
            }
        }
    }
}
