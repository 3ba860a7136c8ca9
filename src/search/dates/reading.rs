//! The grammar of periods: what the parts at one place of a text mean together.

use super::occurrences::{Which, chosen, day_of_week, nearest};
use super::period::{Period, Unit, monday, moved};
use super::sense::Sense::{
    self, After, Ago, Ahead, Before, CalendarWeek, Coming, Count, Date, DayOfMonth, Fixed, In, Mark, Month, MonthMark,
    Number, Recent, Shifted, Span, Turn, Weekday,
};
use lectern_base::calendar::civil;

/// Which day of the week is meant if nothing says it: `Friday`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Leaning {
    /// Today or the latest before.
    Past,
    /// Today or the next.
    Future,
}

/// A period, and how many parts it takes.
type Read = Option<(Period, usize)>;

/// How the parts at one place of a text are read.
pub(super) struct Reading {
    pub today: Option<i64>,
    pub leans: Leaning,
    /// Whether the first part is meant as time even if nothing follows.
    pub is_sure: bool,
    /// Whether `in`, `since` or the like stands before it.
    pub is_bound: bool,
    /// Whether the parts are all of the text.
    pub is_all: bool,
}

impl Reading {
    /// The period at the start of `parts`.
    pub fn period(&self, parts: &[Sense]) -> Read {
        let relative = |today| {
            self.of_week(parts, today)
                .or_else(|| span(parts, today))
                .or_else(|| self.day_away(parts, today))
                .or_else(|| self.recurring(parts, today))
                .or_else(|| self.day_of_month(parts, today))
        };
        if let [Weekday(..), DayOfMonth(_), ..] | [Weekday(..), Mark(','), DayOfMonth(_), ..] = parts {
            return self.day_of_month(parts, self.today?);
        }
        let fixed = self.date(parts).or_else(|| self.of_year(parts)).or_else(|| self.year(parts));
        fixed.or_else(|| self.today.and_then(relative))
    }

    /// A date, perhaps with its day of the week before or after it.
    fn date(&self, parts: &[Sense]) -> Read {
        let before = match parts {
            [Weekday(..), Date(_), ..] => 1,
            [Weekday(..), Mark(_), Date(_), ..] => 2,
            _ => 0,
        };
        let (date, after) = match parts[before..] {
            [Date(date), Weekday(_, 1), ..] => (date, 2),
            [Date(date), Mark('(' | '（'), Weekday(_, 1), Mark(')' | '）'), ..] => (date, 4),
            [Date(date), Mark(','), Weekday(_, 1), ..] => (date, 3),
            [Date(date), ..] => (date, 1),
            _ => return None,
        };
        let day = match date.day_number() {
            Some(day) => Period::day(day.into())?,
            None => nearest(self.today?, &|year| Period::day(date.in_year(year)?))?,
        };
        Some((day, before + after))
    }

    /// A month, quarter or week with its year; a calendar week also without.
    fn of_year(&self, parts: &[Sense]) -> Read {
        match *parts {
            [Fixed(period), ..] => return Some((period, 1)),
            [Month(month), Number(year, 4), ..] | [Number(year, 4), Month(month), ..] => {
                return Some((Period::month(year, month)?, 2));
            }
            [Month(month), Mark(',' | '.'), Number(year, 4), ..] => return Some((Period::month(year, month)?, 3)),
            [Number(year, 4), Sense::Unit(Unit::Year), Number(month, 1 | 2), MonthMark, ..] => {
                return Some((Period::month(year, month)?, 4));
            }
            _ => {}
        }
        let (before, year, rest) = match *parts {
            [Number(year, 4), Mark('-') | Sense::Unit(Unit::Year), ref rest @ ..] => (2, Some(year), rest),
            [Number(year, 4), ref rest @ ..] => (1, Some(year), rest),
            _ => (0, None, parts),
        };
        let (unit, number, rest) = match *rest {
            [Sense::Unit(unit), Number(number, 1 | 2), ref rest @ ..] => (unit, number, rest),
            [Number(number, 1 | 2), Sense::Unit(unit), ref rest @ ..] if before == 2 => (unit, number, rest),
            [CalendarWeek, Number(number, 1 | 2), ref rest @ ..] => (Unit::Week, number, rest),
            _ => return None,
        };
        let (year, len) = match (year, rest) {
            (Some(year), _) => (year, before + 2),
            (None, [Number(year, 4), ..]) => (*year, 3),
            (None, [Mark('-' | '/'), Number(year, 4), ..]) => (*year, 4),
            _ if parts[0] == CalendarWeek => {
                return Some((nearest(self.today?, &|year| Period::numbered(unit, year, number))?, 2));
            }
            _ => return None,
        };
        Some((Period::numbered(unit, year, number)?, len))
    }

