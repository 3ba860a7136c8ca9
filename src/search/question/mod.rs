//! Reads a question: what is asked for, about what, and when. One reading for searches, Quotes, and the passages that a
//! model is sent first.
//!
//! It reads by tables of [`phrases`] in ten languages. What it takes for a phrase is left out of what is searched for:
//! `How many hives do we have?` asks for a number about `hives do we have`.

mod answer_phrases;
mod expects;
mod folded;
mod phrases;

use std::ops::Range;

pub(crate) use self::expects::Expects;
use self::expects::expected;
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
    /// The words that ask for an answer of one kind, such as `phone number`.
    pub kind: String,
    /// The days that it speaks of.
    pub days: Option<Period>,
    /// If it asks for open tasks: what they are about, and their days.
    pub tasks: Option<AskedTasks>,
    /// What is listed, if it may ask for notes: `recipes` for `List my recipes`. Otherwise empty. And how the notes have to
    /// do with it.
    pub listed: String,
    pub lists: Listed,
    /// Whether it asks only what was done or written on its days.
    pub is_of_days: bool,
}

/// How listed notes have to do with what a question says of them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Listed {
    /// They have it.
    #[default]
    With,
    /// They lack it: `Which books have I not read?`
    Without,
    /// They link to it.
    Linking,
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
        let (expects, kind) = expected(&mut about);
        if matches!(expects, Some(Expects::Date | Expects::Time)) {
            about.take(phrases::TAKES_PLACE);
        }
        let introduces = about.take(phrases::ABOUT) | about.take(phrases::WHO) | about.take(phrases::DOES) | is_summary;
        about.take(phrases::FILLER);
        let tasks = if is_advice { None } else { AskedTasks::read(&whole, &text, expects, today) };
        let mut done = about.clone();
        let days = take_days(&mut done, &text, today, Leaning::Past).map(|(days, _)| days);
        let is_activity = done.take(phrases::ACTIVITY);
        done.take(phrases::DAY_PARTS);
        let rest = done.rest();
        let is_linking = listed_words.take(phrases::LINKING);
        let is_without = !is_linking && listed_words.take(phrases::NOT);
        let is_list = listed_words.take(phrases::LIST) | is_without;
        listed_words.take(phrases::LIST_FILLER);
        let lists = match () {
            () if is_linking => Listed::Linking,
            () if is_without => Listed::Without,
            () => Listed::With,
        };
        Self {
            about: Some(about.rest()).filter(|about| has_content(about)).unwrap_or(text.trim().to_owned()),
            is_summary,
            introduces: introduces && tasks.is_none() && (expects.is_none() || is_summary),
            expects,
            kind,
            days,
            tasks,
            listed: if is_list { listed_words.rest() } else { String::new() },
            lists,
            is_of_days: days.is_some() && (is_activity || rest.is_empty()) && !has_content(&rest),
        }
    }
}

impl AskedTasks {
    pub fn are_open(&self) -> bool {
        self.state == TaskState::Open
    }

    /// What `about` asks of tasks, which is a part of `text`; `None` if it does not.
    fn read(about: &FoldedText<'_>, text: &str, expects: Option<Expects>, today: Option<i32>) -> Option<Self> {
        let mut rest = about.clone();
        let is_overdue = rest.take(phrases::OVERDUE);
        let is_undated = rest.take(phrases::UNDATED);
        let by_whom = rest.take(phrases::CANCELLED);
        let is_of_tasks = rest.take(phrases::TASKS) | by_whom;
        let is_cancelled = by_whom || (is_of_tasks && rest.take(phrases::CALLED_OFF));
        let is_done = is_of_tasks && !is_cancelled && rest.take(phrases::DONE);
        // "When is the report due?" asks for a date.
        let is_due = expects != Some(Expects::Date) && rest.take(phrases::DUE);
        if !is_overdue && !is_of_tasks && !is_due {
            return None;
        }
        let days = take_days(&mut rest, text, today, if is_done { Leaning::Past } else { Leaning::Future });
        let days = days.map(|(days, at)| if is_until(text, &at) { Period { first: i32::MIN, ..days } } else { days });
        if days.is_some() {
            rest.take(phrases::UNTIL);
            rest.take(phrases::UNTIL_BEHIND);
            rest.take(phrases::DAY_PARTS);
        }
        for others in [phrases::FILLER, answer_phrases::DATE, phrases::LIST, phrases::LIST_FILLER] {
            rest.take(others);
        }
        let time = match days {
            _ if is_overdue => TaskTime::Overdue,
            _ if is_undated => TaskTime::Undated,
            Some(days) => TaskTime::Days(days),
            None => TaskTime::Any,
        };
        let state = match () {
            () if is_cancelled => TaskState::Cancelled,
            () if is_done => TaskState::Done,
            () => TaskState::Open,
        };
        let about = Some(rest.rest()).filter(|rest| has_content(rest)).unwrap_or_default();
        Some(Self { about, state, time, is_due: is_due || is_overdue })
    }
}

/// Whether `text`, which follows a name, begins with a word such as `is`.
pub(crate) fn begins_with_is(text: &str) -> bool {
    FoldedText::new(text).has(phrases::IS)
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
