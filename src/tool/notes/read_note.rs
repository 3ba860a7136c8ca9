//! A note that was read and has to be judged and indexed.

use std::mem;

use lectern_base::Format;

use crate::catalogue::Standing;
use crate::catalogue::unread::FileState;
use crate::judge::{JudgedText, NoteVerdict, judge_note};
use crate::path::VaultPath;
use crate::search::index::Indexing;
use crate::tool::shared::Shared;
use crate::wire::Answer;

/// A note being indexed.
#[derive(Debug)]
pub(super) struct ReadNote {
    pub path: VaultPath,
    pub state: FileState,
    pub content: NoteContent,
    /// The text, once it is known not to be excluded.
    pub text: String,
    pub indexing: Option<Indexing>,
    /// The note's standing once it was judged, if it was read in `state`.
    pub standing: Option<Standing>,
}

#[derive(Debug)]
pub(super) enum NoteContent {
    /// The host's answer, and whether the host converted the note.
    Answer(Answer, bool),
    /// A text that a listing has read and judged.
    Judged(JudgedText),
}

impl ReadNote {
    pub fn new((path, state): (VaultPath, FileState), content: NoteContent) -> Self {
        Self { path, state, content, text: String::new(), indexing: None, standing: None }
    }

    /// Judges the content and starts to index the note if it is not excluded. Returns the format that the host has to
    /// convert first, if any.
    pub fn begin(&mut self, shared: &mut Shared) -> Option<Format> {
        let Shared { policy, catalogue, .. } = shared;
        let len = self.content.len();
        let (verdict, is_as_told) = match mem::replace(&mut self.content, NoteContent::Judged(JudgedText::default())) {
            NoteContent::Judged(text) => (NoteVerdict::Open(text), true),
            NoteContent::Answer(answer, is_converted) => {
                (judge_note(policy, &self.path, is_converted, answer), is_converted || self.state.has_len(len))
            }
        };
        match verdict {
            NoteVerdict::Unreadable => catalogue.not_read(&self.path, self.state),
            NoteVerdict::Closed => catalogue.read_closed(&self.path, self.state),
            NoteVerdict::Convert(format) => return Some(format),
            NoteVerdict::Open(text) => {
                self.standing = is_as_told.then(|| Standing::Open { title: text.title(&self.path) });
                self.text = text.into_string();
                let mut indexing = catalogue.index.begin(self.path.as_str(), self.state.size, self.state.mtime);
                indexing.ctime = self.state.ctime;
                self.indexing = Some(indexing);
            }
        }
        None
    }
}

impl NoteContent {
    pub fn len(&self) -> usize {
        match self {
            Self::Answer(answer, _) => answer.content_len(),
            Self::Judged(text) => text.content.as_bytes().len(),
        }
    }
}
