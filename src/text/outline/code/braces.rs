//! Outlines of languages with braces: matches blocks to definitions, and finds where definitions start and end.
//!
//! The tokens between two boundaries (`;`, `{`, `}`, in some languages the end of a line) are a head. [`super::head`]
//! decides what a head defines. This module keeps the heads of all open blocks and closes their entries.

use super::head::{Definition, Head};
use super::lexer::{Lexer, Token, TokenKind};
use super::token_label::written;
use super::words::{Scope, goes_on};
use super::{Language, MAX_DEPTH, Outline};
use crate::text::outline::entries::{Collector, Id, label};
use crate::text::outline::total_lines;

/// Maximum number of tokens kept of a head: more than a label can show or any rule needs.
const HEAD_TOKENS: usize = 256;

/// Maximum depth at which nested preprocessor conditions are tracked.
const MAX_CONDITIONS: usize = 100;

/// The outline of `text` in a language with braces.
pub(super) fn outline(language: Language, text: &[u8]) -> Outline {
    let mut walk = Walk {
        language,
        text,
        ends_lines: super::syntax::Syntax::of(language).ends_lines,
        collector: Collector::new(),
        tokens: Vec::new(),
        frames: vec![Frame::new(0, Scope::Space)],
        beyond: 0,
        last_line: 1,
        conditions: Vec::new(),
    };
    let mut lexer = Lexer::new(language, text);
    while let Some(token) = lexer.token() {
        if matches!(
            token.kind,
            TokenKind::If | TokenKind::Never | TokenKind::Else | TokenKind::EndIf | TokenKind::Nothing
        ) {
            walk.condition(token.kind, &mut lexer);
        } else {
            walk.token(token);
            walk.last_line = lexer.line;
        }
    }
    while !walk.frames.is_empty() {
        walk.end_head();
        walk.frames.pop();
    }
    walk.collector.finish(total_lines(text))
}

/// An open block, with the head that is being read in it.
#[derive(Debug)]
struct Frame {
    /// The index in `tokens` where its head starts.
    head: usize,
    /// Number of open brackets other than braces in the head.
    brackets: u32,
    scope: Scope,
    /// Whether the enclosing head continues after this block.
    resumes: bool,
    /// The entry of the definition in the head, once it is known.
    entry: Option<Id>,
    /// The range of the name of the type whose body this block is.
    name: (usize, usize),
}

impl Frame {
    fn new(head: usize, scope: Scope) -> Self {
        Self { head, brackets: 0, scope, resumes: false, entry: None, name: (0, 0) }
    }
}

struct Walk<'a> {
    language: Language,
    text: &'a [u8],
    ends_lines: bool,
    collector: Collector,
    /// The heads of all open blocks, concatenated.
    tokens: Vec<Token>,
    frames: Vec<Frame>,
    /// Number of open blocks beyond the maximum depth.
    beyond: usize,
    last_line: u32,
    /// The number of open blocks at the start of each open condition.
    conditions: Vec<usize>,
}

