//! Splits code into tokens: words, punctuation, strings. Comments are skipped.
//!
//! Each byte is examined a bounded number of times: if a string turns out to be unterminated, no string that starts
//! before the point of failure is tried again.

use super::Language;
use super::syntax::{Quote, Syntax};
use crate::text::outline::line_breaks;

/// The kind of a token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TokenKind {
    Word,
    /// A string, or another literal whose content is ignored.
    Text,
    /// One byte of punctuation.
    Punct(u8),
    /// A preprocessor line that begins a condition, such as `#ifdef`. The next ones continue and end it.
    If,
    /// The start of a condition that is always false: `#if 0`.
    Never,
    Else,
    EndIf,
    /// A comment or another preprocessor line.
    Nothing,
}

/// A piece of code.
#[derive(Debug, Clone, Copy)]
pub(super) struct Token {
    pub kind: TokenKind,
    pub start: usize,
    pub end: usize,
    /// The line it starts on.
    pub line: u32,
    /// Whether it is the first on its line.
    pub is_first: bool,
}

impl Token {
    pub fn is(&self, byte: u8) -> bool {
        self.kind == TokenKind::Punct(byte)
    }
}

/// Splits code into tokens.
#[derive(Debug)]
pub(super) struct Lexer<'a> {
    pub text: &'a [u8],
    pub at: usize,
    /// The line that `at` is on.
    pub line: u32,
    pub language: Language,
    pub syntax: Syntax,
    /// Up to this offset, quotes do not begin strings, because one of them was unterminated.
    pub(super) refuted: usize,
    /// For each open template string, the number of open braces in its `${…}`.
    pub(super) templates: Vec<u32>,
    /// The previous token, which decides what a `/` means.
    pub(super) before: Option<Token>,
}

impl<'a> Lexer<'a> {
    pub fn new(language: Language, text: &'a [u8]) -> Self {
        let syntax = Syntax::of(language);
        let mut lexer =
            Self { text, at: 0, line: 1, language, syntax, refuted: 0, templates: Vec::new(), before: None };
        if language == Language::Php {
            lexer.skip_page();
        } else if text.starts_with(b"#!") && language != Language::Rust {
            lexer.skip_line();
        }
        lexer
    }

