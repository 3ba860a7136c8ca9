//! Finds the passages of a note that answer a query best: by the words that they contain, how often, and how rare these
//! are, and by those in the headings above and in the note's name.

use std::ops::Range;

use memchr::memchr;

use super::answer_signs::{begins_with_subject, is_links, properties_of};
use super::line_hits::{Hits, PassageHit};
use super::note_name::{ABOVE, NoteName};
use super::term_matches::{each_match, part, words_in};
use super::term_sets::{bit, factor, ones};
use super::terms::QueryTerms;
use crate::note::{LineKind, Passage, PassageReader, TaskState, task_state};
use crate::search::query::MAX_TERMS;
use crate::search::question::{Expects, begins_with_is};

/// BM25, as in the index, for passages of about `USUAL` words.
const K1: f32 = 1.2;
const B: f32 = 0.5;
const USUAL: f32 = 60.0;

/// The share of a word in the heading that the passage is under.
const IN_HEADING: f32 = 0.75;

/// The bonus for what a note begins with that is about what the question asks for, relative to the worth of all words.
const INTRODUCES: f32 = 2.0;

/// How many passages a note begins with, of which those after the first have half the bonus.
const OPENING: usize = 2;

/// The factor for a passage with what is asked for: what many have, what fewer have, and what few have: a mail address.
const EXPECTED: f32 = 1.3;
const EXPECTED_LESS_OFTEN: f32 = 1.5;
const EXPECTED_SELDOM: f32 = 2.0;

/// The factor for such a passage of a note whose name the question has in full: it is about the note.
const EXPECTED_OF_NAMED: f32 = 1.3;

/// The factor if such a note begins with it.
const EXPECTED_FIRST: f32 = 2.5;

/// In how many lines from a word of the question it is looked for.
const NEAR_LINES: usize = 3;

/// The factor for a list of links.
const LINKS: f32 = 0.5;

/// The factor for a property, unless it has what the question asks for.
const PROPERTY: f32 = 0.5;

/// The factor for a passage with a sentence that begins with what the question asks for, and if `is` or so follows.
const BEGINS: f32 = 1.4;
const DEFINES: f32 = 1.8;

/// The bonus for a word beside the one before it in the query, relative to the rarer of both.
const BESIDE: f32 = 1.0;

/// How much of the score goes to passages with all words.
const ALL_WORDS: f32 = 0.5;

/// How many passages of a note are kept.
const KEPT: usize = 3;

/// The search for the best passages of one note.
#[derive(Debug, Clone)]
pub(super) struct PassageMatch {
    reader: PassageReader,
    name: NoteName,
    best: Vec<PassageHit>,
    /// Whether it is a note of the query's date, and whether only passages with tasks in this state are wanted.
    is_dated: bool,
    tasks: Option<TaskState>,
    /// How many passages of the note's beginning, which is about its name, are still to come.
    opening: usize,
    /// The last line of the passage before, and how many of the ranges of matching lines end there or above.
    above: u32,
    passed: usize,
}

impl PassageMatch {
    /// Starts with the first passage of `text`. `name` is the note's, if a word is in it.
    pub fn new(terms: &QueryTerms, text: &str, name: String, is_dated: bool, tasks: Option<TaskState>) -> Self {
        let reader = PassageReader::new(text.as_bytes());
        let name = NoteName::new(terms, name, tasks);
        Self { reader, name, best: Vec::new(), is_dated, tasks, opening: OPENING, above: 0, passed: 0 }
    }

