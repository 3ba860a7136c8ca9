//! Dates as people write them: `2026-10-09`, `9 October 2026`, `2026年10月9日`, and periods such as `7d` and `last week`.
//!
//! A day is its number from 1970 on, as in `document::calendar`.

mod written_date;
mod period;
mod pieces;
mod vocabulary;
mod written_dates;
mod parts;
mod occurrences;
mod reading;
mod each_period;
mod period_argument;

pub use each_period::each_period;
pub use period::{Period, iso};
pub use period_argument::PeriodError;
pub use reading::Leaning;
pub use written_date::WrittenDate;
pub use written_dates::each_date;

/// The first date with a year in `text`.
#[must_use]
pub fn first_day(text: &str) -> Option<i32> {
    let mut first = None;
    each_date(text, |date, _| first = first.or_else(|| date.day_number()));
    first
}

/// The day that `text` is the date of: `Friday, 9 October 2026`, with at most one other word.
#[must_use]
pub fn only_day(text: &str) -> Option<i32> {
    let mut only = None;
    each_date(text, |date, span| {
        if only.is_none() {
            only = date.day_number().map(|day| (day, span));
        }
    });
    let (day, span) = only?;
    let is_break = |c: char| !c.is_alphanumeric();
    let others = [&text[..span.start], &text[span.end..]].into_iter().flat_map(|rest| rest.split(is_break));
    (others.filter(|word| !word.is_empty()).count() <= 1).then_some(day)
}
