//! Reads the words of a text.

use super::alphabets::Alphabets;
use super::class::{Class, class};
use super::fold::{Fold, Folded};
use super::pairs;
use super::word::{KINDS, MAX_TERM_BYTES, PLAIN, WIDE, Word, char_at};

/// Calls `found` for each word of `text`, in order.
///
/// Linear, without an allocation per word. Words over [`MAX_TERM_BYTES`] are skipped. Pairs overlap: 「日本語」 gives 「日本」
/// and 「本語」.
pub fn each_word(text: &str, mut found: impl FnMut(Word<'_>)) {
    // `dyn` keeps the module small; bulk callers keep their own `Reader`.
    let found: &mut dyn FnMut(Word<'_>) = &mut found;
    Reader::default().read(text, found);
}

/// Reads the words of one text after the other, in reused memory.
#[derive(Debug, Default)]
pub(in crate::search) struct Reader {
    fold: Fold,
}

impl Reader {
    /// The memory it keeps.
    pub fn memory(&self) -> usize {
        self.fold.memory()
    }

    /// Like [`each_word`]. Returns whether every word was found as written: not if one was too long, or if letters and
    /// marks were composed, because such a word may not contain the terms of its parts.
    pub fn read(&mut self, text: &str, mut found: impl FnMut(Word<'_>)) -> bool {
        let bytes = text.as_bytes();
        let alphabets = Alphabets::get();
        let mut as_written = true;
        let mut at = 0;
        while let Some(&byte) = bytes.get(at) {
            let kind = KINDS[usize::from(byte)];
            // A word never starts with an apostrophe.
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

    /// Reads the word that starts at `start` on the slow path, character by character. Returns its end.
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

#[cfg(test)]
mod tests {
    use super::{Alphabets, Fold, MAX_TERM_BYTES, Reader, Word, pairs};

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