    /// Reads about `max_bytes` more of `text`, in which `hits` were found. Returns whether all of it is read.
    pub fn read_more(&mut self, terms: &QueryTerms, text: &str, hits: &Hits, max_bytes: usize) -> bool {
        let Self { reader, name, best, is_dated, tasks, opening, above, passed } = self;
        let dated = if *is_dated { terms.dated } else { 0 };
        reader.go_on(text.as_bytes(), max_bytes, &mut |passage| {
            // Parts of a long paragraph share a line.
            let above_it = (*above).min(passage.lines.0 - 1);
            *passed += hits.lines[*passed..].iter().take_while(|&&(_, last)| last <= above_it).count();
            *above = passage.lines.1;
            // A hit may be in the heading above. Of very many lines, only the first are known.
            let has_hit = hits.lines.get(*passed).is_some_and(|&(first, _)| first <= passage.lines.1);
            let begins = !passage.is_properties && *opening == OPENING;
            let goes_on = !passage.is_properties && !begins && *opening > 0;
            *opening -= usize::from(begins || goes_on);
            let is_about = begins && !name.text.is_empty();
            // What follows: `My mother. Lives in Zaragoza.`, and then a list with what she did.
            let follows = goes_on && name.is_full() && terms.expects.is_none();
            let span = passage.span.clone();
            let is_wanted = tasks.is_none_or(|state| has_task(part(text, &passage.span).as_bytes(), state));
            let is_of_it = name.is_full();
            let expects = terms.expects.filter(|kind| is_of_it || kind.is_of_one_kind() && !name.text.is_empty());
            let is_expected =
                |passage: &Passage| expects.is_some_and(|expected| expected.is_in(part(text, &passage.span)));
            let mut take = |passage: Passage, is_about: bool| {
                let is_expected = is_of_it && is_expected(&passage);
                let mut hit = scored(terms, text, passage, name, dated);
                // What a note begins with may be about another thing than `When does the open day begin?`
                hit.score *= match is_expected {
                    true if is_about && terms.has_all_content(hit.words | terms.of_kind) => EXPECTED_FIRST,
                    true => EXPECTED_OF_NAMED,
                    false => 1.0,
                };
                if name.is_subject && (is_about || follows) {
                    hit.score += INTRODUCES * terms.worth(hit.words) * if follows { 0.5 } else { 1.0 };
                }
                keep(best, hit);
            };
            if is_wanted && passage.is_properties {
                let has_word = |property: &Passage| terms.has_content(words_in(terms, part(text, &property.span)));
                let properties =
                    if has_hit || expects.is_some() { properties_of(text.as_bytes(), &passage) } else { Vec::new() };
                let wanted = properties.into_iter().filter(|property| is_expected(property) || has_word(property));
                wanted.for_each(|property| take(property, false));
            } else if is_wanted
                && (has_hit || is_expected(&passage) || is_about || follows || *is_dated || tasks.is_some())
            {
                take(passage, is_about);
            }
            if begins && terms.expects.is_some_and(Expects::is_of_one_kind) {
                name.add(terms, part(text, &span));
            }
        })
    }

    /// The best passages, best first, once all of the text is read.
    pub fn finish(self) -> Vec<PassageHit> {
        self.best
    }
}

/// Adds `hit` to the `best`, unless a better one shares some of its text.
fn keep(best: &mut Vec<PassageHit>, hit: PassageHit) {
    let shares = |other: &PassageHit| {
        let (one, other) = (&hit.passage.span, &other.passage.span);
        one.start < other.end && other.start < one.end
    };
    let place = best.partition_point(|other| other.score >= hit.score);
    if place == KEPT || best[..place].iter().any(shares) {
        return;
    }
    let worse = best.split_off(place).into_iter().filter(|other| !shares(other)).collect::<Vec<_>>();
    best.push(hit);
    best.extend(worse);
    best.truncate(KEPT);
}

/// Whether a line of `passage`, which is no code, is a task in this state.
fn has_task(passage: &[u8], state: TaskState) -> bool {
    let is_code = passage.starts_with(b"```") || passage.starts_with(b"~~~");
    let is_task = |line: &[u8]| task_state(LineKind::Nested, false, line) == Some(state);
    !is_code && passage.split(|&byte| byte == b'\n').any(is_task)
}

