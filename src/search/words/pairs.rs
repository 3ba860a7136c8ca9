//! Splits scripts without spaces into overlapping pairs of characters. A character forms a unit with its marks (Thai
//! tones, Khmer and Myanmar signs). Korean and Japanese letters that are written in parts are composed.

use super::class::{Class, class};
use super::fold::{Fold, composes};
use super::word::{Word, char_at};
use crate::unicode::{fold_case, fold_char};

/// Maximum bytes of a unit: a consonant with five more characters of three bytes. Longer ones are garbage.
const MAX_UNIT_BYTES: usize = 18;

/// The role of a character in [`plain_run`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Plain {
    Unit,
    Mark,
    Other,
}

/// Reads the run that starts at `start` on the fast path, which works as long as units and their marks are their own
/// terms: most Chinese, Japanese, Korean and Thai. Returns the end; or, as an error, where the slow path has to start,
/// which is a unit that was already read.
pub(super) fn plain_run(text: &str, start: usize, found: &mut impl FnMut(Word<'_>)) -> Result<usize, usize> {
    let bytes = text.as_bytes();
    if plain(bytes, start) != Plain::Unit {
        return Err(start);
    }
    let (mut before, mut at) = (None, start);
    loop {
        let mut end = at + 3;
        let next = loop {
            match plain(bytes, end) {
                Plain::Mark if end + 3 - at <= MAX_UNIT_BYTES => end += 3,
                next => break next,
            }
        };
        let continues = match next {
            Plain::Unit => true,
            // It may compose, or there are too many marks.
            Plain::Mark => return Err(before.unwrap_or(at)),
            Plain::Other if bytes.get(end).is_none_or(u8::is_ascii) => false,
            Plain::Other => match class(char_at(text, end)) {
                Class::Break | Class::Letter | Class::Joiner => false,
                _ => return Err(before.unwrap_or(at)),
            },
        };
        if let Some(start) = before {
            found(Word { start, end, term: &text[start..end] });
        }
        if !continues {
            if before.is_none() {
                found(Word { start, end, term: &text[start..end] });
            }
            return Ok(end);
        }
        (before, at) = (Some(at), end);
    }
}

/// The role of the three-byte character at `at`.
#[inline]
fn plain(bytes: &[u8], at: usize) -> Plain {
    let Some(&[a @ 0xe0..=0xed, b, c]) = bytes.get(at..).and_then(|rest| rest.first_chunk()) else {
        return Plain::Other;
    };
    match u32::from(a & 0xf) << 12 | u32::from(b & 0x3f) << 6 | u32::from(c & 0x3f) {
        0x4e00..=0x9fff
        | 0xac00..=0xd7a3
        | 0x3041..=0x3096
        | 0x30a1..=0x30fa
        | 0x30fc
        | 0x3400..=0x4dbf
        | 0xe01..=0xe30
        | 0xe32
        | 0xe33
        | 0xe40..=0xe46 => Plain::Unit,
        0xe31 | 0xe34..=0xe3a | 0xe47..=0xe4e => Plain::Mark,
        _ => Plain::Other,
    }
}

/// Reads the run that starts at `start` on the slow path. Returns its end.
pub(super) fn run(
    text: &str,
    start: usize,
    fold: &mut Fold,
    found: &mut impl FnMut(Word<'_>),
    as_written: &mut bool,
) -> usize {
    let pair = fold.buffer();
    pair.clear();
    let mut at = start;
    // Where the previous unit starts and ends in the text, and where it ends in `pair`.
    let mut before: Option<(usize, usize, usize)> = None;
    let mut is_alone = true;
    while at < text.len() && class(char_at(text, at)) == Class::Unit {
        let (end, next) = unit(text, at, pair, as_written);
        if let Some((begin, _, len)) = before {
            found(Word { start: begin, end, term: pair });
            pair.drain(..len);
            is_alone = false;
        }
        before = Some((at, end, pair.len()));
        at = next;
    }
    if let Some((begin, end, _)) = before.filter(|_| is_alone) {
        found(Word { start: begin, end, term: pair });
    }
    at
}

/// Appends the unit at `at` to `term`. Returns where it ends, and where the next one starts.
fn unit(text: &str, at: usize, term: &mut String, as_written: &mut bool) -> (usize, usize) {
    let first = char_at(text, at);
    let from = term.len();
    fold_unit(first, term);
    let mut end = at + first.len_utf8();
    let mut next = end;
    while next < text.len() {
        let c = char_at(text, next);
        let last = term[from..].chars().next_back();
        if let Some(composed) = last.and_then(|last| compose(last, c)) {
            term.pop();
            term.push(composed);
            *as_written = false;
            end = next + c.len_utf8();
        } else {
            match class(c) {
                Class::UnitMark if term.len() - from + c.len_utf8() <= MAX_UNIT_BYTES => {
                    term.push(c);
                    end = next + c.len_utf8();
                }
                // Khmer and Myanmar stack consonants.
                Class::Unit if last.is_some_and(|last| matches!(last, '\u{17d2}' | '\u{1039}')) => {
                    fold_unit(c, term);
                    end = next + c.len_utf8();
                }
                // Accents of other scripts, and excess marks.
                Class::UnitMark | Class::Mark => *as_written = false,
                Class::Ignored => {}
                _ => break,
            }
        }
        next += c.len_utf8();
    }
    (end, next)
}

/// Appends the fold of a character that is a unit, or stacked in one: a literal may begin with either.
fn fold_unit(c: char, term: &mut String) {
    match half_width(c) {
        Some(wide) => term.push(wide),
        // Compatibility ideographs.
        None if composes(c) => term.push_str(&fold_case(c.encode_utf8(&mut [0; 4]))),
        None => fold_char(c, term),
    }
}

/// The character composed of two, in scripts without spaces.
fn compose(first: char, second: char) -> Option<char> {
    let (a, b) = (u32::from(first), u32::from(second));
    let code = match (a, b) {
        (0x1100..=0x1112, 0x1161..=0x1175) => 0xac00 + ((a - 0x1100) * 21 + (b - 0x1161)) * 28,
        (0xac00..=0xd7a3, 0x11a8..=0x11c2) if (a - 0xac00).is_multiple_of(28) => a + (b - 0x11a7),
        (_, 0x3099 | 0xff9e) => match a {
            0x3046 | 0x30a6 => a + 0x4e,
            // In these rows every other letter is voiced, from つ on the even ones.
            0x304b..=0x3061 | 0x30ab..=0x30c1 if a % 2 == 1 => a + 1,
            0x3064..=0x3068 | 0x30c4..=0x30c8 if a % 2 == 0 => a + 1,
            0x306f..=0x307b | 0x30cf..=0x30db if is_ha_row(a) => a + 1,
            0x309d | 0x30fd => a + 1,
            0x30ef..=0x30f2 => a + 8,
            _ => return None,
        },
        (0x306f..=0x307b | 0x30cf..=0x30db, 0x309a | 0xff9f) if is_ha_row(a) => a + 2,
        (0x1025, 0x102e) => 0x1026,
        _ => return None,
    };
    char::from_u32(code)
}

/// Whether a letter from は to ぽ or ハ to ポ is one of the five without a mark.
fn is_ha_row(code: u32) -> bool {
    let first = if code < 0x30a0 { 0x306f } else { 0x30cf };
    (code - first).is_multiple_of(3)
}

/// The full-width form of a half-width katakana.
fn half_width(c: char) -> Option<char> {
    const WIDE: &str = "ヲァィゥェォャュョッーアイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン";
    let at = u32::from(c).checked_sub(0xff66).filter(|&at| at < 0x38)?;
    WIDE.chars().nth(at as usize)
}
