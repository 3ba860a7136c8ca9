//! Outlines of Python files: blocks by indentation.

use super::lexer::{Lexer, Token, TokenKind};
use super::token_label::written;
use super::{Language, MAX_DEPTH, Outline};
use crate::text::outline::entries::{Collector, Id, label};
use crate::text::outline::total_lines;

/// Maximum number of tokens kept of a statement: more than a label can show.
const STATEMENT_TOKENS: usize = 256;

/// The classes and functions of `text`, and the constants of the module.
pub(super) fn outline(text: &[u8]) -> Outline {
    let mut lexer = Lexer::new(Language::Python, text);
    let mut walk = Walk { text, collector: Collector::new(), open: Vec::new(), statement: Vec::new(), last_line: 1 };
    let mut brackets = 0_u32;
    while let Some(token) = lexer.token() {
        let goes_on = brackets > 0 || walk.is_continued(token);
        if token.is_first && !goes_on {
            walk.end_statement();
            walk.begin(token);
        }
        match token.kind {
            TokenKind::Punct(b'(' | b'[' | b'{') => brackets += 1,
            TokenKind::Punct(b')' | b']' | b'}') => brackets = brackets.saturating_sub(1),
            _ => {}
        }
        // An unclosed bracket must not hide the rest of the file. At the start of a line, `def` and `class` always
        // start a statement.
        if token.is_first && goes_on && brackets > 0 && walk.is_definition(token) {
            brackets = 0;
            walk.end_statement();
            walk.begin(token);
        }
        if walk.statement.len() < STATEMENT_TOKENS {
            walk.statement.push(token);
        }
        walk.last_line = lexer.line;
    }
    walk.end_statement();
    walk.close(0);
    walk.collector.finish(total_lines(text))
}

struct Walk<'a> {
    text: &'a [u8],
    collector: Collector,
    /// The columns of the open definitions.
    open: Vec<(usize, Id)>,
    statement: Vec<Token>,
    last_line: u32,
}

impl Walk<'_> {
    fn word(&self, token: Option<&Token>) -> &[u8] {
        token.filter(|token| token.kind == TokenKind::Word).map_or(b"", |token| &self.text[token.start..token.end])
    }

    /// Whether the previous line ends in a backslash.
    fn is_continued(&self, token: Token) -> bool {
        let Some(before) = self.statement.last().filter(|_| token.is_first) else { return false };
        let between = &self.text[before.end..token.start];
        // There are no comments between the parts of a continued line.
        between.iter().find(|byte| !matches!(byte, b' ' | b'\t')) == Some(&b'\\')
    }

    fn is_definition(&self, token: Token) -> bool {
        matches!(self.word(Some(&token)), b"def" | b"class") && self.text[..token.start].ends_with(b"\n")
    }

    /// Closes the definitions that do not contain the statement that starts with `token`.
    fn begin(&mut self, token: Token) {
        let column = self.column(token);
        while self.open.last().is_some_and(|&(open, _)| open >= column) {
            self.close(self.open.len() - 1);
        }
    }

    fn close(&mut self, depth: usize) {
        for (_, id) in self.open.drain(depth..).rev() {
            self.collector.close(id, self.last_line);
        }
    }

    /// Tabs advance to the next multiple of 8, as in Python.
    fn column(&self, token: Token) -> usize {
        let indent = self.text[..token.start].iter().rev().take_while(|byte| matches!(byte, b' ' | b'\t'));
        let indent = indent.count();
        let bytes = &self.text[token.start - indent..token.start];
        bytes.iter().fold(0, |column, &byte| if byte == b'\t' { column + 8 - column % 8 } else { column + 1 })
    }

    fn end_statement(&mut self) {
        let statement = std::mem::take(&mut self.statement);
        let Some(&first) = statement.first() else { return };
        let keyword = usize::from(self.word(Some(&first)) == b"async");
        let is_block = matches!(self.word(statement.get(keyword)), b"def" | b"class") && statement.len() > keyword + 1;
        let column = self.column(first);
        let level = u8::try_from(self.open.len() + 1).unwrap_or(u8::MAX);
        if is_block && self.open.len() < MAX_DEPTH {
            let end = body(&statement).unwrap_or(statement.len());
            let id = self.collector.open(first.line, level, label(&written(self.text, &statement[..end]), level));
            self.open.push((column, id));
        } else if column == 0 && self.is_constant(&statement) {
            let id = self.collector.open(first.line, 1, label(&written(self.text, &statement), 1));
            self.collector.close(id, self.last_line);
        }
        self.statement = statement;
        self.statement.clear();
    }

    /// Whether this is a constant: `NAME = …`, `NAME: int = …`.
    fn is_constant(&self, statement: &[Token]) -> bool {
        let name = self.word(statement.first());
        let is_upper = name.iter().any(u8::is_ascii_uppercase) && !name.iter().any(u8::is_ascii_lowercase);
        let is_set = statement.get(1).is_some_and(|token| token.is(b'=') || token.is(b':'));
        is_upper && is_set && !statement.get(2).is_some_and(|token| token.is(b'='))
    }
}

/// The index of the colon before the body.
fn body(statement: &[Token]) -> Option<usize> {
    let mut depth = 0_u32;
    statement.iter().position(|token| {
        match token.kind {
            TokenKind::Punct(b'(' | b'[' | b'{') => depth += 1,
            TokenKind::Punct(b')' | b']' | b'}') => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0 && token.is(b':')
    })
}
