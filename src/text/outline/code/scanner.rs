//! Splits code into words, punctuation and strings. Comments count as white space.
//!
//! Each byte is examined a bounded number of times: an unclosed string ends the text, or, if it may have one line only,
//! no quote in that line is tried again.

use super::Language;
use super::rules::{Kind, Rules, Span, has};
use crate::text::outline::line_breaks;

/// A piece of code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Piece<'a> {
    /// A word, or one byte of punctuation.
    Code(&'a [u8]),
    Text(&'a [u8]),
    /// White space or a comment, and whether it has a line break.
    Space {
        is_broken: bool,
    },
}

/// Reads the pieces of a text.
#[derive(Debug)]
pub(super) struct Scanner<'a> {
    pub text: &'a [u8],
    pub at: usize,
    /// The line that contains the offset `at`.
    pub line: u32,
    rules: Rules,
    /// Before this offset, a quote does not start a string of one line.
    refuted: usize,
    /// Whether no code came before in this line.
    is_first: bool,
    /// The last code, on which the meaning of a `/` depends.
    before: &'a [u8],
    /// The name that ends the here document that starts in the next line.
    heredoc: &'a [u8],
}

impl<'a> Scanner<'a> {
    pub fn new(rules: Rules, text: &'a [u8]) -> Self {
        let mut scanner = Self { text, at: 0, line: 1, rules, refuted: 0, is_first: true, before: b"", heredoc: b"" };
        if rules.language == Language::Php {
            scanner.advance(end_of(text, b"<?php"));
        } else if text.starts_with(b"#!") && rules.language != Language::Rust {
            scanner.advance(line_len(text));
        }
        scanner
    }

    fn advance(&mut self, count: usize) -> &'a [u8] {
        let piece = &self.text[self.at..(self.at + count).min(self.text.len())];
        self.line = self.line.saturating_add(line_breaks(piece));
        self.at += piece.len();
        piece
    }

    /// The next piece.
    pub fn piece(&mut self) -> Option<Piece<'a>> {
        let rest = &self.text[self.at..];
        let &byte = rest.first()?;
        if let Some(&(open, close, kind)) = self.rules.spans.iter().find(|span| self.opens(rest, span)) {
            if let Some(len) = span_len(rest, open.len(), close.as_bytes(), kind) {
                let piece = self.advance(len);
                return Some(match kind {
                    // What is between two parts of a PHP page ends a statement.
                    Kind::Comment if open == "?>" => Piece::Code(b";"),
                    Kind::Comment | Kind::Directive => self.space(piece.contains(&b'\n')),
                    _ => {
                        (self.is_first, self.before) = (false, b"\"");
                        Piece::Text(piece)
                    }
                });
            }
            if matches!(kind, Kind::Text | Kind::Pattern) {
                self.refuted = self.at + line_len(rest);
            }
        }
        let blank = match rest {
            [b'\n', ..] if !self.heredoc.is_empty() => heredoc_len(rest, std::mem::take(&mut self.heredoc)),
            [b'\\', b'\n', ..] => 2,
            [b'\\', b'\r', b'\n', ..] => 3,
            [b' ' | b'\t', ..] => rest.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count(),
            _ => usize::from(byte.is_ascii_whitespace()),
        };
        if blank > 0 {
            let has_break = self.advance(blank).contains(&b'\n');
            return Some(self.space(has_break && (byte != b'\\' || self.rules.language != Language::Python)));
        }
        if rest.starts_with(b"<<") && self.before != b"<" && self.heredoc.is_empty() {
            self.heredoc = heredoc(self.rules.language, rest);
        }
        self.is_first = false;
        self.before = self.advance(rest.iter().take_while(|&&byte| is_word(byte)).count().max(1));
        Some(Piece::Code(self.before))
    }

    fn space(&mut self, is_broken: bool) -> Piece<'a> {
        self.is_first |= is_broken;
        Piece::Space { is_broken }
    }

    fn opens(&self, rest: &[u8], &(open, _, kind): &Span) -> bool {
        let is_possible = match (kind, self.rules.language) {
            (Kind::Text, _) => self.at >= self.refuted,
            (Kind::Pattern, _) => self.at >= self.refuted && self.may_be_pattern(),
            (Kind::Directive, _) => self.is_first,
            // `#[` starts an attribute.
            (Kind::Comment, Language::Php) => !rest.starts_with(b"#["),
            // `//` also occurs in addresses.
            (Kind::Comment, Language::Scss) => open != "//" || self.before != b":",
            _ => true,
        };
        rest[0] == open.as_bytes()[0] && rest.starts_with(open.as_bytes()) && is_possible
    }

    /// Whether a `/` here starts a regular expression.
    fn may_be_pattern(&self) -> bool {
        match self.before {
            [byte] if !is_word(*byte) => !matches!(byte, b')' | b']' | b'}' | b'"'),
            word => word.is_empty() || has("return typeof case in of delete void throw new else do", word),
        }
    }
}

