//! Writes numbers, dates and times of sheets: exact and short.
//!
//! `format.rs` decides which numbers are dates.

use std::fmt::Write;

use lectern_base::calendar::civil;

/// Number of significant digits that spreadsheets keep.
const DIGITS: usize = 15;
/// Days from 1899-12-30, where spreadsheets start counting, to 1970-01-01.
const UNIX_EPOCH: i64 = 25_569;
/// 1904-01-01 as a day number of the 1900 date system.
pub(super) const EPOCH_1904: f64 = 1462.0;
/// The day after 9999-12-31, the last day that spreadsheets support.
const LAST_DAY: f64 = 2_958_466.0;
/// Milliseconds per day.
const DAY: i64 = 86_400_000;

/// Writes a number with at most 15 significant digits and without trailing zeros.
pub(super) fn number(value: f64) -> String {
    if value == 0.0 || !value.is_finite() {
        return "0".into();
    }
    let scientific = format!("{value:.*e}", DIGITS - 1);
    let (mantissa, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let (sign, mantissa) = mantissa.strip_prefix('-').map_or(("", mantissa), |rest| ("-", rest));
    let digits = mantissa.replace('.', "");
    let digits = digits.trim_end_matches('0');
    let length = i32::try_from(digits.len()).unwrap_or(0);
    let zeros = |count: i32| "0".repeat(usize::try_from(count).unwrap_or(0));
    match exponent {
        // Excel writes up to 21 digits before it switches to scientific notation.
        0..=20 if length <= exponent + 1 => format!("{sign}{digits}{}", zeros(exponent + 1 - length)),
        0..=20 => {
            let (whole, fraction) = digits.split_at(usize::try_from(exponent + 1).unwrap_or(0));
            format!("{sign}{whole}.{fraction}")
        }
        -9..0 => format!("{sign}0.{}{digits}", zeros(-exponent - 1)),
        _ => {
            let (first, rest) = digits.split_at(1);
            let point = if rest.is_empty() { "" } else { "." };
            format!("{sign}{first}{point}{rest}E{exponent:+}")
        }
    }
}

/// The most digits of an integer that is shown as the file has it: a number of an account may have more than
/// [`DIGITS`].
const INTEGER_DIGITS: usize = 21;

/// Like [`number`], but parses the number first. Text that is already short, or a whole number, is returned unchanged,
/// and text that is not a number gives `None`.
pub(super) fn tidy(text: &str) -> Option<String> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let (whole, fraction, most) = match digits.split_once('.') {
        Some((whole, fraction)) => (whole, fraction, DIGITS),
        None => (digits, "1", INTEGER_DIGITS),
    };
    let plain = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let leads = whole.len() > 1 && whole.starts_with('0');
    if plain(whole) && plain(fraction) && !leads && !fraction.ends_with('0') && digits.len() <= most && digits != "0" {
        return Some(text.to_owned());
    }
    text.parse::<f64>().ok().filter(|value| value.is_finite()).map(|value| number_from(text, value))
}

/// `value` with the digits that the file gives it in `text`: those of `1.2345678901234568E18` are of a whole number.
fn number_from(text: &str, value: f64) -> String {
    let (mantissa, exponent) = text.split_once(['E', 'e']).unwrap_or((text, "0"));
    let (sign, mantissa) = mantissa.strip_prefix('-').map_or(("", mantissa), |rest| ("-", rest));
    let (first, rest) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let zeros = exponent.parse::<usize>().ok().and_then(|exponent| exponent.checked_sub(rest.len()));
    let digits = [first, rest].concat();
    match zeros.map(|zeros| digits.len() + zeros) {
        Some(len)
            if digits.len() > DIGITS && len <= INTEGER_DIGITS && digits.bytes().all(|byte| byte.is_ascii_digit()) =>
        {
            format!("{sign}{:0<len$}", digits.trim_start_matches('0'))
        }
        _ => number(value),
    }
}

/// Writes a day number as a date, a time or both. Seconds and milliseconds are left out if they are zero.
pub(super) fn moment(days: f64, with_date: bool, with_time: bool) -> Option<String> {
    if !(0.0..LAST_DAY).contains(&days) {
        return None;
    }
    let (day, time) = split(days);
    // A number of hours in a cell formatted as a time. Its days are not a date.
    let with_date = with_date || day > 366;
    if day == 0 && !with_time {
        return None;
    }
    let mut text = String::new();
    if with_date && day > 0 {
        text.push_str(&date(day));
        if time == 0 && !with_time {
            return Some(text);
        }
        text.push('T');
    }
    let _ = write!(text, "{:02}", time / 3_600_000);
    minutes(&mut text, time);
    Some(text)
}

