//! Words of scripts without spaces: pairs of the query that stand side by side in a text, and whether so many of them say
//! that the word is there. One pair of Thai or kana stands in nearly every line; one of ideographs is a word.

use std::ops::Range;

use super::bits::{bit, ones};
use super::terms::{QueryTerms, factor};

/// Pairs of one word of the query, side by side in the text.
#[derive(Debug, Clone)]
struct PairRun {
    group: usize,
    /// Where in the text.
    range: Range<usize>,
    /// How many pairs, and the place of the next.
    len: usize,
    next: usize,
    /// Whether a pair of ideographs is among them.
    ideographs: bool,
    /// Whether it is the beginning of the word, here and in the query, in hangul: the stem, with other endings.
    stem: bool,
}

/// The runs that may go on.
#[derive(Debug, Clone, Default)]
pub(super) struct PairRuns(Vec<PairRun>);

impl PairRuns {
    /// Goes on by a pair, `joined` to the word before, that can stand at the places `pairs`. Tells `found` of each run
    /// that ends before it: where, of which group, and how much of it.
    pub fn go_on(
        &mut self,
        terms: &QueryTerms,
        pairs: u64,
        pair: Range<usize>,
        term: &str,
        joined: bool,
        mut found: impl FnMut(Range<usize>, usize, f32),
    ) {
        let mut begins = pairs;
        self.0.retain_mut(|run| {
            let goes_on = joined && run.next < terms.groups[run.group].places.end && pairs & bit(run.next) != 0;
            if goes_on {
                begins &= !bit(run.next);
                run.range.end = pair.end;
                run.len += 1;
                run.next += 1;
                run.ideographs |= term.chars().all(is_ideograph);
            } else {
                tell(terms, run, &mut found);
            }
            goes_on
        });
        for place in ones(begins) {
            let group = terms.group_of[place];
            let is_first = place == terms.groups[group].places.start;
            self.0.push(PairRun {
                group,
                range: pair.clone(),
                len: 1,
                next: place + 1,
                ideographs: term.chars().all(is_ideograph),
                stem: is_first && !joined && term.chars().all(is_hangul),
            });
        }
    }

    /// Ends all runs.
    pub fn end(&mut self, terms: &QueryTerms, mut found: impl FnMut(Range<usize>, usize, f32)) {
        for run in self.0.drain(..) {
            tell(terms, &run, &mut found);
        }
    }
}

/// Tells of a run that is enough of its word.
fn tell(terms: &QueryTerms, run: &PairRun, found: &mut impl FnMut(Range<usize>, usize, f32)) {
    let all = terms.groups[run.group].places.len();
    // Two thirds of the word, or five characters of a long one.
    let enough = (2 * all).div_ceil(3).min(4);
    if run.ideographs || run.stem || run.len >= enough {
        found(run.range.clone(), run.group, factor(run.len) / factor(all));
    }
}

fn is_ideograph(c: char) -> bool {
    matches!(c, '々' | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{323af}')
}

fn is_hangul(c: char) -> bool {
    matches!(c, '\u{ac00}'..='\u{d7a3}')
}
