//! Values that end with a closing quote or bracket: `"text"`, `'text'`, `[a, b]`, `{a: b}`.

/// A quoted or bracketed value that is being read.
#[derive(Debug)]
pub(super) struct Bracketed {
    brackets: Vec<u8>,
    quote: Option<u8>,
    place: Place,
}

/// The context of the next character.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    /// Where an entry or a value may begin.
    Start,
    /// In a plain scalar, one without quotes.
    Text,
    /// Behind a quoted text, brackets or a comment: only `,`, `:` and closing brackets may follow.
    End,
}

impl Bracketed {
    pub fn new() -> Self {
        Self { brackets: Vec::new(), quote: None, place: Place::Start }
    }

    /// Whether the value has ended.
    pub fn is_closed(&self) -> bool {
        self.brackets.is_empty() && self.quote.is_none()
    }

    /// The number of open brackets; `None` in quotes, where brackets and comments are text.
    pub fn depth(&self) -> Option<usize> {
        self.quote.is_none().then_some(self.brackets.len())
    }

    /// Reads a line, or the first line from the start of the value. Returns the offset where the value ends or a
    /// comment begins. `None` if it is not understood.
    pub fn take(&mut self, line: &str) -> Option<usize> {
        let bytes = line.as_bytes();
        let mut at = 0;
        while let Some(&byte) = bytes.get(at) {
            let next = bytes.get(at + 1).copied();
            if let Some(quote) = self.quote {
                let is_escape = match quote {
                    b'"' => byte == b'\\',
                    _ => byte == quote && next == Some(quote),
                };
                // A `\` at the end of a line, which joins it with the next one.
                if is_escape && next.is_none() {
                    return None;
                }
                if !is_escape && byte == quote {
                    self.quote = None;
                    self.place = Place::End;
                }
                at += if is_escape { 2 } else { 1 };
            } else {
                let before = at.checked_sub(1).map(|before| bytes[before]);
                let is_spaced = before.is_none_or(is_blank);
                if byte == b'#' && (is_spaced || self.place == Place::Start) {
                    if self.place == Place::Text {
                        self.place = Place::End;
                    }
                    return Some(at);
                }
                self.place = self.step(before, byte, next)?;
                at += 1;
            }
            if self.is_closed() {
                return Some(at);
            }
        }
        Some(line.len())
    }

    /// The context after `byte`, which is not in quotes and does not begin a comment.
    fn step(&mut self, before: Option<u8>, byte: u8, next: Option<u8>) -> Option<Place> {
        let is_alone = next.is_none_or(|next| is_blank(next) || matches!(next, b',' | b'[' | b']' | b'{' | b'}'));
        match (self.place, byte) {
            (place, b' ' | b'\t') => Some(place),
            (_, b',') => Some(Place::Start),
            (_, b']' | b'}') => {
                let open = if byte == b']' { b'[' } else { b'{' };
                (self.brackets.pop()? == open).then_some(Place::End)
            }
            (Place::End, b':') => {
                let is_joined = matches!(before, Some(b'"' | b'\'' | b']' | b'}'));
                (is_joined || next.is_none_or(is_blank)).then_some(Place::Start)
            }
            (Place::Text, b':') if is_alone => {
                next.is_none_or(|next| is_blank(next) || next == b',').then_some(Place::Start)
            }
            (Place::Start, b'"' | b'\'') => {
                self.quote = Some(byte);
                Some(Place::Text)
            }
            (Place::Start, b'[' | b'{') => {
                self.brackets.push(byte);
                Some(Place::Start)
            }
            (Place::Start, b'?' | b'-' | b':') if is_alone => None,
            (Place::Start, b'&' | b'*' | b'!' | b'|' | b'>' | b'@' | b'`' | b'%')
            | (Place::Text, b'[' | b'{')
            | (Place::End, _) => None,
            _ => Some(Place::Text),
        }
    }
}

pub(super) fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t')
}
