//! The passage of a note that a model meant when it quoted the note inexactly.

use std::cmp::Reverse;
use std::fmt::Write as _;
use std::ops::Range;

use lectern_base::sort::sort_by;

use super::find_text::{LineCount, line_of};
use super::folded_text::FoldedText;
use super::merge::{merged, word_hunks};
use super::word_split::{Words, words};
use crate::path::quoted;

/// Differences that are named.
const MAX_DIFFERENCES: usize = 3;

/// How far the ends of a passage are sought from where they are expected, in lines.
const MAX_DRIFT: usize = 20;

/// Of lines of the quotation that are the same, so many are compared with each line of the text.
const MAX_EQUAL: usize = 20;

/// Longer passages are not repeated to the model.
const MAX_PASSAGE_BYTES: usize = 4000;

/// The passage that is most like a quotation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct NearestPassage {
    /// Its first and last line, 1-indexed.
    pub lines: (u32, u32),
    /// Its text, exactly.
    pub text: String,
    /// What it becomes if the model's change is applied to it.
    pub new: String,
    /// How it differs from the quotation: `U+2019 here, U+0027 in your text`.
    pub differences: Vec<String>,
}

impl NearestPassage {
    /// The passage of `text` that is most like `old`, which an edit replaces by `new`. Of several alike, the one nearest
    /// to `near_line`. `None` if there is none that has half of its words.
    pub fn find(text: &str, old: &str, new: &str, near_line: Option<u32>) -> Option<Self> {
        let span = folded_match(text, old, near_line).or_else(|| similar_lines(text, old, near_line))?;
        let span = trimmed(text, span);
        let passage = &text[span.clone()];
        if passage.len() > MAX_PASSAGE_BYTES || passage.is_empty() || !has_half(passage, old) {
            return None;
        }
        let lines = (line_of(text, span.start), line_of(text, span.end));
        Some(Self {
            lines,
            text: passage.to_owned(),
            new: merged(old.trim(), passage, new.trim()),
            differences: differences(old.trim(), passage),
        })
    }
}

/// `span` of `text` without blanks at its ends.
fn trimmed(text: &str, span: Range<usize>) -> Range<usize> {
    let passage = &text[span.clone()];
    let start = span.start + passage.len() - passage.trim_start().len();
    start..start + passage.trim().len()
}

/// Where `old` is but for typography and blanks.
fn folded_match(text: &str, old: &str, near_line: Option<u32>) -> Option<Range<usize>> {
    let wanted = FoldedText::new(old).text;
    let wanted = wanted.trim();
    if wanted.is_empty() {
        return None;
    }
    let folded = FoldedText::new(text);
    let found = folded.text.match_indices(wanted).map(|(at, _)| folded.original(at..at + wanted.len()));
    let mut count = LineCount::of(text);
    match near_line {
        Some(near) => found.min_by_key(|span| count.line(span.start).abs_diff(near)),
        None => { found }.next(),
    }
}

/// The lines that have most in common with those of `old`; of a single line, the part that is like `old`.
fn similar_lines(text: &str, old: &str, near_line: Option<u32>) -> Option<Range<usize>> {
    let fold = |line: &str| FoldedText::new(line).text.trim().to_owned();
    let wanted: Vec<String> = old.trim().lines().map(fold).collect();
    let places = sorted(wanted.iter().enumerate().map(|(index, line)| (line.as_str(), index)));
    let mut spans = Vec::new();
    // How much of `old` is in the text if its first line is at a line of the text.
    let mut votes: Vec<(isize, usize)> = Vec::new();
    let mut best_word_line = (0, 0);
    let anchor = wanted.iter().enumerate().max_by_key(|(_, line)| line.len())?;
    let anchor_words = WordBytes::of(anchor.1);
    let mut start = 0;
    for (index, line) in text.split_inclusive('\n').enumerate() {
        spans.push(start..start + line.len());
        start += line.len();
        let folded = fold(line);
        let first_equal = places.partition_point(|(line, _)| *line < folded.as_str());
        let equal = places[first_equal..].iter().take_while(|(line, _)| *line == folded && !line.is_empty());
        let equal = equal.take(MAX_EQUAL);
        for &(_, of_old) in equal {
            votes.push((index.cast_signed() - of_old.cast_signed(), folded.len()));
        }
        let shared = anchor_words.in_line(&folded);
        let is_nearer = near_line.is_some_and(|near| {
            let distance = |index: usize| near.abs_diff(u32::try_from(index + 1).unwrap_or(u32::MAX));
            distance(index) < distance(best_word_line.1)
        });
        if shared > best_word_line.0 || (shared == best_word_line.0 && is_nearer) {
            best_word_line = (shared, index);
        }
    }
    sort_by(&mut votes, Ord::cmp);
    let by_line = votes.chunk_by(|a, b| a.0 == b.0);
    let best = by_line.map(|votes| (votes.iter().map(|vote| vote.1).sum::<usize>(), Reverse(votes[0].0))).max();
    let of_words = || (best_word_line.0 > 0).then(|| best_word_line.1.cast_signed() - anchor.0.cast_signed());
    let first = best.map(|(_, Reverse(first))| first).or_else(of_words)?;
    let (from, to) = extent(text, &spans, &wanted, first)?;
    Some(narrowed(text, spans[from].start..spans[to].end, old.trim()))
}

