//! Three-way merges by words: what somebody changed in one text, applied to another version of it.

use imara_diff::{Algorithm, Diff, Hunk, InternedInput, TokenSource};

use super::word_split::Words;

impl<'t> TokenSource for Words<'t> {
    type Token = &'t str;
    type Tokenizer = Self;

    fn tokenize(&self) -> Self {
        self.clone()
    }

    fn estimate_tokens(&self) -> u32 {
        u32::try_from(self.0.len() / 4).unwrap_or(u32::MAX)
    }
}

/// The hunks that make `after` of `before`, by words.
pub(super) fn word_hunks(before: &str, after: &str) -> Vec<Hunk> {
    let input = InternedInput::new(Words(before), Words(after));
    Diff::compute(Algorithm::Myers, &input).hunks().collect()
}

/// `ours` with the changes that lead from `base` to `theirs`. Where both changed the same words, `theirs` counts.
pub(super) fn merged(base: &str, ours: &str, theirs: &str) -> String {
    let [base_words, our_words, their_words] = [base, ours, theirs].map(|text| Words(text).collect::<Vec<_>>());
    let our_hunks = word_hunks(base, ours);
    let mut our_hunks = our_hunks.iter().peekable();
    let mut result = String::with_capacity(ours.len());
    let mut at = 0;
    let push = |result: &mut String, words: &[&str]| result.extend(words.iter().copied());
    for their in word_hunks(base, theirs) {
        while let Some(our) = our_hunks.next_if(|our| our.before.end < their.before.start || is_before(our, &their)) {
            push(&mut result, &base_words[at..our.before.start as usize]);
            push(&mut result, &our_words[our.after.start as usize..our.after.end as usize]);
            at = our.before.end as usize;
        }
        push(&mut result, &base_words[at.min(their.before.start as usize)..their.before.start as usize]);
        push(&mut result, &their_words[their.after.start as usize..their.after.end as usize]);
        at = at.max(their.before.end as usize);
        while our_hunks.next_if(|our| our.before.start < their.before.end).is_some() {}
    }
    for our in our_hunks {
        push(&mut result, &base_words[at.min(our.before.start as usize)..our.before.start as usize]);
        push(&mut result, &our_words[our.after.start as usize..our.after.end as usize]);
        at = at.max(our.before.end as usize);
    }
    push(&mut result, &base_words[at..]);
    result
}

/// Whether `our` ends where `their` begins, so that both can be applied. Of two additions at one place, only one can.
fn is_before(our: &Hunk, their: &Hunk) -> bool {
    our.before.end == their.before.start && !(our.before.is_empty() && their.before.is_empty())
}
