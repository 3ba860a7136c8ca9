//! Splits a file into groups, control words and text.

/// Maximum length of a control word: Word's own limit.
const MAX_WORD: usize = 32;

/// Maximum length of a piece of text. A longer one follows as further pieces.
const MAX_TEXT: usize = 16 * 1024;

/// A piece of the file.
#[derive(Debug, Clone, Copy)]
pub(super) enum Token<'a> {
    /// `{`
    Open,
    /// `}`
    Close,
    /// A control word with its number, such as `\fs24`.
    Word(&'a [u8], Option<i32>),
    /// A backslash with a character that is no letter.
    Symbol(u8),
    /// A byte of the text in hexadecimal.
    Byte(u8),
    Text(&'a [u8]),
}

/// The pieces of a file.
#[derive(Debug)]
pub(super) struct Tokens<'a> {
    rest: &'a [u8],
}

impl<'a> Tokens<'a> {
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { rest: bytes }
    }

    /// The number of bytes that follow.
    pub fn left(&self) -> usize {
        self.rest.len()
    }

    /// Takes the next bytes for which `fits` holds, and at most `max` of them.
    fn run(&mut self, max: usize, fits: impl Fn(&u8) -> bool) -> &'a [u8] {
        let len = self.rest.iter().take(max).take_while(|byte| fits(byte)).count();
        let (run, rest) = self.rest.split_at(len);
        self.rest = rest;
        run
    }

    /// What follows a backslash.
    fn control(&mut self) -> Option<Token<'a>> {
        let name = self.run(MAX_WORD, u8::is_ascii_alphabetic);
        if !name.is_empty() {
            let number = self.number();
            if let [b' ', rest @ ..] = self.rest {
                self.rest = rest;
            }
            if name == b"bin" {
                let len = number.and_then(|len| usize::try_from(len).ok()).unwrap_or(0).min(self.rest.len());
                self.rest = &self.rest[len..];
            }
            return Some(Token::Word(name, number));
        }
        let (&symbol, rest) = self.rest.split_first()?;
        self.rest = rest;
        let hex = |byte: u8| char::from(byte).to_digit(16);
        if symbol == b'\''
            && let [high, low, rest @ ..] = rest
            && let (Some(high), Some(low)) = (hex(*high), hex(*low))
        {
            self.rest = rest;
            return u8::try_from(high * 16 + low).ok().map(Token::Byte);
        }
        Some(Token::Symbol(symbol))
    }

    fn number(&mut self) -> Option<i32> {
        let (sign, digits) = match self.rest {
            [b'-', digits @ ..] => (-1, digits),
            digits => (1, digits),
        };
        if !digits.first()?.is_ascii_digit() {
            return None;
        }
        self.rest = digits;
        let digits = self.run(MAX_WORD, u8::is_ascii_digit);
        let value =
            digits.iter().fold(0_i32, |value, digit| value.saturating_mul(10).saturating_add(i32::from(digit - b'0')));
        Some(sign * value)
    }
}

impl<'a> Iterator for Tokens<'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Token<'a>> {
        self.run(usize::MAX, |byte| matches!(byte, b'\r' | b'\n' | 0));
        match self.rest {
            [] => None,
            [b'{', rest @ ..] => {
                self.rest = rest;
                Some(Token::Open)
            }
            [b'}', rest @ ..] => {
                self.rest = rest;
                Some(Token::Close)
            }
            [b'\\', rest @ ..] => {
                self.rest = rest;
                self.control()
            }
            _ => Some(Token::Text(self.run(MAX_TEXT, |byte| !matches!(byte, b'{' | b'}' | b'\\' | b'\r' | b'\n' | 0)))),
        }
    }
}
