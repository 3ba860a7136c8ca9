//! How well the words of a query cover the names of a note.
#![expect(clippy::cast_precision_loss, reason = "scores are estimates")]

use std::collections::HashSet;

use super::note_entry::Entry;
use super::weights;
use crate::search::words::each_word;

/// The worth of a word, and its forms that cover a word of a name.
pub(super) type Covering<'w> = (f32, HashSet<&'w str>);

/// What covers a word of a name: a word worth so much in one of its `forms`.
pub(super) fn covering(worth: f32, forms: &[(Box<str>, f32)]) -> Covering<'_> {
    let covers = forms.iter().filter(|(_, factor)| *factor >= weights::COVERS);
    (worth, covers.map(|(form, _)| &**form).collect())
}

/// How well the words cover a name of the note: 1 if the name has all words and no others.
pub(super) fn covered(entry: &Entry, words: &[Covering<'_>]) -> f32 {
    let total: f32 = words.iter().map(|(worth, _)| worth).sum();
    let mut most = 0.0_f32;
    for name in entry.all_names() {
        let (mut count, mut shared, mut found) = (0_u32, 0_u32, vec![0.0_f32; words.len()]);
        each_word(name, |word| {
            count += 1;
            let mut is_shared = false;
            for ((worth, forms), found) in words.iter().zip(&mut found) {
                if forms.contains(word.term) {
                    *found = *worth;
                    is_shared = true;
                }
            }
            shared += u32::from(is_shared);
        });
        let of_query: f32 = found.iter().sum();
        most = most.max(of_query / total.max(f32::MIN_POSITIVE) * shared as f32 / count.max(1) as f32);
    }
    most
}
