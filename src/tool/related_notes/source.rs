//! What related notes are looked for: a note, or a part of it.

use crate::note::{NoteParts, front_matter};
use crate::path::VaultPath;
use crate::search::index::file_title;
use crate::search::telling_words::TellingWords;

/// How much a word counts in the name of the note and in a heading, besides once as text.
const NAME: f32 = 4.0;
const HEADING: f32 = 2.0;

/// The most words of a part of a note of which one is enough; in scripts without spaces, pairs of characters.
const FEW_WORDS: usize = 4;

/// Bytes of text to read in one step, which takes some milliseconds in wasm, and at most: a long text is about the
/// same all along.
const STEP_BYTES: usize = 128 * 1024;
const MAX_BYTES: usize = 1024 * 1024;

/// A note, or a part of it.
#[derive(Debug, Default)]
pub(super) struct Source {
    pub text: String,
    /// The first and the last line of each place where the note has the part; `None` for all of the note.
    pub lines: Option<Vec<(u32, u32)>>,
    pub words: TellingWords,
    at: usize,
}

impl Source {
    /// The note or document `text` at `path`, or its part `selection`.
    pub fn new(path: &VaultPath, text: String, selection: Option<&str>) -> Self {
        let mut words = TellingWords::default();
        if let Some(selection) = selection {
            let lines = Some(lines_of(&text, selection));
            return Self { text: selection.to_owned(), lines, words, at: 0 };
        }
        words.add(file_title(path.as_str()), NAME);
        let mut at = 0;
        if !path.is_note() {
            // The headings of a PDF are those of its pages.
            return Self { text, lines: None, words, at };
        }
        if let Some((front, end)) = front_matter::split(text.as_bytes()) {
            at = end;
            // Notes made from one template share the names of properties and short values, which say nothing.
            front_matter::values(front, |property, value| {
                let is_text = value.trim().contains(' ') || !value.is_ascii();
                if is_text && !matches!(property, "tags" | "tag") {
                    words.add(value, 1.0);
                }
            });
        }
        for heading in &NoteParts::read(&text).headings {
            words.add(&text[heading.title.clone()], HEADING);
        }
        Self { text, lines: None, words, at }
    }

    /// Reads the words of some more text. Returns whether there is more.
    pub fn go_on(&mut self) -> bool {
        let end = self.text.len().min(MAX_BYTES);
        let step = self.text.floor_char_boundary(end.min(self.at + STEP_BYTES));
        // To the end of a line, or between words of a long one.
        let rest = &self.text[self.at..step];
        let len = if step < end { rest.rfind(['\n', ' ']).map_or(rest.len(), |at| at + 1) } else { rest.len() };
        self.words.add(&rest[..len], 1.0);
        self.at += len;
        len > 0 && self.at < end
    }

    /// Whether it is a part of so few words that each of them is what is looked for.
    pub fn is_short(&self) -> bool {
        self.lines.is_some() && self.words.count() <= FEW_WORDS
    }

    /// Whether these lines of the note are a part of it.
    pub fn has(&self, (first, last): (u32, u32)) -> bool {
        let Some(lines) = &self.lines else { return true };
        let next = lines.partition_point(|&(_, to)| to < first);
        lines.get(next).is_some_and(|&(from, _)| from <= last)
    }
}

/// The first and last lines of each place where `text` has `part`, in order. An editor has other ends of lines than the
/// file: `\n` for `\r\n`.
fn lines_of(text: &str, part: &str) -> Vec<(u32, u32)> {
    let (text, part) = (text.replace("\r\n", "\n"), part.replace("\r\n", "\n"));
    let breaks = |text: &str| text.bytes().map(|byte| u32::from(byte == b'\n')).sum::<u32>();
    let (mut line, mut at) = (1, 0);
    let inside = breaks(part.trim_end());
    let mut lines = Vec::new();
    if !part.is_empty() {
        for (found, _) in text.match_indices(&part) {
            line += breaks(&text[at..found]);
            at = found;
            lines.push((line, line + inside));
        }
    }
    lines.dedup();
    lines
}

#[cfg(test)]
mod tests {
    use super::{Source, lines_of};
    use crate::path::VaultPath;

    #[test]
    fn each_place_of_a_part_is_found_with_its_lines() {
        let text = "one\ntwo three\n\ntwo\nthree\n";
        assert_eq!(lines_of(text, "two"), [(2, 2), (4, 4)]);
        assert_eq!(lines_of(text, "two\nthree\n"), [(4, 5)]);
        assert_eq!(lines_of(text, "four"), []);
        assert_eq!(lines_of(text, "t"), [(2, 2), (4, 4), (5, 5)]);
        assert_eq!(lines_of("one\r\ntwo\r\n", "one\ntwo"), [(1, 2)]);
        let part = Source::new(&VaultPath::parse("a.md").unwrap(), text.to_owned(), Some("two\nthree"));
        assert!(part.has((5, 9)) && part.has((1, 4)) && !part.has((1, 3)) && !part.has((6, 6)));
    }
}
