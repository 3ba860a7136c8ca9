//! Dates as people write them: `2026-10-09`, `9 October 2026`, `2026年10月9日`, and periods such as `7d` and `last week`.
//!
//! A day is its number from 1970 on, as in `document::calendar`.

mod written_date;
mod period;
mod pieces;
mod sense;
mod time_words;
mod vocabulary;
mod written_dates;
mod parts;
mod occurrences;
mod reading;
mod each_period;
mod task_day;
mod period_argument;
mod daily_notes;

pub use daily_notes::DailyNotes;
pub use each_period::each_period;
pub use period::{Period, iso};
pub use period_argument::PeriodError;
pub use reading::Leaning;
pub use task_day::{TaskDay, done_day, task_day};
pub use written_date::WrittenDate;
pub use written_dates::each_date;

use std::ops::Range;

use lectern_base::calendar::civil;
use written_dates::MAX_BYTES;

/// The year of a day.
#[must_use]
pub fn year_of(day: i32) -> i64 {
    civil(day.into()).0
}

/// The first date with a year in `text`.
#[must_use]
pub fn first_day(text: &str) -> Option<i32> {
    let mut first = None;
    each_date(text, |date, _| first = first.or_else(|| date.day_number()));
    first
}

/// The first day with a year in `text`, else the first longer period that does not depend on today: `May 2023 budget`.
#[must_use]
pub fn first_period(text: &str) -> Option<Period> {
    first_placed(text).map(|(period, _)| period)
}

/// The period that `text` is the date of: `Friday, 9 October 2026`, with at most one other word.
#[must_use]
pub fn only_period(text: &str) -> Option<Period> {
    let (period, span) = first_placed(text)?;
    let is_break = |c: char| !c.is_alphanumeric();
    let others = [&text[..span.start], &text[span.end..]].into_iter().flat_map(|rest| rest.split(is_break));
    (others.filter(|word| !word.is_empty()).count() <= 1).then_some(period)
}

/// That of [`first_period`] with its bytes.
fn first_placed(text: &str) -> Option<(Period, Range<usize>)> {
    let mut first = None;
    each_date(text, |date, span| {
        if let (None, Some(day)) = (&first, date.day_number()) {
            first = Some((Period { first: day, last: day }, span));
        }
    });
    if first.is_none() && text.contains(|c: char| c.is_ascii_digit()) {
        let start = &text[..text.floor_char_boundary(MAX_BYTES)];
        each_period(start, None, Leaning::Past, &mut |period, span| {
            first.get_or_insert((period, span));
        });
    }
    first
}

#[cfg(test)]
mod tests {
    use super::{Period, first_period, only_period};

    fn shown(period: Option<Period>) -> String {
        period.map_or_else(String::new, |period| period.to_string())
    }

    #[test]
    fn a_name_has_the_first_day_or_else_the_first_period() {
        for (name, expected) in [
            ("2023-05 Holiday plans", "2023-05-01 to 2023-05-31"),
            ("2023 W14", "2023-04-03 to 2023-04-09"),
            ("May 2023 budget", "2023-05-01 to 2023-05-31"),
            ("2023 Q2 review", "2023-04-01 to 2023-06-30"),
            ("2023年5月", "2023-05-01 to 2023-05-31"),
            ("23.05.2023", "2023-05-23 to 2023-05-23"),
            ("2023-05 written 2023-06-01", "2023-06-01 to 2023-06-01"),
            ("Review in 2023", "2023-01-01 to 2023-12-31"),
            ("Review 2023", ""),
            ("Yesterday, 9 October", ""),
            ("Version 2.2023-05", ""),
        ] {
            assert_eq!(shown(first_period(name)), expected, "{name}");
        }
    }

    #[test]
    fn a_heading_that_is_a_date_has_at_most_one_other_word() {
        for (heading, expected) in [
            ("Friday, 9 October 2026", "2026-10-09 to 2026-10-09"),
            ("2026年10月9日（金）", "2026-10-09 to 2026-10-09"),
            ("Budget: May 2026", "2026-05-01 to 2026-05-31"),
            ("What happened on 2026-10-09", ""),
            ("9 October", ""),
        ] {
            assert_eq!(shown(only_period(heading)), expected, "{heading}");
        }
    }
}
