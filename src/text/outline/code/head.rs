//! Determines what a head defines: by its keywords, as an [assigned](super::assigned) value, or by its
//! [shape](super::shape).

use super::Language;
use super::lexer::{Token, TokenKind};
use super::words::{Scope, is_complete, is_modifier, keyword};

/// The tokens before a block or the end of a statement.
#[derive(Debug, Clone, Copy)]
pub(super) struct Head<'a> {
    pub language: Language,
    pub text: &'a [u8],
    pub tokens: &'a [Token],
    /// The enclosing scope.
    pub scope: Scope,
    /// The name of the enclosing type.
    pub type_name: &'a [u8],
    /// Whether it ends between brackets.
    pub in_brackets: bool,
}

/// What a head defines.
#[derive(Debug, Clone, Copy)]
pub(super) struct Definition {
    /// The tokens to show of the head, as a half-open range.
    pub from: usize,
    pub to: usize,
    pub scope: Scope,
    /// Where its name is in the text.
    pub name: (usize, usize),
}

impl<'a> Head<'a> {
    /// The word at `at`; empty if there is none.
    pub fn word(&self, at: usize) -> &'a [u8] {
        self.tokens
            .get(at)
            .filter(|token| token.kind == TokenKind::Word)
            .map_or(b"", |token| &self.text[token.start..token.end])
    }

    pub fn is(&self, at: usize, byte: u8) -> bool {
        self.tokens.get(at).is_some_and(|token| token.is(byte))
    }

    /// Whether the tokens at `at` are `pair` without a space between.
    pub fn is_pair(&self, at: usize, pair: [u8; 2]) -> bool {
        self.is(at, pair[0]) && self.is(at + 1, pair[1]) && self.tokens[at].end == self.tokens[at + 1].start
    }

    /// The index after the bracket that closes the one at `at`; the end if it is unclosed.
    pub fn behind_brackets(&self, at: usize) -> usize {
        let mut depth = 0_u32;
        for (index, token) in self.tokens.iter().enumerate().skip(at) {
            match token.kind {
                TokenKind::Punct(b'(' | b'[' | b'{') => depth += 1,
                TokenKind::Punct(b')' | b']' | b'}') => {
                    depth = depth.saturating_sub(1);
                    if depth == 0 {
                        return index + 1;
                    }
                }
                _ => {}
            }
        }
        self.tokens.len()
    }

    /// The index after the `>` that closes the `<` at `at`.
    pub fn behind_angles(&self, mut at: usize) -> usize {
        let mut depth = 0_u32;
        while let Some(token) = self.tokens.get(at) {
            match token.kind {
                TokenKind::Punct(b'<') => depth += 1,
                TokenKind::Punct(b'>') if !(self.is_pair(at - 1, *b"=>") || self.is_pair(at - 1, *b"->")) => {
                    depth = depth.saturating_sub(1);
                    if depth == 0 {
                        return at + 1;
                    }
                }
                TokenKind::Punct(b'(' | b'[') => {
                    at = self.behind_brackets(at);
                    continue;
                }
                _ => {}
            }
            at += 1;
        }
        at
    }

    /// The first token outside of brackets, from `at` on, for which `holds`.
    pub fn find(&self, mut at: usize, holds: impl Fn(usize) -> bool) -> Option<usize> {
        while at < self.tokens.len() {
            if holds(at) {
                return Some(at);
            }
            let is_open = self.is(at, b'(') || self.is(at, b'[') || self.is(at, b'{');
            at = if is_open { self.behind_brackets(at) } else { at + 1 };
        }
        None
    }

    /// The definition, if there is one. `has_body` means that a brace follows.
    pub fn definition(&self, has_body: bool) -> Option<Definition> {
        if matches!(self.language, Language::Css | Language::Scss) {
            let at_rule = self.is(0, b'@');
            let is_shown = has_body && !self.in_brackets && !self.tokens.is_empty() && (at_rule || !self.is(0, b'&'));
            let definition = Definition { from: 0, to: self.tokens.len(), scope: Scope::Type, name: (0, 0) };
            return is_shown.then_some(definition);
        }
        let from = self.behind_attributes();
        let by_keyword = self.by_keyword(from, has_body);
        // `export const f = () => …` is a function rather than a value.
        let is_value = by_keyword.is_some_and(|found| found.scope == Scope::Value) && self.word(from) != b"type";
        let function =
            if is_value && self.language == Language::JavaScript { self.assigned(from, has_body) } else { None };
        let mut definition = function.or(by_keyword).or_else(|| match self.language {
            Language::JavaScript => self.assigned(from, has_body).or_else(|| self.method(from, has_body)),
            Language::R => self.assigned(from, has_body),
            Language::Cpp | Language::CSharp | Language::Java | Language::Dart => self.by_shape(from, has_body),
            _ => None,
        })?;
        self.cut(&mut definition, has_body);
        Some(definition)
    }

    fn behind_attributes(&self) -> usize {
        let mut at = 0;
        loop {
            let start = at;
            let has_square = matches!(self.language, Language::CSharp | Language::Cpp);
            if self.is(at, b'@') && !self.word(at + 1).is_empty() && self.word(at + 1) != b"interface" {
                at += 2;
                while self.is(at, b'.') || self.is(at, b':') {
                    at += 2;
                }
                if self.is(at, b'(') {
                    at = self.behind_brackets(at);
                }
            } else if self.is(at, b'#') && (self.is(at + 1, b'[') || self.is(at + 1, b'!')) {
                at = self.behind_brackets(at + 1);
            } else if has_square && self.is(at, b'[') {
                at = self.behind_brackets(at);
            } else if self.language == Language::JavaScript && self.is(at, b',') {
                at += 1;
            } else if self.language == Language::Cpp
                && !self.word(at).is_empty()
                && (self.is(at + 1, b':') && !self.is(at + 2, b':'))
            {
                // An access specifier: `public:`
                at += 2;
            }
            if at == start || at >= self.tokens.len() {
                return at.min(self.tokens.len());
            }
        }
    }

    fn by_keyword(&self, from: usize, has_body: bool) -> Option<Definition> {
        let mut at = from;
        if self.language == Language::Cpp {
            while self.word(at) == b"template" && self.is(at + 1, b'<') {
                at = self.behind_angles(at + 1);
            }
        }
        let (mut found, mut is_exported) = (None, false);
        loop {
            let word = self.word(at);
            let next = self.tokens.get(at + 1);
            let is_annotation = self.is(at, b'@') && self.word(at + 1) == b"interface";
            if is_annotation {
                at += 1;
                continue;
            }
            let is_named = next.is_some_and(|next| matches!(next.kind, TokenKind::Word | TokenKind::Text));
            let is_anonymous = next.is_none() && has_body && word != b"type";
            if let Some(scope) = keyword(self.language, word)
                && (is_named || is_anonymous || self.is_unnamed(at))
            {
                found = Some((at, scope));
            } else if is_modifier(word) {
                is_exported |= matches!(word, b"export" | b"declare");
                if self.is(at + 1, b'(') {
                    at = self.behind_brackets(at + 1) - 1;
                }
            } else if !(self.tokens.get(at).is_some_and(|token| token.kind == TokenKind::Text)
                && at > from
                && found.is_none())
            {
                break;
            }
            at += 1;
        }
        if found.is_none() && is_exported && matches!(self.word(at), b"const" | b"let" | b"var") {
            found = Some((at, Scope::Value));
        }
        if self.language == Language::JavaScript
            && is_exported
            && found.is_none()
            && at > from
            && self.word(at - 1) == b"const"
        {
            found = Some((at - 1, Scope::Value));
        }
        let (at, scope) = found?;
        let word = self.word(at);
        let is_allowed = match (self.language, scope) {
            // Excludes declarations without a body, and types before the name of a function or variable.
            (Language::Cpp, Scope::Type) => {
                (has_body || self.is_named_behind())
                    && self.find(at, |at| self.is(at, b'(') || self.is(at, b'=')).is_none()
            }
            (Language::Cpp, _) => has_body || word == b"concept",
            (Language::Rust, Scope::Value) => matches!(self.scope, Scope::Space | Scope::Type),
            (Language::JavaScript, Scope::Value) => {
                self.scope == Scope::Space || word == b"type" && self.scope != Scope::Object
            }
            (_, Scope::Value) => self.scope == Scope::Space || matches!(word, b"typealias"),
            // Excludes function types: `fn(u32) -> u32`.
            (Language::Rust, Scope::Function) => !self.is(at + 1, b'('),
            _ => true,
        };
        let name = self.tokens.get(at + 1).map_or((0, 0), |token| (token.start, token.end));
        is_allowed.then_some(Definition { from, to: self.tokens.len(), scope, name })
    }

    /// Removes the value or the expression body after `=` from what is shown.
    fn cut(&self, definition: &mut Definition, has_body: bool) {
        let has_expression = matches!(self.language, Language::Kotlin | Language::Dart | Language::CSharp);
        let is_cut = match definition.scope {
            Scope::Value => {
                has_body || self.tokens.first().map(|token| token.line) != self.tokens.last().map(|token| token.line)
            }
            Scope::Function => has_expression,
            _ => false,
        };
        if is_cut
            && let Some(at) = self.find(definition.from, |at| {
                self.is(at, b'=') && !self.is_pair(at, *b"==") && !(at > 0 && self.is_pair(at - 1, *b"=="))
            })
        {
            let is_operator = at > 0 && self.word(at - 1) == b"operator";
            definition.to = if is_operator { definition.to } else { definition.to.min(at.max(definition.from + 1)) };
        }
    }

    /// Whether the keyword at `at` needs no name: `init(`, `impl<T>`, `const (` in Go.
    fn is_unnamed(&self, at: usize) -> bool {
        let is_group = self.language == Language::Go && self.is(at + 1, b'(') && self.word(at) != b"func";
        let is_nameless = self.language == Language::Cpp && self.is(at + 1, b'{');
        is_group || is_nameless || is_complete(self.word(at)) && !self.is(at + 1, b'.') && !self.is(at + 1, b'=')
    }

    /// Whether the name follows the block: `typedef struct { … } Name;`.
    pub fn is_named_behind(&self) -> bool {
        self.language == Language::Cpp && self.word(0) == b"typedef"
    }

    /// Whether text after the block is part of the definition, such as a name or a type.
    pub fn is_shown_behind(&self, definition: &Definition) -> bool {
        self.is_named_behind() || self.language == Language::JavaScript && definition.scope == Scope::Function
    }
}
