//! Parses the bounds of a search in time: `7d`, `last week`, `2026-10`, `9 October 2026`.

use lectern_base::calendar::{civil, days_from_civil};
use thiserror::Error;

use super::written_dates::{YEARS, each_date};

/// The days from `first` to `last`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Period {
    /// Its first day.
    pub first: i32,
    /// Its last day.
    pub last: i32,
}

/// Why a text is not a period.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum PeriodError {
    /// It is not understood.
    #[error("which is not understood")]
    Unknown,
    /// It depends on today's date, which is not known.
    #[error("but today's date is not known here")]
    NoToday,
}

impl PeriodError {
    /// What to give instead.
    #[must_use]
    pub fn help(self) -> &'static str {
        match self {
            Self::Unknown => {
                "give a day, a month or a year (2026-10-09, 9 October 2026, 2026-10, 2026), a time before today (7d, 2w, 3m, \
                 1y), or today, yesterday, this or last week, month or year"
            }
            Self::NoToday => "give a day, a month or a year: 2026-10-09, 2026-10 or 2026",
        }
    }
}

impl Period {
    /// Parses a period; `today` is the user's date. A week begins on Monday.
    ///
    /// # Errors
    /// [`PeriodError`].
    pub fn parse(text: &str, today: Option<i32>) -> Result<Self, PeriodError> {
        let text = text.trim().to_lowercase();
        if let Some(fixed) = fixed(&text) {
            return Ok(fixed);
        }
        let relative = |today| relative(&text, today);
        match today {
            Some(today) => relative(today.into()).ok_or(PeriodError::Unknown),
            // On any day, to tell whether it is understood.
            None => Err(relative(0).map_or(PeriodError::Unknown, |_| PeriodError::NoToday)),
        }
    }

    /// From `first` to `last`, both inclusive. Days beyond the years of dates become the nearest ones.
    fn new(first: i64, last: i64) -> Option<Self> {
        let (begin, end) = (days_from_civil(YEARS.start, 1, 1), days_from_civil(YEARS.end, 1, 1) - 1);
        let day = |day: i64| i32::try_from(day.clamp(begin, end)).ok();
        Some(Self { first: day(first)?, last: day(last)? })
    }

    /// The months from `first` on, counted from year 0.
    fn months(first: i64, count: i64) -> Option<Self> {
        let start = |month: i64| days_from_civil(month.div_euclid(12), month.rem_euclid(12) + 1, 1);
        Self::new(start(first), start(first + count) - 1)
    }
}

/// A day, a month or a year.
fn fixed(text: &str) -> Option<Period> {
    let mut day = None;
    each_date(text, |date, span| {
        if span == (0..text.len()) {
            day = date.day_number();
        }
    });
    if let Some(day) = day {
        return Some(Period { first: day, last: day });
    }
    let number = |text: &str, len: usize| {
        let is_plain = text.len() == len && text.bytes().all(|byte| byte.is_ascii_digit());
        text.parse::<i64>().ok().filter(|_| is_plain)
    };
    let (year, month) = text.split_once('-').map_or((text, None), |(year, month)| (year, Some(month)));
    let year = number(year, 4).filter(|year| YEARS.contains(year))?;
    match month {
        None => Period::months(year * 12, 12),
        Some(month) => Period::months(year * 12 + number(month, 2).filter(|month| (1..=12).contains(month))? - 1, 1),
    }
}

/// A period that depends on the day `today`.
fn relative(text: &str, today: i64) -> Option<Period> {
    let (year, month, _) = civil(today);
    let week = today - (today + 3).rem_euclid(7);
    match text.split_whitespace().collect::<Vec<_>>()[..] {
        ["today"] => Period::new(today, today),
        ["yesterday"] => Period::new(today - 1, today - 1),
        ["this", "week"] => Period::new(week, week + 6),
        ["last", "week"] => Period::new(week - 7, week - 1),
        ["this", "month"] => Period::months(year * 12 + month - 1, 1),
        ["last", "month"] => Period::months(year * 12 + month - 2, 1),
        ["this", "year"] => Period::months(year * 12, 12),
        ["last", "year"] => Period::months(year * 12 - 12, 12),
        _ => before(text.strip_suffix(" ago").unwrap_or(text), today),
    }
}

