//! Finds dates in a text, in any usual spelling. A date that may be read in two ways, such as 9/10, is none.

use std::ops::Range;

use super::pieces::{Piece, Placed, is_joined, pieces};
use super::vocabulary::month;
use super::written_date::WrittenDate;

/// Maximum bytes of a text to read.
pub(super) const MAX_BYTES: usize = 4096;

/// Calls `found` with each date in `text` and its bytes, in order.
pub fn each_date(text: &str, mut found: impl FnMut(WrittenDate, Range<usize>)) {
    let text = &text[..text.floor_char_boundary(MAX_BYTES)];
    if !text.contains(|c: char| c.is_ascii_digit()) {
        return;
    }
    let pieces = pieces(text);
    let mut at = 0;
    while at < pieces.len() {
        let Some((date, len)) = date_at(&pieces, at) else {
            at += 1;
            continue;
        };
        found(date, pieces[at].1.start..pieces[at + len - 1].1.end);
        at += len;
    }
}

/// The date that starts at the piece `at`, and how many pieces it takes.
pub(super) fn date_at(pieces: &[Placed<'_>], at: usize) -> Option<(WrittenDate, usize)> {
    if is_inside(pieces, at) { None } else { date(&pieces[at..]) }
}

/// Whether the piece `at` goes on with a longer number: the year in 1.2026-10-09.
pub(super) fn is_inside(pieces: &[Placed<'_>], at: usize) -> bool {
    at >= 2
        && matches!(pieces[at - 2..at], [(Piece::Number(_), _), (Piece::Mark('.' | '-' | '/' | '_'), _)])
        && is_joined(&pieces[at - 2..=at])
}

/// Whether a longer number goes on after the first `len` of `pieces`, with the mark `mark`: 2026.10.9.1.
pub(super) fn continues(pieces: &[Placed<'_>], len: usize, mark: char) -> bool {
    matches!(pieces[len..], [(Piece::Mark(own), _), (Piece::Number(_), _), ..] if own == mark)
        && is_joined(&pieces[..len + 2])
}

/// The date at the start of `pieces`, and how many of them it takes.
fn date(pieces: &[Placed<'_>]) -> Option<(WrittenDate, usize)> {
    let plain: Vec<Piece<'_>> = pieces.iter().take(9).map(|(piece, _)| *piece).collect();
    match plain[..] {
        [Piece::Number(year), Piece::Mark(one), Piece::Number(month), Piece::Mark(two), Piece::Number(day), ..]
            if one == two && matches!(one, '-' | '.' | '/' | '_') && year.len() == 4 && is_joined(&pieces[..5]) =>
        {
            let date = WrittenDate::new(Some(value(year)?), small(month)?, small(day)?);
            date.filter(|_| !continues(pieces, 5, one)).map(|date| (date, 5))
        }
        [Piece::Number(one), Piece::Mark(mark), Piece::Number(two), Piece::Mark(other), Piece::Number(year), ..]
            if mark == other && matches!(mark, '-' | '.' | '/') && year.len() == 4 && is_joined(&pieces[..5]) =>
        {
            let (one, two) = (small(one)?, small(two)?);
            // With dots, the day is first in every language.
            let (day, month) = match mark {
                '.' => (one, two),
                _ if one > 12 => (one, two),
                '/' if two > 12 => (two, one),
                _ => return None,
            };
            let date = WrittenDate::new(Some(value(year)?), month, day);
            date.filter(|_| !continues(pieces, 5, mark)).map(|date| (date, 5))
        }
        [Piece::Number(digits), ..] if matches!(digits.len(), 8 | 12 | 14) => {
            let (date, clock) = digits.split_at(8);
            let is_time = clock.is_empty() || value(&clock[..2])? < 24 && value(&clock[2..4])? < 60;
            // Not each number of 8 digits is a date.
            let year = value(&date[..4]).filter(|year| (1900..2100).contains(year) && is_time)?;
            Some((WrittenDate::new(Some(year), value(&date[4..6])?, value(&date[6..])?)?, 1))
        }
        [
            Piece::Number(year),
            Piece::Mark('年' | '년'),
            Piece::Number(month),
            Piece::Mark('月' | '월'),
            Piece::Number(day),
            Piece::Mark('日' | '号' | '號' | '일'),
            ..,
        ] => Some((WrittenDate::new(Some(value(year)?), small(month)?, small(day)?)?, 6)),
        [
            Piece::Number(month),
            Piece::Mark('月' | '월'),
            Piece::Number(day),
            Piece::Mark('日' | '号' | '號' | '일'),
            ..,
        ] => Some((WrittenDate::new(None, small(month)?, small(day)?)?, 4)),
        [Piece::Number(day), ..] => day_first(small(day)?, &plain),
        [Piece::Word(_), ..] => month_first(month(&plain[0])?, &plain),
        _ => None,
    }
}

/// `9 October 2026`, `9. Oktober`, `9th of October, 2026`, `9 de octubre de 2026`.
fn day_first(day: i64, plain: &[Piece<'_>]) -> Option<(WrittenDate, usize)> {
    let mut at = 1 + usize::from(matches!(plain.get(1), Some(Piece::Mark('.' | 'º'))) || is_ending(plain.get(1)));
    at += usize::from(is_link(plain.get(at)));
    with_year(month(plain.get(at)?)?, day, plain, at + 1)
}

/// `October 9, 2026`, `Oct 9th`.
fn month_first(month: i64, plain: &[Piece<'_>]) -> Option<(WrittenDate, usize)> {
    let at = 1 + usize::from(plain.get(1) == Some(&Piece::Mark('.')));
    let Some(Piece::Number(day)) = plain.get(at) else { return None };
    with_year(month, small(day)?, plain, at + 1 + usize::from(is_ending(plain.get(at + 1))))
}

/// The date with the year that follows the first `len` pieces, if one does.
fn with_year(month: i64, day: i64, plain: &[Piece<'_>], len: usize) -> Option<(WrittenDate, usize)> {
    let mut at = len;
    at += usize::from(matches!(plain.get(at), Some(Piece::Mark(',' | '.'))));
    at += usize::from(is_link(plain.get(at)));
    if let Some(Piece::Number(year)) = plain.get(at)
        && year.len() == 4
        && let Some(date) = WrittenDate::new(Some(value(year)?), month, day)
    {
        return Some((date, at + 1));
    }
    Some((WrittenDate::new(None, month, day)?, len))
}

/// Whether it is the end of an ordinal number.
pub(super) fn is_ending(piece: Option<&Piece<'_>>) -> bool {
    matches!(piece, Some(Piece::Word("st" | "nd" | "rd" | "th" | "er")))
}

/// Whether it is a word between the parts of a date.
fn is_link(piece: Option<&Piece<'_>>) -> bool {
    matches!(piece, Some(Piece::Word("of" | "de" | "del")))
}

/// The value of one or two digits.
pub(super) fn small(digits: &str) -> Option<i64> {
    value(digits).filter(|_| digits.len() <= 2)
}

pub(super) fn value(digits: &str) -> Option<i64> {
    digits.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::each_date;
    use crate::search::dates::iso;

    /// The dates in `text`, each with the text that it takes.
    fn dates(text: &str) -> Vec<String> {
        let mut found = Vec::new();
        each_date(text, |date, span| {
            let shown = date.day_number().map_or_else(|| format!("{:02}-{:02}", date.month, date.day), iso);
            found.push(format!("{shown} {}", &text[span]));
        });
        found
    }

    #[test]
    fn a_date_is_found_in_any_usual_spelling() {
        let same = "9.10.2026|09.10.2026|2026-10-09|2026.10.09|2026/10/9|2026_10_09|20261009|202610090815|9 October 2026|\
            9th of October, 2026|9 OCT 2026|October 9, 2026|Oct. 9th 2026|9. Oktober 2026|09. Oktober 2026|\
            9 octobre 2026|9 de octubre de 2026|9 октября 2026|9 października 2026|9 Ekim 2026|2026年10月9日|\
            2026年 10月 9日|2026년 10월 9일";
        for text in same.split('|') {
            assert_eq!(dates(text), [format!("2026-10-09 {text}")]);
            assert_eq!(dates(&format!("Fri {text} (x)")), [format!("2026-10-09 {text}")]);
        }
        for text in
            ["9 October", "9. Oktober", "October 9", "10월 9일", "10월9일", "10月9日", "10月9号", "9 de octubre"]
        {
            assert_eq!(dates(text), [format!("10-09 {text}")]);
        }
        assert_eq!(dates("from 2026-10-05 to 10 October"), ["2026-10-05 2026-10-05", "10-10 10 October"]);
        assert_eq!(dates("2026年10月9日金曜日"), ["2026-10-09 2026年10月9日"]);
        assert_eq!(dates("10월 9일에 뭐 했지"), ["10-09 10월 9일"]);
        assert_eq!(dates("2024-02-29, 29 February"), ["2024-02-29 2024-02-29", "02-29 29 February"]);
        for text in ["23.05.2023", "23/05/2023", "23-5-2023", "05/23/2023"] {
            assert_eq!(dates(&format!("{text}.")), [format!("2023-05-23 {text}")]);
        }
        assert_eq!(dates("1 - 2026-10-09, 2"), ["2026-10-09 2026-10-09"]);
        assert_eq!(dates("9 October 12"), ["10-09 9 October"]);
    }

    #[test]
    fn what_is_ambiguous_or_no_day_is_no_date() {
        let none = "|October 2026|9/10|9.10.|09/10/2026|09-10-2026|13/13/2026|32.10.2026|9.13.2026|9.10.26|1.9.10.2026|9.10.2026.1|2026-13-01|2025-02-29|30 February|0 May|20261332|12345678|\
            2026-10|2026|2026.10.9.1|1.2026-10-09|2026-10.09|2026 - 10 - 09|202610092599|9 Octoberfest|\
            999 October|Octobers 9|十月九日";
        for text in none.split('|') {
            assert_eq!(dates(text), [""; 0], "{text:?}");
        }
    }
}
