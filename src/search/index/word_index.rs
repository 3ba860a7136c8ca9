//! The index itself: adds, replaces, renames and removes notes.

use std::mem;

use super::counts::WordCounts;
use super::dictionary::Dictionary;
use super::indexing::Indexing;
use super::note_entry::{Entry, NoteId, NotePart, NoteParts, file_title};
use super::pending_words::{PendingWords, TermGroups};
use super::slots::Slots;
use super::words64::hash;
use crate::search::dates::DailyNotes;
use crate::search::words::Reader;

/// Words, and the notes that contain them.
#[derive(Debug, Default)]
pub struct Index {
    pub(super) dictionary: Dictionary,
    pub(super) parts: NoteParts,
    /// By id; `None` if the note is gone.
    pub(super) notes: Vec<Option<Box<Entry>>>,
    /// The number of words in each note's text, by id.
    pub(super) lengths: Vec<u32>,
    /// Ids plus one, by path.
    pub(super) paths: Slots,
    /// The number of notes, with documents.
    pub(super) len: usize,
    /// How many of them are documents or pages of documents, and the number of their postings.
    pub(super) documents: usize,
    pub(super) document_terms: u64,
    /// The number of words in the texts of all notes.
    pub(super) total_length: u64,
    /// The number of postings of live and of dead parts.
    pub(super) live: u64,
    pub(super) dead: u64,
    /// The memory of all entries.
    pub(super) entry_bytes: usize,
    pub(super) tidying: Option<Tidying>,
    /// How many times a note was added, replaced, removed or renamed, or its postings tidied; and how many notes were
    /// removed.
    pub(super) changes: u64,
    pub(super) removals: u64,
    /// Words that are not in the dictionary yet.
    pub(super) waiting: PendingWords,
    /// The pending words being added.
    pub(super) groups: TermGroups,
    /// Memory to reuse for the next note's words.
    pub(super) spare: WordCounts,
    /// Memory to reuse for the words of names.
    pub(super) spare_for_names: WordCounts,
    /// The reader to reuse for the next note.
    pub(super) reader: Reader,
    /// How the names of daily notes are written.
    pub(super) daily_notes: DailyNotes,
}

/// The progress of a pass over the dictionary.
#[derive(Debug, Default)]
pub(super) struct Tidying {
    pub(super) page: usize,
    pub(super) offset: usize,
    /// The number of postings that were dead at its start, and are gone at its end.
    pub(super) dead: u64,
}

/// About how much memory a posting of a document takes, with its share of the dictionary, and an entry.
const POSTING_BYTES: u64 = 4;
const ENTRY_BYTES: usize = size_of::<Entry>() + 128;

impl Index {
    /// Like [`Indexing::new`], in reused memory.
    #[must_use]
    pub fn begin(&mut self, path: &str, size: f64, mtime: f64) -> Indexing {
        Indexing::with(mem::take(&mut self.spare), mem::take(&mut self.reader), path, size, mtime)
    }

    /// Adds a note that was read to its end. Replaces the one with the same path, and keeps its id.
    pub fn put(&mut self, mut note: Indexing) -> NoteId {
        self.changes += 1;
        let id = match self.find(&note.path) {
            Some(id) => {
                self.forget_parts(id);
                id
            }
            None => self.add_path(&note.path),
        };
        let index = id.0 as usize;
        let part = self.parts.add(NotePart::Text(id));
        let mut is_whole = note.as_written;
        is_whole &= self.add_postings(&note.counts, part);
        let terms = u32::try_from(note.counts.len()).unwrap_or(u32::MAX);
        let entry = Entry {
            path: note.path,
            size: note.size,
            mtime: note.mtime,
            ctime: note.ctime,
            is_document: note.is_document,
            names: note.names.into_boxed_slice(),
            properties: note.properties,
            fields: note.fields,
            tasks: note.tasks,
            name_period: None,
            heading_period: note.heading_period,
            is_whole,
            text_part: part,
            text_terms: terms,
            name_part: 0,
            name_terms: 0,
        };
        self.live += u64::from(terms);
        self.lengths[index] = note.length;
        self.count_in(&entry, note.length);
        let mut entry = Box::new(entry);
        self.add_names(id, &mut entry);
        self.notes[index] = Some(entry);
        note.counts.clear();
        (self.spare, self.reader) = (note.counts, note.reader);
        id
    }

    /// Removes a note. Returns whether it existed.
    pub fn remove(&mut self, path: &str) -> bool {
        let Some(id) = self.find(path) else { return false };
        self.changes += 1;
        self.removals += 1;
        self.remove_path(id, path);
        self.forget_parts(id);
        true
    }

