//! Finds dates in a text, in any usual spelling. A date that may be read in two ways, such as 9/10, is none.

use std::ops::Range;

use lectern_base::calendar::{civil, days_from_civil};

use crate::unicode::fold_case;

/// A date, perhaps without a year.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WrittenDate {
    year: Option<i64>,
    month: i64,
    day: i64,
}

impl WrittenDate {
    /// `None` if there is no such day.
    fn new(year: Option<i64>, month: i64, day: i64) -> Option<Self> {
        // A leap year has every day.
        let number = days_from_civil(year.unwrap_or(2000), month, day);
        let is_real = (1..=12).contains(&month) && civil(number) == (year.unwrap_or(2000), month, day);
        (is_real && year.is_none_or(|year| YEARS.contains(&year))).then_some(Self { year, month, day })
    }

    /// The day, if the year is known.
    #[must_use]
    pub fn day_number(&self) -> Option<i32> {
        i32::try_from(days_from_civil(self.year?, self.month, self.day)).ok()
    }

    /// Whether it is `day`, in any year if it has none.
    #[must_use]
    pub fn is(&self, day: i32) -> bool {
        let (year, month, day) = civil(day.into());
        self.year.is_none_or(|own| own == year) && (self.month, self.day) == (month, day)
    }
}

/// The years that a date may have.
pub(super) const YEARS: Range<i64> = 1000..3000;

/// Maximum bytes of a text to read.
const MAX_BYTES: usize = 4096;

/// Names and short forms of each month, folded: English, German, French, Spanish, Italian, Portuguese, Dutch, the
/// Scandinavian languages, Russian, Polish, Turkish.
const MONTHS: [&str; 12] = [
    "january jan januar jänner janvier enero gennaio janeiro januari января январь stycznia styczeń ocak",
    "february feb februar février fevrier febrero febbraio fevereiro februari февраля февраль lutego luty şubat",
    "march mar märz maerz mrz mars marzo março maart марта март marca marzec mart",
    "april apr avril abril aprile апреля апрель kwietnia kwiecień nisan",
    "may mai mayo maggio maio mei maj мая май maja mayıs",
    "june jun juni juin junio giugno junho июня июнь czerwca czerwiec haziran",
    "july jul juli juillet julio luglio julho июля июль lipca lipiec temmuz",
    "august aug août aout agosto augustus augusti августа август sierpnia sierpień ağustos",
    "september sep sept septembre septiembre settembre setembro сентября сентябрь września wrzesień eylül",
    "october oct oktober okt octobre octubre ottobre outubro oktober октября октябрь października październik ekim",
    "november nov novembre noviembre novembro ноября ноябрь listopada listopad kasım",
    "december dec dezember dez décembre decembre diciembre dicembre dezembro desember декабря декабрь grudnia grudzień aralık",
];

/// The month, 1 to 12, that `word` is a name of.
fn month(word: &str) -> Option<i64> {
    let word = fold_case(word);
    (1..).zip(MONTHS).find_map(|(month, names)| names.split(' ').any(|name| name == word).then_some(month))
}

/// A part of a text. Spaces are left out.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Piece<'t> {
    Number(&'t str),
    Word(&'t str),
    Mark(char),
}

/// A piece and its bytes in the text.
type Placed<'t> = (Piece<'t>, Range<usize>);

/// Calls `found` with each date in `text` and its bytes, in order.
pub fn each_date(text: &str, mut found: impl FnMut(WrittenDate, Range<usize>)) {
    let text = &text[..text.floor_char_boundary(MAX_BYTES)];
    if !text.contains(|c: char| c.is_ascii_digit()) {
        return;
    }
    let pieces = pieces(text);
    let mut at = 0;
    while at < pieces.len() {
        // The end of a longer number, as in 1.2026-10-09, is none.
        let is_inside = at >= 2
            && matches!(pieces[at - 2..at], [(Piece::Number(_), _), (Piece::Mark('.' | '-' | '/' | '_'), _)])
            && is_joined(&pieces[at - 2..=at]);
        let date = if is_inside { None } else { date(&pieces[at..]) };
        let Some((date, len)) = date else {
            at += 1;
            continue;
        };
        found(date, pieces[at].1.start..pieces[at + len - 1].1.end);
        at += len;
    }
}

