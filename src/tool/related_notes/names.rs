//! Notes that name each other: to have all words of a name is a reason, even without a link.
#![expect(clippy::cast_precision_loss, reason = "scores are estimates")]

use super::evidence::is_rare;
use super::source::Source;
use crate::path::VaultPath;
use crate::search::index::{Entry, Index, NoteId, file_title};
use crate::search::telling_words::TellingWord;
use crate::search::words::{base, each_word};

/// What it counts that the note has all words of a long name of another one. With half of its words, a sixteenth of it.
const NAMED: f32 = 0.5;

/// A name of another note, as far as the note has it.
#[derive(Debug, Default)]
pub(super) struct Named {
    pub score: f32,
    /// The name, if the note has all words of it.
    pub full: Option<String>,
}

impl Named {
    /// The name of `note` that `source` has best.
    pub fn in_source(source: &Source, note: &Entry) -> Self {
        let mut best = Self::default();
        for name in note.all_names() {
            let (shared, all) = source.words.shared_with(name);
            // A name of one word is often just a word.
            let long = 1.0 - 0.5_f32.powf(all as f32);
            let score = NAMED * long * (shared as f32 / all.max(1) as f32).powi(4);
            if score > best.score {
                best = Self { score, full: (shared == all).then(|| name.to_owned()) };
            }
        }
        best
    }

    /// Whether to have all words of the name is a reason by itself: there are several, or notes other than `id`, which has
    /// the name, hardly have it.
    pub fn is_reason(&self, index: &Index, id: NoteId) -> bool {
        match &self.terms()[..] {
            [] => false,
            [word] => is_rare(index.others_with_base(word, Some(id)) as usize, index.len()),
            _ => true,
        }
    }

    /// The words of the name, by their bases, if the note has all of them.
    pub fn terms(&self) -> Vec<String> {
        self.full.as_deref().map(terms).unwrap_or_default()
    }
}

/// Whether the words that a note shares with `own` have all words of its name.
pub(super) fn names(own: &VaultPath, shared: &[&TellingWord], all: usize) -> bool {
    let words = terms(file_title(own.as_str()));
    let is_shared = |word: &String| {
        let mut found = shared.iter().filter(|other| base(&other.term) == *word);
        found.any(|other| is_rare(other.others as usize, all))
    };
    !words.is_empty() && words.iter().all(is_shared)
}

/// The words of `name`, by their bases.
pub(super) fn terms(name: &str) -> Vec<String> {
    let mut words = Vec::new();
    each_word(name, |word| words.push(base(word.term)));
    words
}
