//! Parses a query: words, phrases, and text that notes must not contain. The index and `line_match` find the notes and
//! lines.

mod query_parts;

use thiserror::Error;

use self::query_parts::{QueryPart, QueryParts};
use crate::search::dates::{WrittenDate, each_date};
use crate::search::words::{each_word, name};

/// Maximum terms to search for: one bit each in a machine word.
pub const MAX_TERMS: usize = 64;

/// Maximum bytes of a query to read: enough for [`MAX_TERMS`] terms of the maximum length.
const MAX_BYTES: usize = 4096;

/// Marks whose phrases are always required: those of a language without spaces, where a phrase is a word.
const STRICT: [char; 2] = ['「', '『'];

/// A parsed query.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Query {
    /// The folded terms of words and phrases, in order, without duplicates; those of other wordings at the end.
    pub words: Vec<String>,
    /// How many of `words` are those of the query itself.
    pub own: usize,
    /// Those of its own words that it repeats, once for each repetition.
    repeated: Vec<String>,
    /// The terms of each other wording.
    pub wordings: Vec<Vec<String>>,
    /// Phrases that a note must contain: those of a query of phrases only, and those in 「」.
    pub phrases: Vec<Phrase>,
    /// Phrases of a question. Notes with them come first, but others are found by their words.
    pub preferred: Vec<Phrase>,
    /// Dates, as in `9 October 2026`. Notes whose name has one of them come first, in whatever spelling.
    pub dates: Vec<WrittenDate>,
    /// The terms of the dates.
    pub(super) date_words: Vec<String>,
    /// Words and phrases that a note must not contain.
    pub without: Vec<Phrase>,
    /// The words outside the phrases that are required. In a script without spaces, a word is a phrase of bigrams, of which a part may match.
    pub(super) plain: Vec<Phrase>,
    /// Whether the query was cut to its first [`MAX_TERMS`] terms.
    pub is_cut: bool,
}

/// Consecutive terms; a single one is a word.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Phrase {
    /// The folded terms.
    pub terms: Vec<String>,
    /// The terms as written.
    pub(super) written: Vec<String>,
    /// Which terms share a character with the one before, as the bigrams of a run do.
    pub(super) joined: Vec<bool>,
}

/// Why a text is not a query.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum QueryError {
    /// It has neither letters nor digits.
    #[error("the query has no word to search for")]
    Empty,
    /// It only excludes: it has no words other than `-words`.
    #[error("the query only has words that notes must not contain")]
    OnlyWithout,
}

impl QueryError {
    /// What to do instead.
    #[must_use]
    pub fn help(self) -> &'static str {
        match self {
            Self::Empty => {
                "give words, \"a phrase\" or both, such as budget \"annual report\"; use \
                 mode=\"regex\" to search for punctuation"
            }
            Self::OnlyWithout => "add a word that the notes must contain, such as budget -draft",
        }
    }
}

impl Query {
    /// Parses words, `"phrases"` in any of the usual marks, `-word` and `-"phrase"`. Nothing else is syntax.
    ///
    /// An unclosed mark is ignored, and a `-` counts only before a word. Of a long query the first [`MAX_TERMS`] terms
    /// are used. A word or phrase that notes must not contain is never shortened but dropped if it does not fit,
    /// because half of it would exclude more notes than the whole.
    ///
    /// # Errors
    /// [`QueryError`] if there is nothing that a note could contain.
    pub fn parse(text: &str) -> Result<Self, QueryError> {
        Self::parse_any(text, &[])
    }

