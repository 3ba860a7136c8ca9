//! Reads a question: what is asked for, about what, and when. One reading for searches, Quotes, and the passages that a
//! model is sent first.
//!
//! It reads by tables of [`phrases`] in ten languages. What it takes for a phrase is left out of what is searched for:
//! `How many hives do we have?` asks for a number about `hives do we have`.

mod folded;
mod phrases;

use std::ops::Range;

use self::folded::FoldedText;
use super::dates::{Leaning, Period, each_period};
use super::index::function_words;
use super::words::each_word;
use crate::note::TaskState;
use crate::unicode::nfc;

/// How near before its days a word such as `before` stands.
const UNTIL_BYTES: usize = 16;

/// Maximum bytes of a question to read.
const MAX_BYTES: usize = 2000;

/// A question as it is understood.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Question {
    /// What it is about: its text without words such as `please`, `when` and `tell me about`; all of it if these are all.
    pub about: String,
    /// Whether it asks for a summary.
    pub is_summary: bool,
    /// Whether it asks what or who something is: `Who is Priya?`, `What does Priya do?`
    pub introduces: bool,
    /// What the answer must have.
    pub expects: Option<Expects>,
    /// The days that it speaks of.
    pub days: Option<Period>,
    /// If it asks for open tasks: what they are about, and their days.
    pub tasks: Option<AskedTasks>,
    /// What is listed, if it may ask for notes: `recipes` for `List my recipes`. Otherwise empty.
    pub listed: String,
    /// Whether it asks only what was done or written on its days.
    pub is_of_days: bool,
}

/// What an answer must have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Expects {
    /// A date.
    Date,
    /// A time of day.
    Time,
    Number,
    /// A reason.
    Reason,
}

impl Expects {
    /// Whether `text` has it.
    pub fn is_in(self, text: &str) -> bool {
        match self {
            Self::Number => has_number(text),
            Self::Date => has_date(text),
            Self::Time => has_time(text),
            Self::Reason => FoldedText::new(text).has(phrases::BECAUSE) || FoldedText::new(text).has(phrases::WHY),
        }
    }
}

/// The tasks that a question asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct AskedTasks {
    /// What they are about; empty for any.
    pub about: String,
    pub state: TaskState,
    pub time: TaskTime,
    /// Whether only those that are due then are asked for, not those planned.
    pub is_due: bool,
}

/// When tasks are due.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TaskTime {
    Any,
    Days(Period),
    /// Before today.
    Overdue,
    /// They have no date.
    Undated,
}

impl Question {
    /// Reads `text`; `today` is the user's date.
    pub fn read(text: &str, today: Option<i32>) -> Self {
        let text = nfc(&text[..text.floor_char_boundary(MAX_BYTES)]);
        let mut about = FoldedText::new(&text);
        about.take(phrases::POLITE);
        let whole = about.clone();
        let mut listed_words = about.clone();
        take_days(&mut listed_words, &text, today, Leaning::Past);
        let is_summary = about.take(phrases::SUMMARY);
        let is_advice = about.has(phrases::ADVICE);
        let expects = expected(&mut about);
        about.take(phrases::FILLER);
        let introduces = about.take(phrases::ABOUT) | about.take(phrases::WHO) | about.take(phrases::DOES) | is_summary;
        let tasks = if is_advice { None } else { AskedTasks::read(&whole, &text, expects, today) };
        let mut done = about.clone();
        let days = take_days(&mut done, &text, today, Leaning::Past).map(|(days, _)| days);
        let is_activity = done.take(phrases::ACTIVITY);
        let rest = done.rest();
        let is_list = listed_words.take(phrases::LIST);
        listed_words.take(phrases::LIST_FILLER);
        Self {
            about: Some(about.rest()).filter(|about| has_content(about)).unwrap_or(text.trim().to_owned()),
            is_summary,
            introduces: introduces && tasks.is_none(),
            expects,
            days,
            tasks,
            listed: if is_list { listed_words.rest() } else { String::new() },
            is_of_days: days.is_some() && (is_activity || rest.is_empty()) && !has_content(&rest),
        }
    }
}

