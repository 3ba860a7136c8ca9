//! How much of a note's text a change removes: words that were there and are not there any more, wherever they stood.
//! Text that moves is no loss, nor are other marks, blanks, indents or line endings.

use std::collections::HashMap;
use std::hash::{BuildHasher as _, BuildHasherDefault, DefaultHasher, Hash};
use std::ops::Range;

use super::hunks::Hunk;
use super::word_split::Words;

/// Less text than this may be replaced by other text unasked: a note of a few words.
const MIN_BYTES: usize = 100;

/// Longer words, such as base64, are taken in pieces.
const MAX_PIECE: usize = 32;

/// Bytes that a step takes in.
const STEP_BYTES: usize = 128 * 1024;

/// Bytes that are read at once; longer lines are cut.
const MAX_PART: usize = 16 * 1024;

/// What a change removes of a text, without marks and blanks.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Loss {
    /// The bytes that are gone.
    pub removed: usize,
    /// The bytes of the whole text before.
    pub all: usize,
    /// Those of the whole text afterwards.
    left: usize,
}

impl Loss {
    /// Whether more than half of the text is gone. Of a few words, they may also be replaced by others.
    pub fn is_large(self) -> bool {
        self.removed * 2 > self.all && (self.removed >= MIN_BYTES || self.left * 2 < self.all)
    }

    /// What the user should know.
    pub fn warning(self) -> Option<String> {
        let percent = self.removed as u64 * 100 / self.all.max(1) as u64;
        self.is_large().then(|| match percent {
            100 => "all of the text is removed or replaced".to_owned(),
            _ => format!("{percent} % of the text is removed"),
        })
    }
}

/// A count in progress.
///
/// A word of the old text is kept if the new text has it next to the same word, or at the same end of a line. The word alone
/// says little: `the` is in every text. Each pair of words in the new text counts for one pair in the old text. Only what
/// the hunks replace is read word by word. The time is linear.
pub(crate) struct LossCount {
    /// What is still to be read, last first.
    parts: Vec<(Pass, Range<usize>)>,
    /// How often two words follow each other in the lines that are added, by the hash of both.
    pairs: HashMap<u64, u32, Hasher>,
    /// The last word of the line above.
    above: u64,
    /// The bytes of the text before: words, and all but blanks.
    words: usize,
    visible: usize,
    added: usize,
    replaced: usize,
    kept: usize,
}

type Hasher = BuildHasherDefault<DefaultHasher>;

/// What a part is read for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Pass {
    /// The whole text before, for its size.
    Whole,
    /// Lines of the text afterwards.
    Added,
    /// Lines of the text before.
    Removed,
}

/// A word of a line, and whether it is still there.
struct Word {
    hash: u64,
    bytes: usize,
    is_kept: bool,
}

/// Stands for the start or the end of a line in a pair.
const START: u64 = 1;
const END: u64 = 2;

impl LossCount {
    /// Begins to count what `hunks`, which make `after` of `before`, remove.
    pub fn new(before: &str, after: &str, hunks: &[Hunk]) -> Self {
        let mut parts = Vec::new();
        if hunks.iter().any(|hunk| !hunk.before_span.is_empty()) {
            cut(&mut parts, Pass::Whole, before, 0..before.len());
            for hunk in hunks {
                cut(&mut parts, Pass::Added, after, hunk.after_span.clone());
            }
            for hunk in hunks {
                cut(&mut parts, Pass::Removed, before, hunk.before_span.clone());
            }
            parts.reverse();
        }
        Self { parts, pairs: HashMap::default(), above: END, words: 0, visible: 0, added: 0, replaced: 0, kept: 0 }
    }

    /// Reads some more of the same texts. What is lost, once there is no more.
    pub fn step(&mut self, before: &str, after: &str) -> Option<Loss> {
        let mut left = STEP_BYTES;
        while left > 0 {
            let Some((pass, span)) = self.parts.pop() else { return Some(self.loss()) };
            left = left.saturating_sub(span.len());
            match pass {
                Pass::Whole => self.measure(&before[span]),
                Pass::Added => self.read(pass, &after[span]),
                Pass::Removed => self.read(pass, &before[span]),
            }
        }
        None
    }

