//! Words of scripts without spaces: runs of adjacent pairs of the query in a text, and whether a run is long enough to
//! mean the word. A single pair of Thai or kana is in nearly every line; a pair of ideographs is a word. Lines with
//! shorter runs count only in a note without other lines.

use std::ops::Range;

use super::term_sets::{bit, factor, ones};
use super::terms::QueryTerms;

/// Adjacent pairs of one word of the query.
#[derive(Debug, Clone)]
struct PairRun {
    group: usize,
    /// Where in the text.
    range: Range<usize>,
    /// How many pairs, and the position of the next.
    len: usize,
    next: usize,
    /// Whether one of them is a pair of ideographs.
    ideographs: bool,
    /// Whether it starts the word, in the text and in the query, in hangul: the stem with other endings.
    stem: bool,
}

/// A run that was found.
#[derive(Debug, Clone, Copy)]
pub(super) struct RunMatch {
    pub group: usize,
    /// How much of the word it is, 1 for all.
    pub quality: f32,
    /// Whether it is long enough to mean the word.
    pub is_word: bool,
}

/// A pair in the text.
pub(super) struct Pair<'t> {
    pub term: &'t str,
    pub range: Range<usize>,
    /// Its positions in the query.
    pub places: u64,
    /// Whether it shares a character with the word before.
    pub is_joined: bool,
}

/// The runs that may continue.
#[derive(Debug, Clone, Default)]
pub(super) struct PairRuns(Vec<PairRun>);

impl PairRuns {
    /// Processes the next pair. Calls `found` with each run that ends before it, and where it is.
    pub fn add(&mut self, terms: &QueryTerms, pair: &Pair<'_>, mut found: impl FnMut(Range<usize>, RunMatch)) {
        let Pair { term, places, is_joined, .. } = *pair;
        let (is_ideographs, mut begins) = (term.chars().all(is_ideograph), places);
        self.0.retain_mut(|run| {
            let continues = is_joined && run.next < terms.groups[run.group].places.end && places & bit(run.next) != 0;
            if continues {
                begins &= !bit(run.next);
                run.range.end = pair.range.end;
                run.len += 1;
                run.next += 1;
                run.ideographs |= is_ideographs;
            } else {
                tell(terms, run, &mut found);
            }
            continues
        });
        for place in ones(begins) {
            let group = terms.group_of[place];
            let is_first = place == terms.groups[group].places.start;
            self.0.push(PairRun {
                group,
                range: pair.range.clone(),
                len: 1,
                next: place + 1,
                ideographs: is_ideographs,
                stem: is_first && !is_joined && term.chars().all(is_hangul),
            });
        }
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Ends all runs.
    pub fn end(&mut self, terms: &QueryTerms, mut found: impl FnMut(Range<usize>, RunMatch)) {
        for run in self.0.drain(..) {
            tell(terms, &run, &mut found);
        }
    }
}

/// Calls `found` with the run.
fn tell(terms: &QueryTerms, run: &PairRun, found: &mut impl FnMut(Range<usize>, RunMatch)) {
    let all = terms.groups[run.group].places.len();
    // Two thirds of the word, or five characters of a long one.
    let enough = (2 * all).div_ceil(3).min(4);
    let is_word = run.ideographs || run.stem || run.len >= enough;
    found(run.range.clone(), RunMatch { group: run.group, quality: factor(run.len) / factor(all), is_word });
}

fn is_ideograph(c: char) -> bool {
    matches!(c, '々' | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{323af}')
}

fn is_hangul(c: char) -> bool {
    matches!(c, '\u{ac00}'..='\u{d7a3}')
}
