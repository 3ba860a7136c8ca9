//! Writes the index as bytes, piece by piece. Only notes that are in the index and their words are written: nothing is
//! left of notes that were removed.
//!
//! A piece contains whole items, notes or terms, so that each can be restored by itself.

use super::posting_codec::Coder;
use super::words64::hash;
use super::{Entry, Index};
use crate::search::words::base_into;
use crate::stored_bytes::ByteWriter;

/// The items of a piece.
pub(super) const NOTES: u8 = 0;
pub(super) const TERMS: u8 = 1;

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
    /// How many terms were written, and how many of them differ from their base.
    pub terms: [u32; 2],
    /// Memory to reuse for the postings and the base of a term.
    coded: Vec<u8>,
    base: String,
}

/// The next piece.
pub(crate) enum StoredPiece {
    Some(Vec<u8>),
    /// Everything is written.
    End,
    /// The index has changed since the first piece.
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
            terms: [0; 2],
            coded: Vec::new(),
            base: String::new(),
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
        piece.0.push(TERMS);
        while piece.0.len() < max_bytes && self.page < index.dictionary.pages() {
            self.write_term(index, &mut piece);
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
        piece.number(entry.tasks.bits());
        piece.number(u32::from(entry.heading_day.is_some()));
        piece.number(entry.heading_day.unwrap_or(0).cast_unsigned());
        piece.number(u32::from(entry.is_whole));
        for part in [entry.text_part, entry.name_part] {
            piece.number(self.parts.get(part as usize).copied().unwrap_or(u32::MAX));
        }
        for number in [entry.text_terms, entry.name_terms, length] {
            piece.number(number);
        }
    }

    /// Writes the next term and its live postings, if it has any.
    fn write_term(&mut self, index: &Index, piece: &mut ByteWriter) {
        let Some((term, text, next)) = index.dictionary.record(self.page, self.offset) else {
            (self.page, self.offset) = (self.page + 1, 0);
            return;
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
        if count > 0 {
            piece.bytes(text.as_bytes());
            piece.number(count);
            piece.number(coder.last());
            base_into(text, &mut self.base);
            let has_base = self.base != text;
            self.terms[0] += 1;
            self.terms[1] += u32::from(has_base);
            piece.number(u32::from(has_base));
            if has_base {
                piece.word64(hash(self.base.as_bytes()));
            }
            piece.bytes(&self.coded);
        }
    }
}

impl Index {
    /// How many times it has changed, and how many of these removed a note.
    pub(crate) fn changes(&self) -> (u64, u64) {
        (self.changes, self.removals)
    }
}
