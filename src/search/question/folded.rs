//! A question, folded, so that phrases are found in it however they are written.

use std::ops::Range;

use crate::search::words::unaccented_into;
use crate::unicode::fold_char;

/// A text without case, accents and punctuation, from which phrases can be taken: `What's open?` is ` what s open `.
#[derive(Debug, Clone)]
pub(super) struct FoldedText<'t> {
    text: &'t str,
    folded: String,
    /// For each byte of `folded`, the byte of `text` that it comes from.
    origins: Vec<usize>,
    /// What was taken, in bytes of `text`.
    taken: Vec<Range<usize>>,
}

impl<'t> FoldedText<'t> {
    pub fn new(text: &'t str) -> Self {
        let mut all = Self { text, folded: String::from(" "), origins: vec![0], taken: Vec::new() };
        let (mut folded, mut plain) = (String::new(), String::new());
        for (at, c) in text.char_indices() {
            plain.clear();
            if c.is_alphanumeric() {
                folded.clear();
                fold_char(c, &mut folded);
                unaccented_into(&folded, &mut plain);
            } else if !is_mark(c) && !all.folded.ends_with(' ') {
                plain.push(' ');
            }
            all.folded.push_str(&plain);
            all.origins.resize(all.folded.len(), at);
        }
        if !all.folded.ends_with(' ') {
            all.folded.push(' ');
            all.origins.push(text.len());
        }
        all
    }

    /// Takes all of these `phrases` out, which `|` separates: `^a` only at the start, `a$` only at the end, `a*` with any
    /// ending. Returns whether there is any.
    pub fn take(&mut self, phrases: &str) -> bool {
        let mut has_any = false;
        for phrase in phrases.split('|') {
            while let Some(found) = self.find(phrase) {
                self.remove(found);
                has_any = true;
            }
        }
        has_any
    }

    /// The same, but returns what was taken, as written.
    pub fn take_written(&mut self, phrases: &str) -> Option<String> {
        let known = self.taken.len();
        let written = |taken: &Range<usize>| &self.text[taken.clone()];
        self.take(phrases).then(|| self.taken[known..].iter().map(written).collect::<Vec<_>>().join(" "))
    }

    /// Whether any of these phrases is in it.
    pub fn has(&self, phrases: &str) -> bool {
        phrases.split('|').any(|phrase| self.find(phrase).is_some())
    }

    /// What is left, as written, with a space for what was taken.
    pub fn rest(&self) -> String {
        let is_left = |at: &usize| !self.taken.iter().any(|taken| taken.contains(at));
        let mut rest = String::new();
        for (at, c) in self.text.char_indices() {
            if is_left(&at) {
                rest.push(c);
            } else if !rest.ends_with(' ') {
                rest.push(' ');
            }
        }
        rest.trim().to_owned()
    }

    /// Takes what is in this range of the text.
    pub fn take_range(&mut self, range: &Range<usize>) {
        let first = self.origins.partition_point(|&at| at < range.start);
        let end = self.origins.partition_point(|&at| at < range.end);
        self.remove(first..end);
    }

    fn find(&self, phrase: &str) -> Option<Range<usize>> {
        let (phrase, is_first) = phrase.strip_prefix('^').map_or((phrase, false), |rest| (rest, true));
        let (phrase, is_last) = phrase.strip_suffix('$').map_or((phrase, false), |rest| (rest, true));
        let (phrase, is_beginning) = phrase.strip_suffix('*').map_or((phrase, false), |rest| (rest, true));
        let folded = &self.folded;
        let fits = |&(at, _): &(usize, &str)| {
            let (before, behind) = (&folded[..at], &folded[at + phrase.len()..]);
            (before.ends_with(' ') || phrase.starts_with(is_joined))
                && (behind.starts_with(' ') || is_beginning || phrase.ends_with(|c| is_joined(c) || is_hangul(c)))
                && (!is_first || before.trim_start().is_empty())
                && (!is_last || behind.trim_end().is_empty())
        };
        let (at, _) = folded.match_indices(phrase).find(fits)?;
        let mut end = at + phrase.len();
        if is_beginning || phrase.ends_with(is_hangul) {
            // Particles and endings of Korean are part of the word.
            end += folded[end..].find(' ').unwrap_or(0);
        }
        Some(at..end)
    }

    /// Removes a range of the folded text.
    fn remove(&mut self, range: Range<usize>) {
        if range.is_empty() {
            return;
        }
        let end = self.origins.get(range.end).copied().unwrap_or(self.text.len());
        self.taken.push(self.origins[range.start]..end);
        self.folded.replace_range(range.clone(), &" ".repeat(range.len()));
    }
}

/// Whether `c` is a combining mark, which is part of a word.
fn is_mark(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36f}' | '\u{64b}'..='\u{65f}' | '\u{e31}' | '\u{e34}'..='\u{e3a}' | '\u{e47}'..='\u{e4e}')
}

/// Whether words with `c` are written without spaces between them.
fn is_joined(c: char) -> bool {
    matches!(c, '\u{e00}'..='\u{eff}' | '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}')
}

/// Whether endings may follow `c` in the same word, as in Korean.
fn is_hangul(c: char) -> bool {
    matches!(c, '\u{ac00}'..='\u{d7a3}')
}
