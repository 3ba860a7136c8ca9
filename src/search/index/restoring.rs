//! Restores the index from the pieces that [`Storing`](super::storing::Storing) has written.

use super::note_entry::{Entry, NoteId, NotePart, NoteParts, file_title};
use super::storing::{DICTIONARY, NOTES};
use super::word_index::Index;
use crate::note::{TaskStates, TypedProperties};
use crate::search::dates::Period;
use crate::stored_bytes::ByteReader;

/// A piece being restored, some items at a time.
#[derive(Debug)]
pub(crate) enum StoredItems {
    Notes,
    Dictionary,
}

impl StoredItems {
    /// What the piece contains; `None` if it is damaged.
    pub fn of(piece: &mut ByteReader<'_>) -> Option<Self> {
        match piece.byte()? {
            NOTES => Some(Self::Notes),
            DICTIONARY => Some(Self::Dictionary),
            _ => None,
        }
    }
}

impl Index {
    /// An index for `notes` notes to be restored.
    pub(crate) fn to_restore(notes: usize) -> Self {
        Self { parts: NoteParts::dead(notes * 2), ..Self::default() }
    }

    /// Whether all of it has been restored.
    pub(crate) fn is_restored(&mut self) -> bool {
        self.dictionary.is_whole() && self.parts.renumbered().iter().all(|&part| part != u32::MAX)
    }

    /// Restores the next note; `None` if it is damaged.
    pub(crate) fn restore_note(&mut self, from: &mut ByteReader<'_>) -> Option<&Entry> {
        let path = from.text()?;
        let (size, mtime, ctime) = (from.float()?, from.float()?, from.float()?);
        let is_document = from.number()? == 1;
        let mut names = Vec::new();
        for _ in 0..from.count()? {
            names.push(from.text()?.into());
        }
        let (properties, fields) = (TypedProperties::restored(from)?, TypedProperties::restored(from)?);
        let tasks = TaskStates::of_bits(from.number()?);
        let heading_period = match from.number()? {
            0 => None,
            days => {
                let first = from.number()?.cast_signed();
                Some(Period { first, last: first.checked_add_unsigned(days - 1)? })
            }
        };
        let is_whole = from.number()? == 1;
        let (text_part, name_part) = (from.number()?, from.number()?);
        let (text_terms, name_terms, length) = (from.number()?, from.number()?, from.number()?);
        if self.find(path).is_some() {
            return None;
        }
        let names = names.into_boxed_slice();
        let entry = Entry {
            path: path.into(),
            size,
            mtime,
            ctime,
            is_document,
            names,
            properties,
            fields,
            tasks,
            name_period: self.daily_notes.named_period(path, file_title(path)),
            heading_period,
            is_whole,
            text_part,
            name_part,
            text_terms,
            name_terms,
        };
        let id = self.add_path(path);
        let revived = |parts: &mut NoteParts, part, of: fn(NoteId) -> NotePart| parts.revive(part, of(id));
        if !revived(&mut self.parts, text_part, NotePart::Text) || !revived(&mut self.parts, name_part, NotePart::Names)
        {
            return None;
        }
        self.lengths[id.0 as usize] = length;
        self.live += u64::from(text_terms) + u64::from(name_terms);
        self.count_in(&entry, length);
        self.notes[id.0 as usize] = Some(Box::new(entry));
        self.note(id)
    }

    /// Restores all items of a piece of the dictionary; `None` if it is damaged.
    pub(crate) fn restore_dictionary(&mut self, from: &mut ByteReader<'_>) -> Option<()> {
        while !from.is_empty() {
            self.dictionary.restore_one(from)?;
        }
        Some(())
    }
}