impl AskedTasks {
    /// What `about` asks of tasks, which is a part of `text`; `None` if it does not.
    fn read(about: &FoldedText<'_>, text: &str, expects: Option<Expects>, today: Option<i32>) -> Option<Self> {
        let mut rest = about.clone();
        let is_overdue = rest.take(phrases::OVERDUE);
        let is_undated = rest.take(phrases::UNDATED);
        let is_of_tasks = rest.take(phrases::TASKS);
        let is_done = is_of_tasks && rest.take(phrases::DONE);
        // "When is the report due?" asks for a date.
        let is_due = expects != Some(Expects::Date) && rest.take(phrases::DUE);
        if !is_overdue && !is_of_tasks && !is_due {
            return None;
        }
        let days = take_days(&mut rest, text, today, Leaning::Future);
        let days = days.map(|(days, at)| if is_until(text, &at) { Period { first: i32::MIN, ..days } } else { days });
        for others in [phrases::FILLER, phrases::DATE, phrases::LIST, phrases::LIST_FILLER] {
            rest.take(others);
        }
        let time = match days {
            _ if is_overdue => TaskTime::Overdue,
            _ if is_undated => TaskTime::Undated,
            Some(days) => TaskTime::Days(days),
            None => TaskTime::Any,
        };
        let state = if is_done { TaskState::Done } else { TaskState::Open };
        let about = Some(rest.rest()).filter(|rest| has_content(rest)).unwrap_or_default();
        Some(Self { about, state, time, is_due: is_due || is_overdue })
    }
}

/// What the answer must have.
fn expected(about: &mut FoldedText<'_>) -> Option<Expects> {
    if about.take(phrases::TIME) {
        Some(Expects::Time)
    } else if about.take(phrases::DATE) {
        Some(Expects::Date)
    } else if about.take(phrases::NUMBER) || about.has(phrases::MEASURE) {
        Some(Expects::Number)
    } else if about.take(phrases::WHY) {
        Some(Expects::Reason)
    } else {
        None
    }
}

/// Whether `text` has a number, apart from those of a numbered list.
fn has_number(text: &str) -> bool {
    let has_digit = text.lines().any(|line| {
        let rest = line.trim_start_matches(|c: char| c.is_whitespace() || ">-*+".contains(c));
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let is_item = digits > 0 && rest[digits..].starts_with(['.', ')']) && rest[digits + 1..].starts_with(' ');
        rest[if is_item { digits } else { 0 }..].bytes().any(|byte| byte.is_ascii_digit())
    });
    has_digit || FoldedText::new(text).has(phrases::NUMBERS)
}

/// Whether `text` has a time of day: `16:30`, `7 pm`, `19 h`.
fn has_time(text: &str) -> bool {
    let is_time =
        |at: &[u8]| at[0].is_ascii_digit() && at[1] == b':' && at[2].is_ascii_digit() && at[3].is_ascii_digit();
    let mut runs = text.match_indices(|c: char| c.is_ascii_digit());
    let has_unit = |(at, _): (usize, &str)| {
        let unit = text[at + 1..].trim_start().to_lowercase();
        CLOCK.iter().any(|name| {
            unit.strip_prefix(name).is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_alphabetic()))
        })
    };
    text.as_bytes().windows(4).any(is_time) || runs.any(has_unit)
}

/// What follows an hour.
const CLOCK: [&str; 14] =
    ["am", "pm", "a.m", "p.m", "o'clock", "h", "uhr", "часов", "часа", "点", "點", "時", "시", "صباح"];

/// Whether `text` has a date, a day of the week or a time of day.
fn has_date(text: &str) -> bool {
    let mut has = has_time(text);
    // On any day, to find days of the week too.
    each_period(text, Some(0), Leaning::Past, &mut |_, _| has = true);
    has
}

/// Whether the days at `range` of `text` are the last ones that are meant: `before Friday`.
fn is_until(text: &str, range: &Range<usize>) -> bool {
    let near = text.floor_char_boundary(range.start.saturating_sub(UNTIL_BYTES));
    let (before, behind) = (&text[near..range.end], &text[range.end..]);
    FoldedText::new(before).has(phrases::UNTIL) || FoldedText::new(behind).has(phrases::UNTIL_BEHIND)
}

/// Takes the words for days out of `rest`, a part of `text`. Returns the first days, and where they are.
fn take_days(
    rest: &mut FoldedText<'_>,
    text: &str,
    today: Option<i32>,
    leaning: Leaning,
) -> Option<(Period, Range<usize>)> {
    let mut days = None;
    each_period(text, today, leaning, &mut |period, range| {
        rest.take_range(&range);
        days.get_or_insert((period, range));
    });
    days
}

/// Whether `text` has a word that is no function word.
fn has_content(text: &str) -> bool {
    let mut words = Vec::new();
    each_word(text, |word| words.push(word.term.to_owned()));
    function_words(&words).contains(&false)
}

#[cfg(test)]
#[cfg(not(target_arch = "wasm32"))]
mod tests;
