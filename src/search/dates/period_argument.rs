//! Parses the bounds of a search in time: `7d`, `last week`, `2026-10`, `9 October 2026`.

use thiserror::Error;

use super::each_period::each_period;
use super::period::Period;
use super::reading::Leaning;

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
                "give a day, a week, a month or a year (2026-10-09, 9 October 2026, 2026-W41, 2026-10, May 2026, 2026), a time before \
                 today (7d, 2w, 3m, 1y), or today, yesterday, last 7 days, this or last week, month or year"
            }
            Self::NoToday => "give a day, a month or a year: 2026-10-09, 2026-10 or 2026",
        }
    }
}

impl Period {
    /// Parses a period; `today` is the user's date. All of `text` must be what [`each_period`] finds.
    ///
    /// # Errors
    /// [`PeriodError`].
    pub fn parse(text: &str, today: Option<i32>) -> Result<Self, PeriodError> {
        let text = text.trim();
        let whole = |today| {
            let mut whole = None;
            each_period(text, today, Leaning::Past, &mut |period, span| {
                if span == (0..text.len()) {
                    whole = Some(period);
                }
            });
            whole
        };
        // On any day, to tell whether it is understood.
        let unknown =
            || if today.is_none() && whole(Some(0)).is_some() { PeriodError::NoToday } else { PeriodError::Unknown };
        whole(today).ok_or_else(unknown)
    }
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
            ("last 7 days", "2026-10-03 to 2026-10-09"),
            ("next week", "2026-10-12 to 2026-10-18"),
            ("May 2023", "2023-05-01 to 2023-05-31"),
            ("in May", "2026-05-01 to 2026-05-31"),
            ("2023-W14", "2023-04-03 to 2023-04-09"),
            ("2023 Q2", "2023-04-01 to 2023-06-30"),
            ("23.05.2023", "2023-05-23 to 2023-05-23"),
            ("9 October", "2026-10-09 to 2026-10-09"),
            ("上周日", "2026-10-04 to 2026-10-04"),
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
            "2026-13",
            "2026-1",
            "26",
            "0999",
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
