//! What the parts of a text say of time.

use super::period::{Period, Unit};
use super::written_date::WrittenDate;

/// What a word or a phrase says of time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sense {
    /// A month, from 1 on.
    Month(i64),
    /// A day of the week, from 0 for Monday on, and how many days: a weekend has two.
    Weekday(i64, i64),
    Unit(Unit),
    /// `月` after the number of a month.
    MonthMark,
    /// A day of a month that is not named: `17th`.
    DayOfMonth(i64),
    /// So many units from today's: `yesterday`, `去年`.
    Shifted(Unit, i64),
    /// The days of one unit up to today: `past week`.
    Recent(Unit),
    /// The days of one unit from today on: `next few days`.
    Coming(Unit),
    /// Last (-1), this (0), next (1).
    Turn(i64),
    Count(i64),
    /// So many units: `fortnight`.
    Span(Unit, i64),
    /// After a span: it is so long ago.
    Ago,
    /// The same before the span: `vor`.
    Before,
    /// After a span, and before it: it is so long until then.
    After,
    Ahead,
    /// `in`, which is a preposition too.
    In,
    /// A preposition that only a time or a place follows, and that belongs to the period.
    Prep,
    /// One that changes what is meant: `since`.
    Bound,
    /// What may stand between the words of a period.
    Link,
    /// `KW`, which needs no year.
    CalendarWeek,
    /// Not French, where `hier` is yesterday.
    German,
    /// Looks like a period but is not one: `por la mañana`.
    Nothing,
    /// No word: a month of a year in numbers, a date, a number with its digits, a sign.
    Fixed(Period),
    Date(WrittenDate),
    Number(i64, usize),
    Mark(char),
}

/// How sure it is that a word is meant so.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Sure {
    Always,
    /// Beside a preposition, a year, or `last` and the like: `in May`.
    Beside,
    /// Beside a number: `3 mar`.
    Number,
}
