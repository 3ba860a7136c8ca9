//! What there is of some days: how their notes begin, lines with these dates, and how notes begin that were changed then.

use std::ops::Range;

use super::extract::NoteText;
use super::page::{MatchedNote, ReadNote};
use super::passage_search::{is_tags, whole_passage};
use crate::note::{Passage, PassageReader};
use crate::search::dates::{Period, each_date, year_of};
use crate::search::need::Need;
use crate::text::{Amount, Text};
use crate::wire::reply::DatedBy;

/// How many notes of the days are read, notes that may have lines with their dates, and notes that were changed then.
pub(super) const NOTES: usize = 50;
pub(super) const NOTES_WITH_LINES: usize = 300;
pub(super) const CHANGED: usize = 20;

/// How many passages of a note are shown of its beginning, and how many with dates.
const PASSAGES: usize = 3;
const WITH_DATE: usize = 10;

/// Of more years, each note may have a date.
const YEARS: i64 = 20;

/// Maximum lines of a passage that is shown for one date in it.
const LINES: u32 = 12;

/// What each text with a date of `days` contains. Dates without a year are not taken for them.
pub(super) fn year_need(days: Period) -> Need {
    let years = year_of(days.first)..=year_of(days.last);
    match years.end() - years.start() {
        0..YEARS => Need::One(years.map(|year| Need::Literal(year.to_string())).collect()),
        _ => Need::Any,
    }
}

/// What `read` has of `days`; `dated` says why it belongs to them itself, if it does.
pub(super) fn found_of_days(
    read: ReadNote,
    (days, dated): (Period, Option<DatedBy>),
    limit: Amount,
) -> Vec<MatchedNote> {
    let ReadNote { note, page, text, .. } = read;
    let text = Text::with_good_head(text.into_bytes());
    let lines = match dated {
        None | Some(DatedBy::Changed) => passages_with_date(text.as_bytes(), days),
        _ => Vec::new(),
    };
    let (passages, dated) = match dated {
        _ if !lines.is_empty() => (lines, DatedBy::Line),
        Some(dated) => (first_passages(text.as_bytes(), if dated == DatedBy::Changed { 1 } else { PASSAGES }), dated),
        None => return Vec::new(),
    };
    let named = NoteText { path: note.path().as_str(), page, text: &text };
    let shown = |passage: &Passage| {
        let mut shown = whole_passage(&named, passage, limit);
        if let Some(found) = &mut shown.found {
            found.dated = Some(dated);
        }
        shown
    };
    passages.iter().map(shown).collect()
}

/// The first `count` passages of `note`.
fn first_passages(note: &[u8], count: usize) -> Vec<Passage> {
    let (mut reader, mut first) = (PassageReader::new(note), Vec::new());
    while first.len() < count
        && !reader.go_on(note, 4096, &mut |passage| {
            if !passage.is_properties && !is_tags(&note[passage.span.clone()]) && first.len() < count {
                first.push(passage);
            }
        })
    {}
    first
}

/// The passages of `note` with a date of `days`, or below a heading with one. Of a list or a log, the lines with the
/// date.
fn passages_with_date(note: &[u8], days: Period) -> Vec<Passage> {
    let has_date = |span: &Range<usize>| {
        let mut has = false;
        let text = String::from_utf8_lossy(&note[span.clone()]);
        each_date(&text, |date, _| {
            has |= date.day_number().is_some_and(|day| (days.first..=days.last).contains(&day));
        });
        has
    };
    let (mut reader, mut found, mut above) = (PassageReader::new(note), Vec::new(), (Vec::new(), false));
    while found.len() < WITH_DATE
        && !reader.go_on(note, 4096, &mut |passage| {
            if passage.is_properties {
                return;
            }
            if passage.headings != above.0 {
                above = (passage.headings.clone(), passage.headings.iter().any(has_date));
            }
            if above.1 {
                found.push(passage);
            } else {
                add_lines(note, passage, &has_date, &mut found);
            }
        })
    {}
    found.truncate(WITH_DATE);
    found
}

/// Adds to `found` what is around each line of `passage` that `has_date`.
fn add_lines(note: &[u8], passage: Passage, has_date: &dyn Fn(&Range<usize>) -> bool, found: &mut Vec<Passage>) {
    let mut start = passage.span.start;
    let mut lines: Vec<Range<usize>> = Vec::new();
    for line in note[passage.span.clone()].split(|&byte| byte == b'\n') {
        lines.push(start..start + line.len());
        start += line.len() + 1;
    }
    let indent = |line: &Range<usize>| note[line.clone()].iter().take_while(|byte| byte.is_ascii_whitespace()).count();
    let mut at = 0;
    while at < lines.len() {
        if !has_date(&lines[at]) {
            at += 1;
            continue;
        }
        let is_own = is_own_line(&note[lines[at].clone()]);
        if !is_own && lines.len() <= LINES as usize {
            found.push(passage);
            return;
        }
        let (own, first) = (indent(&lines[at]), at);
        at += 1;
        // What is nested in an item belongs to it.
        while is_own && at < lines.len() && at - first < LINES as usize && indent(&lines[at]) > own {
            at += 1;
        }
        let number = |at: usize| passage.lines.0 + u32::try_from(at).unwrap_or(u32::MAX);
        found.push(Passage {
            lines: (number(first), number(at - 1)),
            span: lines[first].start..lines[at - 1].end,
            ..passage.clone()
        });
    }
}

/// Whether `line` can be read without the lines around it: an item, a row, a line of a quotation, or one that begins with
/// its date.
fn is_own_line(line: &[u8]) -> bool {
    line.trim_ascii_start().first().is_some_and(|first| first.is_ascii_digit() || b"-*+|>[".contains(first))
}
