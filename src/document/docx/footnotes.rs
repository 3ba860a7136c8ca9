//! Footnotes, endnotes and comments: read before the text that points to them, shown where or after it does.

use std::collections::BTreeMap;

/// A note or comment, read whole.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Aside {
    pub id: String,
    pub author: String,
    pub lines: Vec<String>,
}

/// Which of a document's two kinds of notes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum NoteKind {
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
    /// In the order in which the text points to them.
    shown: Vec<String>,
}

/// Everything that the text points to.
#[derive(Debug, Default)]
pub(super) struct Asides {
    footnotes: Notes,
    endnotes: Notes,
    comments: BTreeMap<String, Aside>,
}

impl Asides {
    /// Keeps what was read of a part of notes.
    pub fn keep_notes(&mut self, kind: NoteKind, asides: Vec<Aside>) {
        let notes = self.of(kind);
        notes.by_id = asides.into_iter().map(|note| (note.id, Note { lines: note.lines, number: None })).collect();
    }

    /// Keeps what was read of the comments.
    pub fn keep_comments(&mut self, asides: Vec<Aside>) {
        self.comments = asides.into_iter().map(|comment| (comment.id.clone(), comment)).collect();
    }

    /// The mark that points to a note; numbered in the order of these calls.
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

    /// The comment of this id, the first time that it is asked for.
    pub fn comment(&mut self, id: &str) -> Option<String> {
        let comment = self.comments.remove(id)?;
        let text = comment.lines.join(" ").replace('\n', " ");
        let author = if comment.author.trim().is_empty() { "unknown" } else { comment.author.trim() };
        Some(format!("[comment by {author}: {text}]"))
    }

    /// The notes that the text points to, each as the lines that end the document.
    pub fn shown(&mut self) -> Vec<String> {
        let mut shown = Vec::new();
        for kind in [NoteKind::Foot, NoteKind::End] {
            let letter = self.letter(kind);
            let notes = self.of(kind);
            for (index, id) in std::mem::take(&mut notes.shown).iter().enumerate() {
                let lines = notes.by_id.get_mut(id).map(|note| std::mem::take(&mut note.lines)).unwrap_or_default();
                // A note's further paragraphs are indented by four, as Markdown has it.
                shown.push(format!("[^{letter}{}]: {}", index + 1, lines.join("\n").replace('\n', "\n    ")));
            }
        }
        shown
    }

    /// Both kinds count from 1: where there are both, endnotes are told apart by a letter.
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