/// Letters, digits, `_`, `$` and all non-ASCII bytes. [`TEXT`] stands for a string, which counts as a word.
pub(super) fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | TEXT) || byte >= 0x80
}

/// Stands for the bytes of strings where statements are compared with rules.
pub(super) const TEXT: u8 = 1;

/// The offset after the next `wanted`, or the length of `text`.
fn end_of(text: &[u8], wanted: &[u8]) -> usize {
    text.windows(wanted.len()).position(|window| window == wanted).map_or(text.len(), |at| at + wanted.len())
}

fn line_len(text: &[u8]) -> usize {
    text.iter().position(|&byte| byte == b'\n').unwrap_or(text.len())
}

/// The length of a comment or string, or `None` if it is no string after all.
fn span_len(text: &[u8], open: usize, close: &[u8], kind: Kind) -> Option<usize> {
    match kind {
        Kind::Comment if close == b"\n" => return Some(line_len(text)),
        Kind::Comment | Kind::Raw => return Some(open + end_of(&text[open..], close)),
        Kind::Char => return char_len(text),
        Kind::Pattern => return pattern_len(text),
        _ => {}
    }
    let mut at = open;
    while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
        if rest.starts_with(close) {
            return Some(at + if kind == Kind::Directive { 0 } else { close.len() });
        } else if rest[0] == b'\n' && kind == Kind::Text {
            return None;
        }
        at += if rest.starts_with(b"\\\r\n") { 3 } else { 1 + usize::from(rest[0] == b'\\') };
    }
    (kind != Kind::Text).then_some(text.len())
}

/// The length of a character of Rust such as `'a'`. `None` for a lifetime such as `'a`.
fn char_len(text: &[u8]) -> Option<usize> {
    let len = match *text.get(1)? {
        // The longest escape is `'\u{10ffff}'`.
        b'\\' => 3 + text.iter().skip(3).take(10).position(|&byte| byte == b'\'')?,
        first => 2 + first.leading_ones().saturating_sub(1) as usize,
    };
    (text.get(len) == Some(&b'\'')).then_some(len + 1)
}

/// The length of a regular expression of JavaScript.
fn pattern_len(text: &[u8]) -> Option<usize> {
    let (mut at, mut in_class) = (1, false);
    while let Some(&byte) = text.get(at) {
        match byte {
            b'\n' => return None,
            b'\\' => at += 1,
            b'[' => in_class = true,
            b']' => in_class = false,
            b'/' if !in_class => return Some(at + 1),
            _ => {}
        }
        at += 1;
    }
    None
}

/// The name of the here document that `<<` starts. Empty if it starts none, as in Ruby's `list << Name`.
fn heredoc(language: Language, text: &[u8]) -> &[u8] {
    let mut behind = &text[2..];
    let marks: &[u8] = match language {
        Language::Php => b"< '\"",
        Language::Ruby => b"-~'\"",
        Language::Shell => b"- '\"\\",
        _ => return b"",
    };
    while let [mark, next @ ..] = behind
        && marks.contains(mark)
    {
        behind = next;
    }
    let name = &behind[..behind.iter().take_while(|&&byte| is_word(byte)).count()];
    if name.first().is_some_and(|byte| byte.is_ascii_uppercase() || *byte == b'_') { name } else { b"" }
}

/// The length of a here document with the line break before it, up to the name at the start of a line that ends it.
fn heredoc_len(text: &[u8], name: &[u8]) -> usize {
    let mut at = 0;
    while at < text.len() {
        at += 1;
        at += text[at..].iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
        if text[at..].starts_with(name) {
            return at + name.len();
        }
        at += line_len(&text[at..]);
    }
    text.len()
}
