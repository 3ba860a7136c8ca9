//! A search for passages: the best passages of the best notes, in full, instead of matching lines.

use std::collections::HashSet;
use std::ops::Range;

use super::cursor::Cursor;
use super::extract::{Extract, ExtractSize, NoteText};
use super::page::{MatchedNote, ReadNote};
use crate::note::{Passage, PassageReader};
use crate::search::line_match::{Hit, Hits, Matching, PassageHit};
use crate::search::vectors::MEANING;
use crate::text::{Amount, Text};
use crate::wire::reply::PassageFound;

/// The share of the passage in its score; the rest is that of its note.
const PASSAGE: f32 = 0.8;

/// The bonus for all words that no better passage has, relative to the best score.
const NEW_WORDS: f32 = 0.35;

/// What is shown of a passage: lines of this many bytes.
const SIZE: ExtractSize = ExtractSize { lines: 50, context: 0, width: 900 };

/// A passage of a note that was read.
pub(super) struct ReadPassage {
    /// The score of its note in the index, and its own.
    note_score: f32,
    score: f32,
    /// How many phrases of the question its note has.
    phrases: u32,
    /// The words of the query that it has.
    words: u64,
    /// How near it is to the query in meaning.
    near: f32,
    found: MatchedNote,
}

/// The best passages of `read`, and the one that is near to the query in meaning.
pub(super) fn passages_of(matching: &Matching, read: ReadNote, limit: Amount) -> Vec<ReadPassage> {
    let ReadNote { note, page, text, hits, score: note_score, near, .. } = read;
    let text = Text::with_good_head(text.into_bytes());
    let note = NoteText { path: note.path().as_str(), page, text: &text };
    let is_shown =
        |hit: &&PassageHit| !is_tags(&text.as_bytes()[hit.passage.span.clone()]) && matching.has_content(hit.words);
    let near_to = |hit: &PassageHit| {
        let (first, last) = hit.passage.lines;
        near.filter(|near| near.lines.0 <= last && first <= near.lines.1).map_or(0.0, |near| near.near)
    };
    let passage = |hit: &PassageHit, is_similar: bool| ReadPassage {
        note_score,
        score: hit.score,
        phrases: hits.phrases,
        words: hit.words,
        near: near_to(hit),
        found: MatchedNote { is_similar, ..matched(matching, &note, &hits, hit, limit) },
    };
    let mut passages: Vec<_> = hits.passages.iter().filter(is_shown).map(|hit| passage(hit, false)).collect();
    if let Some(near) = near
        && passages.iter().all(|passage| passage.near <= 0.0)
        && let Some(found) = passage_at(text.as_bytes(), near.lines)
    {
        let hit = PassageHit { passage: found, score: 0.0, words: 0, above: Vec::new(), covered: 0.0 };
        passages.push(passage(&hit, true));
    }
    passages
}

/// Whether a passage has only tags.
pub(super) fn is_tags(passage: &[u8]) -> bool {
    passage.split(u8::is_ascii_whitespace).all(|word| word.is_empty() || word.starts_with(b"#"))
}

/// What is at these lines of a note, as one passage.
fn passage_at(note: &[u8], lines: (u32, u32)) -> Option<Passage> {
    let mut at: Option<Passage> = None;
    let mut reader = PassageReader::new(note);
    while !reader.go_on(note, usize::MAX, &mut |passage| {
        if passage.is_properties || passage.lines.1 < lines.0 || lines.1 < passage.lines.0 {
            return;
        }
        match &mut at {
            Some(at) => (at.span.end, at.lines.1) = (passage.span.end, passage.lines.1),
            None => at = Some(passage),
        }
    }) {}
    at
}

/// What a reply shows of the passage `hit` of `note`, in which `hits` were found.
fn matched(matching: &Matching, note: &NoteText<'_>, hits: &Hits, hit: &PassageHit, limit: Amount) -> MatchedNote {
    let (bytes, whole) = (note.text.as_bytes(), &hit.passage.span);
    let part = matching.best_part(bytes, &hit.passage);
    let shown = lines_of(bytes, &part, hits, hit);
    let missing = matching.missing(&bytes[part.clone()], hit);
    let written = |span: &Range<usize>| String::from_utf8_lossy(&bytes[span.clone()]).into_owned();
    MatchedNote {
        path: note.path.to_owned(),
        page: note.page,
        other_pages: Vec::new(),
        lines: hits.count,
        passage: shown.lines.first().copied(),
        found: Some(PassageFound {
            headings: hit.passage.headings.iter().map(written).collect(),
            text: written(&part),
            starts_inside: part.start > whole.start || is_inside(bytes[..part.start].iter().rev()),
            ends_inside: part.end < whole.end || is_inside(bytes[part.end..].iter()),
            score: hit.score,
            covered: hit.covered,
            likely: matching.is_likely(&bytes[part.clone()], hit),
            absent: matching.absent(&missing),
            missing,
            due: None,
            dated: None,
        }),
        is_similar: false,
        extract: Extract::new(note, &shown, SIZE, limit),
        next: Cursor::default(),
    }
}

