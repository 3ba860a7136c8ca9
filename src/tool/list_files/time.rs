//! Converts modification times to dates and back. UTC only: the core has neither a clock nor time zones.

use lectern_base::calendar::{civil, days_from_civil};

const MINUTE: i64 = 60_000;
const DAY: i64 = 24 * 60 * MINUTE;

/// The date of a time in milliseconds since 1970, such as `2025-03-01`.
pub(super) fn date(millis: i64) -> String {
    let (year, month, day) = civil(millis.div_euclid(DAY));
    format!("{year:04}-{month:02}-{day:02}")
}

/// The time, in milliseconds since 1970, of an ISO 8601 date or date and time; in UTC unless it has a zone.
pub(super) fn parse(text: &str) -> Option<i64> {
    let text = text.trim();
    let (day, rest) = text.split_at_checked(10)?;
    let midnight = day_number(day)? * DAY;
    let Some(clock) = rest.strip_prefix(['T', 't', ' ']) else { return rest.is_empty().then_some(midnight) };
    let (clock, zone) = match clock.find(['Z', 'z', '+', '-']) {
        Some(at) => (clock[..at].trim_end(), zone_minutes(&clock[at..])?),
        None => (clock, 0),
    };
    Some(midnight + clock_millis(clock)? - zone * MINUTE)
}

/// The days from 1970 to `YYYY-MM-DD`, if that is a date.
fn day_number(text: &str) -> Option<i64> {
    let [year, month, day] = numbers(text, '-')?;
    let lens = [text.find('-')?, text.rfind('-')?];
    let days = days_from_civil(year, month, day);
    (lens == [4, 7] && (1..=12).contains(&month) && civil(days) == (year, month, day)).then_some(days)
}

/// `HH:MM`, `HH:MM:SS` or `HH:MM:SS.mmm` in milliseconds.
fn clock_millis(text: &str) -> Option<i64> {
    let (text, fraction) = text.split_once('.').unwrap_or((text, ""));
    let [hour, minute, second] = numbers(text, ':').or_else(|| {
        let [hour, minute] = numbers(text, ':')?;
        Some([hour, minute, 0])
    })?;
    let in_range = hour < 24 && minute < 60 && second < 61;
    if !in_range || !fraction.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let millis: i64 = if fraction.is_empty() { 0 } else { format!("{fraction:0<3}")[..3].parse().ok()? };
    Some((hour * 60 + minute) * MINUTE + second * 1000 + millis)
}

/// `Z`, `+02:00`, `-0330` or `+02` in minutes.
fn zone_minutes(text: &str) -> Option<i64> {
    if text.eq_ignore_ascii_case("z") {
        return Some(0);
    }
    let digits = text[1..].replace(':', "");
    let (hours, minutes) = match digits.len() {
        2 => (digits.as_str(), "0"),
        4 => digits.split_at_checked(2)?,
        _ => return None,
    };
    let zone = number(hours)? * 60 + number(minutes)?;
    Some(if text.starts_with('-') { -zone } else { zone })
}

/// The numbers in `text`, separated by `mark`.
fn numbers<const N: usize>(text: &str, mark: char) -> Option<[i64; N]> {
    let numbers: Option<Vec<_>> = text.split(mark).map(number).collect();
    numbers?.try_into().ok()
}

fn number(text: &str) -> Option<i64> {
    let is_plain = (1..=4).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    if is_plain { text.parse().ok() } else { None }
}

#[cfg(test)]
mod tests {
    use super::{date, parse};

    #[test]
    fn a_time_has_its_date_in_utc() {
        for (millis, expected) in [
            (0, "1970-01-01"),
            (-1, "1969-12-31"),
            (951_782_400_000, "2000-02-29"),
            (1_740_873_599_999, "2025-03-01"),
            (1_740_873_600_000, "2025-03-02"),
            (4_107_542_400_000, "2100-03-01"),
        ] {
            assert_eq!(date(millis), expected, "{millis}");
        }
    }

    #[test]
    fn a_date_is_its_first_moment() {
        for (text, expected) in [
            ("1970-01-01", Some(0)),
            ("2025-03-02", Some(1_740_873_600_000)),
            (" 2025-03-02 ", Some(1_740_873_600_000)),
            ("2025-03-02T00:00", Some(1_740_873_600_000)),
            ("2025-03-02 01:02:03.5", Some(1_740_877_323_500)),
            ("2025-03-02T02:00:00Z", Some(1_740_880_800_000)),
            ("2025-03-02T02:00+02:00", Some(1_740_873_600_000)),
            ("2025-03-01T20:30-0330", Some(1_740_873_600_000)),
            ("2024-02-29", Some(1_709_164_800_000)),
            ("2025-02-29", None),
            ("2025-13-01", None),
            ("2025-00-10", None),
            ("2025-3-1", None),
            ("25-03-01", None),
            ("2025-03-01T", None),
            ("2025-03-01T25:00", None),
            ("2025-03-01x", None),
            ("7d", None),
            ("yesterday", None),
            ("\u{d55c}\u{ae00}\u{d55c}\u{ae00}", None),
            ("", None),
        ] {
            assert_eq!(parse(text), expected, "{text:?}");
        }
    }

    #[test]
    fn every_day_of_four_centuries_comes_back() {
        for day in -150_000..=150_000 {
            assert_eq!(parse(&date(day * super::DAY)), Some(day * super::DAY));
        }
    }
}