/// Scores `passage` of `text`, a note with `name`. The words at the positions `dated` are the date of the note.
pub(super) fn scored(terms: &QueryTerms, text: &str, passage: Passage, name: &NoteName, dated: u64) -> PassageHit {
    let wanted = terms.counted();
    // Of each position, how often it is in the text, weighed by how well it matches; and how well it matches beside the
    // position before.
    let mut in_text = [0.0_f32; MAX_TERMS];
    let mut beside = [0.0_f32; MAX_TERMS];
    let words = each_match(terms, part(text, &passage.span), |place, quality, is_beside| {
        in_text[place] += quality;
        if is_beside {
            beside[place] = beside[place].max(quality);
        }
    });
    let mut in_heading = [0.0_f32; MAX_TERMS];
    let under = passage.headings.last().map(|heading| (part(text, heading), IN_HEADING));
    let above = passage.headings.iter().rev().skip(1).map(|heading| (part(text, heading), ABOVE));
    for (heading, share) in under.into_iter().chain(above) {
        each_match(terms, heading, |place, quality, _| {
            in_heading[place] = in_heading[place].max(quality * share);
        });
    }
    each_match(terms, &name.text, |place, quality, is_beside| {
        in_heading[place] = in_heading[place].max(quality * name.share);
        // Another note has no more of a name than the one that bears it.
        if is_beside && name.is_whole {
            beside[place] = beside[place].max(quality);
        }
    });
    for place in ones(dated) {
        (in_text[place], in_heading[place], beside[place]) = (0.0, ABOVE, 0.0);
    }
    let length = 1.0 - B + B * factor(words) / USUAL;
    let (mut score, mut places) = (0.0, 0);
    for place in ones(wanted) {
        let (worth, count) = (terms.worths[place], in_text[place]);
        score += worth * (count * (K1 + 1.0) / (count + K1 * length)).max(in_heading[place]);
        if place > 0 {
            score += BESIDE * worth.min(terms.worths[place - 1]) * beside[place];
        }
        if count > 0.0 || in_heading[place] > 0.0 {
            places |= bit(place);
        }
    }
    let covered = terms.share(places);
    let is_above = ones(terms.content()).any(|place| in_heading[place] > 0.0);
    let score = score * (1.0 - ALL_WORDS + ALL_WORDS * covered) * factor_of_signs(terms, text, &passage, is_above);
    let above = ones(places).map(|place| (place, in_heading[place])).filter(|&(_, quality)| quality > 0.0).collect();
    PassageHit { passage, score, words: places, above, covered }
}

/// The factor for what else `passage` has than words of the query.
fn factor_of_signs(terms: &QueryTerms, text: &str, passage: &Passage, is_above: bool) -> f32 {
    let written = part(text, &passage.span);
    // As for most passages, so that they are not read again.
    if terms.expects.is_none()
        && !terms.introduces
        && !passage.is_properties
        && memchr(b'[', written.as_bytes()).is_none()
    {
        return 1.0;
    }
    let mut factor = match terms.expects {
        Some(expected)
            if has_expected(terms, expected, written, is_above) || is_below_date(expected, text, passage) =>
        {
            match expected {
                Expects::Date | Expects::Number | Expects::Reason | Expects::Giver => EXPECTED,
                Expects::Time | Expects::Money | Expects::Age => EXPECTED_LESS_OFTEN,
                Expects::Phone | Expects::Mail | Expects::Birthday => EXPECTED_SELDOM,
            }
        }
        _ if passage.is_properties && !(is_above && terms.has_content(words_in(terms, key_of(written)))) => PROPERTY,
        _ => 1.0,
    };
    if terms.introduces {
        let rests = || written.lines().filter_map(|line| begins_with_subject(terms, line));
        factor *= if rests().any(begins_with_is) {
            DEFINES
        } else if rests().next().is_some() {
            BEGINS
        } else {
            1.0
        };
    }
    if is_links(written) {
        factor *= LINKS;
    }
    factor
}

/// The name of a property.
fn key_of(property: &str) -> &str {
    property.split_once(':').map_or("", |(key, _)| key)
}

/// Whether a date is asked for, and `passage` is below a heading with one: `Tuesday 6 October`.
fn is_below_date(expected: Expects, text: &str, passage: &Passage) -> bool {
    let has_date = |heading: &Range<usize>| expected.is_in(part(text, heading));
    expected == Expects::Date && passage.headings.iter().any(has_date)
}

/// Whether `text` has what is `expected`. If it must be of one kind, it is near a word of the question, unless such a word
/// `is_above`: in a list of errands, not any number is the phone number of who is in one of them.
pub(super) fn has_expected(terms: &QueryTerms, expected: Expects, text: &str, is_above: bool) -> bool {
    if !expected.is_of_one_kind() || is_above {
        return expected.is_in(text);
    }
    let mut near = 0;
    text.lines().any(|line| {
        let words = words_in(terms, line) & !terms.of_kind;
        near = if terms.has_content(words) { NEAR_LINES } else { near.max(1) - 1 };
        near > 0 && expected.is_in(line)
    })
}
