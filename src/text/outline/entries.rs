//! Collects entries and formats their labels.

use super::{Entry, MAX_ENTRIES, Outline};

/// Maximum characters of a label: enough for usual signatures and most headings.
const LABEL_CHARS: usize = 120;

/// Maximum indent of a label, in levels.
const INDENTED_LEVELS: u8 = 12;

/// The id of an entry, which may be open or closed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Id(u32);

/// Collects entries in the order of their first lines. If there are too many, drops the whole deepest level.
#[derive(Debug)]
pub(super) struct Collector {
    entries: Vec<(Id, Entry)>,
    made: u32,
    /// The deepest level that is still kept.
    deepest: u8,
    dropped: usize,
}

impl Collector {
    pub fn new() -> Self {
        Self { entries: Vec::new(), made: 0, deepest: u8::MAX, dropped: 0 }
    }

    /// Adds an entry. Until closed, it ends on its first line.
    pub fn open(&mut self, first: u32, level: u8, label: String) -> Id {
        let id = Id(self.made);
        self.made = self.made.saturating_add(1);
        if level <= self.deepest && self.entries.len() == MAX_ENTRIES {
            self.make_room();
        }
        // A definition may be recognized only after one inside it was added. It is dropped, to keep the entries in
        // order.
        let is_in_order = self.entries.last().is_none_or(|(_, before)| before.first <= first);
        if is_in_order && level <= self.deepest && self.entries.len() < MAX_ENTRIES {
            self.entries.push((id, Entry { first, last: first, level, label }));
        } else {
            self.dropped += 1;
        }
        id
    }

    /// Drops the deepest level. If there is only one level, keeps its entries and drops all further ones.
    fn make_room(&mut self) {
        let levels = || self.entries.iter().map(|(_, entry)| entry.level);
        let (Some(deepest), Some(shallowest)) = (levels().max(), levels().min()) else { return };
        if deepest > shallowest {
            self.deepest = deepest - 1;
            let before = self.entries.len();
            self.entries.retain(|(_, entry)| entry.level < deepest);
            self.dropped += before - self.entries.len();
        } else {
            self.deepest = 0;
        }
    }

    /// Sets the last line of an entry.
    pub fn close(&mut self, id: Id, last: u32) {
        if let Some(entry) = self.entry(id) {
            entry.last = last.max(entry.first);
        }
    }

    /// Replaces the label of an entry.
    pub fn relabel(&mut self, id: Id, label: String) {
        if let Some(entry) = self.entry(id) {
            entry.label = label;
        }
    }

    fn entry(&mut self, id: Id) -> Option<&mut Entry> {
        let at = self.entries.binary_search_by_key(&id, |&(id, _)| id).ok()?;
        Some(&mut self.entries[at].1)
    }

    /// Returns all entries with a label. Last lines are limited to `total_lines`, because an unclosed entry may have
    /// counted the end of the text as a line.
    pub fn finish(self, total_lines: u32) -> Outline {
        let named = |(_, entry): &(Id, Entry)| !entry.label.trim().is_empty();
        let clamped = |(_, entry): (Id, Entry)| Entry { last: entry.last.min(total_lines).max(entry.first), ..entry };
        Outline { entries: self.entries.into_iter().filter(named).map(clamped).collect(), dropped: self.dropped }
    }
}

/// Collects headings. Each section ends before the next heading of the same or an outer level.
#[derive(Debug)]
pub(super) struct Sections {
    pub collector: Collector,
    open: Vec<(u8, Id)>,
}

impl Sections {
    pub fn new() -> Self {
        Self { collector: Collector::new(), open: Vec::new() }
    }

    pub fn heading(&mut self, line: u32, level: u8, label: String) {
        self.end(line.saturating_sub(1), level);
        let id = self.collector.open(line, level, label);
        self.open.push((level, id));
    }

    fn end(&mut self, last: u32, level: u8) {
        while let Some((_, id)) = self.open.pop_if(|&mut (open, _)| open >= level) {
            self.collector.close(id, last);
        }
    }

    pub fn finish(mut self, total_lines: u32) -> Outline {
        self.end(total_lines, 0);
        self.collector.finish(total_lines)
    }
}

/// The outline of a document of `total_lines` lines from its parts: line, level and title of each, in order.
pub(crate) fn from_parts<'a>(parts: impl Iterator<Item = (u32, u8, &'a str)>, total_lines: u32) -> Outline {
    let (mut sections, mut before) = (Sections::new(), 1);
    for (line, level, title) in parts {
        // A part after the last line, or before the previous part, would have an invalid range.
        before = line.clamp(before, total_lines.max(1)).max(before);
        sections.heading(before, level.max(1), label(title.as_bytes(), level.max(1)));
    }
    sections.finish(total_lines)
}

/// Formats `text` as a label: indented by level, on one line, cut at [`LABEL_CHARS`].
pub(super) fn label(text: &[u8], level: u8) -> String {
    let mut label = "  ".repeat(usize::from(level.saturating_sub(1).min(INDENTED_LEVELS)));
    // A character takes at most four bytes, and white space is rarely a third of a line.
    let text = String::from_utf8_lossy(&text[..text.len().min(LABEL_CHARS * 6)]);
    let is_space = |c: char| c.is_whitespace() || c.is_control();
    let (mut chars, mut spaced) = (0, false);
    for c in text.trim_matches(is_space).chars() {
        if is_space(c) {
            spaced = true;
            continue;
        }
        if chars >= LABEL_CHARS {
            label.push('…');
            break;
        }
        if spaced {
            label.push(' ');
            chars += 1;
            spaced = false;
        }
        label.push(c);
        chars += 1;
    }
    label
}
