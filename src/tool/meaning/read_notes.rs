//! The notes that were read, until they are parted into texts.

use std::collections::VecDeque;

use crate::catalogue::meaning::Meaning;
use crate::catalogue::meaning::pending_texts::PendingTexts;
use crate::catalogue::unread::FileState;
use crate::judge::{NoteVerdict, judge_note};
use crate::path::VaultPath;
use crate::search::index::file_title;
use crate::search::vectors::EmbeddedTexts;
use crate::tool::shared::Shared;
use crate::wire::Answer;

/// Bytes of text to part in one step, which takes some milliseconds in wasm.
const STEP_BYTES: usize = 128 * 1024;

/// A note that was read.
#[derive(Debug)]
struct OpenNote {
    path: VaultPath,
    state: FileState,
    text: String,
    texts: EmbeddedTexts,
}

/// The notes that were read and are not excluded, in order.
#[derive(Debug, Default)]
pub(super) struct ReadNotes(VecDeque<OpenNote>);

impl ReadNotes {
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Adds what the host answered.
    pub fn take(&mut self, shared: &mut Shared, notes: Vec<(VaultPath, FileState)>, answers: Vec<Answer>) {
        for ((path, state), answer) in notes.into_iter().zip(answers) {
            match judge_note(&shared.policy, &path, false, answer) {
                NoteVerdict::Open(text) => {
                    let text = text.into_string();
                    let texts = EmbeddedTexts::new(&text);
                    self.0.push_back(OpenNote { path, state, text, texts });
                }
                // A note in another encoding, which the host would have to convert, has no vectors.
                NoteVerdict::Convert(_) => shared.meaning.put(path, state, &[]),
                NoteVerdict::Closed | NoteVerdict::Unreadable => {}
            }
        }
    }

    /// Parts notes into texts that wait for their vectors, for one step.
    pub fn part(&mut self, pending: &mut PendingTexts, meaning: &Meaning) {
        let mut left = STEP_BYTES;
        while left > 0
            && !pending.is_enough()
            && let Some(mut note) = self.0.pop_front()
        {
            let is_read = note.texts.read_more(file_title(note.path.as_str()), &note.text, left);
            left = left.saturating_sub(note.text.len().max(1));
            if is_read {
                pending.add(meaning, note.path, note.state, note.texts.take());
            } else {
                self.0.push_front(note);
                return;
            }
        }
    }
}
