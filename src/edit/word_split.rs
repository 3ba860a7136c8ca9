//! The words of a text and what is between them, for comparing texts.

/// A text as words, each a run of letters and digits, and all other characters one by one. Unlike Unicode's words these
/// need no tables; ideographs are compared as runs.
#[derive(Clone)]
pub(super) struct Words<'t>(pub &'t str);

impl<'t> Iterator for Words<'t> {
    type Item = &'t str;

    fn next(&mut self) -> Option<&'t str> {
        let first = self.0.chars().next()?;
        let end = if first.is_alphanumeric() {
            self.0.find(|c: char| !c.is_alphanumeric()).unwrap_or(self.0.len())
        } else {
            first.len_utf8()
        };
        let (word, rest) = self.0.split_at(end);
        self.0 = rest;
        Some(word)
    }
}

/// The words of `text` without what is between them.
pub(super) fn words(text: &str) -> impl Iterator<Item = &str> {
    Words(text).filter(|word| word.starts_with(char::is_alphanumeric))
}
