//! The texts that get a vector: the passages of a note, each after the note's title and the headings above it. Short
//! passages that follow each other under the same headings are one text.

use std::mem;
use std::ops::Range;

use siphasher::sip::SipHasher13;
use std::hash::Hasher;

use crate::note::{Passage, PassageReader};

/// Passages are joined while they have at most this many bytes together.
const JOINED: usize = 800;

/// Most bytes of a passage that are embedded. Models cut longer texts.
const MOST: usize = 4000;

/// A text that gets a vector.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct EmbeddedText {
    /// Tells the same text apart from others.
    pub key: u64,
    /// Its first and last line in the note, 1-indexed.
    pub lines: (u32, u32),
    pub text: String,
}

/// Reads the texts of one note in steps. Every method takes the same title and note.
#[derive(Debug)]
pub(crate) struct EmbeddedTexts {
    reader: PassageReader,
    open: Option<Passage>,
    read: Vec<EmbeddedText>,
}

impl EmbeddedTexts {
    /// Starts with `note`, which has no byte order mark.
    pub fn new(note: &str) -> Self {
        Self { reader: PassageReader::new(note.as_bytes()), open: None, read: Vec::new() }
    }

    /// Reads about `max_bytes` more of `note`. Returns whether all of it is read.
    pub fn read_more(&mut self, title: &str, note: &str, max_bytes: usize) -> bool {
        let Self { reader, open, read } = self;
        let is_read = reader.go_on(note.as_bytes(), max_bytes, &mut |passage| {
            if passage.is_properties {
                return;
            }
            match open {
                Some(before)
                    if before.headings == passage.headings && passage.span.end - before.span.start <= JOINED =>
                {
                    before.span.end = passage.span.end;
                    before.lines.1 = passage.lines.1;
                }
                _ => read.extend(open.replace(passage).map(|before| embedded(title, note, &before))),
            }
        });
        if is_read {
            read.extend(open.take().map(|before| embedded(title, note, &before)));
        }
        is_read
    }

    /// The texts, in order.
    pub fn take(&mut self) -> Vec<EmbeddedText> {
        mem::take(&mut self.read)
    }
}

fn embedded(title: &str, note: &str, passage: &Passage) -> EmbeddedText {
    let part = |span: &Range<usize>| note.get(span.clone()).unwrap_or_default();
    let mut text = title.to_owned();
    for heading in &passage.headings {
        text.push_str(" > ");
        text.push_str(part(heading).trim());
    }
    text.push('\n');
    let passage_text = part(&passage.span);
    text.push_str(&passage_text[..passage_text.floor_char_boundary(MOST)]);
    let mut hasher = SipHasher13::new();
    hasher.write(text.as_bytes());
    // 0 is no key.
    EmbeddedText { key: hasher.finish().max(1), lines: passage.lines, text }
}

#[cfg(test)]
mod tests {
    use super::EmbeddedTexts;

    fn texts(note: &str, step: usize) -> Vec<(u32, u32, String)> {
        let mut texts = EmbeddedTexts::new(note);
        while !texts.read_more("Glass", note, step) {}
        texts.take().into_iter().map(|text| (text.lines.0, text.lines.1, text.text)).collect()
    }

    #[test]
    fn a_text_has_the_title_and_headings_and_short_passages_are_joined() {
        let long = "word ".repeat(200);
        let note = format!("---\na: b\n---\n# Panes\nOne.\n\nTwo.\n## Putty\n- x\n\n{long}\n\nEnd.\n");
        let found = texts(&note, usize::MAX);
        assert_eq!(found[0], (5, 7, "Glass > Panes\nOne.\n\nTwo.".to_owned()));
        assert_eq!(found[1], (9, 9, "Glass > Panes > Putty\n- x".to_owned()));
        assert_eq!((found[2].0, found[3].0, found.len()), (11, 13, 4));
        assert_eq!(texts(&note, 7), found);
    }

    #[test]
    fn the_key_is_that_of_the_text_wherever_it_is() {
        let keys = |title: &str, note: &str| {
            let mut texts = EmbeddedTexts::new(note);
            while !texts.read_more(title, note, usize::MAX) {}
            texts.take().into_iter().map(|text| text.key).collect::<Vec<_>>()
        };
        assert_eq!(keys("A", "one\n# H\ntwo")[1], keys("A", "other\n\nmore\n# H\ntwo")[1]);
        assert_ne!(keys("A", "one"), keys("B", "one"));
        assert_ne!(keys("A", "one"), keys("A", "one two"));
    }
}
