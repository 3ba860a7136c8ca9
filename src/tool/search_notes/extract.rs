//! Extracts what a reply shows of a matching note: its best lines with context, and the numbers of the others. The tool
//! decides which notes are shown, and how much space each gets.

mod shown_line;

use std::collections::{BTreeMap, BTreeSet};

use self::shown_line::ShownLine;
use crate::path::quoted;
use crate::search::line_match::{Hit, Hits};
use crate::text::suspicious::{self, remark, suspicious};
use crate::text::{Amount, Text, millitokens};
use crate::wire::reply::{HitLine, LineRun};

/// Maximum bytes shown of a line: about five lines on a screen. `read_file` shows the rest.
pub(super) const LINE_BYTES: usize = 400;

/// Bytes shown of the best line if there is no space for more.
const NARROW: [usize; 3] = [200, 100, 40];

/// Maximum matching lines shown of a note, and maximum context lines around each.
const MAX_LINES: usize = 100;
const MAX_CONTEXT: u32 = 20;

/// Maximum ranges of other lines to name.
const NAMED: usize = 12;

/// The text of a note, or of a page.
pub(super) struct NoteText<'t> {
    pub path: &'t str,
    pub page: Option<u32>,
    pub text: &'t Text,
}

/// What to show of each note.
#[derive(Debug, Clone, Copy)]
pub(super) struct ExtractSize {
    /// The maximum number of matching lines.
    pub lines: usize,
    /// The context lines around each.
    pub context: u32,
    /// The maximum bytes of a line.
    pub width: usize,
}

/// What a reply shows of a note.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct ShownLines {
    /// Numbered lines and notices in brackets, joined by `\n`. Empty if nothing fits.
    pub text: String,
    /// The size: its tokens, if they are limited, with a line break at the end; its numbered lines.
    pub taken: Amount,
    /// The matching lines that are shown, in order.
    pub hits: Vec<HitLine>,
    /// Where the numbered lines are in `text`.
    pub layout: Vec<LineRun>,
    /// How many matching lines are not shown.
    pub left: u32,
    /// The numbered lines that are suspicious.
    pub suspicious: Vec<u32>,
}

/// The lines of a note that a reply may show: a few lines of bounded length, so that the note itself can be dropped.
#[derive(Debug)]
pub(super) struct Extract {
    /// The arguments of `read_file` that name it.
    named: String,
    /// Matching lines and their context.
    lines: BTreeMap<u32, ShownLine>,
    /// The matching lines to show, best first.
    best: Vec<u32>,
    /// The lines of the headings to show above a line.
    headings: BTreeMap<u32, Vec<u32>>,
    context: u32,
    width: usize,
    /// All matching lines as ranges, and their number.
    matching: Vec<(u32, u32)>,
    count: u32,
    counts_tokens: bool,
    whole: ShownLines,
}

impl Extract {
    /// The lines of `note` that `hits` names, at most as many as `wanted`. `limit` is the most space that they will get.
    ///
    /// Lines that are not UTF-8 are not shown: `read_file` decodes such a note differently.
    pub fn new(note: &NoteText<'_>, hits: &Hits, wanted: ExtractSize, limit: Amount) -> Self {
        let &NoteText { path, page, text } = note;
        let context = wanted.context.min(MAX_CONTEXT);
        let part = |line: u32| {
            let ranges = hits.best.iter().find(|hit| hit.line == line).map_or(&[][..], |hit| &hit.ranges);
            ShownLine::new(text, line, ranges, wanted.width)
        };
        let exists = |hit: &&Hit| (1..=text.total_lines()).contains(&hit.line);
        let found = hits.best.iter().filter(exists).filter_map(|hit| Some((hit.line, part(hit.line)?)));
        let (mut lines, mut best) = (BTreeMap::new(), Vec::new());
        for (line, part) in found.take(wanted.lines.min(MAX_LINES)) {
            best.push(line);
            lines.insert(line, part);
        }
        let above = |line: &u32| hits.headings.get(line).into_iter().flatten().copied();
        let wanted_lines = best.iter().flat_map(|line| around(*line, context).chain(above(line)));
        for line in wanted_lines.filter(|&line| line <= text.total_lines()) {
            if !lines.contains_key(&line) {
                lines.extend(part(line).map(|part| (line, part)));
            }
        }
        let mut extract = Self {
            named: format!("path={}{}", quoted(path), page.map(|page| format!(", page={page}")).unwrap_or_default()),
            lines,
            best,
            headings: hits.headings.clone(),
            context,
            width: wanted.width,
            matching: hits.lines.clone(),
            count: hits.count,
            counts_tokens: limit.limits_tokens(),
            whole: ShownLines::default(),
        };
        extract.whole = extract.with(extract.best.len(), context, wanted.width);
        extract
    }