    /// `last week`, `Friday of next week`, `去年`
    fn of_week(&self, parts: &[Sense], today: i64) -> Read {
        if let [Weekday(first, days), rest @ ..] = parts
            && let Some((Unit::Week, count, len)) = shifted(rest)
        {
            return Some((day_of_week(count, *first, *days, today)?, 1 + len));
        }
        let (unit, count, len) = shifted(parts)?;
        let (first, days) = match (unit, &parts[len..], parts) {
            (Unit::Week, [Weekday(first, days), ..], _) => (*first, *days),
            // 上周三, 上周天, 上周末
            (Unit::Week, [Count(day @ 1..=6), ..], [Shifted(..), ..]) => (*day - 1, 1),
            (Unit::Week, [Sense::Unit(Unit::Day), ..], [Shifted(..), ..]) => (6, 1),
            (Unit::Week, [Mark('末'), ..], [Shifted(..), ..]) => (5, 2),
            _ if !self.is_sure => return None,
            _ => return Some((Period::shifted(unit, count, today)?, len)),
        };
        Some((day_of_week(count, first, days, today)?, len + 1))
    }

    /// `3 days ago`, `in 2 weeks`, `неделю назад`
    fn day_away(&self, parts: &[Sense], today: i64) -> Read {
        let one = |parts: &[Sense]| match *parts {
            [Sense::Unit(unit), ..] => Some((unit, 1, 1)),
            _ => counted(parts),
        };
        let (direction, (unit, count, len)) = match parts {
            [Before, rest @ ..] => (-1, counted(rest)?),
            [In, rest @ ..] => (1, counted(rest)?),
            [Ahead, rest @ ..] => (1, one(rest)?),
            _ => {
                let (unit, count, len) = one(parts)?;
                match parts[len..] {
                    [Ago, ..] => (-1, (unit, count, len)),
                    [After, ..] => (1, (unit, count, len)),
                    _ if self.is_all && matches!(parts, [Number(..), _]) => (-1, (unit, count, len - 1)),
                    _ => return None,
                }
            }
        };
        Some((Period::day(moved(unit, direction * count, today))?, len + 1))
    }

    /// A day of the week, or a month, with `last` and the like or alone.
    fn recurring(&self, parts: &[Sense], today: i64) -> Read {
        let (turn, sense, len) = match *parts {
            [Sense::Unit(Unit::Day), Weekday(..), ..] => {
                let (period, len) = self.recurring(&parts[1..], today)?;
                return Some((period, len + 1));
            }
            [Turn(turn), sense @ (Weekday(..) | Month(_)), ..] => (Some(turn), sense, 2),
            [sense @ (Weekday(..) | Month(_)), Turn(turn), ref rest @ ..] if !opens(rest) => (Some(turn), sense, 2),
            [sense @ (Weekday(..) | Month(_))] if self.is_all => (None, sense, 1),
            [sense @ (Weekday(..) | Month(_)), ..] if self.is_sure => (None, sense, 1),
            [Number(month, 1 | 2) | Count(month), MonthMark, ..] => (None, Month(month), 2),
            _ => return None,
        };
        let (year, ..) = civil(today);
        let occurrence = |count| match sense {
            Weekday(first, days) => day_of_week(count, first, days, today),
            Month(month) => Period::month(year + count, month),
            _ => None,
        };
        let which = match (turn, sense, self.leans) {
            (Some(0), ..) => return Some((occurrence(0)?, len)),
            (Some(-1), ..) => Which::Before,
            (Some(_), ..) => Which::After,
            (_, Month(_), _) => Which::Nearest,
            (.., Leaning::Past) => Which::UpToToday,
            (.., Leaning::Future) => Which::FromToday,
        };
        Some((chosen(which, today, &occurrence)?, len))
    }

