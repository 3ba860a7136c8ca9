//! Writes the index as bytes, piece by piece. Only notes that are in the index and their words are written: nothing is
//! left of notes that were removed.
//!
//! A piece contains whole items, of notes or of the dictionary, so that each can be restored by itself.

use super::dictionary::Dictionary;
use super::note_entry::Entry;
use super::posting_codec::Coder;
use super::word_index::Index;
use crate::stored_bytes::ByteWriter;

/// The items of a piece.
pub(super) const NOTES: u8 = 0;
pub(super) const DICTIONARY: u8 = 1;

/// An index being written.
#[derive(Debug)]
pub(crate) struct Storing {
    changes: u64,
    /// The new number of each part.
    parts: Vec<u32>,
    /// The next note, and the next term.
    note: usize,
    page: usize,
    offset: usize,
    /// What is written of the dictionary: its live terms, without what was written already. The number of its pages when
    /// that was last written.
    dictionary: Dictionary,
    pages: usize,
    /// Memory to reuse for the postings of a term.
    coded: Vec<u8>,
}

/// The next piece.
pub(crate) enum StoredPiece {
    Some(Vec<u8>),
    /// Everything is written.
    End,
    /// The index has changed since the first piece, or is too large.
    Changed,
}

impl Storing {
    pub fn new(index: &Index) -> Self {
        let parts = index.parts.renumbered();
        Self {
            changes: index.changes,
            parts,
            note: 0,
            page: 0,
            offset: 0,
            dictionary: Dictionary::default(),
            pages: 0,
            coded: Vec::new(),
        }
    }

    /// The next piece, of about `max_bytes`. `more` writes what else is kept of a note.
    pub fn next(&mut self, index: &Index, max_bytes: usize, more: impl Fn(&Entry, &mut ByteWriter)) -> StoredPiece {
        if index.changes != self.changes || !index.waiting.is_empty() {
            return StoredPiece::Changed;
        }
        let mut piece = ByteWriter::default();
        if self.note < index.notes.len() {
            piece.0.push(NOTES);
            while piece.0.len() < max_bytes
                && let Some(entry) = index.notes.get(self.note)
            {
                if let Some(entry) = entry {
                    self.write_note(entry, index.lengths[self.note], &mut piece);
                    more(entry, &mut piece);
                }
                self.note += 1;
            }
            return StoredPiece::Some(piece.0);
        }
        piece.0.push(DICTIONARY);
        while piece.0.len() < max_bytes {
            let is_end = self.page == index.dictionary.pages();
            if !is_end && self.add_term(index).is_none() {
                return StoredPiece::Changed;
            }
            let pages = self.dictionary.all_pages();
            if is_end || self.pages != pages {
                self.pages = pages;
                while piece.0.len() < max_bytes && self.dictionary.store_one(is_end, &mut piece) {}
                if is_end {
                    break;
                }
            }
        }
        if piece.0.len() > 1 { StoredPiece::Some(piece.0) } else { StoredPiece::End }
    }

    fn write_note(&self, entry: &Entry, length: u32, piece: &mut ByteWriter) {
        piece.bytes(entry.path.as_bytes());
        piece.float(entry.size);
        piece.float(entry.mtime);
        piece.float(entry.ctime);
        piece.number(u32::from(entry.is_document));
        piece.count(entry.names.len());
        entry.names.iter().for_each(|name| piece.bytes(name.as_bytes()));
        entry.properties.store(piece);
        entry.fields.store(piece);
        piece.number(entry.tasks.bits());
        // The number of its days, and the first.
        piece.number(entry.heading_period.map_or(0, |period| period.last.abs_diff(period.first) + 1));
        if let Some(period) = entry.heading_period {
            piece.number(period.first.cast_unsigned());
        }
        piece.number(u32::from(entry.is_whole));
        for part in [entry.text_part, entry.name_part] {
            piece.number(self.parts.get(part as usize).copied().unwrap_or(u32::MAX));
        }
        for number in [entry.text_terms, entry.name_terms, length] {
            piece.number(number);
        }
    }

    /// Adds the next term with its live postings, if it has any. `None` if there is no room.
    fn add_term(&mut self, index: &Index) -> Option<()> {
        let Some((term, text, next)) = index.dictionary.record(self.page, self.offset) else {
            (self.page, self.offset) = (self.page + 1, 0);
            return Some(());
        };
        self.offset = next;
        let (mut coder, mut count) = (Coder::default(), 0);
        self.coded.clear();
        index.dictionary.each_posting(term, |mut posting| {
            if let Some(&part) = self.parts.get(posting.part as usize).filter(|part| **part != u32::MAX) {
                posting.part = part;
                coder.code(posting, &mut self.coded);
                count += 1;
            }
        });
        if count == 0 {
            return Some(());
        }
        self.dictionary.add_coded(text, &self.coded, count, coder.last())
    }
}