    /// Like [`Query::parse`], with other wordings of the query, of which only the words count.
    ///
    /// # Errors
    /// [`QueryError`] if there is nothing that a note could contain.
    pub fn parse_any(text: &str, wordings: &[String]) -> Result<Self, QueryError> {
        let read = &text[..text.floor_char_boundary(MAX_BYTES)];
        let mut query = Self { is_cut: read.len() < text.len(), ..Self::default() };
        let parts: Vec<(QueryPart<'_>, Phrase)> = QueryParts::of(read)
            .map(|part| (part, Phrase::of(part.text)))
            .filter(|(_, phrase)| !phrase.terms.is_empty())
            .collect();
        let has_words = !wordings.is_empty() || parts.iter().any(|(part, _)| part.mark.is_none() && !part.is_without);
        let mut room = MAX_TERMS;
        for (part, mut phrase) in parts {
            if phrase.terms.len() > room {
                query.is_cut = true;
                if part.is_without || room == 0 {
                    continue;
                }
                phrase.truncate(room);
            }
            if part.is_without {
                room -= take(&mut query.without, phrase);
                continue;
            }
            for term in &phrase.terms {
                let words = if query.words.contains(term) { &mut query.repeated } else { &mut query.words };
                words.push(term.clone());
            }
            match part.mark {
                Some(mark) if !has_words || STRICT.contains(&mark) => room -= take(&mut query.phrases, phrase),
                // A single word is no phrase.
                Some(_) if phrase.terms.len() > 1 && 2 * phrase.terms.len() <= room => {
                    room -= take(&mut query.preferred, phrase.clone());
                    room -= query.take_words(phrase);
                }
                _ => room -= query.take_words(phrase),
            }
        }
        match (query.words.is_empty(), query.without.is_empty()) {
            (false, _) => {
                query.own = query.words.len();
                if query.phrases.is_empty() {
                    (query.dates, query.date_words) = dates(read);
                }
                for wording in wordings {
                    query.add_wording(&wording[..wording.floor_char_boundary(MAX_BYTES)], &mut room);
                }
                Ok(query)
            }
            (true, false) => Err(QueryError::OnlyWithout),
            (true, true) => Err(QueryError::Empty),
        }
    }

    /// The words of the query itself, then those that it repeats, as [`Index::search`](super::index::Index::search) takes
    /// them.
    #[must_use]
    pub fn own_words(&self) -> Vec<String> {
        [&self.words[..self.own], &self.repeated].concat()
    }

    /// Adds the words of another wording, as far as there is room for terms.
    fn add_wording(&mut self, text: &str, room: &mut usize) {
        let mut phrase = Phrase::of(text);
        self.is_cut |= phrase.terms.len() > *room;
        phrase.truncate(*room);
        let mut terms: Vec<String> = Vec::new();
        for term in &phrase.terms {
            if !terms.contains(term) {
                terms.push(term.clone());
            }
            if !self.words.contains(term) {
                self.words.push(term.clone());
            }
        }
        *room -= self.take_words(phrase);
        self.wordings.extend(Some(terms).filter(|terms| !terms.is_empty()));
    }

    /// Adds the words of `phrase`; returns how many terms that adds.
    fn take_words(&mut self, phrase: Phrase) -> usize {
        phrase.runs().into_iter().map(|word| take(&mut self.plain, word)).sum()
    }
}

impl Phrase {
    /// The terms of `text`; of a name with a sign the whole name.
    pub(super) fn of(text: &str) -> Self {
        let mut phrase = Self::default();
        let (mut end, mut named) = (0, 0);
        each_word(text, |word| {
            // A sign that is a word of its own.
            if word.start < named {
                return;
            }
            let name = name(text, word);
            named = name.as_ref().map_or(0, |(place, _)| place.end);
            let (place, term) = name.unwrap_or_else(|| (word.start..word.end, word.term.to_owned()));
            phrase.terms.push(term);
            phrase.written.push(text[place].to_owned());
            phrase.joined.push(word.start < end);
            end = word.end;
        });
        phrase
    }

    fn truncate(&mut self, terms: usize) {
        self.terms.truncate(terms);
        self.written.truncate(terms);
        self.joined.truncate(terms);
    }

    /// Splits it into words; the bigrams of a run stay together.
    fn runs(self) -> Vec<Self> {
        let mut runs: Vec<Self> = Vec::new();
        for ((term, written), joined) in self.terms.into_iter().zip(self.written).zip(self.joined) {
            if !joined || runs.is_empty() {
                runs.push(Self::default());
            }
            if let Some(run) = runs.last_mut() {
                run.terms.push(term);
                run.written.push(written);
                run.joined.push(joined);
            }
        }
        runs
    }
}

/// The dates in `text`, but those that notes must not contain, and their terms.
fn dates(text: &str) -> (Vec<WrittenDate>, Vec<String>) {
    let (mut found, mut spans) = (Vec::new(), Vec::new());
    each_date(text, |date, span| {
        let before = text[..span.start].strip_suffix('-');
        if before.is_none_or(|before| !before.is_empty() && !before.ends_with(char::is_whitespace)) {
            found.push(date);
            spans.push(span);
        }
    });
    let mut terms = Vec::new();
    each_word(text, |word| {
        if spans.iter().any(|span| word.start < span.end && span.start < word.end) {
            terms.push(word.term.to_owned());
        }
    });
    (found, terms)
}

/// Adds `phrase` to `phrases` unless it is a duplicate; returns how many terms it adds.
fn take(phrases: &mut Vec<Phrase>, phrase: Phrase) -> usize {
    if phrases.contains(&phrase) {
        return 0;
    }
    let terms = phrase.terms.len();
    phrases.push(phrase);
    terms
}

#[cfg(test)]
#[cfg(not(target_arch = "wasm32"))]
mod tests;
