//! What a question is understood to ask for, apart from passages with its words.

use crate::search::dates::Period;
use crate::search::index::NoteId;
use crate::search::question::{AskedTasks, TaskTime};

/// What is asked for.
#[derive(Debug, Clone)]
pub(super) enum AskedFor {
    /// Tasks, the first ones due first.
    Tasks(AskedTasks),
    /// What was written on these days.
    Days(Period),
    /// The notes of a folder, a tag or a type.
    List(Vec<NoteId>),
}

impl AskedFor {
    /// Whether nothing is an answer too: no task is due tomorrow.
    pub fn is_sure(&self) -> bool {
        let Self::Tasks(tasks) = self else { return false };
        tasks.about.is_empty() && matches!(tasks.time, TaskTime::Days(_) | TaskTime::Overdue)
    }
}
