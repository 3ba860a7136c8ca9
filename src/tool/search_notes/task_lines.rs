//! Keeps only the tasks of what a seeker finds in a note.

use std::collections::{BTreeMap, HashSet};
use std::rc::Rc;

use super::seeker::{NoteFacts, SeekResult, Seeker};
use crate::note::{TaskReader, TaskState, TypedProperties, each_inline_field};
use crate::search::dates::{TaskDay, iso, task_day};
use crate::search::line_match::{Hit, Hits};
use crate::search::where_filter::{Subject, WhereFilter};

/// Maximum tasks to show of a note.
pub(super) const TASKS_OF_A_NOTE: usize = 50;

/// The tasks in one state.
#[derive(Debug)]
pub(super) struct TaskLines {
    state: TaskState,
    /// What a task must be like, by its own fields and the note's properties.
    filter: Option<Rc<WhereFilter>>,
    /// What was found in the note being read, until its tasks are read too.
    sought: Option<Hits>,
    reader: Option<TaskReader>,
    /// Its tasks so far, with the lines of their headings.
    tasks: BTreeMap<u32, Vec<u32>>,
}

impl TaskLines {
    pub fn new(state: TaskState, filter: Option<Rc<WhereFilter>>) -> Self {
        Self { state, filter, sought: None, reader: None, tasks: BTreeMap::new() }
    }

    /// Continues to search the text of `note` with `seeker`, by at most `max_bytes`.
    pub fn search_more(&mut self, seeker: &mut Seeker, note: &NoteFacts, text: &str, max_bytes: usize) -> SeekResult {
        if self.sought.is_none() {
            match seeker.search_more(note, text, max_bytes) {
                SeekResult::Found(hits) => self.sought = Some(hits),
                other => return other,
            }
        }
        let reader = self.reader.get_or_insert_with(|| TaskReader::new(text.as_bytes()));
        let (tasks, state) = (&mut self.tasks, self.state);
        let is_read = reader.go_on(text.as_bytes(), max_bytes, &mut |task| {
            if task.state == state {
                tasks.insert(task.line, task.headings);
            }
        });
        if !is_read {
            return SeekResult::UnderWay;
        }
        let (tasks, sought) = (std::mem::take(&mut self.tasks), self.sought.take().unwrap_or_default());
        self.reader = None;
        let is_sought = |line: u32| {
            let at = sought.lines.partition_point(|&(_, last)| last < line);
            seeker.is_everything() || sought.lines.get(at).is_some_and(|&(first, _)| first <= line)
        };
        let mut kept: BTreeMap<u32, Vec<u32>> = tasks.into_iter().filter(|&(line, _)| is_sought(line)).collect();
        if let Some(filter) = self.filter.as_ref().filter(|_| !kept.is_empty()) {
            let passes = passing(filter, note, text, &kept);
            kept.retain(|line, _| passes.contains(line));
        }
        if kept.is_empty() { SeekResult::Not } else { SeekResult::Found(only(kept, sought)) }
    }
}

/// The lines of those `tasks` of `note` that pass `filter`. The inline fields of a task count before those of its note.
fn passing(filter: &WhereFilter, note: &NoteFacts, text: &str, tasks: &BTreeMap<u32, Vec<u32>>) -> HashSet<u32> {
    let mut passes = HashSet::new();
    for (number, line) in (1..).zip(text.lines()).filter(|(number, _)| tasks.contains_key(number)) {
        let mut own = TypedProperties::default();
        each_inline_field(line, true, &mut |name, value| own.add_field(name, value));
        if let Some(TaskDay { day, is_due: true }) = task_day(line) {
            own.add_field("due", &iso(day));
        }
        let properties: Vec<&TypedProperties> = std::iter::once(&own).chain(&note.properties).collect();
        let has_tag = |tag: &str| note.tags.iter().any(|own| own == tag);
        let subject = Subject { path: &note.path, size: note.size, properties: &properties, has_tag: &has_tag };
        if filter.holds(&subject) == Some(true) {
            passes.insert(number);
        }
    }
    passes
}

/// Of `hits` only those on the lines of `tasks`.
fn only(tasks: BTreeMap<u32, Vec<u32>>, mut hits: Hits) -> Hits {
    hits.best.retain(|hit| tasks.contains_key(&hit.line));
    // Not every line is among the best.
    for &line in tasks.keys().take(TASKS_OF_A_NOTE) {
        if hits.best.iter().all(|hit| hit.line != line) {
            hits.best.push(Hit { line, score: 0.0, ranges: Vec::new() });
        }
    }
    hits.best.truncate(TASKS_OF_A_NOTE);
    hits.count = u32::try_from(tasks.len()).unwrap_or(u32::MAX);
    hits.lines = tasks.keys().map(|&line| (line, line)).collect();
    hits.passages.retain(|hit| tasks.range(hit.passage.lines.0..=hit.passage.lines.1).next().is_some());
    hits.headings = tasks;
    hits
}
