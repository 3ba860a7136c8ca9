//! Dates and durations of formulas. A time is that of the user's clock, in milliseconds since 1970 began there.

use lectern_base::calendar::{civil, days_from_civil};

use crate::note::front_matter::is_date;
use crate::search::dates::iso;

pub(super) const SECOND: i64 = 1000;
pub(super) const MINUTE: i64 = 60 * SECOND;
pub(super) const HOUR: i64 = 60 * MINUTE;
/// A day of 24 hours.
pub const DAY: i64 = 24 * HOUR;

/// Maximum length of a duration: far more than people write.
const MAX_AMOUNT: u32 = 100_000;

/// A date, with or without a time of the day.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LocalTime {
    pub ms: i64,
    pub has_time: bool,
}

/// A length of time: `1M` is a month, whatever its length.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Duration {
    pub months: i64,
    pub ms: i64,
}

impl LocalTime {
    /// The time that `text` gives: `2026-03-01`, `2026-03-01T10:00`, `2026-03-01 10:00:30`. `None` for anything else, and
    /// for a date that does not exist.
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        let iso = if text.as_bytes().get(10) == Some(&b' ') { text.replacen(' ', "T", 1) } else { text.to_owned() };
        if !is_date(&iso) {
            return None;
        }
        let number = |at: usize| iso.get(at..at + 2).map_or(Some(0), |digits| digits.parse::<i64>().ok());
        let (year, month, day) = (iso[..4].parse().ok()?, number(5)?, number(8)?);
        let days = days_from_civil(year, month, day);
        let (hour, minute, second) = (number(11)?, number(14)?, number(17)?);
        let exists = civil(days) == (year, month, day) && hour < 24 && minute < 60 && second < 60;
        let ms = days * DAY + hour * HOUR + minute * MINUTE + second * SECOND;
        exists.then_some(Self { ms, has_time: iso.len() > 10 })
    }

    /// Year, month and day.
    pub fn date(self) -> (i64, i64, i64) {
        civil(self.ms.div_euclid(DAY))
    }

    /// The same day without a time.
    pub fn day(self) -> Self {
        Self { ms: self.ms - self.of_day(), has_time: false }
    }

    /// The number of the day, from 1970 on.
    #[expect(clippy::cast_possible_truncation, reason = "years have four digits")]
    pub fn day_number(self) -> i32 {
        self.ms.div_euclid(DAY) as i32
    }

    /// The milliseconds since midnight.
    pub fn of_day(self) -> i64 {
        self.ms.rem_euclid(DAY)
    }

    /// The time `duration` later, or earlier if `sign` is −1. The 31st and a month is the last of the next month. `None`
    /// if its year has not four digits.
    pub(super) fn plus(self, duration: Duration, sign: i64) -> Option<Self> {
        let (year, month, day) = self.date();
        let months = sign.checked_mul(duration.months)?.checked_add(year * 12 + month - 1)?;
        if !(0..12 * 10_000).contains(&months) {
            return None;
        }
        let (year, month) = (months.div_euclid(12), months.rem_euclid(12) + 1);
        let next = days_from_civil(year + i64::from(month == 12), month % 12 + 1, 1);
        let first = days_from_civil(year, month, 1);
        let days = first + day.min(next - first) - 1;
        let ms = sign.checked_mul(duration.ms)?.checked_add(days * DAY + self.of_day())?;
        let later = Self { ms, has_time: self.has_time || ms.rem_euclid(DAY) != 0 };
        let years = days_from_civil(0, 1, 1) * DAY..days_from_civil(10_000, 1, 1) * DAY;
        years.contains(&ms).then_some(later)
    }

    /// `2026-03-01` or `2026-03-01T10:00:00`.
    pub fn iso(self) -> String {
        let date = iso(self.day_number());
        if self.has_time { format!("{date}T{}", self.clock()) } else { date }
    }

    /// `10:00:00`
    pub fn clock(self) -> String {
        let ms = self.of_day();
        format!("{:02}:{:02}:{:02}", ms / HOUR, ms / MINUTE % 60, ms / SECOND % 60)
    }

    /// The date as a format of Moment.js. `None` if the format has a part that depends on the language, or that is not
    /// known here.
    pub fn format(self, format: &str) -> Option<String> {
        let (year, month, day) = self.date();
        let ms = self.of_day();
        let (hour, minute, second) = (ms / HOUR, ms / MINUTE % 60, ms / SECOND % 60);
        let mut text = String::new();
        let mut rest = format;
        while let Some(first) = rest.chars().next() {
            if first == '[' {
                let end = rest.find(']')?;
                text.push_str(&rest[1..end]);
                rest = &rest[end + 1..];
                continue;
            }
            let len = rest.len() - rest.trim_start_matches(first).len();
            let padded = |number: i64, width: usize| format!("{number:0width$}");
            text.push_str(&match &rest[..len] {
                "YYYY" => padded(year, 4),
                "YY" => padded(year.rem_euclid(100), 2),
                "MM" => padded(month, 2),
                "M" => padded(month, 1),
                "DD" => padded(day, 2),
                "D" => padded(day, 1),
                "HH" => padded(hour, 2),
                "H" => padded(hour, 1),
                "mm" => padded(minute, 2),
                "m" => padded(minute, 1),
                "ss" => padded(second, 2),
                "s" => padded(second, 1),
                "Q" => padded((month + 2) / 3, 1),
                other if !first.is_alphabetic() && first != '\\' => other.to_owned(),
                _ => return None,
            });
            rest = &rest[len..];
        }
        Some(text)
    }
}

