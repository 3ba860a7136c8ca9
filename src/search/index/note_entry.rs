//! The data of the index on each note, apart from its words, and which note each part belongs to.

use crate::note::{PropertyValue, TaskState, TaskStates, TypedProperties};
use crate::search::dates::{Period, first_period};

/// The id of a note. It stays the same when the note is replaced or renamed, and is never reused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NoteId(pub u32);

/// What is known of a note without reading it.
#[derive(Debug)]
pub struct Entry {
    /// Its path in the vault.
    pub path: Box<str>,
    /// The size of its file.
    pub size: f64,
    /// Its modification time.
    pub mtime: f64,
    /// When its file was created; 0 if unknown.
    pub ctime: f64,
    /// Whether it is a document, or a page of one, and no note.
    pub is_document: bool,
    /// The title and aliases in its front matter.
    pub names: Box<[Box<str>]>,
    /// Its properties.
    pub properties: TypedProperties,
    /// The inline fields of its text, apart from those of tasks.
    pub fields: TypedProperties,
    pub(super) tasks: TaskStates,
    /// The dates that its name has, and that its first heading is.
    pub(super) name_period: Option<Period>,
    pub(super) heading_period: Option<Period>,
    /// Whether every word of its text is in the dictionary as written.
    pub(super) is_whole: bool,
    pub(super) text_part: u32,
    pub(super) name_part: u32,
    /// The number of postings of each part.
    pub(super) text_terms: u32,
    pub(super) name_terms: u32,
}

impl Entry {
    /// The file's name without `.md`, then the other names.
    pub fn all_names(&self) -> impl Iterator<Item = &str> {
        std::iter::once(file_title(&self.path)).chain(self.names.iter().map(|name| &**name))
    }

    /// The date in its file's name, if that is one day.
    #[must_use]
    pub fn name_day(&self) -> Option<i32> {
        self.name_period.filter(|period| period.first == period.last).map(|period| period.first)
    }

    /// Whether its date is in its file's name.
    #[must_use]
    pub fn has_named_period(&self) -> bool {
        self.name_period.is_some()
    }

    /// Its date, which may be a week or a month: in its file's name, else in the property `date` or `created`, else its
    /// first heading.
    #[must_use]
    pub fn period(&self) -> Option<Period> {
        let property = |name| match self.properties.get(name) {
            PropertyValue::Text(text) => first_period(text),
            _ => None,
        };
        self.name_period.or_else(|| property("date")).or_else(|| property("created")).or(self.heading_period)
    }

    /// Whether it has a task in this state.
    pub(crate) fn has_task(&self, state: TaskState) -> bool {
        self.tasks.has(state)
    }

    /// Whether a task of it may have inline fields.
    pub(crate) fn has_task_fields(&self) -> bool {
        self.tasks.has_fields()
    }

    pub(super) fn bytes(&self) -> usize {
        let names = self.names.iter().map(|name| name.len() + size_of::<Box<str>>()).sum::<usize>();
        size_of::<Self>() + self.path.len() + names + self.properties.bytes() + self.fields.bytes()
    }
}

/// Separates a document's path from the number of a page. No path has it.
const PAGE_MARK: char = '\0';

/// The path of the page of a document in the index.
#[must_use]
pub fn page_path(path: &str, page: u32) -> String {
    format!("{path}{PAGE_MARK}{page}")
}

/// The file that a path of the index is in, and its page, if it is the path of a page.
#[must_use]
pub fn file_and_page(path: &str) -> (&str, Option<u32>) {
    path.split_once(PAGE_MARK).map_or((path, None), |(file, page)| (file, page.parse().ok()))
}

/// The name of the file at `path` without `.md`. Of the pages of a document, only the first has its name.
#[must_use]
pub fn file_title(path: &str) -> &str {
    let (path, page) = file_and_page(path);
    if page.is_some_and(|page| page > 1) {
        return "";
    }
    let name = path.rsplit('/').next().unwrap_or(path);
    let stem = name.len().checked_sub(3).filter(|&at| at > 0 && name.as_bytes()[at..].eq_ignore_ascii_case(b".md"));
    stem.map_or(name, |at| &name[..at])
}

/// The part of a note that a posting refers to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum NotePart {
    Text(NoteId),
    Names(NoteId),
}

/// The note of each part.
#[derive(Debug, Default)]
pub(super) struct NoteParts(Vec<u32>);

/// A dead part.
const GONE: u32 = u32::MAX;

/// Set for names. Ids stay far below, because each note takes dozens of bytes.
const NAMES: u32 = 1 << 31;

impl NoteParts {
    /// Adds a part.
    pub fn add(&mut self, part: NotePart) -> u32 {
        self.0.push(match part {
            NotePart::Text(NoteId(id)) => id,
            NotePart::Names(NoteId(id)) => id | NAMES,
        });
        u32::try_from(self.0.len() - 1).unwrap_or(GONE)
    }

    /// The note of `part`, unless it is dead.
    pub fn get(&self, part: u32) -> Option<NotePart> {
        match self.0.get(part as usize) {
            None | Some(&GONE) => None,
            Some(&id) if id & NAMES != 0 => Some(NotePart::Names(NoteId(id & !NAMES))),
            Some(&id) => Some(NotePart::Text(NoteId(id))),
        }
    }

    /// A table of `count` dead parts.
    pub fn dead(count: usize) -> Self {
        Self(vec![GONE; count])
    }

    /// Gives the dead `part` to a note. Returns whether there is one.
    pub fn revive(&mut self, part: u32, of: NotePart) -> bool {
        let Some(dead) = self.0.get_mut(part as usize).filter(|dead| **dead == GONE) else { return false };
        *dead = match of {
            NotePart::Text(NoteId(id)) => id,
            NotePart::Names(NoteId(id)) => id | NAMES,
        };
        true
    }

    /// For each part, its number if dead ones were left out; `u32::MAX` if it is dead.
    pub fn renumbered(&self) -> Vec<u32> {
        let mut next = 0;
        let mut number = |&id: &u32| {
            let own = if id == GONE { GONE } else { next };
            next += u32::from(id != GONE);
            own
        };
        self.0.iter().map(&mut number).collect()
    }

    pub fn forget(&mut self, part: u32) {
        if let Some(note) = self.0.get_mut(part as usize) {
            *note = GONE;
        }
    }

    pub fn bytes(&self) -> usize {
        self.0.capacity() * size_of::<u32>()
    }
}

#[cfg(test)]
#[cfg(not(target_arch = "wasm32"))]
mod tests {
    use proptest::prelude::*;

    use crate::note::{TaskReader, TaskState};
    use crate::search::index::{Index, Indexing};

    proptest! {
        #[test]
        fn the_index_knows_which_notes_have_tasks(
            note in "((> ?|  |\t|- |1\\. |```|%%|\\* )?(- \\[[ x-]\\] ?)?[a-z ]{0,3}(\r?\n)){0,12}",
            step in 1_usize..60,
        ) {
            let mut indexing = Indexing::new("a.md", 0.0, 0.0);
            while !indexing.read_more(&note, step) {}
            let mut index = Index::default();
            let id = index.put(indexing);
            let mut states = Vec::new();
            while !TaskReader::new(note.as_bytes()).go_on(note.as_bytes(), usize::MAX, &mut |task| states.push(task.state)) {}
            let entry = index.note(id).unwrap();
            for state in [TaskState::Open, TaskState::Done] {
                prop_assert_eq!(entry.has_task(state), states.contains(&state), "{:?}", state);
            }
        }
    }
}
