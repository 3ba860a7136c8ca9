//! A period of days, and how it is counted from another.

use lectern_base::calendar::{civil, days_from_civil};

use super::written_date::YEARS;

/// The days from `first` to `last`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Period {
    /// Its first day.
    pub first: i32,
    /// Its last day.
    pub last: i32,
}

/// A unit of time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Unit {
    Day,
    Week,
    Month,
    Quarter,
    Year,
}

impl Period {
    /// From `first` to `last`, both inclusive. Days beyond the years of dates become the nearest ones.
    pub(super) fn new(first: i64, last: i64) -> Option<Self> {
        let (begin, end) = (days_from_civil(YEARS.start, 1, 1), days_from_civil(YEARS.end, 1, 1) - 1);
        let day = |day: i64| i32::try_from(day.clamp(begin, end)).ok();
        Some(Self { first: day(first)?, last: day(last)? })
    }

    /// Whether it and `other` share a day.
    #[must_use]
    pub fn meets(self, other: Self) -> bool {
        self.first <= other.last && other.first <= self.last
    }

    pub(super) fn day(day: i64) -> Option<Self> {
        Self::new(day, day)
    }

    /// The months from `first` on, counted from year 0.
    fn months(first: i64, count: i64) -> Option<Self> {
        Self::new(month_start(first), month_start(first + count) - 1)
    }

    /// The `month` of `year`, from 1 on.
    pub(super) fn month(year: i64, month: i64) -> Option<Self> {
        let is_real = YEARS.contains(&year) && (1..=12).contains(&month);
        if is_real { Self::months(year * 12 + month - 1, 1) } else { None }
    }

    pub(super) fn year(year: i64) -> Option<Self> {
        if YEARS.contains(&year) { Self::months(year * 12, 12) } else { None }
    }

    /// The week or quarter with this number in `year`. The first week has 4 January.
    pub(super) fn numbered(unit: Unit, year: i64, number: i64) -> Option<Self> {
        let first_week = |year| monday(days_from_civil(year, 1, 4));
        let start = first_week(year) + 7 * (number - 1);
        match unit {
            _ if number < 1 || !YEARS.contains(&year) => None,
            Unit::Week => (start < first_week(year + 1)).then(|| Self::new(start, start + 6))?,
            Unit::Quarter => (number <= 4).then(|| Self::months(year * 12 + 3 * (number - 1), 3))?,
            _ => None,
        }
    }

    /// The unit that is `count` units after that of `today`. A week begins on Monday.
    pub(super) fn shifted(unit: Unit, count: i64, today: i64) -> Option<Self> {
        let (year, month, _) = civil(today);
        let month = year * 12 + month - 1;
        match unit {
            Unit::Day => Self::day(today + count),
            Unit::Week => Self::new(monday(today) + 7 * count, monday(today) + 7 * count + 6),
            Unit::Month => Self::months(month + count, 1),
            Unit::Quarter => Self::months((month.div_euclid(3) + count) * 3, 3),
            Unit::Year => Self::months((year + count) * 12, 12),
        }
    }

    /// So many units that end with `today`, or if `count` is positive, that begin with it.
    pub(super) fn beside(unit: Unit, count: i64, today: i64) -> Option<Self> {
        let other = moved(unit, count, today);
        if count < 0 { Self::new((other + 1).min(today), today) } else { Self::new(today, (other - 1).max(today)) }
    }
}

/// The Monday of the week of `day`.
pub(super) fn monday(day: i64) -> i64 {
    day - (day + 3).rem_euclid(7)
}

/// The day `count` units after `today`: of months, the same day or the last one.
pub(super) fn moved(unit: Unit, count: i64, today: i64) -> i64 {
    let months = match unit {
        Unit::Day => return today + count,
        Unit::Week => return today + 7 * count,
        Unit::Month => count,
        Unit::Quarter => 3 * count,
        Unit::Year => 12 * count,
    };
    let (year, month, day) = civil(today);
    let month = year * 12 + month - 1 + months;
    (month_start(month) + day - 1).min(month_start(month + 1) - 1)
}

/// The first day of a month, counted from year 0.
fn month_start(month: i64) -> i64 {
    days_from_civil(month.div_euclid(12), month.rem_euclid(12) + 1, 1)
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
