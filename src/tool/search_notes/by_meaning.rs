//! Finds the notes that are nearest to the query in meaning, if there is a model and the query is words to be understood,
//! not characters to be found.

use super::arguments::SearchArguments;
use crate::search::vectors::{Nearest, QueryVector};
use crate::tool::call::Host;
use crate::tool::meaning::{Comparison, restore_vectors, vectors_of};
use crate::tool::shared::Shared;
use crate::wire::{Answer, EmbedPurpose, Request, TextToEmbed};

/// Whether the search may also go by meaning.
fn is_by_meaning(arguments: &SearchArguments) -> bool {
    arguments.seeker.query().is_some_and(|query| query.dates.is_empty())
        && !arguments.seeker.is_strict()
        && arguments.meaning
        && arguments.sort.is_none()
        && arguments.tasks.is_none()
        && !arguments.title.split_whitespace().all(is_identifier)
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

/// What was found by meaning, and why the query has no vector.
type FoundByMeaning = (Nearest, Option<String>);

/// Compares all notes with the query in meaning, if the search may go by it.
pub(super) async fn by_meaning(host: &Host, arguments: &SearchArguments) -> FoundByMeaning {
    if !is_by_meaning(arguments) {
        return FoundByMeaning::default();
    }
    restore_vectors(host).await;
    let dims = host
        .shared(|Shared { meaning, .. }| (meaning.is_restored && meaning.set.len() > 0).then(|| meaning.set.dims()));
    let Some(dims) = dims else { return FoundByMeaning::default() };
    let texts = vec![TextToEmbed { path: String::new(), first: 0, last: 0, text: arguments.title.clone() }];
    let answer = host.ask_one(Request::Embed { purpose: EmbedPurpose::Query, texts }).await;
    if matches!(answer, Answer::Paused) {
        return FoundByMeaning::default();
    }
    let vectors = vectors_of(answer, 1, dims).map_err(|error| error.message);
    let vector = vectors.and_then(|vectors| QueryVector::new(&vectors[0]).map_err(|fault| fault.reason().to_owned()));
    let mut comparison = match vector {
        Ok(vector) => Comparison::new(vector, None),
        Err(reason) => return (Nearest::default(), Some(reason)),
    };
    host.give_way().await;
    while host.shared(|shared| comparison.go_on(shared)) {
        host.give_way().await;
    }
    (comparison.finish(), None)
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