impl Duration {
    /// The duration that `text` gives: `7d`, `1 week`, `2M`. `None` for anything else.
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        let digits = text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let amount = i64::from(text[..digits].parse::<u32>().ok().filter(|amount| *amount <= MAX_AMOUNT)?);
        let (months, ms) = match text[digits..].trim_start() {
            "y" | "year" | "years" => (12, 0),
            "M" | "month" | "months" => (1, 0),
            "w" | "week" | "weeks" => (0, 7 * DAY),
            "d" | "day" | "days" => (0, DAY),
            "h" | "hour" | "hours" => (0, HOUR),
            "m" | "minute" | "minutes" => (0, MINUTE),
            "s" | "second" | "seconds" => (0, SECOND),
            _ => return None,
        };
        Some(Self { months: months * amount, ms: ms * amount })
    }

    /// As many times; `None` if that is no whole number.
    pub fn times(self, factor: f64) -> Option<Self> {
        let is_whole = factor.fract() == 0.0 && factor.abs() <= f64::from(MAX_AMOUNT);
        #[expect(clippy::cast_possible_truncation, reason = "whole and small")]
        let factor = is_whole.then_some(factor as i64)?;
        Some(Self { months: self.months.checked_mul(factor)?, ms: self.ms.checked_mul(factor)? })
    }
}

#[cfg(test)]
mod tests {
    use super::{Duration, LocalTime};

    #[test]
    fn durations_are_added_as_in_a_calendar() {
        for (date, duration, sign, expected) in [
            ("2024-12-01", "1M", 1, "2025-01-01"),
            ("2026-01-31", "1 month", 1, "2026-02-28"),
            ("2024-02-29", "1y", 1, "2025-02-28"),
            ("2026-03-31", "1M", -1, "2026-02-28"),
            ("2026-01-01", "2w", -1, "2025-12-18"),
            ("2026-01-01", "90m", 1, "2026-01-01T01:30:00"),
            ("2026-12-15", "1M", 1, "2027-01-15"),
        ] {
            let date = LocalTime::parse(date).expect(date);
            let later = date.plus(Duration::parse(duration).expect(duration), sign).expect("a date");
            assert_eq!(later.iso(), expected);
        }
        let far = Duration::parse("100000y").and_then(|years| years.times(100_000.0)).expect("a duration");
        assert_eq!(LocalTime::parse("2026-01-01").expect("a date").plus(far, 1), None);
        for text in ["", "d", "1", "1.5d", "-1d", "1d 2h", "1D", "1 mo", "9999999d"] {
            assert_eq!(Duration::parse(text), None, "{text}");
        }
    }

    #[test]
    fn only_dates_that_exist_are_read() {
        for (text, expected) in [
            ("2026-03-01", Some("2026-03-01")),
            (" 2026-03-01 10:05 ", Some("2026-03-01T10:05:00")),
            ("2026-03-01T23:59:59", Some("2026-03-01T23:59:59")),
            ("2026-02-29", None),
            ("2026-13-01", None),
            ("2026-03-01T24:00", None),
            ("March 2026", None),
            ("2026-3-1", None),
            ("2026-03-0é", None),
        ] {
            assert_eq!(LocalTime::parse(text).map(LocalTime::iso).as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn a_format_that_depends_on_the_language_is_not_known() {
        let date = LocalTime::parse("2026-03-01T09:05:07").expect("a date");
        assert_eq!(date.format("YY/M/D [at] H:mm:ss, Q").as_deref(), Some("26/3/1 at 9:05:07, 1"));
        for format in ["MMMM", "ddd", "[open", "YYYYY", "A"] {
            assert_eq!(date.format(format), None, "{format}");
        }
    }
}
