//! The files that a view of a base may have, and which of them it has.

use std::cell::RefCell;
use std::collections::HashMap;

use crate::catalogue::walk::Listed;
use crate::note::{PropertyValue, TypedProperties};
use crate::path::{one_line, quoted};
use crate::search::base_view::{BaseFile, BaseView, DayTable, Inexact, LocalTime, ViewValues};
use crate::search::dates::iso;
use crate::search::index::{Entry, Index};
use crate::wire::{Answer, Request};

/// Maximum formulas to tell about.
const MAX_TOLD: usize = 5;

/// How many files a view lacks because of a filter or formula.
struct Undecided {
    written: String,
    reason: Inexact,
    files: usize,
}

/// The open files of the listing, until all are known; then the view is evaluated for each.
#[derive(Default)]
pub(super) struct BaseFiles {
    pub held: Vec<(Listed, Option<Box<str>>)>,
    days: DayTable,
    asked: Vec<i32>,
    undecided: Vec<Undecided>,
    /// How many files of the view have no certain place in its order.
    unordered: usize,
    /// The steps that were taken.
    pub steps: usize,
    /// The notes with each tag that was asked for, by id.
    tagged: RefCell<HashMap<String, Vec<bool>>>,
    /// The path of the base, if the caller calls it otherwise.
    pub other_name: Option<String>,
}

impl BaseFiles {
    /// Asks when the days of the files' times begin, if `view` needs them.
    pub fn ask_days(&mut self, view: &BaseView) -> Vec<Request> {
        if !view.asks_for_times() {
            return Vec::new();
        }
        let times = self.held.iter().flat_map(|(file, _)| [file.mtime, file.ctime]);
        self.asked = DayTable::needed(times);
        vec![Request::DayStarts(self.asked.iter().map(|&day| iso(day)).collect())]
    }

    /// Takes the answer. If the host can't tell, times are not certain.
    pub fn take_days(&mut self, answers: &[Answer]) {
        if let Some(Answer::DayStarts(starts)) = answers.first()
            && starts.len() == self.asked.len()
        {
            self.days.add(&self.asked, starts);
        }
    }

    /// What `view` shows of a file; `None` if it does not have it. `note` is its entry in `index`, if it is a note.
    pub fn values(
        &mut self,
        (view, now): (&BaseView, Option<LocalTime>),
        listed: &Listed,
        note: Option<&Entry>,
        index: &Index,
    ) -> Option<ViewValues> {
        let no_properties = TypedProperties::default();
        let id = note.and_then(|note| index.find(&note.path));
        let has_tag = |tag: &str| {
            let mut tagged = self.tagged.borrow_mut();
            let notes = tagged.entry(tag.to_owned()).or_insert_with(|| index.tagged(tag).unwrap_or_default());
            id.is_some_and(|id| notes.get(id.0 as usize).is_some_and(|&is| is))
        };
        let file = BaseFile {
            path: listed.granted.path().as_str(),
            size: listed.size,
            mtime: listed.mtime,
            ctime: Some(listed.ctime).filter(|&time| time != 0.0),
            properties: note.map_or(&no_properties, |note| &note.properties),
            has_tag: &has_tag,
            now,
            days: &self.days,
        };
        match view.values(&file, &mut self.steps) {
            Ok(values) => {
                let order = values.iter().flat_map(|values| values.iter().skip(view.columns.len()));
                self.unordered += usize::from(order.into_iter().any(|value| *value == PropertyValue::Unknown));
                values
            }
            Err((written, reason)) => {
                match self.undecided.iter_mut().find(|other| other.written == written && other.reason == reason) {
                    Some(other) => other.files += 1,
                    None => self.undecided.push(Undecided { written, reason, files: 1 }),
                }
                None
            }
        }
    }

    /// What the listing lacks, a line each.
    pub fn notices(&self, view: &BaseView) -> Vec<String> {
        let refused = view.refused.iter().map(|refused| format!("[not shown: {}]", one_line(refused)));
        let unordered = match self.unordered {
            0 => None,
            1 => Some("[the place of 1 file in the order is not certain]".to_owned()),
            count => Some(format!("[the places of {count} files in the order are not certain]")),
        };
        let undecided = self.undecided.iter().map(|Undecided { written, reason, files }| {
            let files = if *files == 1 { "1 file may".to_owned() } else { format!("{files} files may") };
            format!("[{files} belong to it too: {} can't be evaluated exactly: {}]", quoted(written), reason.0)
        });
        let all: Vec<_> = refused.chain(undecided).chain(unordered).collect();
        let more = all.len().saturating_sub(MAX_TOLD);
        let more = (more > 0).then(|| format!("[{more} more formulas can't be evaluated exactly]"));
        let name = self.other_name.iter().map(|path| format!("[the view is of {}]", quoted(path)));
        name.chain(all.into_iter().take(MAX_TOLD)).chain(more).collect()
    }
}