/// Writes a duration in hours, which may be more than 24.
pub(super) fn duration(days: f64) -> Option<String> {
    if days.abs() >= LAST_DAY || !days.is_finite() {
        return None;
    }
    let (day, time) = split(days.abs());
    let mut text = String::from(if days < 0.0 { "-" } else { "" });
    let _ = write!(text, "{}", day * 24 + time / 3_600_000);
    minutes(&mut text, time);
    Some(text)
}

/// Splits a day number into whole days and the milliseconds of the last day.
fn split(days: f64) -> (i64, i64) {
    #[expect(clippy::cast_possible_truncation, reason = "under 3 million days: callers check")]
    let total = (days * 86_400_000.0).round() as i64;
    (total / DAY, total % DAY)
}

/// `:30`, `:30:15` or `:30:15.250`.
fn minutes(text: &mut String, time: i64) {
    let _ = write!(text, ":{:02}", time / 60_000 % 60);
    let (seconds, millis) = (time / 1000 % 60, time % 1000);
    if seconds != 0 || millis != 0 {
        let _ = write!(text, ":{seconds:02}");
    }
    if millis != 0 {
        let _ = write!(text, ".{millis:03}");
    }
}

/// The date of a day in the 1900 date system, which includes a 29 February 1900.
fn date(day: i64) -> String {
    if day == 60 {
        return "1900-02-29".into();
    }
    let unix = day - UNIX_EPOCH + i64::from(day < 60);
    let (year, month, day) = civil(unix);
    format!("{year:04}-{month:02}-{day:02}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_has_the_digits_that_a_sheet_shows() {
        for (value, shown) in [
            ("0", "0"),
            ("-0", "0"),
            ("42", "42"),
            ("12.50", "12.5"),
            ("0.1", "0.1"),
            ("0.10000000000000001", "0.1"),
            ("0.30000000000000004", "0.3"),
            ("1.0", "1"),
            ("-7.000000000000001", "-7"),
            ("1e3", "1000"),
            ("1E+20", "100000000000000000000"),
            ("1.5E+30", "1.5E+30"),
            ("1.5E-30", "1.5E-30"),
            ("1.2E-5", "0.000012"),
            ("1.2345678901234568E16", "12345678901234568"),
            ("1234567890123456789", "1234567890123456789"),
            ("-9007199254740993", "-9007199254740993"),
            ("1234567890123451", "1234567890123451"),
            ("1234567890123451.5", "1234567890123450"),
            ("12345678901234567890123", "1.23456789012346E+22"),
            ("100", "100"),
            ("3.3333333333333331E-1", "0.333333333333333"),
        ] {
            assert_eq!(tidy(value).as_deref(), Some(shown), "{value}");
        }
        assert_eq!(tidy("twelve"), None);
        assert_eq!(tidy("NaN"), None);
    }

    #[test]
    fn a_day_count_is_a_date_from_1900_on() {
        let cases = [
            (1.0, "1900-01-01"),
            (59.0, "1900-02-28"),
            (60.0, "1900-02-29"),
            (61.0, "1900-03-01"),
            (45352.0, "2024-03-01"),
        ];
        for (days, shown) in cases {
            assert_eq!(moment(days, true, false).as_deref(), Some(shown), "{days}");
        }
        assert_eq!(moment(2_958_465.0, true, false).as_deref(), Some("9999-12-31"));
        assert_eq!(moment(2_958_466.0, true, false), None);
        assert_eq!(moment(-1.0, true, true), None);
    }

    #[test]
    fn a_fraction_of_a_day_is_a_time() {
        assert_eq!(moment(0.5, false, true).as_deref(), Some("12:00"));
        assert_eq!(moment(45352.75, true, true).as_deref(), Some("2024-03-01T18:00"));
        assert_eq!(moment(45352.75, true, false).as_deref(), Some("2024-03-01T18:00"));
        assert_eq!(moment(0.000_011_574_074_074, false, true).as_deref(), Some("00:00:01"));
        assert_eq!(moment(0.999_999_999_9, false, true).as_deref(), Some("00:00"));
        assert_eq!(duration(1.5).as_deref(), Some("36:00"));
        assert_eq!(duration(-0.25).as_deref(), Some("-6:00"));
    }
}
