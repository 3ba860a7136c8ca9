//! The seeker: searches the text of one note after another for words or a pattern.

use std::rc::Rc;

use crate::note::{TaskState, front_matter};
use crate::search::dates::first_day;
use crate::search::index::file_title;
use crate::search::line_match::{Hit, Hits, Matching};
use crate::search::pattern::{KeepLimits, Pattern, PatternMatches, Searching};
use crate::search::query::Query;
use crate::search::where_filter::WhereFilter;

/// Maximum lines to keep of a note, best first: as many as a reply may show.
const LINES_KEPT: usize = 50;

/// Maximum matching lines to show of a note.
pub(super) const LINES_OF_A_NOTE: usize = 5;

/// What to search for.
#[derive(Debug)]
pub(super) enum Seeker {
    /// Words and phrases. Of the note being read, `name` is whether its name matches, and `hits` its lines, once its best
    /// passage is looked for.
    Words { query: Box<Query>, matching: Box<Matching>, is_strict: bool, name: Option<bool>, hits: Option<Hits> },
    /// Lines that match a pattern.
    Pattern { pattern: Box<Pattern>, searching: Searching, cut_lines: u32 },
    /// No words: the index has found the notes. Their lines are the properties that conditions ask for, if there are any.
    Everything(Option<Rc<WhereFilter>>),
}

/// The result for a note.
#[derive(Debug)]
pub(super) enum SeekResult {
    /// It has not been searched to its end.
    UnderWay,
    /// It does not match.
    Not,
    /// Its matching lines.
    Found(Hits),
}

/// For a note that is shown. Finding where in a line a pattern matches is slow, so it is done only for the lines shown.
const SHOWN: KeepLimits = KeepLimits { hits: 4096, with_ranges: LINES_OF_A_NOTE };
/// For a note that is only counted.
const COUNTED: KeepLimits = KeepLimits { hits: 0, with_ranges: 0 };

impl Seeker {
    pub fn words(query: Query, case: bool) -> Self {
        // The index does not check these.
        let is_strict = case || !query.phrases.is_empty() || !query.without.is_empty();
        let matching = Matching::new(&query, case, LINES_KEPT);
        Self::Words { query: Box::new(query), matching: Box::new(matching), is_strict, name: None, hits: None }
    }

    pub fn pattern(pattern: Pattern) -> Self {
        Self::Pattern { pattern: Box::new(pattern), searching: Searching::new(SHOWN), cut_lines: 0 }
    }

    /// Whether a note from the index may still not match.
    pub fn is_strict(&self) -> bool {
        matches!(self, Self::Pattern { .. } | Self::Words { is_strict: true, .. })
    }

    /// Whether all candidates are searched, because a pattern has no ranking.
    pub fn looks_at_all(&self) -> bool {
        matches!(self, Self::Pattern { .. })
    }

    /// Looks only for passages with tasks in this state.
    pub fn only_tasks(&mut self, state: TaskState) {
        if let Self::Words { matching, .. } = self {
            matching.only_tasks(state);
        }
    }

    /// The words to search the index for.
    pub fn indexed_words(&self) -> &[String] {
        if let Self::Words { query, .. } = self { &query.words } else { &[] }
    }

    /// How words are matched.
    pub fn matching(&self) -> Option<&Matching> {
        if let Self::Words { matching, .. } = self { Some(matching) } else { None }
    }

    /// How many lines were too long to search to their end.
    pub fn cut_lines(&self) -> u32 {
        if let Self::Pattern { cut_lines, .. } = self { *cut_lines } else { 0 }
    }

    /// Only counts the next note if it matches.
    pub fn only_count_next(&mut self) {
        if let Self::Pattern { searching, .. } = self {
            *searching = Searching::new(COUNTED);
        }
    }

