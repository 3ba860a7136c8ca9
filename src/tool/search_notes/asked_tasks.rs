//! The tasks that a question asks for: one by one, the first ones due first.

use std::ops::Range;

use lectern_base::sort::sort_by;

use super::cursor::Cursor;
use super::extract::{Extract, ExtractSize, NoteText};
use super::page::{MatchedNote, ReadNote};
use crate::note::{Task, TaskReader, TaskState};
use crate::search::dates::{TaskDay, done_day, iso, task_day};
use crate::search::line_match::{Hit, Hits, Matching};
use crate::search::question::{AskedTasks, TaskTime};
use crate::text::{Amount, Text};
use crate::wire::reply::PassageFound;

/// Tasks with less than this share of the words of the best one are left out, and all if the best has less.
const LIKE_BEST: f32 = 0.7;
const LIKELY: f32 = 0.4;

/// How many notes are read, if the question has no words to find them by; and how many tasks are kept of a note, and of
/// all.
pub(super) const NOTES: usize = 1000;
const OF_A_NOTE: usize = 100;
const KEPT: usize = 500;

/// What is shown of a task: lines of this many bytes.
const SIZE: ExtractSize = ExtractSize { lines: 12, context: 0, width: 400 };

/// A task of a note that was read.
struct ReadTask {
    order: TaskOrder,
    found: MatchedNote,
}

/// What the order of tasks depends on.
#[derive(Debug, Clone, Copy)]
struct TaskOrder {
    day: Option<i32>,
    /// The share of the question's words that it, its headings and its note's path have.
    share: f32,
}

/// The tasks of the notes that were read.
#[derive(Default)]
pub(super) struct ReadTasks {
    tasks: Vec<ReadTask>,
    /// How many were found that are not kept.
    dropped: usize,
}

/// The text of a note, by lines.
struct Lines<'t> {
    text: &'t [u8],
    spans: Vec<Range<usize>>,
}

/// A task that was asked for.
struct FoundTask<'t> {
    lines: (u32, u32),
    written: String,
    headings: Vec<&'t str>,
    order: TaskOrder,
}

impl ReadTasks {
    /// Adds the tasks of `read` that `asked` asks for; `today` is the user's date.
    pub fn add(
        &mut self,
        (asked, today): (&AskedTasks, Option<i32>),
        matching: Option<&Matching>,
        read: ReadNote,
        limit: Amount,
    ) {
        let ReadNote { note, page, text, .. } = read;
        let text = Text::with_good_head(text.into_bytes());
        let note = NoteText { path: note.path().as_str(), page, text: &text };
        let lines = Lines::of(text.as_bytes());
        let (mut reader, mut tasks) = (TaskReader::new(text.as_bytes()), Vec::new());
        while !reader.go_on(text.as_bytes(), usize::MAX, &mut |task| tasks.push(task)) {}
        let next = |at: usize| tasks.get(at + 1).map_or(u32::MAX, |next: &Task| next.line);
        let wanted = tasks.iter().enumerate().filter(|(_, task)| task.state == asked.state);
        let mut found: Vec<FoundTask<'_>> = wanted
            .filter_map(|(at, task)| lines.found(task, next(at), asked, today))
            .map(|task| task.ranked(matching, note.path))
            .collect();
        sort_by(&mut found, |one, other| one.order.compared(other.order));
        self.dropped += found.len().saturating_sub(OF_A_NOTE);
        found.truncate(OF_A_NOTE);
        self.tasks.extend(found.into_iter().map(|task| task.shown(&note, limit)));
        if self.tasks.len() > 2 * KEPT {
            self.sort();
            self.dropped += self.tasks.len().saturating_sub(KEPT);
            self.tasks.truncate(KEPT);
        }
    }

    /// Those with most of the question's words, the first ones due first, those without a day last; and how many there are.
    pub fn finish(mut self) -> (Vec<MatchedNote>, usize) {
        self.sort();
        let total = self.tasks.len() + self.dropped;
        (self.tasks.into_iter().map(|task| task.found).collect(), total)
    }

    fn sort(&mut self) {
        let best = self.tasks.iter().map(|task| task.order.share).fold(0.0, f32::max);
        self.tasks.retain(|task| best >= LIKELY && task.order.share >= best * LIKE_BEST);
        sort_by(&mut self.tasks, |one, other| one.order.compared(other.order));
    }
}

