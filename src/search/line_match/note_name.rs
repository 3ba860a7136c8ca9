//! A note's name, for its passages.

use super::answer_signs::{is_named, is_subject};
use super::term_matches::words_in;
use super::terms::QueryTerms;
use crate::note::{TaskState, list_marker};

/// The share of a word in the note's name, or in a heading above that of the passage.
pub(super) const ABOVE: f32 = 0.5;

/// The same in a name that the query has in full: the note is about it. And if only tasks are wanted, which seldom repeat
/// it.
const IN_FULL_NAME: f32 = 1.0;
const IN_NAME_OF_TASKS: f32 = 2.0;

/// A note's name, if a word of the query is in it, and the share of such a word.
#[derive(Debug, Clone, Default)]
pub(super) struct NoteName {
    pub text: String,
    pub share: f32,
    /// Whether the note is about what the question asks for.
    pub is_subject: bool,
    /// Whether the query has such a name with all that is in it, as a number.
    pub is_whole: bool,
}

impl NoteName {
    /// The names `text`, one a line. Only passages with `tasks` in this state are wanted, if one is given.
    pub fn new(terms: &QueryTerms, text: String, tasks: Option<TaskState>) -> Self {
        let is_all = |name: &str| terms.has_all_content(words_in(terms, name) | terms.of_kind);
        let is_full = text.lines().any(|name| is_named(terms, name) || (terms.expects.is_some() && is_all(name)));
        let is_whole = is_full && !text.bytes().any(|byte| byte.is_ascii_digit());
        let is_subject = terms.introduces && text.lines().any(|name| is_subject(terms, name));
        let share = match () {
            () if is_full && tasks.is_some() => IN_NAME_OF_TASKS,
            () if is_full || is_subject => IN_FULL_NAME,
            () => ABOVE,
        };
        Self { text, share, is_subject, is_whole }
    }

    /// Whether the note is about what has the name.
    pub fn is_full(&self) -> bool {
        self.share >= IN_FULL_NAME
    }

    /// Takes what the note begins with, `Roofer, with his daughter`, for another name, if it has a word of the query and is
    /// no list.
    pub fn add(&mut self, terms: &QueryTerms, beginning: &str) {
        let words = words_in(terms, beginning) & !terms.of_kind;
        if list_marker(beginning.as_bytes()).is_none() && terms.has_content(words) {
            self.text.push('\n');
            self.text.push_str(beginning);
            if terms.has_all_content(words | terms.of_kind) {
                self.share = IN_FULL_NAME;
            }
        }
    }
}
