//! The seeker: what is looked for in the text of one note after another, by words or by a pattern.

use crate::search::{Hit, Hits, Keep, Matching, Need, Pattern, Query, Searching};

/// Lines kept of one note, best first: as many as a reply may show of it.
const LINES_KEPT: usize = 50;

/// What is looked for.
#[derive(Debug)]
pub(super) enum Seeker {
    /// Words and phrases.
    Words { query: Query, matching: Matching, is_strict: bool },
    /// Lines that match.
    Pattern { pattern: Box<Pattern>, searching: Searching },
}

const KEEP: Keep = Keep { hits: 4096, with_spans: LINES_KEPT };

impl Seeker {
    pub fn words(query: Query, case: bool) -> Self {
        // What the index finds need not hold these.
        let is_strict = case || !query.phrases.is_empty() || !query.without.is_empty();
        let matching = Matching::new(&query, case, LINES_KEPT);
        Self::Words { query, matching, is_strict }
    }

    pub fn pattern(pattern: Pattern) -> Self {
        Self::Pattern { pattern: Box::new(pattern), searching: Searching::new(KEEP) }
    }

    /// Reads on in the text of the note called `name`, by at most `max_bytes`. What matches, once all is read; nothing
    /// in it if the note is none of those looked for.
    pub fn go_on(&mut self, text: &str, max_bytes: usize) -> Option<Option<Hits>> {
        match self {
            Self::Words { matching, .. } => matching.go_on(text.as_bytes(), max_bytes).then(|| matching.finish()),
            Self::Pattern { pattern, searching } => {
                if !searching.go_on(pattern, text.as_bytes(), max_bytes) {
                    return None;
                }
                let found = std::mem::replace(searching, Searching::new(KEEP)).into_found();
                Some((found.lines > 0).then(|| hits(found, text)))
            }
        }
    }
}