impl Walk<'_> {
    fn token(&mut self, token: Token) {
        if self.beyond > 0 {
            self.beyond += usize::from(token.is(b'{'));
            self.beyond -= usize::from(token.is(b'}'));
            return;
        }
        if token.is_first && self.ends_lines && self.is_line_end(token) {
            self.end_head();
        }
        let Some(frame) = self.frames.last_mut() else { return };
        match token.kind {
            TokenKind::Punct(b'{') => self.open(token),
            TokenKind::Punct(b'}') => self.close(token),
            TokenKind::Punct(b';') if frame.brackets == 0 => {
                self.last_line = token.line;
                self.end_head();
            }
            TokenKind::Punct(b',') if frame.brackets == 0 && frame.scope == Scope::Object => self.end_head(),
            TokenKind::Punct(byte) => {
                match byte {
                    b'(' | b'[' => frame.brackets = frame.brackets.saturating_add(1),
                    b')' | b']' => frame.brackets = frame.brackets.saturating_sub(1),
                    _ => {}
                }
                self.push(token);
            }
            _ => self.push(token),
        }
    }

    fn push(&mut self, token: Token) {
        if self.frames.last().is_some_and(|frame| self.tokens.len() - frame.head < HEAD_TOKENS) {
            self.tokens.push(token);
        }
    }

    /// Whether `token`, the first on its line, starts a new statement.
    fn is_line_end(&self, token: Token) -> bool {
        let Some(frame) = self.frames.last() else { return false };
        let head = &self.tokens[frame.head..];
        let Some(before) = head.last().filter(|_| frame.brackets == 0) else { return false };
        let goes_on_behind = match before.kind {
            TokenKind::Word => goes_on(&self.text[before.start..before.end]),
            TokenKind::Punct(b'?') if self.language == Language::JavaScript => true,
            TokenKind::Punct(b'>') => {
                head.len() > 1 && matches!(head[head.len() - 2].kind, TokenKind::Punct(b'=' | b'-'))
            }
            TokenKind::Punct(byte) => !matches!(byte, b')' | b']' | b'}' | b'?' | b'!' | b'*'),
            _ => false,
        };
        let goes_on_here = match token.kind {
            TokenKind::Punct(byte) => !matches!(byte, b'[' | b'#' | b'@' | b'}' | b'*' | b'~'),
            TokenKind::Word => goes_on(&self.text[token.start..token.end]),
            _ => false,
        };
        !goes_on_behind && !goes_on_here
    }

    fn head(&self) -> Option<Head<'_>> {
        let frame = self.frames.last()?;
        let tokens = &self.tokens[frame.head..];
        Some(Head {
            language: self.language,
            text: self.text,
            tokens,
            scope: frame.scope,
            type_name: &self.text[frame.name.0..frame.name.1],
            in_brackets: frame.brackets > 0,
        })
    }

    /// The nesting level of the next definition.
    fn level(&self) -> u8 {
        let around = self.frames.iter().rev().skip(1).filter(|frame| frame.entry.is_some()).count();
        u8::try_from(around + 1).unwrap_or(u8::MAX)
    }

    fn open(&mut self, token: Token) {
        let Some(head) = self.head() else { return };
        let definition = head.definition(true);
        let block = head.block(definition.as_ref());
        // A function in brackets gets its label again when the brackets close. Other brackets contain no definitions.
        let is_renamed = |found: &Definition| self.language == Language::JavaScript && found.scope == Scope::Function;
        let is_known = definition
            .as_ref()
            .is_some_and(|found| !head.in_brackets || found.to < head.tokens.len() || is_renamed(found));
        let name = definition.as_ref().map_or((0, 0), |found| found.name);
        let scope = block.scope;
        let resumes = block.resumes || head.in_brackets;
        if is_known && let Some(definition) = &definition {
            self.define(definition);
        }
        if self.frames.len() >= MAX_DEPTH {
            self.beyond = 1;
            return;
        }
        if resumes {
            self.push(token);
        }
        let mut frame = Frame::new(self.tokens.len(), scope);
        frame.resumes = resumes;
        frame.name = name;
        self.frames.push(frame);
    }

    /// Adds an entry for the definition, or updates its label after more of the head was read.
    fn define(&mut self, definition: &Definition) {
        let Some(frame) = self.frames.last() else { return };
        let tokens = &self.tokens[frame.head..];
        let (entry, level) = (frame.entry, self.level());
        let text = written(self.text, &tokens[definition.from..definition.to]);
        let label = label(&text, level);
        let first = tokens.get(definition.from).map_or(self.last_line, |token| token.line);
        if let Some(id) = entry {
            self.collector.relabel(id, label);
        } else {
            let id = self.collector.open(first, level, label);
            if let Some(frame) = self.frames.last_mut() {
                frame.entry = Some(id);
            }
        }
    }

    fn close(&mut self, token: Token) {
        self.end_head();
        if self.frames.len() < 2 {
            return;
        }
        let Some(closed) = self.frames.pop() else { return };
        self.tokens.truncate(closed.head);
        self.last_line = token.line;
        if closed.resumes {
            self.push(token);
        } else {
            self.end_head_closed();
        }
    }

    /// Ends a head: that of a statement without a block, or of one whose block is part of an expression.
    fn end_head(&mut self) {
        let Some(head) = self.head() else { return };
        let is_open = self.frames.last().is_some_and(|frame| frame.entry.is_some());
        if !head.tokens.is_empty()
            && let Some(definition) = head.definition(false)
            && (!is_open || head.is_shown_behind(&definition))
        {
            self.define(&definition);
        }
        self.end_head_closed();
    }

    fn end_head_closed(&mut self) {
        let Some(frame) = self.frames.last_mut() else { return };
        self.tokens.truncate(frame.head);
        frame.brackets = 0;
        if let Some(id) = frame.entry.take() {
            self.collector.close(id, self.last_line);
        }
    }

    /// If the branches of a condition open or close different numbers of blocks, only the first branch is read. Of `#if
    /// 0`, only the second is read.
    fn condition(&mut self, kind: TokenKind, lexer: &mut Lexer<'_>) {
        let depth = self.frames.len() + self.beyond;
        match kind {
            TokenKind::Never if !skip_branch(lexer) && self.conditions.len() < MAX_CONDITIONS => {
                self.conditions.push(depth);
            }
            TokenKind::If if self.conditions.len() < MAX_CONDITIONS => self.conditions.push(depth),
            TokenKind::Else if self.conditions.last().is_some_and(|&before| before != depth) => {
                while !skip_branch(lexer) {}
                self.conditions.pop();
            }
            TokenKind::EndIf => drop(self.conditions.pop()),
            _ => {}
        }
    }
}

/// Skips the current branch. Returns whether the condition ended with it.
fn skip_branch(lexer: &mut Lexer<'_>) -> bool {
    let mut inner = 0_u32;
    while let Some(token) = lexer.token() {
        match token.kind {
            TokenKind::If | TokenKind::Never => inner += 1,
            TokenKind::Else if inner == 0 => return false,
            TokenKind::EndIf if inner == 0 => return true,
            TokenKind::EndIf => inner -= 1,
            _ => {}
        }
    }
    true
}
