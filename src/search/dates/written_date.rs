//! A date as it is written.

use std::ops::Range;

use lectern_base::calendar::{civil, days_from_civil};

/// A date, perhaps without a year.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WrittenDate {
    year: Option<i64>,
    pub(super) month: i64,
    pub(super) day: i64,
}

impl WrittenDate {
    /// `None` if there is no such day.
    pub(super) fn new(year: Option<i64>, month: i64, day: i64) -> Option<Self> {
        // A leap year has every day.
        let number = days_from_civil(year.unwrap_or(2000), month, day);
        let is_real = (1..=12).contains(&month) && civil(number) == (year.unwrap_or(2000), month, day);
        (is_real && year.is_none_or(|year| YEARS.contains(&year))).then_some(Self { year, month, day })
    }

    /// The day, if the year is known.
    #[must_use]
    pub fn day_number(&self) -> Option<i32> {
        i32::try_from(days_from_civil(self.year?, self.month, self.day)).ok()
    }

    /// The day in `year`, unless it has another one or there is no such day.
    pub(super) fn in_year(self, year: i64) -> Option<i64> {
        let own = Self::new(Some(self.year.unwrap_or(year)), self.month, self.day)?;
        Some(days_from_civil(own.year?, own.month, own.day))
    }

    /// Whether it is `day`, in any year if it has none.
    #[must_use]
    pub fn is(&self, day: i32) -> bool {
        let (year, month, day) = civil(day.into());
        self.year.is_none_or(|own| own == year) && (self.month, self.day) == (month, day)
    }
}

/// The years that a date may have.
pub(super) const YEARS: Range<i64> = 1000..3000;