    fn loss(&self) -> Loss {
        let all = if self.marks_count() { self.visible } else { self.words };
        Loss { removed: self.replaced - self.kept, all, left: (all + self.added).saturating_sub(self.replaced) }
    }

    fn measure(&mut self, text: &str) {
        for word in Words(text).filter(|word| is_counted(word, true)) {
            self.visible += word.len();
            self.words += if is_counted(word, false) { word.len() } else { 0 };
        }
    }

    /// Whether most of the text is marks, such as a drawing of dashes, so that they count as text.
    fn marks_count(&self) -> bool {
        self.words * 2 < self.visible
    }

    fn read(&mut self, pass: Pass, lines: &str) {
        let with_marks = self.marks_count();
        for line in lines.split_inclusive('\n') {
            let mut last = Word { hash: START, bytes: 0, is_kept: false };
            for piece in pieces(without_number(line), with_marks) {
                let hash = hash_of(piece);
                let is_first = last.hash == START;
                let mut is_kept = self.pair(pass, last.hash, hash);
                last.is_kept |= is_kept;
                // A list that becomes a sentence.
                if is_first && (pass == Pass::Added || !is_kept) {
                    is_kept |= self.pair(pass, self.above, hash);
                }
                self.add(pass, &last);
                last = Word { hash, bytes: piece.len(), is_kept };
            }
            if last.hash != START {
                last.is_kept |= self.pair(pass, last.hash, END);
                self.add(pass, &last);
                self.above = last.hash;
            }
        }
    }

    /// Adds a pair, or takes it. Returns whether it was there.
    fn pair(&mut self, pass: Pass, first: u64, second: u64) -> bool {
        let count = self.pairs.entry(hash_of((first, second))).or_default();
        let is_there = *count > 0;
        *count = if pass == Pass::Added { *count + 1 } else { count.saturating_sub(1) };
        is_there
    }

    fn add(&mut self, pass: Pass, word: &Word) {
        if pass == Pass::Added {
            self.added += word.bytes;
        } else {
            self.replaced += word.bytes;
            self.kept += if word.is_kept { word.bytes } else { 0 };
        }
    }
}

fn hash_of(value: impl Hash) -> u64 {
    Hasher::default().hash_one(value)
}

/// Adds the lines `span` of `text` to `parts`; longer lines in pieces.
fn cut(parts: &mut Vec<(Pass, Range<usize>)>, pass: Pass, text: &str, span: Range<usize>) {
    let mut start = span.start;
    while start < span.end {
        let most = text.floor_char_boundary(span.end.min(start + MAX_PART));
        let end = if most == span.end { most } else { text[start..most].rfind('\n').map_or(most, |at| start + at + 1) };
        parts.push((pass, start..end));
        start = end;
    }
}

/// Whether `word` is text: letters, digits, and what is not ASCII. Marks of Markdown count only if `with_marks`.
fn is_counted(word: &str, with_marks: bool) -> bool {
    word.starts_with(|c: char| c.is_alphanumeric() || (!c.is_whitespace() && (with_marks || !c.is_ascii())))
}

/// The words of `line`; each character of a script without blanks is one.
fn pieces(line: &str, with_marks: bool) -> impl Iterator<Item = &str> {
    let is_alone = |c: char| c >= '\u{e00}' && !matches!(c, '\u{1e00}'..='\u{1fff}');
    Words(line).filter(move |word| is_counted(word, with_marks)).flat_map(move |mut word| {
        std::iter::from_fn(move || {
            let first = word.chars().next()?;
            let end = if is_alone(first) {
                first.len_utf8()
            } else {
                word.find(is_alone).unwrap_or(word.len()).min(word.floor_char_boundary(MAX_PIECE))
            };
            let (piece, rest) = word.split_at(end);
            word = rest;
            Some(piece)
        })
    })
}

/// `line` without its number in a list.
fn without_number(line: &str) -> &str {
    let text = line.trim_start_matches([' ', '\t', '>']);
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
    if rest.len() < text.len() && (rest.starts_with(". ") || rest.starts_with(") ")) { rest } else { line }
}

#[cfg(all(test, not(target_arch = "wasm32")))]
#[path = "loss_tests.rs"]
mod tests;
