//! Which notes meet the conditions on their properties, and their order by a property.

pub(super) mod time_span;

use std::borrow::Cow;
use std::cell::RefCell;
use std::cmp::Ordering;
use std::collections::HashSet;

use lectern_base::sort::sort_by;

use self::time_span::{NoteTime, TimeSpan};
use crate::note::front_matter::is_date;
use crate::note::{PropertyValue, TaskState};
use crate::search::index::{Entry, Index, RankedNote};
use crate::search::where_filter::{Subject, WhereFilter, compared};

/// The arguments `where`, `tasks`, `since` and `until` of a call.
pub(super) struct Conditions<'c> {
    index: &'c Index,
    filter: Option<&'c WhereFilter>,
    tasks: Option<TaskState>,
    span: Option<&'c TimeSpan>,
    /// Whether the filter is for each task, which has its own fields. Then a note holds that may have such a task.
    by_task: bool,
    /// The notes with each tag that the filter asks for, by id.
    tagged: Vec<(String, Vec<bool>)>,
    /// The ids of notes with properties that are not understood.
    unknown: RefCell<HashSet<u32>>,
}

impl<'c> Conditions<'c> {
    pub fn new(
        filter: Option<&'c WhereFilter>,
        tasks: Option<TaskState>,
        span: Option<&'c TimeSpan>,
        index: &'c Index,
    ) -> Self {
        let mut tagged = Vec::new();
        if let Some(filter) = filter {
            filter.each_tag(|tag| tagged.push((tag.to_owned(), index.tagged(tag).unwrap_or_default())));
        }
        Self { index, filter, tasks, span, by_task: false, tagged, unknown: RefCell::default() }
    }

    /// The same, with the filter for each task instead of each note.
    pub fn by_task(self, by_task: bool) -> Self {
        Self { by_task, ..self }
    }

    /// Whether the note meets them. If that is unknown, it does not, and is counted.
    pub fn hold(&self, note: &Entry) -> bool {
        let has_no_task = self.tasks.is_some_and(|state| !note.has_task(state));
        if has_no_task || self.span.is_some_and(|span| !span.holds(note)) {
            return false;
        }
        let Some(filter) = self.filter else { return true };
        let has_tag = |tag: &str| {
            let tagged = self.tagged.iter().find(|(other, _)| other == tag);
            let id = self.index.find(&note.path);
            tagged.zip(id).is_some_and(|((_, notes), id)| notes.get(id.0 as usize).is_some_and(|&is| is))
        };
        let properties = [&note.properties, &note.fields];
        let subject = Subject { path: &note.path, size: note.size, properties: &properties, has_tag: &has_tag };
        let holds = filter.holds(&subject);
        if holds.is_none() {
            self.unknown.borrow_mut().extend(self.index.find(&note.path).map(|id| id.0));
            return false;
        }
        if self.by_task && note.has_task_fields() {
            return true;
        }
        holds.unwrap_or_default()
    }

    /// The notes with each tag that the filter asks for, by id.
    pub fn tagged(&self) -> &[(String, Vec<bool>)] {
        &self.tagged
    }

    /// How many notes were counted.
    pub fn unknown(&self) -> usize {
        self.unknown.borrow().len()
    }
}

/// A property, or a time as `file.changed`, to sort by; `-due` for the last first.
#[derive(Debug)]
pub(super) struct SortKey {
    name: String,
    time: Option<NoteTime>,
    pub is_reversed: bool,
}

impl SortKey {
    pub fn parse(sort: &str) -> Self {
        let (name, is_reversed) = sort.strip_prefix('-').map_or((sort, false), |name| (name, true));
        let name = name.trim().to_owned();
        let time = name.strip_prefix("file.").and_then(|name| NoteTime::named(Some(name)));
        Self { name, time, is_reversed }
    }

    /// The value of `note`.
    pub fn value<'n>(&self, note: &'n Entry) -> Cow<'n, PropertyValue> {
        match self.time {
            Some(time) => Cow::Owned(time.of(note).map_or(PropertyValue::Empty, PropertyValue::Number)),
            None => Cow::Borrowed(note.properties.get(&self.name)),
        }
    }
}

/// The order of two values. Empty ones stand last in either direction.
pub(super) fn value_order(one: &PropertyValue, other: &PropertyValue, is_reversed: bool) -> Ordering {
    type_place(one).cmp(&type_place(other)).then_with(|| match compared(one, other) {
        Some(order) if is_reversed => order.reverse(),
        order => order.unwrap_or(Ordering::Equal),
    })
}

/// Sorts `notes`. Equal ones keep their order.
pub(super) fn sort_by_property(notes: &mut Vec<RankedNote>, index: &Index, key: &SortKey) {
    let value =
        |ranked: &RankedNote| index.note(ranked.id).map_or(Cow::Owned(PropertyValue::Empty), |note| key.value(note));
    sort_by(notes, |one, other| value_order(&value(one), &value(other), key.is_reversed));
}

/// Where values of the type of `value` stand.
fn type_place(value: &PropertyValue) -> u32 {
    match value {
        PropertyValue::Number(number) if !number.is_nan() => 0,
        PropertyValue::Text(text) if is_date(text) => 1,
        PropertyValue::Text(_) => 2,
        PropertyValue::Checkbox(_) => 3,
        PropertyValue::List(_) => 4,
        _ => 5,
    }
}
