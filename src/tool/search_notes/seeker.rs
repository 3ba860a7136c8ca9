//! Searches the text of one note after another for words or a pattern.

use std::mem;
use std::rc::Rc;

use crate::note::{TaskState, TypedProperties, front_matter};
use crate::search::dates::first_day;
use crate::search::index::{RankedWord, file_title};
use crate::search::line_match::{Hit, Hits, Matching};
use crate::search::need::Need;
use crate::search::pattern::{KeepLimits, Pattern, PatternMatches, Searching};
use crate::search::query::Query;
use crate::search::question::Question;
use crate::search::where_filter::WhereFilter;

/// Maximum lines to keep of a note, best first: as many as a reply may show.
const LINES_KEPT: usize = 50;

/// Maximum matching lines to show of a note.
pub(super) const LINES_OF_A_NOTE: usize = 5;

/// What to search for in the text of one note after another.
#[derive(Debug)]
pub(super) enum Seeker {
    Words(Box<WordSeeker>),
    Pattern(Box<PatternSeeker>),
    /// No words: the index has found the notes. Their lines are the properties that conditions ask for, if there are any.
    Everything(Option<Rc<WhereFilter>>),
}

/// Searches for words and phrases.
#[derive(Debug)]
pub(super) struct WordSeeker {
    query: Query,
    matching: Matching,
    /// Whether a note from the index may still not match.
    is_strict: bool,
    /// Whether the name of the note being read matches.
    name: Option<bool>,
    /// Its matching lines, once its best passages are looked for.
    hits: Option<Hits>,
}

/// Searches for lines that match a pattern.
#[derive(Debug)]
pub(super) struct PatternSeeker {
    pattern: Pattern,
    searching: Searching,
    /// How many lines were too long to search to their end.
    cut_lines: u32,
}

/// What the index knows of a note that is searched.
#[derive(Debug, Default)]
pub(super) struct NoteFacts {
    /// Its path in the index.
    pub path: Box<str>,
    pub size: f64,
    /// Its title and aliases.
    pub names: Box<[Box<str>]>,
    /// The tags that it has, of those that a condition asks for.
    pub tags: Vec<String>,
    /// Its properties and inline fields, if tasks are to meet conditions.
    pub properties: Vec<TypedProperties>,
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
    /// Searches for the words of `query`, as written if `case`; of the passages only for those with `tasks`, if given.
    pub fn words(query: Query, case: bool, tasks: Option<TaskState>) -> Self {
        // The index does not check these.
        let is_strict = case || !query.phrases.is_empty() || !query.without.is_empty();
        let matching = Matching::new(&query, case, LINES_KEPT).only_tasks(tasks);
        Self::Words(Box::new(WordSeeker { query, matching, is_strict, name: None, hits: None }))
    }

    /// Takes what the `question` says of its answer.
    pub fn asked(mut self, question: Option<&Question>) -> Self {
        if let (Self::Words(words), Some(question)) = (&mut self, question) {
            words.matching.asked(question);
        }
        self
    }

    pub fn pattern(pattern: Pattern) -> Self {
        Self::Pattern(Box::new(PatternSeeker { pattern, searching: Searching::new(SHOWN), cut_lines: 0 }))
    }

    pub fn is_everything(&self) -> bool {
        matches!(self, Self::Everything(_))
    }

    /// Whether a note from the index may still not match.
    pub fn is_strict(&self) -> bool {
        match self {
            Self::Words(words) => words.is_strict,
            Self::Pattern(_) => true,
            Self::Everything(_) => false,
        }
    }

    /// Whether all candidates are searched, because a pattern has no ranking.
    pub fn looks_at_all(&self) -> bool {
        matches!(self, Self::Pattern(_))
    }

    /// The query, if words are searched for.
    pub fn query(&self) -> Option<&Query> {
        if let Self::Words(words) = self { Some(&words.query) } else { None }
    }

    /// How words are matched.
    pub fn matching(&self) -> Option<&Matching> {
        if let Self::Words(words) = self { Some(&words.matching) } else { None }
    }

    /// Takes what the index knows of the words of the query.
    pub fn rank(&mut self, ranked: &[RankedWord]) {
        if let Self::Words(words) = self {
            words.matching.rank(&words.query, ranked);
        }
    }

    /// How many lines were too long to search to their end.
    pub fn cut_lines(&self) -> u32 {
        if let Self::Pattern(pattern) = self { pattern.cut_lines } else { 0 }
    }

    /// Only counts the next note if it matches.
    pub fn only_count_next(&mut self) {
        if let Self::Pattern(pattern) = self {
            pattern.searching = Searching::new(COUNTED);
        }
    }

    /// Continues to search the text of `note`, by at most `max_bytes`.
    pub fn search_more(&mut self, note: &NoteFacts, text: &str, max_bytes: usize) -> SeekResult {
        match self {
            Self::Words(words) => words.search_more(note, text, max_bytes),
            Self::Pattern(pattern) => pattern.search_more(text, max_bytes),
            Self::Everything(None) => SeekResult::Found(Hits::default()),
            Self::Everything(Some(filter)) => SeekResult::Found(property_lines(filter, text)),
        }
    }
}

impl WordSeeker {
    pub fn query(&self) -> &Query {
        &self.query
    }

    fn search_more(&mut self, note: &NoteFacts, text: &str, max_bytes: usize) -> SeekResult {
        let Self { query, matching, name, hits, .. } = self;
        let NoteFacts { path, names, .. } = note;
        let has_date = || first_day(file_title(path)).is_some_and(|day| query.dates.iter().any(|date| date.is(day)));
        let is_dated = !query.dates.is_empty() && has_date();
        let is_named = *name.get_or_insert_with(|| {
            let is_named = matching.name(file_title(path));
            for other in names {
                matching.other_name(other);
            }
            is_named
        }) || is_dated;
        if hits.is_none() {
            if !matching.read_more(text, max_bytes) {
                return SeekResult::UnderWay;
            }
            *hits = matching.finish();
        }
        // If no line matches, the name must.
        let Some(found) = hits.as_ref().filter(|hits| hits.count > 0 || is_named) else {
            (*name, *hits) = (None, None);
            return SeekResult::Not;
        };
        if !matching.find_passages(text, found, is_dated, max_bytes) {
            return SeekResult::UnderWay;
        }
        *name = None;
        let mut found = hits.take().unwrap_or_default();
        found.set_passages(matching.best_passages());
        // Its date is a phrase that it has, however it is written.
        found.phrases += u32::from(is_dated);
        SeekResult::Found(found)
    }
}

impl PatternSeeker {
    /// What every match contains.
    pub fn need(&self) -> &Need {
        self.pattern.need()
    }

    fn search_more(&mut self, text: &str, max_bytes: usize) -> SeekResult {
        if !self.searching.search_more(&mut self.pattern, text.as_bytes(), max_bytes) {
            return SeekResult::UnderWay;
        }
        let found = mem::replace(&mut self.searching, Searching::new(SHOWN)).into_found();
        self.cut_lines += found.cut_lines;
        if found.lines > 0 { SeekResult::Found(hits(found, text)) } else { SeekResult::Not }
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