    /// Moves a note to another path, and replaces the one there. Its text is not read again.
    pub fn rename(&mut self, from: &str, to: &str) {
        let Some(id) = self.find(from).filter(|_| from != to) else { return };
        self.changes += 1;
        self.remove(to);
        self.remove_path(id, from);
        let Some(mut entry) = self.notes[id.0 as usize].take() else { return };
        self.entry_bytes -= entry.bytes();
        entry.path = to.into();
        self.entry_bytes += entry.bytes();
        if file_title(from) != file_title(to) {
            self.forget_names(&entry);
            self.add_names(id, &mut entry);
        }
        self.notes[id.0 as usize] = Some(entry);
        self.insert_path(id, to);
    }

    /// The entry of a note; `None` once it is removed.
    #[must_use]
    pub fn note(&self, id: NoteId) -> Option<&Entry> {
        self.notes.get(id.0 as usize)?.as_deref()
    }

    /// The note at a path.
    #[must_use]
    pub fn find(&self, path: &str) -> Option<NoteId> {
        let is = |at: u32| self.note(NoteId(at - 1)).is_some_and(|entry| *entry.path == *path);
        self.paths.find(hash(path.as_bytes()), is).map(|at| NoteId(at - 1))
    }

    /// All notes, in id order.
    pub fn notes(&self) -> impl Iterator<Item = (NoteId, &Entry)> {
        self.notes_from(NoteId(0))
    }

    /// The notes with this id and later ones, in id order.
    pub(crate) fn notes_from(&self, first: NoteId) -> impl Iterator<Item = (NoteId, &Entry)> {
        let notes = (first.0..).map(NoteId).zip(self.notes.iter().skip(first.0 as usize));
        notes.filter_map(|(id, entry)| Some((id, entry.as_deref()?)))
    }

    /// The number of notes, with documents.
    #[must_use]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are no notes.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// How many entries are documents or pages of documents.
    #[must_use]
    pub fn documents(&self) -> usize {
        self.documents
    }

    /// About how much memory documents take.
    #[must_use]
    pub fn document_bytes(&self) -> u64 {
        self.document_terms * POSTING_BYTES + (self.documents * ENTRY_BYTES) as u64
    }

    /// The memory of the index, without the allocator's overhead.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let own = size_of::<Self>() + self.entry_bytes;
        let tables =
            self.notes.capacity() * size_of::<Option<Box<Entry>>>() + self.lengths.capacity() * size_of::<u32>();
        let words = self.waiting.memory()
            + self.groups.memory()
            + self.spare.memory()
            + self.spare_for_names.memory()
            + self.reader.memory();
        own + tables + self.parts.bytes() + self.paths.bytes() + self.dictionary.bytes() + words
    }

    /// How many times it has changed, and how many of these removed a note.
    pub(crate) fn changes(&self) -> (u64, u64) {
        (self.changes, self.removals)
    }

    /// Assigns a new id to `path`.
    pub(super) fn add_path(&mut self, path: &str) -> NoteId {
        let id = NoteId(u32::try_from(self.notes.len()).unwrap_or(u32::MAX));
        self.notes.push(None);
        self.lengths.push(0);
        self.insert_path(id, path);
        id
    }

    fn insert_path(&mut self, id: NoteId, path: &str) {
        self.paths.insert(hash(path.as_bytes()), id.0 + 1);
    }

    fn remove_path(&mut self, id: NoteId, path: &str) {
        self.paths.remove(hash(path.as_bytes()), id.0 + 1);
    }

    /// Adds a part's words to the pending ones. Returns whether all are short enough.
    pub(super) fn add_postings(&mut self, words: &WordCounts, part: u32) -> bool {
        let mut is_whole = true;
        for word in words.each() {
            is_whole &= self.waiting.push(word, part);
        }
        is_whole
    }

    /// Counts a new entry, whose text has `length` words. Long documents must not make notes look short.
    pub(super) fn count_in(&mut self, entry: &Entry, length: u32) {
        self.entry_bytes += entry.bytes();
        self.len += 1;
        if entry.is_document {
            self.documents += 1;
            self.document_terms += u64::from(entry.text_terms);
        } else {
            self.total_length += u64::from(length);
        }
    }

    /// Marks the postings of a note as dead.
    fn forget_parts(&mut self, id: NoteId) {
        let Some(entry) = self.notes[id.0 as usize].take() else { return };
        self.forget_names(&entry);
        self.parts.forget(entry.text_part);
        self.count_dead(entry.text_terms);
        self.entry_bytes -= entry.bytes();
        self.len -= 1;
        if entry.is_document {
            self.documents -= 1;
            self.document_terms -= u64::from(entry.text_terms);
        } else {
            self.total_length -= u64::from(self.lengths[id.0 as usize]);
        }
    }

    pub(super) fn count_dead(&mut self, terms: u32) {
        self.live -= u64::from(terms);
        self.dead += u64::from(terms);
    }
}
