//! Finds the notes that are nearest to the query in meaning, if there is a model and the query is words to be understood,
//! not characters to be found.

use super::params::SearchOptions;
use super::seeker::Seeker;
use crate::search::vectors::{Nearest, QueryVector};
use crate::tool::embedding_texts::{EmbedPurpose, TextToEmbed};
use crate::tool::host::{Answer, Request};
use crate::tool::meaning::{Comparison, RestoringVectors, vectors_of};
use crate::tool::running::Shared;

/// A comparison in progress.
#[derive(Debug, Default)]
pub(super) struct ByMeaning {
    step: Step,
    /// Why the query has no vector.
    pub failed: Option<String>,
}

#[derive(Debug, Default)]
enum Step {
    #[default]
    Start,
    Restoring(RestoringVectors),
    Asked,
    Comparing(Comparison),
}

/// Whether the search may also go by meaning.
pub(super) fn is_by_meaning(options: &SearchOptions) -> bool {
    let has_words = matches!(&options.seeker, Seeker::Words { is_strict: false, query, .. } if query.dates.is_empty());
    has_words
        && options.meaning
        && options.sort.is_none()
        && options.tasks.is_none()
        && !options.query.split_whitespace().all(is_identifier)
}

/// Whether a word is a name in code, such as `renameFile`, `max_bytes`, `a.b` or `x86`.
fn is_identifier(word: &str) -> bool {
    let letters: Vec<char> = word.trim_matches(|letter: char| !letter.is_alphanumeric()).chars().collect();
    letters.windows(2).any(|pair| {
        let [one, other] = [pair[0], pair[1]];
        (one.is_lowercase() && other.is_uppercase())
            || "_./:\\".contains(one)
            || (one.is_ascii_alphabetic() && other.is_ascii_digit())
    })
}

impl ByMeaning {
    /// Takes the host's answers, and returns the next requests; an empty list lets the app run in between. `None` once
    /// all notes are compared.
    pub fn go_on(&mut self, shared: &mut Shared, query: &str, answers: Vec<Answer>) -> Option<Vec<Request>> {
        match &mut self.step {
            Step::Start => {
                self.step = Step::Restoring(RestoringVectors::default());
                self.go_on(shared, query, answers)
            }
            Step::Restoring(restoring) => {
                if let Some(requests) = restoring.go_on(&mut shared.meaning, answers) {
                    return Some(requests);
                }
                if !shared.meaning.is_restored || shared.meaning.set.len() == 0 {
                    return None;
                }
                self.step = Step::Asked;
                let text = TextToEmbed { path: String::new(), first: 0, last: 0, text: query.to_owned() };
                Some(vec![Request::Embed { purpose: EmbedPurpose::Query, texts: vec![text] }])
            }
            Step::Asked => {
                let answer = answers.into_iter().next().unwrap_or_else(Answer::none);
                if matches!(answer, Answer::Paused) {
                    return None;
                }
                let vector = vectors_of(answer, 1, shared.meaning.set.dims()).map_err(|error| error.message);
                let vector =
                    vector.and_then(|vectors| QueryVector::new(&vectors[0]).map_err(|fault| fault.reason().to_owned()));
                match vector {
                    Ok(vector) => self.step = Step::Comparing(Comparison::new(vector, None)),
                    Err(reason) => {
                        self.failed = Some(reason);
                        return None;
                    }
                }
                Some(Vec::new())
            }
            Step::Comparing(comparison) => comparison.go_on(shared).then(Vec::new),
        }
    }

    /// What was found.
    pub fn finish(self) -> Nearest {
        match self.step {
            Step::Comparing(comparison) => comparison.finish(),
            _ => Nearest::default(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::is_identifier;

    #[test]
    fn names_in_code_are_told_apart_from_words() {
        for name in ["renameFile", "max_bytes", "a.b", "x86", "std::fs", "`fooBar`"] {
            assert!(is_identifier(name), "{name}");
        }
        for word in ["glass", "Glass", "USA", "end.", "(what?)", "2025", "größer", "窓"] {
            assert!(!is_identifier(word), "{word}");
        }
    }
}
