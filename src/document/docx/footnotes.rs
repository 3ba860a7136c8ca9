//! Footnotes, endnotes and comments. They are read before the text that refers to them. Comments are shown at the
//! reference, notes at the end of the document.

use std::collections::BTreeMap;

use crate::markup;
use crate::rich_text::frames::Aside;

/// The two kinds of notes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NoteKind {
    Foot,
    End,
}

#[derive(Debug)]
struct Note {
    lines: Vec<String>,
    number: Option<usize>,
}

/// All notes of one kind.
#[derive(Debug, Default)]
struct Notes {
    by_id: BTreeMap<String, Note>,
    /// The ids of the notes that the text refers to, in the order of their first reference.
    shown: Vec<String>,
}

/// All notes and comments of the document.
#[derive(Debug, Default)]
pub(crate) struct Asides {
    footnotes: Notes,
    endnotes: Notes,
    comments: BTreeMap<String, Aside>,
}

impl Asides {
    /// Stores the notes that were read from one part.
    pub fn keep_notes(&mut self, kind: NoteKind, asides: Vec<Aside>) {
        let notes = self.of(kind);
        notes.by_id = asides.into_iter().map(|note| (note.id, Note { lines: note.lines, number: None })).collect();
    }

    /// Stores the comments.
    pub fn keep_comments(&mut self, asides: Vec<Aside>) {
        self.comments = asides.into_iter().map(|comment| (comment.id.clone(), comment)).collect();
    }

    /// The mark that refers to a note, such as `[^1]`. Notes are numbered in the order of these calls. `None` if there
    /// is no note with this id.
    pub fn mark(&mut self, kind: NoteKind, id: &str) -> Option<String> {
        let letter = self.letter(kind);
        let notes = self.of(kind);
        let note = notes.by_id.get_mut(id)?;
        let number = *note.number.get_or_insert_with(|| {
            notes.shown.push(id.to_owned());
            notes.shown.len()
        });
        Some(format!("[^{letter}{number}]"))
    }

    /// The comment with this id, formatted for the text. Returns it only once; later calls return `None`.
    pub fn comment(&mut self, id: &str) -> Option<String> {
        let comment = self.comments.remove(id)?;
        Some(markup::comment(&comment.author, &comment.lines.join(" ")))
    }

    /// The referenced notes, each formatted as lines for the end of the document.
    pub fn shown(&mut self) -> Vec<String> {
        let mut shown = Vec::new();
        for kind in [NoteKind::Foot, NoteKind::End] {
            let letter = self.letter(kind);
            let notes = self.of(kind);
            for (index, id) in std::mem::take(&mut notes.shown).iter().enumerate() {
                let lines = notes.by_id.get_mut(id).map(|note| std::mem::take(&mut note.lines)).unwrap_or_default();
                shown.push(markup::note(&format!("[^{letter}{}]", index + 1), &lines.join("\n")));
            }
        }
        shown
    }

    /// The prefix of a note's number. Both kinds count from 1, so endnotes get an `e` if the document also has
    /// footnotes.
    fn letter(&self, kind: NoteKind) -> &'static str {
        if kind == NoteKind::End && !self.footnotes.by_id.is_empty() { "e" } else { "" }
    }

    fn of(&mut self, kind: NoteKind) -> &mut Notes {
        match kind {
            NoteKind::Foot => &mut self.footnotes,
            NoteKind::End => &mut self.endnotes,
        }
    }
}
