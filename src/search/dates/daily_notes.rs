//! The day that a daily note is of, by its path, as the app's setting for daily notes writes it: `DD.MM.YYYY ddd`.

use lectern_base::calendar::{civil, days_from_civil};

use super::vocabulary::month_beginning;
use super::{Period, WrittenDate, first_period};
use crate::unicode::nfc;

/// The app's setting for daily notes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct DailyNotes {
    /// Their folder; empty for the root.
    folder: String,
    /// Their path below it, as Moment.js formats a day. Empty for `YYYY-MM-DD`, which is found anyway.
    format: String,
}

/// What a part of a format says.
const YEAR: usize = 0;
const SHORT_YEAR: usize = 1;
const MONTH: usize = 2;
const DAY: usize = 3;
const DAY_OF_YEAR: usize = 4;
const OTHER: usize = 5;

/// The parts of a format that are understood, those before others that begin like them: what each says, the most digits
/// that it has, and whether a name may stand there, or an ending such as `th`.
const PARTS: [(&str, usize, usize, bool); 24] = [
    ("YYYY", YEAR, 4, false),
    ("YY", SHORT_YEAR, 2, false),
    ("Y", YEAR, 4, false),
    ("gggg", OTHER, 4, false),
    ("GGGG", OTHER, 4, false),
    ("Q", OTHER, 1, false),
    ("MMMM", MONTH, 2, true),
    ("MMM", MONTH, 2, true),
    ("MM", MONTH, 2, false),
    ("Mo", MONTH, 2, true),
    ("M", MONTH, 2, false),
    ("ww", OTHER, 2, false),
    ("w", OTHER, 2, false),
    ("WW", OTHER, 2, false),
    ("W", OTHER, 2, false),
    ("DDDD", DAY_OF_YEAR, 3, false),
    ("DDD", DAY_OF_YEAR, 3, false),
    ("DD", DAY, 2, false),
    ("Do", DAY, 2, true),
    ("D", DAY, 2, false),
    ("dddd", OTHER, 0, true),
    ("ddd", OTHER, 0, true),
    ("dd", OTHER, 0, true),
    ("d", OTHER, 1, false),
];

impl DailyNotes {
    /// The notes in `folder` that are named by `format`.
    #[must_use]
    pub fn new(folder: &str, format: &str) -> Self {
        Self { folder: nfc(folder.trim_matches(['/', ' '])), format: nfc(format.trim()) }
    }

    /// The dates that the name of the note at `path` has, whose title is `title`: its day if it is a daily note.
    pub(crate) fn named_period(&self, path: &str, title: &str) -> Option<Period> {
        self.day(path).map(|day| Period { first: day, last: day }).or_else(|| first_period(title))
    }

    /// The day of the daily note at `path`; `None` if it is not a daily note, or the format has an unknown part.
    fn day(&self, path: &str) -> Option<i32> {
        let (mut format, mut name) = (self.format.as_str(), path.strip_suffix(".md")?);
        if !self.folder.is_empty() {
            name = name.strip_prefix(self.folder.as_str())?.strip_prefix('/')?;
        }
        let mut values = [None; OTHER + 1];
        while let Some(first) = format.chars().next() {
            if let Some((literal, rest)) = format.strip_prefix('[').and_then(|text| text.split_once(']')) {
                (format, name) = (rest, name.strip_prefix(literal)?);
                continue;
            }
            let Some((part, says, most, has_name)) = PARTS.iter().find(|(part, ..)| format.starts_with(part)) else {
                if first.is_ascii_alphabetic() {
                    return None;
                }
                (format, name) = (&format[first.len_utf8()..], name.strip_prefix(first)?);
                continue;
            };
            format = &format[part.len()..];
            let digits = name.bytes().take(*most).take_while(u8::is_ascii_digit).count();
            let letters = if *has_name { name_at(&name[digits..], format) } else { "" };
            if digits + letters.len() == 0 {
                return None;
            }
            let number = name[..digits].parse().ok();
            values[*says] = number.or_else(|| month_beginning(letters).filter(|_| *says == MONTH));
            name = &name[digits + letters.len()..];
        }
        let year = values[YEAR].or_else(|| Some(2000 + values[SHORT_YEAR]?))?;
        if !name.is_empty() {
            return None;
        }
        let (month, day) = match values[DAY_OF_YEAR] {
            None => (values[MONTH]?, values[DAY]?),
            Some(number) => match civil(days_from_civil(year, 1, 1) + number - 1) {
                (same, month, day) if same == year => (month, day),
                _ => return None,
            },
        };
        WrittenDate::new(Some(year), month, day)?.day_number()
    }
}