/// The first and last of the lines `spans` of `text` that the lines `wanted` stand for, if the first of them is at about
/// `first`. A model may leave out lines, so that the last is further down.
fn extent(text: &str, spans: &[Range<usize>], wanted: &[String], first: isize) -> Option<(usize, usize)> {
    let last_line = spans.len().checked_sub(1)?;
    let clamp = |line: isize| usize::try_from(line.max(0)).unwrap_or(0).min(last_line);
    let is_at = |line: usize, wanted: &str| {
        !wanted.is_empty() && FoldedText::new(&text[spans[line].clone()]).text.trim() == wanted
    };
    let drift = wanted.len().min(MAX_DRIFT).cast_signed();
    let near = |line: isize, wanted: &str| {
        (0..=drift).flat_map(|by| [line - by, line + by]).map(clamp).find(|&line| is_at(line, wanted))
    };
    let end = first + wanted.len().cast_signed() - 1;
    let from = wanted.first().and_then(|line| near(first, line)).unwrap_or_else(|| clamp(first));
    let to = wanted.last().and_then(|line| near(end, line)).unwrap_or_else(|| clamp(end));
    Some((from, to.max(from)))
}

/// Words and how many bytes of a text are each of them, in order.
struct WordBytes<'t>(Vec<(&'t str, usize)>);

impl<'t> WordBytes<'t> {
    fn of(text: &'t str) -> Self {
        let all = sorted(words(text));
        Self(all.chunk_by(|a, b| a == b).map(|same| (same[0], same.len() * same[0].len())).collect())
    }

    fn all(&self) -> usize {
        self.0.iter().map(|(_, bytes)| bytes).sum()
    }

    /// How many bytes of them are words of `line`.
    fn in_line(&self, line: &str) -> usize {
        let bytes = |word: &&str| self.0.binary_search_by(|(known, _)| known.cmp(word)).map_or(0, |at| self.0[at].1);
        let mut own = sorted(words(line).filter(|word| bytes(word) > 0));
        own.dedup();
        own.iter().map(bytes).sum()
    }
}

/// `span` of `text` without the words before and behind those that it shares with `old`.
fn narrowed(text: &str, span: Range<usize>, old: &str) -> Range<usize> {
    let passage = &text[span.clone()];
    let hunks = word_hunks(old, passage);
    let words: Vec<&str> = Words(passage).collect();
    let old_count = u32::try_from(Words(old).count()).unwrap_or(u32::MAX);
    // As many words stay as the model wrote in their place.
    let len = |words: &[&str]| words.iter().map(|word| word.len()).sum::<usize>();
    let cut_start = hunks
        .first()
        .filter(|hunk| hunk.before.start == 0)
        .map_or(0, |hunk| len(&words[..hunk.after.end as usize - hunk.after.len().min(hunk.before.len())]));
    let cut_end = hunks
        .last()
        .filter(|hunk| hunk.before.end == old_count)
        .map_or(0, |hunk| len(&words[hunk.after.start as usize + hunk.after.len().min(hunk.before.len())..]));
    if cut_start + cut_end >= passage.len() { span } else { span.start + cut_start..span.end - cut_end }
}

/// Whether `passage` has at least half of the words of `old`, by bytes.
fn has_half(passage: &str, old: &str) -> bool {
    let [passage, old] = [passage, old].map(|text| FoldedText::new(text).text);
    let words = WordBytes::of(&old);
    if words.all() == 0 { passage.trim() == old.trim() } else { words.in_line(&passage) * 2 >= words.all() }
}

/// What is different in `passage` and in the quotation `old`, in order.
fn differences(old: &str, passage: &str) -> Vec<String> {
    let [old_words, words] = [old, passage].map(|text| Words(text).collect::<Vec<_>>());
    let mut named: Vec<String> = Vec::new();
    for hunk in word_hunks(old, passage) {
        let given = old_words[hunk.before.start as usize..hunk.before.end as usize].concat();
        let here = words[hunk.after.start as usize..hunk.after.end as usize].concat();
        let difference = match unlike(&here, &given) {
            ("", "") => continue,
            (here, given) => format!("{} here, {} in your text", name(here), name(given)),
        };
        if !named.contains(&difference) {
            named.push(difference);
        }
        if named.len() == MAX_DIFFERENCES {
            break;
        }
    }
    named
}

/// The parts of `a` and `b` between what they begin and end with alike.
fn unlike<'t>(a: &'t str, b: &'t str) -> (&'t str, &'t str) {
    let same = |(a, b): &(char, char)| a == b;
    let start: usize = a.chars().zip(b.chars()).take_while(same).map(|(c, _)| c.len_utf8()).sum();
    let (a, b) = (&a[start..], &b[start..]);
    let end: usize = a.chars().rev().zip(b.chars().rev()).take_while(same).map(|(c, _)| c.len_utf8()).sum();
    (&a[..a.len() - end], &b[..b.len() - end])
}

/// `text` for a message: a few characters by their code points, more in quotes.
fn name(text: &str) -> String {
    const MAX_CODE_POINTS: usize = 3;
    const MAX_CHARS: usize = 60;
    if text.is_empty() {
        return "nothing".to_owned();
    }
    let is_word = text.chars().all(char::is_alphanumeric) && text.is_ascii();
    if is_word || text.chars().nth(MAX_CODE_POINTS).is_some() {
        let short: String = text.chars().take(MAX_CHARS).collect();
        return if short.len() < text.len() { format!("{} …", quoted(&short)) } else { quoted(text) };
    }
    let mut points = String::new();
    for c in text.chars() {
        _ = write!(points, "{}U+{:04X}", if points.is_empty() { "" } else { " " }, u32::from(c));
    }
    points
}

fn sorted<T: Ord>(items: impl Iterator<Item = T>) -> Vec<T> {
    let mut items: Vec<T> = items.collect();
    sort_by(&mut items, Ord::cmp);
    items
}
