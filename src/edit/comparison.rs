//! Compares two texts by lines, step by step: the texts are cut where a line occurs once in both, and each part is
//! compared on its own. So the time is linear, whatever the texts are.

use imara_diff::{Algorithm, Diff, InternedInput};

use super::hunks::Hunk;

/// Lines of a part at least: lines around a change decide how it is shown best.
const MIN_LINES: u32 = 50;

/// Lines of a part at most that are compared. More lines, of which none occurs once in both texts, are one hunk.
const MAX_LINES: u32 = 1000;

/// Lines that a step compares.
const STEP_LINES: u32 = 4000;

/// A comparison in progress.
pub(crate) struct Comparison {
    /// Where the parts end that are still to be compared, last first.
    ends: Vec<Pair>,
    at: Pair,
    hunks: Vec<Hunk>,
}

/// The same place in both texts.
#[derive(Debug, Clone, Copy, Default)]
struct Pair {
    before: Place,
    after: Place,
}

/// A place in a text, before a line.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Place {
    pub line: u32,
    pub byte: usize,
}

impl Place {
    fn behind(self, line: &str) -> Self {
        Self { line: self.line + 1, byte: self.byte + line.len() }
    }

    /// Moves down to `line`, by the `lines` from here. Returns the byte.
    fn go_to<'t>(&mut self, lines: &mut impl Iterator<Item = &'t str>, line: u32) -> usize {
        while self.line < line
            && let Some(next) = lines.next()
        {
            *self = self.behind(next);
        }
        self.byte
    }
}

impl Pair {
    /// The lines since `start`, of the text that has more of them.
    fn lines_since(self, start: Self) -> u32 {
        (self.before.line - start.before.line).max(self.after.line - start.after.line)
    }
}

impl Comparison {
    /// Begins to compare `before` with `after`.
    pub fn new(before: &str, after: &str) -> Self {
        let mut anchors = anchors(before, after).into_iter().peekable();
        let mut ends = Vec::new();
        let mut start = Pair::default();
        while let Some(anchor) = anchors.next() {
            let is_end = anchors
                .peek()
                .is_none_or(|next| anchor.lines_since(start) >= MIN_LINES || next.lines_since(anchor) >= MIN_LINES);
            if is_end {
                ends.push(anchor);
                start = anchor;
            }
        }
        ends.reverse();
        Self { ends, at: Pair::default(), hunks: Vec::new() }
    }

    /// Compares some more lines of the same texts. The hunks, once there are no more.
    pub fn step(&mut self, before: &str, after: &str) -> Option<Vec<Hunk>> {
        let mut lines = 0;
        while lines < STEP_LINES {
            let Some(end) = self.ends.pop() else { return Some(std::mem::take(&mut self.hunks)) };
            let start = std::mem::replace(&mut self.at, end);
            let before = &before[start.before.byte..end.before.byte];
            let after = &after[start.after.byte..end.after.byte];
            if before != after {
                lines += end.lines_since(start);
                let is_large = end.lines_since(start) > MAX_LINES;
                let hunks = if is_large { vec![one_hunk(before, after)] } else { line_hunks(before, after) };
                self.hunks.extend(hunks.into_iter().map(|hunk| hunk.moved(start)));
            }
        }
        None
    }
}

impl Hunk {
    /// A hunk of the parts that begin at `start`, as one of the texts.
    fn moved(self, Pair { before, after }: Pair) -> Self {
        Self {
            before: self.before.start + before.line..self.before.end + before.line,
            after: self.after.start + after.line..self.after.end + after.line,
            before_span: self.before_span.start + before.byte..self.before_span.end + before.byte,
            after_span: self.after_span.start + after.byte..self.after_span.end + after.byte,
        }
    }
}

