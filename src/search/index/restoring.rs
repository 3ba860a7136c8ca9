//! Restores the index from the pieces that [`Storing`](super::Storing) has written.

use super::note_entry::{NotePart, NoteParts, file_title};
use super::storing::{NOTES, TERMS};
use super::words64::hash;
use super::{Entry, Index, NoteId};
use crate::note::{TaskStates, TypedProperties};
use crate::search::dates::first_day;
use crate::stored_bytes::ByteReader;

/// A piece being restored, some items at a time.
#[derive(Debug)]
pub(crate) enum StoredItems {
    Notes,
    Terms,
}

impl StoredItems {
    /// What the piece contains; `None` if it is damaged.
    pub fn of(piece: &mut ByteReader<'_>) -> Option<Self> {
        match piece.byte()? {
            NOTES => Some(Self::Notes),
            TERMS => Some(Self::Terms),
            _ => None,
        }
    }
}

impl Index {
    /// An index for `notes` notes and about these many [terms](super::Storing::terms) to be restored.
    pub(crate) fn to_restore(notes: usize, terms: [usize; 2]) -> Self {
        let mut index = Self { parts: NoteParts::dead(notes * 2), ..Self::default() };
        index.dictionary.reserve(terms);
        index
    }

    /// Whether all notes have been restored.
    pub(crate) fn is_restored(&self) -> bool {
        self.parts.renumbered().iter().all(|&part| part != u32::MAX)
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
        let properties = TypedProperties::restored(from)?;
        let tasks = TaskStates::of_bits(from.number()?);
        let (has_day, day) = (from.number()? == 1, from.number()?.cast_signed());
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
            tasks,
            name_day: first_day(file_title(path)),
            heading_day: has_day.then_some(day),
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

    /// Restores all terms of a piece; `None` if it is damaged.
    pub(crate) fn restore_terms(&mut self, from: &mut ByteReader<'_>) -> Option<()> {
        let (mut terms, mut bases) = (Vec::new(), Vec::new());
        while !from.is_empty() {
            let term = from.text()?.as_bytes();
            let (count, last) = (from.number()?, from.number()?);
            let base = if from.number()? == 0 { None } else { Some(from.word64()?) };
            let at = self.dictionary.restore(term, from.bytes()?, count, last)?;
            terms.push((hash(term), at));
            bases.extend(base.map(|base| (base, at)));
        }
        self.dictionary.link(&terms, &bases);
        Some(())
    }
}