/// What a reply shows of `passage` of `note`, which was not searched for words.
pub(super) fn whole_passage(note: &NoteText<'_>, passage: &Passage, limit: Amount) -> MatchedNote {
    let hit = PassageHit { passage: passage.clone(), score: 1.0, words: 0, above: Vec::new(), covered: 1.0 };
    let bytes = note.text.as_bytes();
    let shown = lines_of(bytes, &passage.span, &Hits::default(), &hit);
    let written = |span: &Range<usize>| String::from_utf8_lossy(&bytes[span.clone()]).into_owned();
    MatchedNote {
        path: note.path.to_owned(),
        page: note.page,
        other_pages: Vec::new(),
        lines: shown.count,
        passage: Some(passage.lines),
        found: Some(PassageFound {
            headings: passage.headings.iter().map(written).collect(),
            text: written(&passage.span),
            starts_inside: false,
            ends_inside: false,
            score: 1.0,
            covered: 1.0,
            likely: true,
            missing: Vec::new(),
            absent: Vec::new(),
            due: None,
            dated: None,
        }),
        is_similar: false,
        extract: Extract::new(note, &shown, SIZE, limit),
        next: Cursor::default(),
    }
}

/// The lines of `part` of the passage `hit`, with those of `hits` that are in it.
fn lines_of(text: &[u8], part: &Range<usize>, hits: &Hits, hit: &PassageHit) -> Hits {
    let breaks = |range: Range<usize>| text[range].iter().map(|&byte| u32::from(byte == b'\n')).sum::<u32>();
    let first = hit.passage.lines.0 + breaks(hit.passage.span.start..part.start);
    let last = first + breaks(part.clone());
    let mut start = part.start - text[..part.start].iter().rev().take_while(|&&byte| byte != b'\n').count();
    let mut best = Vec::new();
    for line in first..=last {
        let end = start + text[start..].iter().take_while(|&&byte| byte != b'\n').count();
        let matches = hits.best.iter().find(|hit| hit.line == line).map_or(&[][..], |hit| &hit.ranges);
        let inside = |range: &&Range<usize>| part.contains(&(start + range.start));
        let mut ranges: Vec<_> = matches.iter().filter(inside).cloned().collect();
        if ranges.is_empty() && part.start > start {
            // What to show of a long line.
            ranges.push(part.start - start..part.end.min(end) - start);
        }
        best.push(Hit { line, score: hit.score, ranges });
        start = end + 1;
    }
    Hits { best, lines: vec![(first, last)], count: last - first + 1, ..Hits::default() }
}

/// Whether there is more of a line, seen from inside it.
fn is_inside<'t>(rest: impl Iterator<Item = &'t u8>) -> bool {
    rest.take_while(|&&byte| byte != b'\n').any(|byte| !byte.is_ascii_whitespace())
}

/// Sorts passages, best first: by their scores, and by the words that no passage before has. Drops copies.
pub(super) fn sorted(mut passages: Vec<ReadPassage>, matching: &Matching) -> Vec<MatchedNote> {
    let most = |of: fn(&ReadPassage) -> f32| passages.iter().map(of).fold(f32::MIN_POSITIVE, f32::max);
    let (note_score, score) = (most(|passage| passage.note_score), most(|passage| passage.score));
    let meaning = if passages.iter().any(|passage| passage.near > 0.0) { MEANING } else { 0.0 };
    for passage in &mut passages {
        let own = (1.0 - meaning) * passage.score / score + meaning * passage.near;
        passage.score = (1.0 - PASSAGE) * passage.note_score / note_score + PASSAGE * own;
    }
    let mut texts = HashSet::new();
    let (mut sorted, mut known) = (Vec::new(), 0);
    while !passages.is_empty() {
        let left = matching.share(!known).max(f32::MIN_POSITIVE);
        let bonus = |words: u64| if known == 0 { 0.0 } else { NEW_WORDS * matching.share(words & !known) / left };
        let value = |passage: &ReadPassage| passage.score + bonus(passage.words);
        let is_better = |a: &ReadPassage, b: &ReadPassage| {
            a.phrases.cmp(&b.phrases).then_with(|| value(a).total_cmp(&value(b))).is_gt()
        };
        // The first of the best.
        let best =
            (1..passages.len()).fold(0, |best, at| if is_better(&passages[at], &passages[best]) { at } else { best });
        let ReadPassage { score, words, mut found, .. } = passages.remove(best);
        let Some(passage) = &mut found.found else { continue };
        passage.score = score;
        if texts.insert(passage.text.split_whitespace().collect::<String>()) {
            known |= words;
            sorted.push(found);
        }
    }
    sorted
}
