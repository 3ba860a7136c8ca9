//! The texts that wait for their vectors, in the order in which their notes were read.

use std::collections::{HashSet, VecDeque};

use super::Meaning;
use crate::catalogue::unread::FileState;
use crate::path::VaultPath;
use crate::search::vectors::EmbeddedText;
use crate::wire::TextToEmbed;

/// Maximum texts of a request, and their total bytes.
const AT_ONCE: usize = 64;
const BYTES_AT_ONCE: usize = 48 * 1024;

/// A note, and the keys and lines of its texts.
#[derive(Debug)]
struct PendingNote {
    path: VaultPath,
    state: FileState,
    texts: Vec<(u64, (u32, u32))>,
}

/// Notes whose texts are known, until all of them have vectors.
#[derive(Debug, Default)]
pub(crate) struct PendingTexts {
    notes: VecDeque<PendingNote>,
    /// The texts without a vector, each once, and their notes.
    texts: VecDeque<(VaultPath, FileState, EmbeddedText)>,
    known: HashSet<u64>,
}

impl PendingTexts {
    /// Adds a note with its texts.
    pub fn add(&mut self, meaning: &Meaning, path: VaultPath, state: FileState, texts: Vec<EmbeddedText>) {
        let keys = texts.iter().map(|text| (text.key, text.lines)).collect();
        for text in texts {
            if !meaning.set.contains(text.key) && self.known.insert(text.key) {
                self.texts.push_back((path.clone(), state, text));
            }
        }
        self.notes.push_back(PendingNote { path, state, texts: keys });
    }

    /// Whether there are enough texts for a request.
    pub fn is_enough(&self) -> bool {
        self.texts.len() >= AT_ONCE
            || self.texts.iter().map(|(.., text)| text.text.len()).sum::<usize>() >= BYTES_AT_ONCE
    }

    /// The texts of the next request, with their keys. Those of notes that are not `open` any more are left out.
    pub fn next(&mut self, open: impl Fn(&VaultPath, FileState) -> bool) -> (Vec<u64>, Vec<TextToEmbed>) {
        let (mut keys, mut texts, mut bytes) = (Vec::new(), Vec::new(), 0);
        while texts.len() < AT_ONCE
            && let Some((path, state, text)) = self.texts.pop_front()
        {
            if !open(&path, state) {
                continue;
            }
            bytes += text.text.len();
            if bytes > BYTES_AT_ONCE && !texts.is_empty() {
                self.texts.push_front((path, state, text));
                break;
            }
            keys.push(text.key);
            texts.push(TextToEmbed {
                path: path.as_str().to_owned(),
                first: text.lines.0,
                last: text.lines.1,
                text: text.text,
            });
        }
        (keys, texts)
    }

    /// Passes the notes on whose texts all have vectors, in order. Once nothing is pending or there is no room, also the
    /// others.
    pub fn settle(&mut self, meaning: &mut Meaning) {
        let is_over = self.texts.is_empty() || meaning.set.is_full();
        while let Some(note) = self.notes.pop_front() {
            if !is_over && !note.texts.iter().all(|&(key, _)| meaning.set.contains(key)) {
                self.notes.push_front(note);
                break;
            }
            meaning.put(note.path, note.state, &note.texts);
        }
        if is_over {
            self.texts.clear();
            self.known.clear();
        }
    }
}
