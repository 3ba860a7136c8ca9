//! What the answer of a question must have, such as a date for `When?`.

use super::folded::FoldedText;
use super::{answer_phrases, phrases};
use crate::search::dates::{Leaning, each_period};

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
    /// An amount of money.
    Money,
    /// A telephone number.
    Phone,
    /// An e-mail address.
    Mail,
    Birthday,
    /// An age, or since when somebody is.
    Age,
    /// Whose something is, or who gave it.
    Giver,
}

impl Expects {
    /// Whether `text` has it.
    pub fn is_in(self, text: &str) -> bool {
        match self {
            Self::Number => has_number(text),
            Self::Date => has_date(text),
            Self::Time => has_time(text),
            Self::Reason => {
                FoldedText::new(text).has(answer_phrases::BECAUSE) || FoldedText::new(text).has(answer_phrases::WHY)
            }
            Self::Money => has_money(text),
            Self::Phone => has_phone_number(text),
            Self::Mail => has_mail_address(text),
            Self::Birthday => FoldedText::new(text).has(answer_phrases::BIRTHDAY),
            Self::Giver => {
                FoldedText::new(text).has(answer_phrases::FROM) || FoldedText::new(text).has(answer_phrases::GAVE)
            }
            Self::Age => {
                FoldedText::new(text).has(answer_phrases::BIRTHDAY) || FoldedText::new(text).has(answer_phrases::AGE)
            }
        }
    }

    /// Whether only a text that has it can be the answer.
    pub fn is_of_one_kind(self) -> bool {
        matches!(self, Self::Phone | Self::Mail | Self::Birthday)
    }
}

/// What the answer of the question must have, whose other words are left in `about`; and the words that ask for it, if it is
/// of one kind. Those for a birthday are left too, since answers have them.
pub(super) fn expected(about: &mut FoldedText<'_>) -> (Option<Expects>, String) {
    let of_kind = [(answer_phrases::PHONE, Expects::Phone), (answer_phrases::MAIL, Expects::Mail)];
    if let Some(found) = of_kind.iter().find_map(|&(words, kind)| Some((Some(kind), about.take_written(words)?))) {
        return found;
    }
    if about.has(answer_phrases::WHOSE) || (about.has(phrases::WHO) && about.has(answer_phrases::GAVE)) {
        let mut rest = about.clone();
        let words =
            [answer_phrases::GAVE, answer_phrases::GIVEN].into_iter().filter_map(|words| rest.take_written(words));
        return (Some(Expects::Giver), words.collect::<Vec<_>>().join(" "));
    }
    let birthday = about.clone().take_written(answer_phrases::BIRTHDAY);
    let kinds = [
        (answer_phrases::TIME, Expects::Time),
        (answer_phrases::DATE, Expects::Date),
        (answer_phrases::HOW_OLD, Expects::Age),
        (answer_phrases::NUMBER, Expects::Number),
        (answer_phrases::WHY, Expects::Reason),
    ];
    let expected = kinds.iter().find(|(words, _)| about.take(words)).map(|&(_, kind)| kind);
    match expected {
        // "When is her birthday?" asks for a birthday.
        None | Some(Expects::Date) if birthday.is_some() => (Some(Expects::Birthday), birthday.unwrap_or_default()),
        None | Some(Expects::Number) if about.has(answer_phrases::MONEY) => (Some(Expects::Money), String::new()),
        None if about.has(answer_phrases::MEASURE) => (Some(Expects::Number), String::new()),
        expected => (expected, String::new()),
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
    has_digit || FoldedText::new(text).has(answer_phrases::NUMBERS)
}

/// Whether `text` has an amount with its currency: `£24`, `12 euros`, `180英镑`.
fn has_money(text: &str) -> bool {
    text.contains(|c| matches!(c, '$' | '¢'..='¥' | '\u{20a0}'..='\u{20cf}'))
        || (has_number(text) && FoldedText::new(text).has(answer_phrases::CURRENCIES))
}

/// Whether `text` has seven digits or more that only signs of telephone numbers separate, and that are no date:
/// `01632 960 555`, `+34 (976) 555-012`, but not `2026-11-28`.
fn has_phone_number(text: &str) -> bool {
    let is_part = |c: char| c.is_ascii_digit() || " +-./()\u{a0}".contains(c);
    text.split(|c| !is_part(c)).any(|run| {
        let digits = run.bytes().filter(u8::is_ascii_digit).count();
        (7..=20).contains(&digits) && !has_date(run)
    })
}

/// Whether `text` has an e-mail address.
fn has_mail_address(text: &str) -> bool {
    text.match_indices('@').any(|(at, _)| {
        let host = text[at + 1..].split(|c: char| !c.is_alphanumeric() && !"-.".contains(c)).next().unwrap_or_default();
        text[..at].ends_with(char::is_alphanumeric) && host.trim_matches('.').contains('.')
    })
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