/// The ends of the lines that occur once in both texts, as many of them as are in the same order; then the ends of both
/// texts.
fn anchors(before: &str, after: &str) -> Vec<Pair> {
    /// No line is there: the token does not occur, or several times.
    const NONE: Place = Place { line: 0, byte: 0 };
    const SEVERAL: Place = Place { line: u32::MAX, byte: 0 };
    let input = InternedInput::new(before, after);
    let mut pairs = vec![Pair { before: NONE, after: NONE }; input.interner.num_tokens() as usize];
    let mut end = Pair::default();
    let mut pass = |token: imara_diff::Token, place: fn(&mut Pair) -> &mut Place| {
        let end = place(&mut end);
        *end = end.behind(input.interner[token]);
        let known = place(&mut pairs[token.0 as usize]);
        *known = if *known == NONE { *end } else { SEVERAL };
    };
    input.before.iter().for_each(|&token| pass(token, |pair| &mut pair.before));
    input.after.iter().for_each(|&token| pass(token, |pair| &mut pair.after));
    // Tokens are numbered as they occur in `before`.
    pairs.retain(|pair| [pair.before, pair.after].iter().all(|&place| place != NONE && place != SEVERAL));
    let mut anchors = in_order(&pairs);
    anchors.push(end);
    anchors
}

/// As many of `pairs`, which are in the order of `before`, as are in the order of `after`, too.
fn in_order(pairs: &[Pair]) -> Vec<Pair> {
    // For each length, the pair with the first place in `after` that ends such a sequence.
    let mut ends: Vec<usize> = Vec::new();
    let mut previous = vec![None; pairs.len()];
    for (index, pair) in pairs.iter().enumerate() {
        let len = ends.partition_point(|&end| pairs[end].after.line < pair.after.line);
        previous[index] = len.checked_sub(1).map(|above| ends[above]);
        match ends.get_mut(len) {
            Some(end) => *end = index,
            None => ends.push(index),
        }
    }
    let mut found: Vec<_> =
        std::iter::successors(ends.last().copied(), |&index| previous[index]).map(|index| pairs[index]).collect();
    found.reverse();
    found
}

/// The hunks that make `after` of `before`, in order.
pub(crate) fn hunks(before: &str, after: &str) -> Vec<Hunk> {
    let mut comparison = Comparison::new(before, after);
    loop {
        if let Some(hunks) = comparison.step(before, after) {
            return hunks;
        }
    }
}

/// The hunks of two texts that are not large.
fn line_hunks(before: &str, after: &str) -> Vec<Hunk> {
    let input = InternedInput::new(before, after);
    let mut diff = Diff::compute(Algorithm::Histogram, &input);
    diff.postprocess_lines(&input);
    let mut places = [Place::default(); 2];
    let [mut lines, mut new_lines] = [before, after].map(|text| text.split_inclusive('\n'));
    diff.hunks()
        .map(|hunk| {
            let [at, new_at] = &mut places;
            Hunk {
                before_span: at.go_to(&mut lines, hunk.before.start)..at.go_to(&mut lines, hunk.before.end),
                after_span: new_at.go_to(&mut new_lines, hunk.after.start)
                    ..new_at.go_to(&mut new_lines, hunk.after.end),
                before: hunk.before,
                after: hunk.after,
            }
        })
        .collect()
}

/// All lines between those that both texts begin and end with.
fn one_hunk(before: &str, after: &str) -> Hunk {
    let [lines, new_lines] = [before, after].map(|text| text.split_inclusive('\n'));
    let above = common(lines, new_lines);
    let [lines, new_lines] = [before, after].map(|text| text[above.byte..].split_inclusive('\n'));
    let below = common(lines.clone().rev(), new_lines.clone().rev());
    let end = |count: usize| above.line + u32::try_from(count).unwrap_or(u32::MAX) - below.line;
    Hunk {
        before: above.line..end(lines.count()),
        after: above.line..end(new_lines.count()),
        before_span: above.byte..before.len() - below.byte,
        after_span: above.byte..after.len() - below.byte,
    }
}

/// The lines that `lines` and `others` begin with.
pub(super) fn common<'t>(lines: impl Iterator<Item = &'t str>, others: impl Iterator<Item = &'t str>) -> Place {
    let same = lines.zip(others).take_while(|(line, other)| line == other);
    same.fold(Place::default(), |place, (line, _)| place.behind(line))
}