    /// The rest of the text.
    pub fn rest(&self) -> &'a [u8] {
        &self.text[self.at.min(self.text.len())..]
    }

    /// Advances by `count` bytes and counts line breaks.
    pub fn advance(&mut self, count: usize) {
        let end = (self.at + count).min(self.text.len());
        self.line = self.line.saturating_add(line_breaks(&self.text[self.at..end]));
        self.at = end;
    }

    pub fn skip_line(&mut self) {
        let rest = self.rest();
        self.at += rest.iter().position(|&byte| byte == b'\n').unwrap_or(rest.len());
    }

    /// Advances past the next `end`, or to the end of the text.
    pub fn skip_past(&mut self, end: &[u8]) {
        let rest = self.rest();
        self.advance(find(rest, end).map_or(rest.len(), |at| at + end.len()));
    }

    /// The next token.
    pub fn token(&mut self) -> Option<Token> {
        let mut is_first = self.at == 0 || self.before.is_none();
        loop {
            let &byte = self.text.get(self.at)?;
            if byte == b'\n' {
                self.line = self.line.saturating_add(1);
                is_first = true;
                self.at += 1;
            } else if byte.is_ascii_whitespace()
                || byte == b'\\' && !matches!(self.language, Language::R | Language::Php)
            {
                self.at += 1;
            } else {
                let line = self.line;
                if !self.skip_comment() {
                    break;
                }
                is_first |= self.line > line;
            }
        }
        let (start, line) = (self.at, self.line);
        let kind = self.literal(is_first).unwrap_or_else(|| self.word_or_punct());
        let token = Token { kind, start, end: self.at, line, is_first };
        self.before = Some(token);
        Some(token)
    }

    fn skip_comment(&mut self) -> bool {
        let rest = self.rest();
        if let Some((open, close)) = self.syntax.block_comment
            && rest.starts_with(open.as_bytes())
        {
            self.skip_block_comment(open.as_bytes(), close.as_bytes());
            return true;
        }
        // In PHP `#[` begins an attribute; in SCSS `//` also occurs in URLs.
        let is_comment = self.syntax.line_comments.iter().any(|open| rest.starts_with(open.as_bytes()));
        let is_address = self.language == Language::Scss && self.at > 0 && self.text[self.at - 1] == b':';
        if is_comment && !is_address {
            self.skip_line();
            return true;
        }
        false
    }

    fn skip_block_comment(&mut self, open: &[u8], close: &[u8]) {
        self.advance(open.len());
        if !self.syntax.is_nested {
            return self.skip_past(close);
        }
        let mut depth = 1_usize;
        while depth > 0 && self.at < self.text.len() {
            let rest = self.rest();
            if rest.starts_with(open) {
                depth += 1;
                self.at += open.len();
            } else if rest.starts_with(close) {
                depth -= 1;
                self.at += close.len();
            } else {
                self.advance(1);
            }
        }
    }

    fn word_or_punct(&mut self) -> TokenKind {
        let rest = self.rest();
        let len = rest.iter().take_while(|&&byte| is_word(byte)).count();
        if len == 0 {
            self.at += 1;
            return TokenKind::Punct(rest[0]);
        }
        self.at += len;
        // C++ groups digits with `'`: `1'000`.
        while self.language == Language::Cpp
            && rest[0].is_ascii_digit()
            && matches!(self.rest(), [b'\'', next, ..] if next.is_ascii_hexdigit())
        {
            self.at += 1 + self.rest()[1..].iter().take_while(|&&byte| is_word(byte)).count();
        }
        TokenKind::Word
    }

    /// Consumes the string that begins here with `quote`. Returns false if it is unterminated.
    pub(super) fn string(&mut self, quote: &Quote) -> bool {
        let close = quote.open.as_bytes();
        let mut at = self.at + close.len();
        let mut brackets = 0_u32;
        // The quote that ends a nested string, in the code of an interpolation.
        let mut inner: Option<u8> = None;
        while let Some(&byte) = self.text.get(at) {
            let rest = &self.text[at..];
            if brackets > 0 {
                match byte {
                    b'\n' if !quote.has_lines => break,
                    b'"' | b'\'' if inner.is_none_or(|inner| inner == byte) => {
                        inner = if inner.is_none() { Some(byte) } else { None };
                    }
                    _ if inner.is_some() => {}
                    b'(' | b'{' => brackets += 1,
                    b')' | b'}' => brackets -= 1,
                    _ => {}
                }
                at += 1;
            } else if rest.starts_with(close) {
                self.advance(at + close.len() - self.at);
                return true;
            } else if let Some(code) =
                quote.code.filter(|code| self.has_code(code) && rest.starts_with(code.as_bytes()))
            {
                at += code.len();
                brackets = 1;
            } else if byte == b'\\' && quote.escapes {
                at += 2;
            } else if byte == b'\n' && !quote.has_lines {
                break;
            } else {
                at += 1;
            }
        }
        if quote.has_lines {
            // Unterminated: the rest of the text is in the string.
            self.advance(self.text.len());
            return true;
        }
        self.refuted = at;
        false
    }

    /// Whether the string that begins here may have interpolations. In C#, only strings after a `$` have them.
    fn has_code(&self, code: &str) -> bool {
        code != "{" || self.at > 0 && self.text[self.at - 1] == b'$'
    }
}

/// Whether it is an ASCII letter or digit, `_`, `$`, or not ASCII.
pub(super) fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$') || byte >= 0x80
}

/// The offset of `wanted` in `text`.
pub(super) fn find(text: &[u8], wanted: &[u8]) -> Option<usize> {
    text.windows(wanted.len()).position(|window| window == wanted)
}
