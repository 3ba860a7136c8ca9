//! Splits the text of a query into words and phrases.

/// Quotation marks, by family: a phrase starts and ends with marks of one family.
const QUOTES: [&[char]; 4] =
    [&['"', '\u{201c}', '\u{201d}', '\u{201e}', '\u{201f}', '\u{ff02}'], &['«', '»'], &['「', '」'], &['『', '』']];

/// A word or phrase in a query's text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct QueryPart<'q> {
    pub text: &'q str,
    /// The mark that a phrase starts with.
    pub mark: Option<char>,
    pub is_without: bool,
}

/// Splits a query's text.
pub(super) struct QueryParts<'q> {
    rest: &'q str,
    /// The character before the rest.
    before: Option<char>,
}

impl<'q> QueryParts<'q> {
    pub fn of(text: &'q str) -> Self {
        Self { rest: text, before: None }
    }

    /// Skips the next `len` bytes and returns them.
    fn advance(&mut self, len: usize) -> &'q str {
        let (text, rest) = self.rest.split_at(len);
        self.before = text.chars().next_back().or(self.before);
        self.rest = rest;
        text
    }

    /// The phrase at the start of the rest, with the lengths of its marks.
    fn phrase(&self) -> Option<(usize, &'q str, usize)> {
        let mark = self.rest.chars().next()?;
        let family = QUOTES.iter().find(|family| family.contains(&mark))?;
        // `"` also means inches, as in 5" by 7".
        if mark == '"' && self.before.is_some_and(char::is_alphanumeric) {
            return None;
        }
        let inner = &self.rest[mark.len_utf8()..];
        let (end, close) = inner.char_indices().find(|(_, close)| family.contains(close))?;
        Some((mark.len_utf8(), &inner[..end], close.len_utf8()))
    }
}

impl<'q> Iterator for QueryParts<'q> {
    type Item = QueryPart<'q>;

    fn next(&mut self) -> Option<Self::Item> {
        self.advance(self.rest.len() - self.rest.trim_start().len());
        let starts = self.before.is_none_or(char::is_whitespace);
        let mut is_without = false;
        if starts && self.rest.starts_with('-') {
            let dash = self.advance(1);
            is_without = self.rest.starts_with(|behind: char| behind != '-' && !behind.is_whitespace());
            if !is_without {
                return Some(QueryPart { text: dash, mark: None, is_without });
            }
        }
        if let Some((mark, text, close)) = self.phrase() {
            let marked = self.advance(mark + text.len() + close);
            return Some(QueryPart { text, mark: marked.chars().next(), is_without });
        }
        // Up to white space, but that of `§ 12`, or the start of a phrase.
        let mut ahead = QueryParts { rest: self.rest, before: self.before };
        let mut first = true;
        while let Some(next) = ahead.rest.chars().next() {
            let is_paragraph = || {
                let is_digit = |c: char| c.is_ascii_digit();
                ahead.before == Some('§') && ahead.rest[next.len_utf8()..].starts_with(is_digit)
            };
            if !first && (next.is_whitespace() && !is_paragraph() || ahead.phrase().is_some()) {
                break;
            }
            first = false;
            ahead.advance(next.len_utf8());
        }
        let text = self.advance(self.rest.len() - ahead.rest.len());
        (!text.is_empty()).then_some(QueryPart { text, mark: None, is_without })
    }
}
