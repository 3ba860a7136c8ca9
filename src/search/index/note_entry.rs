//! What the index knows of each note beside its words, and of which note a part is.

/// A note of an [`super::Index`]. The id stays the same while the note is replaced or renamed, and is never used again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NoteId(pub u32);

/// What is known of a note without reading it.
#[derive(Debug)]
pub struct Entry {
    /// Where it is in the vault.
    pub path: Box<str>,
    /// Bytes of its file.
    pub size: f64,
    /// When it was changed.
    pub mtime: f64,
    /// The title and the aliases that its front matter gives.
    pub names: Box<[Box<str>]>,
    /// Whether every word of its text is in the dictionary as its letters stand.
    pub(super) is_whole: bool,
    pub(super) text_part: u32,
    pub(super) name_part: u32,
    /// How many postings each has.
    pub(super) text_terms: u32,
    pub(super) name_terms: u32,
}

impl Entry {
    /// The file's name without `.md`, then the other names.
    pub fn all_names(&self) -> impl Iterator<Item = &str> {
        std::iter::once(file_title(&self.path)).chain(self.names.iter().map(|name| &**name))
    }

    pub(super) fn bytes(&self) -> usize {
        let names = self.names.iter().map(|name| name.len() + size_of::<Box<str>>()).sum::<usize>();
        size_of::<Self>() + self.path.len() + names
    }
}

/// The name of the file at `path` without `.md`.
#[must_use]
pub fn file_title(path: &str) -> &str {
    let name = path.rsplit('/').next().unwrap_or(path);
    let stem = name.len().checked_sub(3).filter(|&at| at > 0 && name.as_bytes()[at..].eq_ignore_ascii_case(b".md"));
    stem.map_or(name, |at| &name[..at])
}

/// What a posting stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum NotePart {
    Text(NoteId),
    Names(NoteId),
}

/// Of which note each part is.
#[derive(Debug, Default)]
pub(super) struct NoteParts(Vec<u32>);

/// A part that no longer counts.
const GONE: u32 = u32::MAX;

/// Set for names. Ids stay far below: each takes dozens of bytes.
const NAMES: u32 = 1 << 31;

impl NoteParts {
    /// A new part.
    pub fn add(&mut self, part: NotePart) -> u32 {
        self.0.push(match part {
            NotePart::Text(NoteId(id)) => id,
            NotePart::Names(NoteId(id)) => id | NAMES,
        });
        u32::try_from(self.0.len() - 1).unwrap_or(GONE)
    }

    /// The note of `part`, unless it no longer counts.
    pub fn get(&self, part: u32) -> Option<NotePart> {
        match self.0.get(part as usize) {
            None | Some(&GONE) => None,
            Some(&id) if id & NAMES != 0 => Some(NotePart::Names(NoteId(id & !NAMES))),
            Some(&id) => Some(NotePart::Text(NoteId(id))),
        }
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