/// The day before `today` by a span such as `7d` or `2 weeks`.
fn before(text: &str, today: i64) -> Option<Period> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let count: i64 = text[..digits].parse().ok().filter(|_| digits <= 4)?;
    let day = match text[digits..].trim() {
        "d" | "day" | "days" => today - count,
        "w" | "week" | "weeks" => today - 7 * count,
        "m" | "month" | "months" => months_before(today, count),
        "y" | "year" | "years" => months_before(today, 12 * count),
        _ => return None,
    };
    Period::new(day, day)
}

/// The same day of an earlier month, or its last day.
fn months_before(today: i64, count: i64) -> i64 {
    let (year, month, day) = civil(today);
    let months = year * 12 + month - 1 - count;
    let start = |month: i64| days_from_civil(month.div_euclid(12), month.rem_euclid(12) + 1, 1);
    (start(months) + day - 1).min(start(months + 1) - 1)
}

impl std::fmt::Display for Period {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} to {}", iso(self.first), iso(self.last))
    }
}

/// `2026-10-09`
#[must_use]
pub fn iso(day: i32) -> String {
    let (year, month, day) = civil(day.into());
    format!("{year:04}-{month:02}-{day:02}")
}

#[cfg(test)]
mod tests {
    use super::{Period, PeriodError};
    use crate::search::dates::first_day;

    #[test]
    fn a_period_is_a_date_or_depends_on_today() {
        // A Friday.
        let today = first_day("2026-10-09");
        for (text, expected) in [
            ("2026-10-09", "2026-10-09 to 2026-10-09"),
            (" 9 October 2026 ", "2026-10-09 to 2026-10-09"),
            ("2026年10月9日", "2026-10-09 to 2026-10-09"),
            ("20261009", "2026-10-09 to 2026-10-09"),
            ("2026-02", "2026-02-01 to 2026-02-28"),
            ("2026-12", "2026-12-01 to 2026-12-31"),
            ("2026", "2026-01-01 to 2026-12-31"),
            ("today", "2026-10-09 to 2026-10-09"),
            ("Yesterday", "2026-10-08 to 2026-10-08"),
            ("7d", "2026-10-02 to 2026-10-02"),
            ("2w", "2026-09-25 to 2026-09-25"),
            ("2 weeks ago", "2026-09-25 to 2026-09-25"),
            ("1m", "2026-09-09 to 2026-09-09"),
            ("1 year", "2025-10-09 to 2025-10-09"),
            ("this week", "2026-10-05 to 2026-10-11"),
            ("last  week", "2026-09-28 to 2026-10-04"),
            ("this month", "2026-10-01 to 2026-10-31"),
            ("last month", "2026-09-01 to 2026-09-30"),
            ("this year", "2026-01-01 to 2026-12-31"),
            ("last year", "2025-01-01 to 2025-12-31"),
            ("9999y", "1000-01-01 to 1000-01-01"),
        ] {
            assert_eq!(Period::parse(text, today).map(|period| period.to_string()).as_deref(), Ok(expected), "{text}");
        }
        let months = |text: &str, today| Period::parse(text, first_day(today)).map(|period| period.to_string());
        assert_eq!(months("1m", "2026-03-31").as_deref(), Ok("2026-02-28 to 2026-02-28"));
        assert_eq!(months("last month", "2026-01-15").as_deref(), Ok("2025-12-01 to 2025-12-31"));
        assert_eq!(months("this week", "2026-10-11").as_deref(), Ok("2026-10-05 to 2026-10-11"));
    }

    #[test]
    fn other_texts_are_refused() {
        for text in [
            "",
            "soon",
            "7",
            "d",
            "7x",
            "99999d",
            "next week",
            "2026-13",
            "2026-1",
            "26",
            "0999",
            "9 October",
            "9/10",
            "2026-10-09T08:00",
            "2026-10-09 to 2026-10-11",
            "-7d",
            "7d 2w",
        ] {
            assert_eq!(Period::parse(text, first_day("2026-10-09")), Err(PeriodError::Unknown), "{text:?}");
        }
        assert_eq!(Period::parse("7d", None), Err(PeriodError::NoToday));
        assert_eq!(Period::parse("soon", None), Err(PeriodError::Unknown));
        assert!(Period::parse("2026-10", None).is_ok());
    }
}