impl TaskOrder {
    fn compared(self, other: Self) -> std::cmp::Ordering {
        let day = |order: Self| order.day.unwrap_or(i32::MAX);
        day(self).cmp(&day(other)).then(other.share.total_cmp(&self.share))
    }
}

impl<'t> Lines<'t> {
    fn of(text: &'t [u8]) -> Self {
        let mut start = 0;
        let mut span = |line: &[u8]| {
            let from = start;
            start += line.len() + 1;
            from..from + line.strip_suffix(b"\r").unwrap_or(line).len()
        };
        Self { text, spans: text.split(|&byte| byte == b'\n').map(&mut span).collect() }
    }

    /// The line with this number, or an empty text past the end.
    fn line(&self, number: u32) -> &'t str {
        let span = (number as usize).checked_sub(1).and_then(|at| self.spans.get(at));
        span.and_then(|span| std::str::from_utf8(&self.text[span.clone()]).ok()).unwrap_or_default()
    }

    /// The task, if it is asked for. The one after it is on the line `next`.
    fn found(&self, task: &Task, next: u32, asked: &AskedTasks, today: Option<i32>) -> Option<FoundTask<'t>> {
        let indent = |text: &str| text.len() - text.trim_start().len();
        let own = indent(self.line(task.line));
        let goes_on = |&number: &u32| {
            let line = self.line(number);
            number < next && !line.trim().is_empty() && indent(line) > own
        };
        let last = (task.line + 1..).take(SIZE.lines - 1).take_while(goes_on).last().unwrap_or(task.line);
        let written: Vec<&str> = (task.line..=last).map(|number| self.line(number)).collect();
        let written = written.join("\n");
        let done = if asked.state == TaskState::Done { done_day(&written) } else { None };
        let day = done.map(|day| TaskDay { day, is_due: true }).or_else(|| task_day(&written));
        let title =
            |&number: &u32| self.line(number).trim_start_matches(['#', '>', ' ', '\t']).trim_end_matches(['#', ' ']);
        is_in_time(day, asked, today).then(|| FoundTask {
            lines: (task.line, last),
            written,
            headings: task.headings.iter().map(title).collect(),
            order: TaskOrder { day: day.map(|day| day.day), share: 1.0 },
        })
    }
}

/// Whether a task with this day is asked for.
fn is_in_time(day: Option<TaskDay>, asked: &AskedTasks, today: Option<i32>) -> bool {
    let wanted = day.filter(|day| day.is_due || !asked.is_due).map(|day| day.day);
    match asked.time {
        TaskTime::Any => true,
        TaskTime::Days(days) => wanted.is_some_and(|day| (days.first..=days.last).contains(&day)),
        TaskTime::Overdue => wanted.zip(today).is_some_and(|(day, today)| day < today),
        TaskTime::Undated => day.is_none(),
    }
}

impl FoundTask<'_> {
    /// The task with its share of the question's words.
    fn ranked(mut self, matching: Option<&Matching>, path: &str) -> Self {
        if let Some(matching) = matching {
            let texts = self.headings.iter().copied().chain([self.written.as_str(), path]);
            let words = texts.fold(0, |words, text| words | matching.words_in(text));
            self.order.share = matching.content_share(words);
        }
        self
    }

    /// What a reply shows of it.
    fn shown(self, note: &NoteText<'_>, limit: Amount) -> ReadTask {
        let Self { lines: (first, last), written, headings, order } = self;
        let hit = |line| Hit { line, score: 0.0, ranges: Vec::new() };
        let best = (first..=last).map(hit).collect();
        let hits = Hits { best, lines: vec![(first, last)], count: last - first + 1, ..Hits::default() };
        let passage = PassageFound {
            headings: headings.into_iter().map(str::to_owned).collect(),
            text: written,
            starts_inside: false,
            ends_inside: false,
            score: order.share,
            covered: order.share,
            likely: true,
            missing: Vec::new(),
            absent: Vec::new(),
            due: order.day.map(iso),
            dated: None,
        };
        let found = MatchedNote {
            path: note.path.to_owned(),
            page: note.page,
            other_pages: Vec::new(),
            lines: hits.count,
            passage: Some((first, last)),
            found: Some(passage),
            is_similar: false,
            extract: Extract::new(note, &hits, SIZE, limit),
            next: Cursor::default(),
        };
        ReadTask { order, found }
    }
}