/// Whether nothing is between `pieces`.
fn is_joined(pieces: &[Placed<'_>]) -> bool {
    pieces.windows(2).all(|two| two[0].1.end == two[1].1.start)
}

fn pieces(text: &str) -> Vec<Placed<'_>> {
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

/// Whether `c` is a letter of a name. Each of the others here is a piece of its own: 2026年10月9日金曜日.
fn is_letter(c: char) -> bool {
    c.is_alphabetic() && !"年月日号號년월일".contains(c)
}

/// The date at the start of `pieces`, and how many of them it takes.
fn date(pieces: &[Placed<'_>]) -> Option<(WrittenDate, usize)> {
    let plain: Vec<Piece<'_>> = pieces.iter().take(9).map(|(piece, _)| *piece).collect();
    match plain[..] {
        [Piece::Number(year), Piece::Mark(one), Piece::Number(month), Piece::Mark(two), Piece::Number(day), ..]
            if one == two && matches!(one, '-' | '.' | '/' | '_') && year.len() == 4 && is_joined(&pieces[..5]) =>
        {
            // A version such as 2026.10.9.1.
            let continues = matches!(plain[5..], [Piece::Mark(mark), Piece::Number(_), ..] if mark == one && is_joined(&pieces[..7]));
            let date = WrittenDate::new(Some(value(year)?), small(month)?, small(day)?);
            date.filter(|_| !continues).map(|date| (date, 5))
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
        [Piece::Word(name), ..] => month_first(month(name)?, &plain),
        _ => None,
    }
}

/// `9 October 2026`, `9. Oktober`, `9th of October, 2026`, `9 de octubre de 2026`.
fn day_first(day: i64, plain: &[Piece<'_>]) -> Option<(WrittenDate, usize)> {
    let mut at = 1 + usize::from(matches!(plain.get(1), Some(Piece::Mark('.' | 'º'))) || is_ending(plain.get(1)));
    at += usize::from(is_link(plain.get(at)));
    let Some(Piece::Word(name)) = plain.get(at) else { return None };
    with_year(month(name)?, day, plain, at + 1)
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
fn is_ending(piece: Option<&Piece<'_>>) -> bool {
    matches!(piece, Some(Piece::Word("st" | "nd" | "rd" | "th" | "er")))
}

/// Whether it is a word between the parts of a date.
fn is_link(piece: Option<&Piece<'_>>) -> bool {
    matches!(piece, Some(Piece::Word("of" | "de" | "del")))
}

/// The value of one or two digits.
fn small(digits: &str) -> Option<i64> {
    value(digits).filter(|_| digits.len() <= 2)
}

fn value(digits: &str) -> Option<i64> {
    digits.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::each_date;
    use crate::search::dates::{first_day, iso, only_day};

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
        let same = "2026-10-09|2026.10.09|2026/10/9|2026_10_09|20261009|202610090815|9 October 2026|\
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
        assert_eq!(dates("1 - 2026-10-09, 2"), ["2026-10-09 2026-10-09"]);
        assert_eq!(dates("9 October 12"), ["10-09 9 October"]);
    }

    #[test]
    fn what_is_ambiguous_or_no_day_is_no_date() {
        let none = "|October 2026|9/10|9.10.|09/10/2026|2026-13-01|2025-02-29|30 February|0 May|20261332|12345678|\
            2026-10|2026|2026.10.9.1|1.2026-10-09|2026-10.09|2026 - 10 - 09|202610092599|9 Octoberfest|\
            999 October|Octobers 9|十月九日";
        for text in none.split('|') {
            assert_eq!(dates(text), [""; 0], "{text:?}");
        }
    }

    #[test]
    fn a_heading_that_is_a_date_has_at_most_one_other_word() {
        assert_eq!(only_day("Friday, 9 October 2026"), first_day("2026-10-09"));
        assert_eq!(only_day("2026年10月9日（金）"), first_day("2026-10-09"));
        assert_eq!(only_day("What happened on 2026-10-09"), None);
        assert_eq!(only_day("9 October"), None);
    }
}
