//! Parts a note into passages, which can be read alone: paragraphs, list items, table rows, callouts, code. A short list
//! or table is one passage, and a long paragraph several.

use std::ops::Range;

use super::line_kind::LineKind;
use super::scanner::{Lines, LinesRead, NoteLine};

/// The most bytes of a list or a table that is one passage.
const SHORT: usize = 600;

/// A paragraph of more bytes, which is no paragraph, is parted between sentences, into parts of at least `PART` bytes.
const LONG: usize = 6000;
const PART: usize = 3000;

/// What ends a sentence, in any language whose marks are known.
const MARKS: [&str; 13] = [
    ". ", "! ", "? ", ".\n", "!\n", "?\n", "\u{3002}", "\u{ff01}", "\u{ff1f}", "\u{61f} ", "\u{6d4} ", "\u{964} ",
    "\u{104b}",
];

/// A passage.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Passage {
    /// Its first and last line, 1-indexed.
    pub lines: (u32, u32),
    /// Its bytes, without the last line break.
    pub span: Range<usize>,
    /// The titles of the headings above it, outermost first, and the header of its table: bytes of the note.
    pub headings: Vec<Range<usize>>,
    /// Whether these are the properties of the note.
    pub is_properties: bool,
}

/// What lines must have in common to be one passage.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Block {
    FrontMatter,
    Paragraph,
    Item,
    Row,
    Quote,
    Code,
}

/// Reads the passages of a note in steps. Every method takes the same note.
#[derive(Debug, Clone)]
pub(crate) struct PassageReader {
    read: LinesRead,
    /// The level and title of each heading above.
    headings: Vec<(u8, Range<usize>)>,
    open: Option<(Block, Passage)>,
    /// The last heading, until a passage is below it. Without one it is a passage itself.
    bare: Option<Passage>,
    /// The items of the open list, or the rows of the open table.
    group: Vec<Passage>,
}

impl PassageReader {
    /// Begins with the first line of `note`, which has no byte order mark.
    pub fn new(note: &[u8]) -> Self {
        Self { read: LinesRead::new(note), headings: Vec::new(), open: None, bare: None, group: Vec::new() }
    }

    /// Reads about `max_bytes` more of `note`, to the end of a line, and calls `found` with each passage, in order.
    /// Returns whether all of it is read.
    pub fn go_on(&mut self, note: &[u8], max_bytes: usize, found: &mut dyn FnMut(Passage)) -> bool {
        let end = self.read.at().saturating_add(max_bytes);
        let mut lines = Lines::of(note, std::mem::take(&mut self.read));
        while lines.at() < end
            && let Some(line) = lines.next()
        {
            self.line(note, &line, found);
        }
        self.read = lines.read();
        let is_read = self.read.at() >= note.len();
        if is_read {
            self.close(note, found);
            self.close_group(found);
            self.bare.take().into_iter().for_each(found);
        }
        is_read
    }

    fn line(&mut self, note: &[u8], line: &NoteLine<'_>, found: &mut dyn FnMut(Passage)) {
        let (block, begins) = match line.kind {
            LineKind::FrontMatter => (Block::FrontMatter, false),
            LineKind::Heading { level, title, first } => return self.heading(note, (level, title), first, found),
            LineKind::Code => (Block::Code, false),
            _ if line.text.trim_ascii().is_empty() || line.kind == LineKind::Other => {
                self.close(note, found);
                return;
            }
            LineKind::Text | LineKind::Html | LineKind::Hidden if line.text.trim_ascii_start().starts_with(b"|") => {
                (Block::Row, true)
            }
            LineKind::Text | LineKind::Html | LineKind::Hidden | LineKind::Other => (Block::Paragraph, false),
            LineKind::Nested if line.text.trim_ascii_start().starts_with(b">") => (Block::Quote, false),
            LineKind::Nested => (Block::Item, begins_item(line.text)),
        };
        let end = line.start + line.text.len();
        match &mut self.open {
            Some((open, passage)) if *open == block && !begins => {
                (passage.span.end, passage.lines.1) = (end, line.number);
            }
            _ => {
                self.close(note, found);
                if self.group.last().is_some_and(|last| block != Block::Item && last.lines.1 + 1 != line.number) {
                    self.close_group(found);
                }
                self.bare = None;
                let headings = self.titles();
                let is_properties = block == Block::FrontMatter;
                let passage =
                    Passage { lines: (line.number, line.number), span: line.start..end, headings, is_properties };
                self.open = Some((block, passage));
            }
        }
    }

    /// A heading ends everything above it.
    fn heading(&mut self, note: &[u8], heading: (u8, &[u8]), first: u32, found: &mut dyn FnMut(Passage)) {
        let (level, title) = heading;
        self.open.take_if(|(_, passage)| passage.lines.0 == first);
        self.close(note, found);
        self.close_group(found);
        self.bare.take().into_iter().for_each(found);
        self.headings.retain(|&(above, _)| above < level);
        let start = title.as_ptr().addr() - note.as_ptr().addr();
        let span = start..start + title.len();
        self.bare = (!title.is_empty()).then(|| Passage {
            lines: (first, first),
            span: span.clone(),
            headings: self.titles(),
            is_properties: false,
        });
        self.headings.push((level, span));
    }

    fn titles(&self) -> Vec<Range<usize>> {
        self.headings.iter().map(|(_, title)| title.clone()).collect()
    }

    /// Ends the open passage.
    fn close(&mut self, note: &[u8], found: &mut dyn FnMut(Passage)) {
        match self.open.take() {
            None => {}
            Some((Block::Item | Block::Row, passage)) => self.group.push(passage),
            Some((Block::Paragraph, passage)) if passage.span.len() > LONG => {
                self.close_group(found);
                parts(note, &passage, found);
            }
            Some((_, passage)) => {
                self.close_group(found);
                found(passage);
            }
        }
    }

