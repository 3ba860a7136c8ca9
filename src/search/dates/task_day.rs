//! The day of a task, as plugins and people write it: `📅 2026-10-09`, `[due:: 2026-10-09]`, `(due 9 October 2026)`.

use super::each_date;

/// What stands before the day that a task is due, scheduled for, or starts: the first kind that it has counts.
const BEFORE: [&[&str]; 3] = [
    &[
        "📅",
        "📆",
        "🗓",
        "due",
        "deadline",
        "by",
        "until",
        "before",
        "fällig",
        "fällig am",
        "bis",
        "bis zum",
        "bis spätestens",
        "vence",
        "vence el",
        "para el",
        "antes del",
        "hasta el",
        "échéance",
        "pour le",
        "avant le",
        "prazo",
        "vence em",
        "até",
        "até o dia",
        "срок",
        "до",
        "موعد",
        "قبل",
        "截止",
        "期限",
        "締切",
        "締め切り",
        "마감",
        "기한",
        "scadenza",
        "entro il",
    ],
    &["⏳", "⌛", "scheduled"],
    &["🛫", "start"],
];

/// The day of a task.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TaskDay {
    /// The day.
    pub day: i32,
    /// Whether the task is due then, not scheduled or started.
    pub is_due: bool,
}

/// The day of the task `text`; `None` if it has none.
#[must_use]
pub fn task_day(text: &str) -> Option<TaskDay> {
    marked_day(text, &BEFORE).map(|(kind, day)| TaskDay { day, is_due: kind == 0 })
}

/// The day when the task `text` was done; `None` if it has none.
#[must_use]
pub fn done_day(text: &str) -> Option<i32> {
    marked_day(text, &[&["✅", "☑", "completion", "completed", "done", "erledigt"]]).map(|(_, day)| day)
}

/// The first kind of `marks` that stands before a day in `text`, and this day.
fn marked_day(text: &str, marks: &[&[&str]]) -> Option<(usize, i32)> {
    if !text.bytes().any(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let mut best: Option<(usize, i32)> = None;
    each_date(text, |date, span| {
        let before = text[..span.start].trim_end_matches([' ', ':', '：', '(', '（', '[', '*', '_', '\u{fe0f}']);
        let ends_with = |mark: &str| {
            let head = before.len().checked_sub(mark.len()).filter(|&at| before.is_char_boundary(at));
            head.is_some_and(|at| {
                before[at..].to_lowercase() == *mark && !before[..at].ends_with(char::is_alphanumeric)
            })
        };
        let kind = marks.iter().position(|marks| marks.iter().any(|mark| ends_with(mark)));
        if let Some((kind, day)) = kind.zip(date.day_number())
            && best.is_none_or(|(other, _)| kind < other)
        {
            best = Some((kind, day));
        }
    });
    best
}