    /// Starts over.
    pub fn begin_anew(&mut self) {
        match self {
            Self::Words { matching, name, hits, .. } => {
                matching.finish();
                matching.best_passages();
                (*name, *hits) = (None, None);
            }
            Self::Pattern { searching, cut_lines, .. } => (*searching, *cut_lines) = (Searching::new(SHOWN), 0),
            Self::Everything(_) => {}
        }
    }

    /// Continues to search the text of the note at `path`, by at most `max_bytes`.
    pub fn go_on(&mut self, path: &str, text: &str, max_bytes: usize) -> SeekResult {
        match self {
            Self::Words { query, matching, name, hits, .. } => {
                let has_date =
                    || first_day(file_title(path)).is_some_and(|day| query.dates.iter().any(|date| date.is(day)));
                let is_dated = !query.dates.is_empty() && has_date();
                let is_named = *name.get_or_insert_with(|| matching.name(file_title(path))) || is_dated;
                if hits.is_none() {
                    if !matching.go_on(text, max_bytes) {
                        return SeekResult::UnderWay;
                    }
                    *hits = matching.finish();
                }
                // If no line matches, the name must.
                let Some(found) = hits.as_ref().filter(|hits| hits.count > 0 || is_named) else {
                    (*name, *hits) = (None, None);
                    return SeekResult::Not;
                };
                if !matching.find_passages(text.as_bytes(), found, is_dated, max_bytes) {
                    return SeekResult::UnderWay;
                }
                *name = None;
                let mut found = hits.take().unwrap_or_default();
                found.set_passages(matching.best_passages());
                // Its date is a phrase that it has, however it is written.
                found.phrases += u32::from(is_dated);
                SeekResult::Found(found)
            }
            Self::Everything(filter) => {
                SeekResult::Found(filter.as_ref().map_or_else(Hits::default, |filter| property_lines(filter, text)))
            }
            Self::Pattern { pattern, searching, cut_lines } => {
                if !searching.go_on(pattern, text.as_bytes(), max_bytes) {
                    return SeekResult::UnderWay;
                }
                let found = std::mem::replace(searching, Searching::new(SHOWN)).into_found();
                *cut_lines += found.cut_lines;
                if found.lines > 0 { SeekResult::Found(hits(found, text)) } else { SeekResult::Not }
            }
        }
    }
}

/// The first lines of the properties in `text` that `filter` asks for.
fn property_lines(filter: &WhereFilter, text: &str) -> Hits {
    let front = front_matter::split(text.as_bytes()).map(|(front, _)| String::from_utf8_lossy(front));
    let properties = front_matter::properties(front.as_deref().unwrap_or_default(), 0);
    let lines: Vec<u32> =
        properties.iter().filter(|property| filter.asks_for(property.name)).map(|property| property.line).collect();
    let hit = |&line: &u32| Hit { line, score: 0.0, ranges: Vec::new() };
    Hits {
        best: lines.iter().take(LINES_KEPT).map(hit).collect(),
        count: u32::try_from(lines.len()).unwrap_or(u32::MAX),
        lines: lines.iter().map(|&line| (line, line)).collect(),
        ..Hits::default()
    }
}

/// The lines that a pattern matched in `text`. The first ones are as good as any.
fn hits(found: PatternMatches, text: &str) -> Hits {
    let mut lines: Vec<(u32, u32)> = Vec::new();
    for hit in &found.hits {
        match lines.last_mut() {
            Some((_, last)) if *last + 1 == hit.line => *last = hit.line,
            _ => lines.push((hit.line, hit.line)),
        }
    }
    let best = found.hits.into_iter().filter(|hit| !hit.ranges.is_empty()).take(LINES_KEPT).map(|hit| {
        let first = hit.ranges.first().map_or(0, |range| range.start);
        let start = text.as_bytes()[..first].iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
        let ranges = hit.ranges.iter().map(|range| range.start - start..range.end - start).collect();
        Hit { line: hit.line, score: 0.0, ranges }
    });
    Hits { best: best.collect(), lines, count: found.lines, ..Hits::default() }
}
