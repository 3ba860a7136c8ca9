//! Splits a text into the pieces of dates.

use std::ops::Range;

/// A part of a text. Spaces are left out.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Piece<'t> {
    Number(&'t str),
    Word(&'t str),
    Mark(char),
}

/// A piece and its bytes in the text.
pub(super) type Placed<'t> = (Piece<'t>, Range<usize>);

/// Whether nothing is between `pieces`.
pub(super) fn is_joined(pieces: &[Placed<'_>]) -> bool {
    pieces.windows(2).all(|two| two[0].1.end == two[1].1.start)
}

/// The pieces of `text`.
pub(super) fn pieces(text: &str) -> Vec<Placed<'_>> {
    let (mut pieces, mut at) = (Vec::new(), 0);
    while let Some(first) = text[at..].chars().next() {
        let run = |is: fn(char) -> bool| text[at..].find(|c| !is(c)).map_or(text.len(), |len| at + len);
        let (piece, end) = match first {
            '0'..='9' => {
                let end = run(|c| c.is_ascii_digit());
                (Some(Piece::Number(&text[at..end])), end)
            }
            _ if is_letter(first) => {
                let end = run(is_letter);
                (Some(Piece::Word(&text[at..end])), end)
            }
            _ => (Some(Piece::Mark(first)).filter(|_| !first.is_whitespace()), at + first.len_utf8()),
        };
        pieces.extend(piece.map(|piece| (piece, at..end)));
        at = end;
    }
    pieces
}

/// Whether `c` is a letter of a word. In scripts without spaces, and in Korean, each character is a piece of its own:
/// 2026年10月9日金曜日.
fn is_letter(c: char) -> bool {
    c.is_alphabetic() && !is_unit(c) || ('\u{300}'..='\u{36f}').contains(&c)
}

fn is_unit(c: char) -> bool {
    matches!(c, '\u{3005}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}') || is_hangul(c)
}

/// Whether `c` is a Korean syllable.
pub(super) fn is_hangul(c: char) -> bool {
    ('\u{ac00}'..='\u{d7a3}').contains(&c)
}
