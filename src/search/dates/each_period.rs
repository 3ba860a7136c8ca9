//! Finds the periods that a text speaks of, in the words of eleven languages: `9 October`, `May 2026`, `2026-W41`,
//! `last Sunday`, `in the past two weeks`.

use std::ops::Range;

use super::parts::{Part, parts};
use super::period::Period;
use super::reading::{Leaning, Reading};
use super::sense::Sense::{self, Bound, In, Link, Prep};
use super::sense::Sure;

/// Maximum parts of a period, and maximum parts to look at with the words between.
const MAX_PARTS: usize = 6;
const MAX_LOOKED_AT: usize = 12;

/// Calls `found` with each period that `text` speaks of, and its bytes with the preposition and the article before it, in
/// order.
///
/// `today` is the user's date; without it, only what does not depend on it is found. A day, month or calendar week without a
/// year is the one nearest to today; of days of the week, `leans` says which. `last 7 days` are those up to today, and
/// `3 weeks ago` is a day. A year (`2026`) or a time before today (`7d`) counts alone only if it is all of `text`.
pub fn each_period(text: &str, today: Option<i32>, leans: Leaning, found: &mut dyn FnMut(Period, Range<usize>)) {
    let parts = parts(text);
    let is_filler = |part: &Part| matches!(part.sense, In | Prep | Link);
    let is_year = |part: &Part| matches!(part.sense, Sense::Number(_, 4));
    let first = parts.iter().position(|part| !is_filler(part)).unwrap_or(0);
    let (mut at, mut done) = (0, 0);
    while at < parts.len() {
        let near = parts.iter().enumerate().skip(at).take(MAX_LOOKED_AT);
        // In "2000 in May", the number is no year.
        let is_part = |index: usize| index == at || !is_filler(&parts[index]) || is_year(&parts[index - 1]);
        let words = near.filter(|(index, _)| is_part(*index)).take(MAX_PARTS);
        let (places, senses): (Vec<usize>, Vec<Sense>) = words.map(|(index, part)| (index, part.sense)).unzip();
        let before = at.checked_sub(1).map(|before| parts[before].sense);
        // "on the 17th"
        let above = (0..at).rev().map(|before| parts[before].sense).find(|sense| *sense != Link);
        let is_day =
            matches!(parts[at].sense, Sense::DayOfMonth(_)) && (parts[at].span.len() > 4 || above == Some(Prep));
        let reading = Reading {
            today: today.map(i64::from),
            leans,
            is_sure: parts[at].sure == Sure::Always || is_day || matches!(before, Some(In | Prep | Bound)),
            is_bound: matches!(before, Some(In | Bound)),
            is_all: at == first && parts.len() - at == senses.len(),
        };
        let Some((period, len)) = reading.period(&senses) else {
            at += 1;
            continue;
        };
        let start = (done..at).rev().take_while(|&index| is_filler(&parts[index])).last().unwrap_or(at);
        let end = places[len - 1];
        found(period, parts[start].span.start..parts[end].span.end);
        (at, done) = (end + 1, end + 1);
    }
}

#[cfg(test)]
mod tests;