    /// A day of a month that is not named: `on the 17th`, `Saturday the 17th`.
    fn day_of_month(&self, parts: &[Sense], today: i64) -> Read {
        let (weekday, day, len) = match *parts {
            [Weekday(weekday, 1), DayOfMonth(day), ..] => (Some(weekday), day, 2),
            [Weekday(weekday, 1), Mark(','), DayOfMonth(day), ..] => (Some(weekday), day, 3),
            [DayOfMonth(day), ..] if self.is_sure => (None, day, 1),
            _ => return None,
        };
        let occurrence = |count| {
            let month = Period::shifted(Unit::Month, count, today)?;
            let date = i64::from(month.first) + day - 1;
            let is_one = weekday.is_none_or(|weekday| date - monday(date) == weekday);
            if is_one && date <= month.last.into() { Period::day(date) } else { None }
        };
        let which = if self.leans == Leaning::Past { Which::UpToToday } else { Which::FromToday };
        Some((chosen(which, today, &occurrence)?, len))
    }

    /// A year with a word that says so, or that is all.
    fn year(&self, parts: &[Sense]) -> Read {
        let (year, len) = match *parts {
            [Number(year, 4), Sense::Unit(Unit::Year), ref rest @ ..] if !matches!(rest, [Ago | After, ..]) => {
                (year, 2)
            }
            [Sense::Unit(Unit::Year), Number(year, 4), ..] => (year, 2),
            [Number(year, 4), ..] if self.is_bound => (year, 1),
            [Number(year, 4)] if self.is_all => return Some((Period::year(year)?, 1)),
            _ => return None,
        };
        // Not each number of four digits is a year.
        if (1900..2100).contains(&year) { Some((Period::year(year)?, len)) } else { None }
    }
}

/// `last 7 days`, `in the next two weeks`, `past week`
fn span(parts: &[Sense], today: i64) -> Read {
    let (turn, unit, count, len) = match *parts {
        [Recent(unit), ..] => (-1, unit, 1, 1),
        [Coming(unit), ..] => (1, unit, 1, 1),
        [Turn(turn), ref rest @ ..] if let Some((unit, count, len)) = counted(rest) => (turn, unit, count, len + 1),
        [Count(count) | Number(count, 1..=4), Turn(turn), Sense::Unit(unit), ..]
        | [Sense::Unit(unit), Count(count) | Number(count, 1..=4), Turn(turn), ..] => (turn, unit, count, 3),
        _ => {
            let (unit, count, len) = counted(parts)?;
            let [Turn(turn), rest @ ..] = &parts[len..] else { return None };
            (*turn, unit, count, (!opens(rest)).then_some(len + 1)?)
        }
    };
    Some((Period::beside(unit, if turn > 0 { count } else { -count }, today)?, len))
}

/// The unit that `last week`, `semana pasada` or `去年` is, counted from today's, and how many parts it takes.
fn shifted(parts: &[Sense]) -> Option<(Unit, i64, usize)> {
    match *parts {
        [Shifted(unit, count), ..] => Some((unit, count, 1)),
        // The last day is not yesterday.
        [Turn(_), Sense::Unit(Unit::Day), ..] | [Sense::Unit(Unit::Day), Turn(_), ..] => None,
        [Turn(turn), Sense::Unit(unit), ..] => Some((unit, turn, 2)),
        [Sense::Unit(unit), Turn(turn), ref rest @ ..] if !opens(rest) => Some((unit, turn, 2)),
        _ => None,
    }
}

/// `2 weeks`
fn counted(parts: &[Sense]) -> Option<(Unit, i64, usize)> {
    match *parts {
        [Count(count) | Number(count, 1..=4), Sense::Unit(unit), ..] => Some((unit, count, 2)),
        [Span(unit, count), ..] => Some((unit, count, 1)),
        _ => None,
    }
}

/// Whether `last` before `parts` belongs to them, and not to what is before it.
fn opens(parts: &[Sense]) -> bool {
    matches!(parts, [Sense::Unit(_) | Weekday(..) | Month(_) | Count(_) | Number(..) | Span(..), ..])
}
