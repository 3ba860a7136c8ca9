//! The index: which notes contain which words, and how relevant the notes are for them. Notes are added and removed one
//! by one. The positions of words in a note are not stored.
//!
//! A note has two *parts*, each with an ever-increasing number: its text and its names. So renaming a file leaves its
//! text alone, and posting lists only grow at the end. Parts that were replaced or removed are dead: searches ignore
//! them, and [`Index::tidy`] removes them from the lists. Results never depend on them.

mod beginnings;
mod block_pool;
mod candidates;
mod posting_iter;
mod posting_codec;
mod function_words;
mod counts;
mod term_buckets;
mod term_kinds;
mod dictionary;
mod document_counts;
mod words64;
mod note_entry;
mod forms;
mod indexing;
mod link_terms;
mod misspelt;
mod name_coverage;
mod pages;
mod postings;
mod quantity_words;
mod rank;
mod rank_order;
mod restoring;
mod slots;
mod stored_dictionary;
mod storing;
mod tag_terms;
mod term_scan;
mod tidy;
mod pending_words;
mod weights;
mod word_search;

pub(crate) use function_words::{function_words, is_function_word};
pub use indexing::Indexing;
pub use note_entry::{Entry, NoteId, file_and_page, file_title, page_path};
pub use rank::{RankedNote, RankedWord, Ranking, kind_of_form};
pub(crate) use restoring::StoredItems;
pub(crate) use storing::{StoredPiece, Storing};

use counts::WordCounts;
use dictionary::Dictionary;
use note_entry::{NotePart, NoteParts};
use pending_words::{PendingWords, TermGroups};
use slots::Slots;
use tidy::Tidying;
pub(crate) use word_search::WordSearch;
pub(crate) use words64::checksum;
use words64::hash;

use super::dates::first_day;
use super::words::{Reader, each_word_and_variant, is_unit};

/// Words, and the notes that contain them.
#[derive(Debug, Default)]
pub struct Index {
    dictionary: Dictionary,
    parts: NoteParts,
    /// By id; `None` if the note is gone.
    notes: Vec<Option<Box<Entry>>>,
    /// The number of words in each note's text, by id.
    lengths: Vec<u32>,
    /// Ids plus one, by path.
    paths: Slots,
    /// The number of notes, with documents.
    len: usize,
    /// How many of them are documents or pages of documents, and the number of their postings.
    documents: usize,
    document_terms: u64,
    /// The number of words in the texts of all notes.
    total_length: u64,
    /// The number of postings of live and of dead parts.
    live: u64,
    dead: u64,
    /// The memory of all entries.
    entry_bytes: usize,
    tidying: Option<Tidying>,
    /// How many times a note was added, replaced, removed or renamed, or its postings tidied; and how many notes were
    /// removed.
    changes: u64,
    removals: u64,
    /// Words that are not in the dictionary yet.
    waiting: PendingWords,
    /// The pending words being added.
    groups: TermGroups,
    /// Memory to reuse for the next note's words.
    spare: WordCounts,
    /// Memory to reuse for the words of names.
    spare_for_names: WordCounts,
    /// The reader to reuse for the next note.
    reader: Reader,
}

/// The cost of visiting a sub-table of the dictionary, in words added.
const PART_WORK: usize = 10;

impl Index {
    /// Like [`Indexing::new`], in reused memory.
    #[must_use]
    pub fn begin(&mut self, path: &str, size: f64, mtime: f64) -> Indexing {
        Indexing::with(std::mem::take(&mut self.spare), std::mem::take(&mut self.reader), path, size, mtime)
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
            tasks: note.tasks,
            name_day: None,
            heading_day: note.heading_day,
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

    /// Assigns a new id to `path`.
    fn add_path(&mut self, path: &str) -> NoteId {
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
    fn add_postings(&mut self, words: &WordCounts, part: u32) -> bool {
        let mut is_whole = true;
        for word in words.each() {
            is_whole &= self.waiting.push(word, part);
        }
        is_whole
    }

    /// Whether there are so many pending words that some should be added to the dictionary before the next note.
    #[must_use]
    pub fn is_behind(&self) -> bool {
        self.waiting.is_full()
    }

    /// Prepares a search for `word`, if that takes a scan of many terms. Returns whether it did.
    pub fn prepare(&mut self, word: &str) -> bool {
        is_unit(word) && self.dictionary.scan(word)
    }

    /// Adds about `max_work` of the pending words to the dictionary. Returns whether some are left; until none is,
    /// searches may miss words of notes that were added or renamed.
    pub fn settle(&mut self, max_work: usize) -> bool {
        let mut work = 0;
        while work < max_work.max(1) {
            let Some((part, words)) = self.waiting.take() else {
                self.groups = TermGroups::default();
                return false;
            };
            let (parts, notes) = (&self.parts, &mut self.notes);
            self.groups.fill(&words, part);
            self.dictionary.add(&words, &self.groups, |part| {
                let Some(NotePart::Text(NoteId(id))) = parts.get(part) else { return };
                if let Some(entry) = notes.get_mut(id as usize).and_then(Option::as_mut) {
                    entry.is_whole = false;
                }
            });
            // Each sub-table has a fixed cost.
            work += words.len() + PART_WORK;
            self.waiting.give_back(part, words);
        }
        true
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

    fn forget_names(&mut self, entry: &Entry) {
        self.parts.forget(entry.name_part);
        self.count_dead(entry.name_terms);
    }

    fn count_dead(&mut self, terms: u32) {
        self.live -= u64::from(terms);
        self.dead += u64::from(terms);
    }

    /// Adds the words of a note's names as a new part.
    fn add_names(&mut self, id: NoteId, entry: &mut Entry) {
        let part = self.parts.add(NotePart::Names(id));
        let mut words = std::mem::take(&mut self.spare_for_names);
        entry.name_day = first_day(file_title(&entry.path));
        for name in entry.all_names() {
            each_word_and_variant(name, |word| {
                words.add(word.term, 1);
            });
        }
        self.add_postings(&words, part);
        (entry.name_part, entry.name_terms) = (part, u32::try_from(words.len()).unwrap_or(u32::MAX));
        self.live += u64::from(entry.name_terms);
        words.clear();
        self.spare_for_names = words;
    }
}