    /// Ends the open list or table.
    fn close_group(&mut self, found: &mut dyn FnMut(Passage)) {
        let mut group = std::mem::take(&mut self.group);
        let (Some(first), Some(last)) = (group.first(), group.last()) else { return };
        if last.span.end - first.span.start <= SHORT {
            let (line, end) = (last.lines.1, last.span.end);
            group.truncate(1);
            (group[0].lines.1, group[0].span.end) = (line, end);
        }
        group.into_iter().for_each(found);
    }
}

/// Whether a line starts a list item.
pub(crate) fn begins_item(line: &[u8]) -> bool {
    let line = line.trim_ascii_start();
    let digits = line.iter().take_while(|byte| byte.is_ascii_digit()).count();
    match line.get(digits) {
        Some(b'-' | b'*' | b'+') if digits == 0 => true,
        Some(b'.' | b')') => digits > 0,
        _ => false,
    }
}

/// Parts a long paragraph between sentences.
fn parts(note: &[u8], passage: &Passage, found: &mut dyn FnMut(Passage)) {
    let (mut start, mut line) = (passage.span.start, passage.lines.0);
    while start < passage.span.end {
        let rest = &note[start..passage.span.end];
        let end = sentence_end(rest, PART).map_or(passage.span.end, |end| start + end);
        let breaks = note[start..end].iter().map(|&byte| u32::from(byte == b'\n')).sum::<u32>();
        let last = line + breaks - u32::from(note[start..end].ends_with(b"\n"));
        let span = start..start + note[start..end].trim_ascii_end().len();
        found(Passage { lines: (line, last), span, ..passage.clone() });
        (start, line) = (end, line + breaks);
    }
}

/// Where the first sentence of `text` that ends after `least` bytes ends, with the white space after it; `None` at the
/// end of the text.
pub(crate) fn sentence_end(text: &[u8], least: usize) -> Option<usize> {
    let behind = text.get(least..)?;
    let end = (0..behind.len()).find_map(|at| {
        let mark = MARKS.iter().find(|mark| behind[at..].starts_with(mark.as_bytes()))?;
        Some(least + at + mark.len())
    });
    end.filter(|&end| end < text.len())
}

#[cfg(test)]
#[cfg(not(target_arch = "wasm32"))]
mod tests {
    use proptest::prelude::*;

    use super::{Passage, PassageReader};

    fn passages(note: &str, step: usize) -> Vec<Passage> {
        let (mut reader, mut found) = (PassageReader::new(note.as_bytes()), Vec::new());
        while !reader.go_on(note.as_bytes(), step, &mut |passage| found.push(passage)) {}
        found
    }

    /// The passages with their lines and headings.
    fn shown(note: &str) -> Vec<String> {
        let shown = |passage: Passage| {
            let text = note[passage.span].replace('\n', "/");
            let path: Vec<&str> =
                passage.headings.into_iter().map(|title| &note[title]).chain([text.as_str()]).collect();
            format!("{}-{} {}", passage.lines.0, passage.lines.1, path.join(" > "))
        };
        passages(note, usize::MAX).into_iter().map(shown).collect()
    }

    #[test]
    fn paragraphs_lists_tables_and_quotes_are_passages() {
        let note = "---\na: b\n---\n# One\nText\nof it\n\n- a\n- b\n  more\n## Two\n> [!tip] T\n> text\n\n```\ncode\n\nx\n```\nafter\n\nTitle\n===\n| a | b |\n|---|---|\n| c | d |\nend";
        assert_eq!(
            shown(note),
            [
                "1-3 ---/a: b/---",
                "5-6 One > Text/of it",
                "8-10 One > - a/- b/  more",
                "12-13 One > Two > > [!tip] T/> text",
                "15-19 One > Two > ```/code//x/```",
                "20-20 One > Two > after",
                "24-26 Title > | a | b |/|---|---|/| c | d |",
                "27-27 Title > end",
            ]
        );
        assert_eq!(shown("# A\n## B\ntext\n# C"), ["1-1 A", "3-3 A > B > text", "4-4 C"]);
    }

    #[test]
    fn a_long_list_is_parted_into_items_and_a_long_paragraph_between_sentences() {
        let item = format!("- {}\n", "word ".repeat(70).trim_end());
        assert_eq!(shown(&item.repeat(3)).len(), 3);
        let sentence = format!("{}.", "word ".repeat(30).trim_end());
        let long = vec![sentence.as_str(); 120].join(" ");
        let parts = shown(&format!("x\n\n{long}\nlast"));
        assert_eq!(parts.len(), 8);
        assert!(parts[1..6].iter().all(|part| part.starts_with("3-3 word") && part.ends_with("word.")), "{parts:?}");
    }

    proptest! {
        #[test]
        fn every_line_with_text_is_in_one_passage_and_steps_change_nothing(
            note in "((# |- |> |\\| |1\\. |```|---|===|%%|\t)?[a-z.!日。 ]{0,40}\n{1,2}){0,30}",
            step in 1_usize..200,
        ) {
            let found = passages(&note, usize::MAX);
            prop_assert_eq!(&passages(&note, step), &found);
            let mut at = 0;
            for passage in &found {
                prop_assert!(at <= passage.span.start && passage.span.start < passage.span.end, "{:?}", found);
                let line = |at: usize| u32::try_from(note[..at].matches('\n').count()).unwrap() + 1;
                prop_assert_eq!(passage.lines, (line(passage.span.start), line(passage.span.end)));
                at = passage.span.end;
            }
        }
    }
}
