//! What comes again each week or year, such as Friday and 9 October, and which of them is meant.

use super::period::{Period, monday};
use lectern_base::calendar::civil;

/// Days of the week that is `count` weeks after today's.
pub(super) fn day_of_week(count: i64, first: i64, days: i64, today: i64) -> Option<Period> {
    let first = monday(today) + 7 * count + first;
    Period::new(first, first + days - 1)
}

/// Which of those that come again each week or year.
#[derive(Clone, Copy)]
pub(super) enum Which {
    /// The latest that is over.
    Before,
    /// The first that has not begun.
    After,
    UpToToday,
    FromToday,
    Nearest,
}

/// The one that is meant; `occurrence` is given how many weeks or years it is from today's.
pub(super) fn chosen(which: Which, today: i64, occurrence: &dyn Fn(i64) -> Option<Period>) -> Option<Period> {
    let mut best: Option<(i64, Period)> = None;
    // 29 February is missing for up to seven years, Friday the 13th for up to thirteen months.
    for period in (-14..=14).filter_map(occurrence) {
        let (first, last) = (i64::from(period.first), i64::from(period.last));
        let (is_one, distance) = match which {
            Which::Before => (last < today, today - last),
            Which::After => (first > today, first - today),
            Which::UpToToday => (first <= today, today - first),
            Which::FromToday => (last >= today, last - today),
            Which::Nearest => (true, (first - today).max(today - last).max(0)),
        };
        if is_one && best.is_none_or(|(least, _)| distance < least) {
            best = Some((distance, period));
        }
    }
    best.map(|(_, period)| period)
}

/// The one nearest to `today`; `in_year` gives that of a year.
pub(super) fn nearest(today: i64, in_year: &dyn Fn(i64) -> Option<Period>) -> Option<Period> {
    let (year, ..) = civil(today);
    chosen(Which::Nearest, today, &|count| in_year(year + count))
}
