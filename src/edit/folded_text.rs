//! Text without the differences that models make when they quote: typographic quotes and dashes, kinds and numbers of
//! blanks, blank lines, Unicode forms, invisible characters.

use std::ops::Range;

use unicode_segmentation::UnicodeSegmentation as _;

use crate::unicode::{is_ignorable, nfc};

/// A text that is folded, and the way back.
pub(super) struct FoldedText {
    pub text: String,
    /// The pieces whose length changed, in order, as bytes of both texts. All between them has its length.
    changed: Vec<Piece>,
}

impl FoldedText {
    /// Time: linear. Memory: the text, and 32 bytes for each piece whose length changes.
    pub fn new(original: &str) -> Self {
        let mut folded = Self { text: String::with_capacity(original.len()), changed: Vec::new() };
        let mut rest = original;
        while let Some(first) = rest.chars().next() {
            let at = original.len() - rest.len();
            let len = if first.is_whitespace() || is_ignorable(first) {
                let end = rest.find(|c: char| !c.is_whitespace() && !is_ignorable(c)).unwrap_or(rest.len());
                let blanks = &rest[..end];
                let blank = if blanks.contains('\n') { "\n" } else { " " };
                folded.push(at, end, if blanks.contains(char::is_whitespace) { blank } else { "" });
                end
            } else if rest.len() > 1 && rest.as_bytes()[..2].is_ascii() {
                // A character that no combining mark follows.
                folded.push(at, 1, &rest[..1]);
                1
            } else {
                let grapheme = rest.graphemes(true).next().map_or(first.len_utf8(), str::len);
                folded.push_grapheme(at, &rest[..grapheme]);
                grapheme
            };
            rest = &rest[len..];
        }
        folded
    }

    fn push_grapheme(&mut self, at: usize, grapheme: &str) {
        let mut folded = String::new();
        for c in nfc(grapheme).chars().filter(|&c| !is_ignorable(c)) {
            match plain(c) {
                Some(plain) => folded.push_str(plain),
                None => folded.push(c),
            }
        }
        self.push(at, grapheme.len(), &folded);
    }

    /// Adds `folded` for the `len` bytes of the original at `at`.
    fn push(&mut self, at: usize, len: usize, folded: &str) {
        if folded.len() != len {
            self.changed
                .push(Piece { folded: self.text.len()..self.text.len() + folded.len(), original: at..at + len });
        }
        self.text.push_str(folded);
    }

    /// The bytes of the original that are folded to the bytes `span`; of a piece that is folded as a whole, all.
    pub fn original(&self, span: Range<usize>) -> Range<usize> {
        let place = |byte: usize, is_end: bool| {
            let before = self.changed.partition_point(|piece| piece.folded.end <= byte);
            let start = match before.checked_sub(1).map(|last| &self.changed[last]) {
                Some(last) => last.original.end + (byte - last.folded.end),
                None => byte,
            };
            match self.changed.get(before) {
                Some(piece) if piece.folded.start < byte => {
                    if is_end {
                        piece.original.end
                    } else {
                        piece.original.start
                    }
                }
                _ => start,
            }
        };
        place(span.start, false)..place(span.end, true)
    }
}

/// A piece whose length changed.
struct Piece {
    folded: Range<usize>,
    original: Range<usize>,
}

/// The plain form of a typographic character.
fn plain(c: char) -> Option<&'static str> {
    Some(match c {
        '\u{2018}'..='\u{201b}' | '\u{2032}' | '\u{2bc}' | '\u{b4}' | '`' => "'",
        '\u{201c}'..='\u{201f}' | '\u{2033}' | '\u{ab}' | '\u{bb}' => "\"",
        '\u{2010}'..='\u{2015}' | '\u{2212}' => "-",
        '\u{2026}' => "...",
        _ => return None,
    })
}