    /// The size with unlimited space.
    pub fn demand(&self) -> Amount {
        self.whole.taken
    }

    /// As much as fits in `limit`: first fewer lines, then less context and less of the last line, then only the
    /// numbers of the matching lines, then only how many there are.
    pub fn shown(&self, limit: Amount) -> ShownLines {
        if limit.holds(self.demand()) {
            return self.whole.clone();
        }
        let fewer = (1..self.best.len()).rev().map(|count| (count, self.context, self.width));
        let one = [self.width].into_iter().chain(NARROW).map(|width| (1, 0, width)).filter(|_| !self.best.is_empty());
        let mut less = fewer.chain(one).chain([(0, 0, self.width)]);
        let shown = less.find_map(|(count, context, width)| {
            let shown = self.with(count, context, width);
            limit.holds(shown.taken).then_some(shown)
        });
        let said = || self.told(lines_match(self.count, false), 0, self.count);
        shown
            .or_else(|| Some(said()).filter(|said| limit.holds(said.taken)))
            .unwrap_or_else(|| self.told(String::new(), 0, self.count))
    }

    /// The `count` best lines with `context` lines around them, each of at most `width` bytes.
    fn with(&self, count: usize, context: u32, width: usize) -> ShownLines {
        let above = |line| self.headings.get(line).filter(|_| width == LINE_BYTES).into_iter().flatten().copied();
        let wanted = self.best[..count].iter().flat_map(|line| around(*line, context).chain(above(line)));
        let mut shown = BTreeSet::new();
        shown.extend(wanted.filter(|line| self.lines.contains_key(line)));
        let (mut written, mut hits, mut layout) = (Vec::new(), Vec::new(), Vec::new());
        let (mut before, mut doubtful) = (None, Vec::new());
        for (&line, part) in shown.iter().filter_map(|line| self.lines.get_key_value(line)) {
            if before.is_some_and(|before| before + 1 != line) {
                written.push("[...]".to_owned());
            }
            before = Some(line);
            let narrowed = if part.text.len() > width { part.narrowed(width) } else { None };
            let part = narrowed.as_ref().unwrap_or(part);
            add_line(&mut layout, u32::try_from(written.len()).unwrap_or(u32::MAX), line, part);
            let is_continued = if part.column > 1 { "+" } else { "" };
            written.push(format!("{line}{is_continued}: {}", part.text));
            doubtful.extend(suspicious(part.text.as_bytes(), line));
            written.extend(self.rest(line, part));
            // A pattern may match an empty line.
            if !part.ranges.is_empty() || self.best.contains(&line) {
                hits.push(HitLine { line, column: part.column, spans: part.spans() });
            }
        }
        let others = self.others(&shown);
        let left = self.count.saturating_sub(self.matching_in(&shown));
        if left > 0 {
            let mut named: Vec<String> = others.iter().take(NAMED).map(|&range| ranged(range)).collect();
            if others.iter().take(NAMED).map(|(first, last)| last - first + 1).sum::<u32>() < left {
                named.push("...".to_owned());
            }
            let matching = lines_match(left, !shown.is_empty());
            written.push(format!("[{}: {}]", matching.trim_matches(['[', ']']), named.join(", ")));
        }
        written.extend(Some(remark(&doubtful).trim_start().to_owned()).filter(|remark| !remark.is_empty()));
        let lines = u32::try_from(shown.len()).unwrap_or(u32::MAX);
        let suspicious = suspicious::lines(&doubtful);
        ShownLines { hits, layout, suspicious, ..self.told(written.join("\n"), lines, left) }
    }

