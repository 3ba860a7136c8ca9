//! Which notes are in a span of time: the arguments `time`, `since` and `until`.

use crate::error::{ErrorCode, ToolError};
use crate::path::quoted;
use crate::search::dates::{Period, iso};
use crate::search::index::Entry;
use crate::wire::{Answer, Request};

/// A time of a note.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::tool) enum NoteTime {
    /// When its file was changed.
    Changed,
    /// When its file was created.
    Created,
    /// Its date: see [`Entry::period`].
    Date,
}

impl NoteTime {
    /// The time that is called `name`: `date` if it is left out.
    pub fn named(name: Option<&str>) -> Option<Self> {
        match name {
            Some("changed") => Some(Self::Changed),
            Some("created") => Some(Self::Created),
            Some("date") | None => Some(Self::Date),
            Some(_) => None,
        }
    }

    /// The time of `note`, in milliseconds since 1970 or in days; of a period, its first day. `None` if it has none.
    pub fn of(self, note: &Entry) -> Option<f64> {
        match self {
            Self::Changed => Some(note.mtime),
            Self::Created => Some(note.ctime).filter(|&time| time != 0.0),
            Self::Date => note.period().map(|period| period.first.into()),
        }
    }
}

/// A span of time.
#[derive(Debug)]
pub(in crate::tool) struct TimeSpan {
    pub time: NoteTime,
    /// The first day, and the day after the last.
    days: [Option<i32>; 2],
    /// The same as [`NoteTime::of`] gives times; `None` until the host has told when the days begin.
    bounds: Option<[f64; 2]>,
}

impl TimeSpan {
    /// The span of the arguments `since`, `until` and `time`; `today` is the user's date.
    pub fn parse([since, until, time]: [Option<&str>; 3], today: Option<i32>) -> Result<Option<Self>, ToolError> {
        let period = |name: &str, given: Option<&str>| {
            let parse = |given| {
                Period::parse(given, today).map_err(|error| {
                    let fault = format!("{name} is {}, {error}", quoted(given));
                    ToolError::invalid_arguments(fault, error.help())
                })
            };
            given.map(parse).transpose()
        };
        let (since, until) = (period("since", since)?, period("until", until)?);
        if since.is_none() && until.is_none() {
            return match time {
                None => Ok(None),
                Some(_) => Err(ToolError::invalid_arguments(
                    "time is given without since and until",
                    "add since, until or both, such as {\"time\": \"changed\", \"since\": \"7d\"}",
                )),
            };
        }
        if let (Some(since), Some(until)) = (since, until)
            && since.first > until.last
        {
            return Err(ToolError::invalid_arguments(
                format!("since is {}, which is after until, {}", iso(since.first), iso(until.last)),
                "give the earlier one as since",
            ));
        }
        let time = NoteTime::named(time).unwrap_or(NoteTime::Date);
        let days = [since.map(|since| since.first), until.map(|until| until.last + 1)];
        let is_day = time == NoteTime::Date;
        let bounds = [days[0].map_or(f64::NEG_INFINITY, f64::from), days[1].map_or(f64::INFINITY, f64::from)];
        Ok(Some(Self { time, days, bounds: is_day.then_some(bounds) }))
    }

    /// The notes that were changed on these days.
    pub fn of_changes(days: Period) -> Self {
        Self { time: NoteTime::Changed, days: [Some(days.first), Some(days.last + 1)], bounds: None }
    }

    /// Asks the host when the days begin, unless that is known or does not matter.
    pub fn ask(&self) -> Vec<Request> {
        let days: Vec<String> = self.days.iter().flatten().map(|&day| iso(day)).collect();
        if self.bounds.is_none() { vec![Request::DayStarts(days)] } else { Vec::new() }
    }

    /// Takes the answer, if it was asked for. Returns whether it was.
    pub fn take(&mut self, answers: &[Answer]) -> Result<bool, ToolError> {
        if self.bounds.is_some() {
            return Ok(false);
        }
        let count = self.days.iter().flatten().count();
        let Some(Answer::DayStarts(starts)) = answers.first().filter(|answer| is_complete(answer, count)) else {
            let help = "give time=\"date\", or search without since and until; tell the user";
            return Err(ToolError::new(ErrorCode::Internal, "the host does not know when days begin", help));
        };
        let mut starts = starts.iter().copied();
        let mut start = |day: Option<i32>, open: f64| day.and_then(|_| starts.next()).unwrap_or(open);
        self.bounds = Some([start(self.days[0], f64::NEG_INFINITY), start(self.days[1], f64::INFINITY)]);
        Ok(true)
    }

    /// Whether `note` is in it, or the period of `note` and it share a day.
    pub fn holds(&self, note: &Entry) -> bool {
        let [start, end] = self.bounds.unwrap_or([f64::INFINITY; 2]);
        let times = match self.time {
            NoteTime::Date => note.period().map(|period| (period.first.into(), period.last.into())),
            time => time.of(note).map(|time| (time, time)),
        };
        times.is_some_and(|(first, last): (f64, f64)| start <= last && first < end)
    }
}

/// Whether `answer` has the starts of `count` days.
fn is_complete(answer: &Answer, count: usize) -> bool {
    matches!(answer, Answer::DayStarts(starts) if starts.len() == count && starts.iter().all(|start| start.is_finite()))
}
