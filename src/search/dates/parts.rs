//! Splits a text into the parts of periods: dates, numbers, and words that say something of time.

use std::ops::Range;

use super::period::Period;
use super::pieces::{Piece, Placed, is_hangul, is_joined, pieces};
use super::sense::{Sense, Sure};
use super::vocabulary::longest;
use super::written_dates::{continues, date_at, is_ending, is_inside, small, value};

/// A part of a text.
#[derive(Debug)]
pub(super) struct Part {
    pub sense: Sense,
    pub sure: Sure,
    pub span: Range<usize>,
}

/// Maximum pieces of a phrase.
const MAX_PHRASE: usize = 8;

/// The parts of `text`.
pub(super) fn parts(text: &str) -> Vec<Part> {
    let pieces = pieces(text);
    let (mut parts, mut at) = (Vec::new(), 0);
    while at < pieces.len() {
        let (sense, sure, len) = part(&pieces, at);
        parts.push(Part { sense, sure, span: pieces[at].1.start..pieces[at + len - 1].1.end });
        at += len;
    }
    if parts.iter().all(|part| part.sense != Sense::German) {
        parts
            .iter_mut()
            .filter(|part| matches!(part.sense, Sense::Shifted(..)))
            .for_each(|part| part.sure = Sure::Always);
    }
    drop_unknown_korean(&mut parts, text);
    parts
}

/// The part that starts at the piece `at`, and how many pieces it takes.
fn part(pieces: &[Placed<'_>], at: usize) -> (Sense, Sure, usize) {
    let rest = &pieces[at..];
    if let Some((date, len)) = date_at(pieces, at) {
        return (Sense::Date(date), Sure::Always, len);
    }
    if let Some(month) = month_of_year(rest).filter(|_| !is_inside(pieces, at)) {
        return (Sense::Fixed(month), Sure::Always, 3);
    }
    let is_part = || is_inside(pieces, at) || date_at(pieces, at + 1).is_some();
    if let Some((day, len)) = day_of_month(rest).filter(|_| !is_part()) {
        return (Sense::DayOfMonth(day), Sure::Beside, len);
    }
    let is_number = |piece: Option<&Placed<'_>>| matches!(piece, Some((Piece::Number(_), _)));
    // In scripts without spaces, a space ends a word.
    let is_unit = matches!(rest[0].0, Piece::Mark(_));
    let len = (1..rest.len().min(MAX_PHRASE))
        .find(|&len| is_unit && !is_joined(&rest[len - 1..=len]))
        .unwrap_or(rest.len().min(MAX_PHRASE));
    let word = longest(rest[..len].iter().map(|(piece, _)| piece));
    let near = || is_number(rest.get(1)) || at > 0 && is_number(pieces.get(at - 1));
    if let Some(word) = word.filter(|(_, sure, _)| *sure != Sure::Number || near()) {
        return word;
    }
    let sense = match rest[0].0 {
        Piece::Number(digits) => value(digits).map_or(Sense::Nothing, |value| Sense::Number(value, digits.len())),
        Piece::Mark(mark) if !is_hangul(mark) => Sense::Mark(mark),
        _ => Sense::Nothing,
    };
    (sense, Sure::Always, 1)
}

/// `17th`, `am 17.`
fn day_of_month(pieces: &[Placed<'_>]) -> Option<(i64, usize)> {
    let day = |digits: &str| small(digits).filter(|day| (1..=31).contains(day));
    match pieces {
        [(Piece::Number(digits), _), (ending, _), ..] if is_ending(Some(ending)) && is_joined(&pieces[..2]) => {
            Some((day(digits)?, 2))
        }
        [(Piece::Word("am"), _), (Piece::Number(digits), _), (Piece::Mark('.'), _), rest @ ..]
            if !matches!(rest, [(Piece::Number(_), _), ..]) =>
        {
            Some((day(digits)?, 3))
        }
        _ => None,
    }
}

/// `2026-10`, `10/2026`
fn month_of_year(pieces: &[Placed<'_>]) -> Option<Period> {
    let [(Piece::Number(one), _), (Piece::Mark(mark), _), (Piece::Number(two), _), ..] = pieces else { return None };
    let (year, month) = match mark {
        '-' | '/' | '_' if one.len() == 4 && two.len() == 2 => (one, two),
        '/' if one.len() == 2 && two.len() == 4 => (two, one),
        _ => return None,
    };
    if !is_joined(&pieces[..3]) || ['-', '/', '_', '.'].into_iter().any(|mark| continues(pieces, 3, mark)) {
        return None;
    }
    Period::month(value(year)?, small(month)?)
}

/// Korean particles follow a word without a space, so a run of syllables counts only if all of it is understood.
fn drop_unknown_korean(parts: &mut [Part], text: &str) {
    let is_korean = |part: &Part| text[part.span.start..].starts_with(is_hangul);
    let joined = |one: &Part, other: &Part| is_korean(one) && is_korean(other) && one.span.end == other.span.start;
    for run in parts.chunk_by_mut(joined) {
        if run.iter().any(|part| is_korean(part) && part.sense == Sense::Nothing) {
            for part in run {
                part.sense = Sense::Nothing;
            }
        }
    }
}