    fn told(&self, text: String, lines: u32, left: u32) -> ShownLines {
        // Estimates add up for lines that end in a line break.
        let millitokens = if self.counts_tokens && !text.is_empty() { millitokens(&format!("{text}\n")) } else { 0 };
        let taken = Amount { bytes: text.len(), lines, millitokens };
        ShownLines { text, taken, hits: Vec::new(), layout: Vec::new(), left, suspicious: Vec::new() }
    }

    /// The notice of how to read the rest of a line that is shown in part.
    fn rest(&self, line: u32, part: &ShownLine) -> Option<String> {
        let call = format!("call read_file with {}, start_line={line}", self.named);
        let behind = format!("start_column={}, end_line={line}", part.last_column().saturating_add(1));
        let (first, last) = (part.column, part.last_column());
        match (first > 1, !part.is_end) {
            (false, false) => None,
            (false, true) => Some(format!("[line {line} up to column {last}; for the rest {call}, {behind}]")),
            (true, false) => Some(format!("[line {line} from column {first}; for all of it {call}, end_line={line}]")),
            (true, true) => Some(format!(
                "[line {line} columns {first}-{last}; for all of it {call}, end_line={line}; for what follows {behind}]"
            )),
        }
    }

    /// Ranges of matching lines that are not `shown`: one more than are named.
    fn others(&self, shown: &BTreeSet<u32>) -> Vec<(u32, u32)> {
        let mut others = Vec::new();
        for &(first, last) in &self.matching {
            let mut from = first;
            for &line in shown.range(first..=last) {
                if line > from {
                    others.push((from, line - 1));
                }
                from = line + 1;
            }
            if from <= last {
                others.push((from, last));
            }
            if others.len() > NAMED {
                break;
            }
        }
        others
    }

    /// How many of the lines `shown` match.
    fn matching_in(&self, shown: &BTreeSet<u32>) -> u32 {
        let matches = |line: &&u32| {
            let at = self.matching.partition_point(|&(_, last)| last < **line);
            self.matching.get(at).is_some_and(|&(first, _)| first <= **line)
                // Needed if there are too many matches to keep all line numbers.
                || self.lines.get(line).is_some_and(|part| !part.ranges.is_empty())
        };
        u32::try_from(shown.iter().filter(matches).count()).unwrap_or(u32::MAX)
    }
}

/// `line` and `context` lines on both sides.
fn around(line: u32, context: u32) -> std::ops::RangeInclusive<u32> {
    line.saturating_sub(context).max(1)..=line.saturating_add(context)
}

/// Adds `part` of `line` in `row`, which is below all `runs`.
fn add_line(runs: &mut Vec<LineRun>, row: u32, line: u32, part: &ShownLine) {
    let (starts_inside, is_cut) = (part.column > 1, !part.is_end);
    match runs.last_mut() {
        Some(run) if run.row + run.count == row && run.line + run.count == line && !run.is_cut && !starts_inside => {
            run.count += 1;
            run.is_cut = is_cut;
        }
        _ => runs.push(LineRun { row, line, count: 1, starts_inside, is_cut }),
    }
}

/// The notice of how many lines match, or how many more if some are shown.
fn lines_match(count: u32, are_others: bool) -> String {
    let more = if are_others { "more " } else { "" };
    if count == 1 { format!("[1 {more}line matches]") } else { format!("[{count} {more}lines match]") }
}

fn ranged((first, last): (u32, u32)) -> String {
    if first == last { first.to_string() } else { format!("{first}-{last}") }
}

#[cfg(test)]
#[cfg(not(target_arch = "wasm32"))]
mod tests;