/// The name of a day or month that `text` begins with, in whatever language, or an ending such as `th`; `format` is what
/// follows in the format.
fn name_at<'t>(text: &'t str, format: &str) -> &'t str {
    let next = format.trim_start_matches('[').chars().next();
    let is_in_name = |c: char| c.is_alphabetic() || (matches!(c, '.' | '-') && next != Some(c));
    &text[..text.find(|c| !is_in_name(c)).unwrap_or(text.len())]
}

#[cfg(test)]
mod tests {
    use super::DailyNotes;
    use crate::search::dates::iso;

    #[test]
    fn a_daily_note_has_the_day_that_the_setting_writes() {
        for (folder, format, path, expected) in [
            ("Journal", "DD.MM.YYYY ddd", "Journal/09.10.2026 Fri.md", "2026-10-09"),
            ("/Journal/", "DD.MM.YYYY ddd", "Journal/09.10.2026 Fr..md", "2026-10-09"),
            ("Journal", "DD.MM.YYYY ddd", "09.10.2026 Fri.md", ""),
            ("Journal", "DD.MM.YYYY ddd", "Journal/09.10.2026 Fri notes.md", ""),
            ("", "YYYYMMDD", "20261009.md", "2026-10-09"),
            ("", "YYMMDD", "261009.md", "2026-10-09"),
            ("", "YYYY/MM/DD", "2026/10/09.md", "2026-10-09"),
            ("", "YYYY/MM-MMMM/YYYY-MM-DD-dddd", "2026/10-October/2026-10-09-Friday.md", "2026-10-09"),
            ("", "YYYY/MM/DD", "2026/02/30.md", ""),
            ("", "MM-DD-YYYY", "10-09-2026.md", "2026-10-09"),
            ("", "dddd, MMMM Do YYYY", "Friday, October 9th 2026.md", "2026-10-09"),
            ("", "dddd D [de] MMMM [de] YYYY", "viernes 9 de octubre de 2026.md", "2026-10-09"),
            ("", "dddd, D [de] MMMM [de] YYYY", "sexta-feira, 9 de outubro de 2026.md", "2026-10-09"),
            ("", "D MMM YYYY", "9 févr. 2026.md", "2026-02-09"),
            ("", "D MMM YYYY", "9 окт. 2026.md", "2026-10-09"),
            ("", "D MMM YYYY", "9 xyz 2026.md", ""),
            ("", "YYYY年M月D日", "2026年10月9日.md", "2026-10-09"),
            ("", "YYYY-DDDD", "2026-282.md", "2026-10-09"),
            ("", "YYYY-DDDD", "2026-366.md", ""),
            ("", "gggg-[W]ww/YYYY-MM-DD", "2026-W41/2026-10-09.md", "2026-10-09"),
            ("", "gggg-[W]ww", "2026-W41.md", ""),
            ("", "YYYY-MM-DD HHmm", "2026-10-09 0830.md", ""),
            ("", "[Day", "[Day.md", ""),
            ("", "", "2026-10-09.md", ""),
        ] {
            let day = DailyNotes::new(folder, format).day(path);
            assert_eq!(day.map(iso).unwrap_or_default(), expected, "{format} {path}");
        }
    }
}
